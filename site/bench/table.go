package bench

// This file prints the results: a line per measurement, a column per engine.

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
)

func table(results []Result, w io.Writer) {
	cells := map[string]map[string]Result{}
	var names, columns []string
	for _, r := range results {
		if cells[r.Name] == nil {
			cells[r.Name] = map[string]Result{}
			names = append(names, r.Name)
		}
		if !slices.Contains(columns, r.Engine) {
			columns = append(columns, r.Engine)
		}
		cells[r.Name][r.Engine] = r
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "\t")
	for _, c := range columns {
		fmt.Fprint(t, c, "\t")
	}
	fmt.Fprintln(t)
	for _, name := range names {
		fmt.Fprint(t, name, "\t")
		for _, c := range columns {
			fmt.Fprint(t, cell(cells[name][c]), "\t")
		}
		fmt.Fprintln(t)
	}
	summary(cells, columns, t)
	t.Flush()
	for _, r := range results {
		if r.Frames != nil {
			fmt.Fprintf(w, "%s: %v\n", r.Name, *r.Frames)
		}
		if r.Error != "" {
			fmt.Fprintf(w, "%s in %s: %s\n", r.Name, r.Engine, r.Error)
		}
	}
}

func cell(r Result) string {
	switch {
	case r.Error != "":
		return "failed"
	case r.Name == "":
		return "-"
	case r.Ratio == 0:
		return duration(r.Median)
	}
	return fmt.Sprintf("%s %.2fx", duration(r.Median), r.Ratio)
}

// summary is what follows from several measurements together.
func summary(cells map[string]map[string]Result, columns []string, w io.Writer) {
	line := func(title string, value func(engine string) string) {
		some := false
		text := title + "\t"
		for _, c := range columns {
			v := value(c)
			some = some || v != ""
			text += v + "\t"
		}
		if some {
			fmt.Fprintln(w, text)
		}
	}
	line("switches, geometric mean", func(engine string) string { return meanOf(switches, cells, engine, Result.ratio) })
	line("of the fastest rounds", func(engine string) string {
		return meanOf(switches, cells, engine, func(r Result) float64 { return fastest(r) / fastest(cells[r.Name]["native"]) })
	})
	line("with events : without, geometric mean", func(engine string) string {
		return meanOf(eventCostNames(), cells, engine, Result.ratio)
	})
	line("2 against 1", func(engine string) string {
		return quotient("%.2f times as fast", cells["parallel1"][engine], cells["parallel2"][engine])
	})
	line("of what 2 bare ones reach", func(engine string) string {
		return quotient("%.0f %%", scaled(cells["bare2"][engine], 100), cells["parallel2"][engine])
	})
	line("virtual events a second", func(engine string) string {
		return quotient("%.0f", Result{Median: 1e9}, cells["virtual"][engine])
	})
}

// meanOf is the geometric mean of the ratios of these, if all were measured.
func meanOf(names []string, cells map[string]map[string]Result, engine string, ratio func(Result) float64) string {
	var rs []float64
	for _, name := range names {
		if r := cells[name][engine]; r.Ratio > 0 {
			rs = append(rs, ratio(r))
		}
	}
	if len(rs) < len(names) {
		return ""
	}
	return fmt.Sprintf("%.2fx", geometricMean(rs))
}

func (r Result) ratio() float64 { return r.Ratio }

// fastest is the best round of all passes. On a machine that has others to serve, too, it says more of
// the program than the median does.
func fastest(r Result) float64 {
	if len(r.Rounds) == 0 {
		return math.NaN()
	}
	return slices.Min(r.Rounds)
}

func quotient(format string, a, b Result) string {
	if a.Median == 0 || b.Median == 0 {
		return ""
	}
	return fmt.Sprintf(format, a.Median/b.Median)
}

func scaled(r Result, by float64) Result {
	r.Median *= by
	return r
}

func duration(ns float64) string {
	switch {
	case ns >= 1e6:
		return fmt.Sprintf("%.1f ms", ns/1e6)
	case ns >= 1e4:
		return fmt.Sprintf("%.1f us", ns/1e3)
	}
	return fmt.Sprintf("%.2f ns", ns)
}

package bench

// This file prints the results: a line per measurement, a column per engine.

import (
	"fmt"
	"io"
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
		if len(columns) == 0 || columns[len(columns)-1] != r.Engine {
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
	speedups(cells, columns, t)
	t.Flush()
	for _, r := range results {
		if r.Error != "" {
			fmt.Fprintf(w, "%s in %s: %s\n", r.Name, r.Engine, r.Error)
		}
	}
}

func cell(r Result) string {
	switch {
	case r.Error != "":
		return "failed"
	case r.Engine == "native":
		return duration(r.Median)
	}
	return fmt.Sprintf("%s %.2fx", duration(r.Median), r.Ratio)
}

// speedups is the line that compares two processors with one.
func speedups(cells map[string]map[string]Result, columns []string, w io.Writer) {
	if cells["parallel1"] == nil || cells["parallel2"] == nil {
		return
	}
	fmt.Fprint(w, "2 against 1\t")
	for _, c := range columns {
		one, two := cells["parallel1"][c], cells["parallel2"][c]
		if two.Median == 0 {
			fmt.Fprint(w, "-\t")
			continue
		}
		fmt.Fprintf(w, "%.2f times as fast\t", one.Median/two.Median)
	}
	fmt.Fprintln(w)
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

package build

// This file writes a picture of a run, with its caption and the words of its moment.

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/site/lesson"
)

type figureView struct {
	Caption template.HTML
	Drawing template.HTML
	Why     *whyView
	Bars    []barView
}

// barView is one bar of a figure of several runs.
type barView struct {
	Name, Value string
	Width       string // percent of the longest
}

func (s *site) renderFigure(p *page) renderer.NodeRendererFunc {
	return func(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		f := n.(*lesson.FigureNode).Figure
		v := figureView{Caption: p.caption(f)}
		if f.Stat == nil {
			picture := p.built[p.Program(f.Run)].drawing.figures[f]
			v.Drawing, v.Why = picture.html(), s.whyOf(picture.Why)
		} else {
			v.Bars = p.bars(f)
		}
		if err := templates.ExecuteTemplate(w, "figure.html", v); err != nil {
			return ast.WalkStop, fmt.Errorf("write the figure in line %d: %w", f.Line, err)
		}
		return ast.WalkContinue, nil
	}
}

// caption is what stands under a figure. Code may have a number of a run in it.
func (p *page) caption(f *lesson.Figure) template.HTML {
	var text strings.Builder
	for _, part := range f.Caption {
		if part.Fact == nil {
			text.WriteString(part.Text)
		} else {
			text.WriteString(p.valueOf(part.Fact))
		}
	}
	return words(text.String())
}

// bars are the runs of a figure; what could not be measured has no bar.
func (p *page) bars(f *lesson.Figure) (bars []barView) {
	most := 0.0
	var values []float64
	names := p.barNames(f.Runs)
	for i, id := range f.Runs {
		program := p.Program(id)
		b := barView{Name: names[i], Value: "?"}
		value := 0.0
		if run := p.built[program].run; run != nil {
			if text, v, err := f.Stat.Of(run); err == nil {
				b.Value, value = text, v
			}
		}
		most = max(most, value)
		bars, values = append(bars, b), append(values, value)
	}
	for i := range bars {
		bars[i].Width = fmt.Sprintf("%.1f", max(0.7, 100*values[i]/max(most, 1e-9))) // none is seen as a hair
	}
	return bars
}

// barNames are what the bars of these runs are called. Two that would have the same name get what tells them apart: GOMAXPROCS, or else the id.
func (p *page) barNames(runs []string) (names []string) {
	count := map[string]int{} // of a name, and of a name with its GOMAXPROCS
	withProcs := func(id string) string { return fmt.Sprintf("%s, procs=%d", p.nameOf(id), p.Program(id).Settings.Procs) }
	for _, id := range runs {
		count[p.nameOf(id)]++
		count[withProcs(id)]++
	}
	for _, id := range runs {
		name := p.nameOf(id)
		if count[name] > 1 {
			if name = withProcs(id); count[name] > 1 {
				name = fmt.Sprintf("%s, %s", p.nameOf(id), id)
			}
		}
		names = append(names, name)
	}
	return names
}

// nameOf is what a run is called.
func (p *page) nameOf(id string) string {
	for _, play := range p.Plays {
		if play.ID == id && play.Title != "" {
			return play.Title
		}
	}
	if program := p.Program(id); program.Settings.Policy != "" {
		return program.Settings.Policy
	}
	return policy.Default
}

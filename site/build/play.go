package build

// This file writes the bench: an editor, the controls, the stage, the words
// under it, and the output (page/bench.html). Without JavaScript, and on paper, it is the
// program, the picture and the words.

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/gopark/gopark/core/policy"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// bench is what page/bench.html shows.
type bench struct {
	ID, File, Focus string
	Procs, Seed     int
	Module, Events  string
	Policy, Costs   string // as the lesson has them
	IO, Until       string
	Code            template.HTML
	Drawing         template.HTML
	Why             *whyView
	ProcsList       []int
	Preset          string // chosen in the list
	Policies        []policyGroup
}

// policyGroup is a part of the choice of schedulers.
type policyGroup struct {
	Name string
	List []policy.Preset
}

// policyGroups are all presets.
func policyGroups() (groups []policyGroup) {
	for _, name := range policy.Groups {
		g := policyGroup{Name: name}
		for _, p := range policy.Presets {
			if p.Group == name {
				g.List = append(g.List, p)
			}
		}
		groups = append(groups, g)
	}
	return groups
}

// presetOf is the preset that a policy begins with.
func presetOf(text string) string {
	name, _, _ := strings.Cut(text, ",")
	if !slices.Contains(policy.PresetNames(), name) {
		return policy.Default
	}
	return name
}

// whyView is the strip of words, with links into the scheduler's source.
type whyView struct {
	Sentence []piece
	Detail   string
	Rule     []link
}

// link is a piece of text; URL may be empty.
type link struct{ Text, URL string }

func (s *site) renderPlay(p *page) renderer.NodeRendererFunc {
	return func(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if err := templates.ExecuteTemplate(w, "bench.html", s.benchOf(p)); err != nil {
			return ast.WalkStop, fmt.Errorf("write the bench: %w", err)
		}
		return ast.WalkContinue, nil
	}
}

// benchOf is the bench of a page, standing at its moment if there was a run.
func (s *site) benchOf(page *page) *bench {
	p := page.Play
	b := &bench{
		ID: p.ID, File: p.File, Focus: p.Focus, Procs: p.Procs, Seed: p.Seed,
		Code:      numbered(p.Source),
		ProcsList: []int{1, 2, 3, 4, 5, 6, 7, 8},
		Preset:    presetOf(p.Policy),
		Policy:    p.Policy, Costs: p.Costs, IO: p.IO, Until: p.Until,
		Policies: policyGroups(),
		Module:   page.module,
		Events:   page.events,
	}
	if page.drawing.Wide != "" {
		b.Drawing = page.drawing.html()
		b.Why = s.whyOf(page.drawing.Why)
	}
	return b
}

var funcName = regexp.MustCompile(`\w+|\W+`)

// whyOf links the functions of the rule that have a page.
func (s *site) whyOf(w why) *whyView {
	v := &whyView{Sentence: w.Sentence, Detail: w.Detail}
	for _, part := range funcName.FindAllString(w.Rule, -1) {
		v.Rule = append(v.Rule, link{part, s.source.where[part]})
	}
	return v
}

// numbered is a program as it stands in the page before the editor comes.
func numbered(src []byte) template.HTML {
	var b bytes.Buffer
	highlight(&b, "go", src, func(b *bytes.Buffer, n int) {
		fmt.Fprintf(b, `<span class="no" data-n="%d"></span>`, n)
	})
	return template.HTML(b.String())
}

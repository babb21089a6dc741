package build

// This file writes the programs of a page. Each has an editor in the text; for all of them there is one rail
// beside it, with the controls, the stage, the words under it and the output. It stands behind the first
// program (page/bench.html). Without JavaScript, and on paper, each program has its picture and the words.

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/site/lesson"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// editorView is what page/editor.html shows: one program.
type editorView struct {
	ID, File, Title string
	Focus, Mode     string
	Procs, Seed     int
	Settings        check.Settings
	Hide            string
	ReadOnly        bool
	Module, Events  string
	Code            template.HTML
	Drawing         template.HTML
	Why             *whyView
	Holds           []holdView    // the questions that its run gives away
	Held            template.HTML // the picture before the first of their moments
	HeldWhy         *whyView
	First           bool // of its page: the rail shows its picture
}

// railView is what page/bench.html shows: the first program, and what all of the page share.
type railView struct {
	*editorView // the first
	ProcsList   []int
	Preset      string // chosen in the list
	Policies    []policyGroup
	Opens       bool // the page opens links
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
		play := n.(*lesson.PlayNode).Play
		if play.Hidden {
			return ast.WalkContinue, nil
		}
		v := s.editorOf(p, &play.Program)
		v.Title = play.Title
		return ast.WalkContinue, s.writeProgram(w, p, v)
	}
}

// writeProgram writes a program, and behind the first of a page what they share.
func (s *site) writeProgram(w io.Writer, p *page, v *editorView) error {
	name, data := "program.html", any(v)
	if v.First = !p.begun; v.First {
		p.begun = true
		name, data = "bench.html", railOf(v)
	}
	if err := templates.ExecuteTemplate(w, name, data); err != nil {
		return fmt.Errorf("write program %s: %w", v.ID, err)
	}
	return nil
}

// railOf is the rail of a page that begins with v.
func railOf(v *editorView) railView {
	return railView{editorView: v, ProcsList: []int{1, 2, 3, 4, 5, 6, 7, 8}, Preset: presetOf(v.Settings.Policy), Policies: policyGroups()}
}

// editorOf is a program standing at its moment, if there was a run.
func (s *site) editorOf(page *page, p *lesson.Program) *editorView {
	b := page.built[p]
	v := &editorView{
		ID: p.ID, File: p.File, Focus: p.Focus, Procs: p.Settings.Procs, Seed: p.Seed, Settings: p.Settings,
		ReadOnly: p.ReadOnly, Mode: "virtual", Code: numbered(p.Source), Module: b.module, Events: b.events,
	}
	if p.Parallel {
		v.Mode = "parallel"
	}
	var hide []string
	for _, l := range p.Hide {
		hide = append(hide, fmt.Sprintf("%d-%d", l.From, l.To))
	}
	v.Hide = strings.Join(hide, ",")
	if b.drawing.Wide != "" {
		v.Drawing = b.drawing.html()
		v.Why = s.whyOf(b.drawing.Why)
	}
	v.Holds = holdsOf(page.Lesson, p.ID)
	if held := b.drawing.Held; held != nil {
		v.Held, v.HeldWhy = held.html(), s.whyOf(held.Why)
	}
	return v
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

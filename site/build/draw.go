package build

// This file asks the page's own code for what a run gives: the picture of its
// moment, the words under it, and the values that the text asks for.
//
// One function draws the stage, in TypeScript. The generator runs it by Node:
// print.ts reads a request from its standard input and answers in JSON.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gopark/gopark/site/lesson"
)

// drawing is the answer of print.ts.
type drawing struct {
	Wide   string   `json:"wide"`   // the moment, as wide as the stage of a desk
	Narrow string   `json:"narrow"` // and of a phone
	Why    why      `json:"why"`    // the words for it
	Facts  []string `json:"facts"`  // in the order asked
	Error  string   `json:"error"`
	Line   int      `json:"line"` // of lesson.md, with Error

	facts map[*lesson.Fact]string
}

// why is the strip under the stage.
type why struct {
	Sentence []piece `json:"sentence"`
	Detail   string  `json:"detail"`
	Rule     string  `json:"rule"` // with Go's names, which have a place in /src/sched/
}

// piece is a part of the sentence; Hot is what just happened.
type piece struct {
	Text string `json:"text"`
	Hot  bool   `json:"hot"`
}

type drawRequest struct {
	Events []byte      `json:"events"` // base64 of the event file
	Focus  string      `json:"focus"`
	Line   int         `json:"line"`
	File   string      `json:"file"`
	Source string      `json:"source"`
	Facts  []factQuery `json:"facts"`
}

type factQuery struct {
	Event string `json:"event"`
	Field string `json:"field"`
	Style string `json:"style"`
	Line  int    `json:"line"`
}

// draw runs print.ts on the events of a lesson's run.
func (s *site) draw(l *lesson.Lesson, events []byte) (drawing, error) {
	var d drawing
	asked := askedFacts(l)
	req := drawRequest{Events: events, Focus: l.Play.Focus, Line: l.Play.Line, File: l.Play.File, Source: string(l.Play.Source)}
	for _, f := range asked {
		req.Facts = append(req.Facts, factQuery{f.Event, f.Field, f.Style, f.Line})
	}
	if err := s.runNode("print.ts", req, &d); err != nil {
		return d, fmt.Errorf("draw lesson %s: %w", l.Slug, err)
	}
	if d.Error != "" {
		return d, lesson.Problem{File: "lessons/" + l.Slug + "/lesson.md", Line: d.Line, Text: d.Error}
	}
	if len(d.Facts) != len(asked) {
		return d, fmt.Errorf("draw lesson %s: %d values for %d questions", l.Slug, len(d.Facts), len(asked))
	}
	d.facts = map[*lesson.Fact]string{}
	for i, f := range asked {
		d.facts[f] = d.Facts[i]
	}
	return d, checkAnswers(l, d)
}

// html is both pictures; the style sheet shows the one that fits.
func (d *drawing) html() template.HTML {
	if d.Wide == "" {
		return ""
	}
	return template.HTML(`<div class="for-desk">` + d.Wide + `</div><div class="for-phone">` + d.Narrow + `</div>`)
}

func askedFacts(l *lesson.Lesson) []*lesson.Fact {
	asked := append([]*lesson.Fact(nil), l.Facts...)
	for _, p := range l.Predicts {
		if p.From != nil {
			asked = append(asked, p.From)
		}
	}
	return asked
}

// checkAnswers finds the right choice of each question that asks the run.
func checkAnswers(l *lesson.Lesson, d drawing) error {
	for _, p := range l.Predicts {
		if p.From == nil {
			continue
		}
		p.Answer = 0
		for i, c := range p.Choices {
			if c == d.facts[p.From] {
				p.Answer = i + 1
			}
		}
		if p.Answer == 0 {
			return lesson.Problem{File: "lessons/" + l.Slug + "/lesson.md", Line: p.Line,
				Text: fmt.Sprintf("the run says %s, which is none of the choices", d.facts[p.From])}
		}
	}
	return nil
}

// runNode bundles one source of site/ui, runs it, and decodes what it prints.
func (s *site) runNode(entry string, request, answer any) error {
	dir, err := uiDir(s.Root)
	if err != nil {
		return err
	}
	code, err := nodeBundle(dir, entry)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "gopark-draw-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	script := filepath.Join(tmp, "draw.mjs")
	if err := os.WriteFile(script, code, 0o644); err != nil {
		return err
	}
	in, err := json.Marshal(request)
	if err != nil {
		return err
	}
	var out, errs bytes.Buffer
	cmd := exec.Command("node", script)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &errs
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("node: %w\n%s", err, strings.TrimSpace(errs.String()))
	}
	return json.Unmarshal(out.Bytes(), answer)
}

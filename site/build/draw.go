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
	"slices"
	"strings"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/site/lesson"
)

// drawing is the answer of print.ts.
type drawing struct {
	picture
	Facts   []string  `json:"facts"`   // in the order asked
	Figures []picture `json:"figures"` // likewise
	Held    *picture  `json:"held"`    // before the first moment that a question asks about
	Error   string    `json:"error"`
	Line    int       `json:"line"` // of lesson.md, with Error

	figures map[*lesson.Figure]picture
}

// picture is the stage at one moment.
type picture struct {
	Wide   string `json:"wide"`   // as wide as the stage of a desk
	Narrow string `json:"narrow"` // and of a phone
	Why    why    `json:"why"`    // the words for it
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
	Events  []byte        `json:"events"` // base64 of the event file
	Focus   string        `json:"focus"`
	Line    int           `json:"line"`
	File    string        `json:"file"`
	Source  string        `json:"source"`
	Facts   []factQuery   `json:"facts"`
	Figures []figureQuery `json:"figures"`
	Holds   []holdView    `json:"holds"`
}

type factQuery struct {
	Event string `json:"event"`
	Field string `json:"field"`
	Style string `json:"style"`
	Line  int    `json:"line"`
}

type figureQuery struct {
	At   string `json:"at"`
	Line int    `json:"line"`
}

// ask asks the run of a program for its picture, its figures and what the text wants to know of it.
func (s *site) ask(p *page, program *lesson.Program, events []byte) error {
	facts, figures := askedOf(p.Lesson, program.ID)
	req := drawRequest{Events: events, Focus: program.Focus, Line: program.Line, File: program.File, Source: string(program.Source), Holds: holdsOf(p.Lesson, program.ID)}
	for _, f := range facts {
		req.Facts = append(req.Facts, factQuery{f.Event, f.Field, f.Style, f.Line})
	}
	for _, f := range figures {
		req.Figures = append(req.Figures, figureQuery{f.At, f.Line})
	}
	var d drawing
	if err := s.runNode("print.ts", req, &d); err != nil {
		return fmt.Errorf("draw %s: %w", program.File, err)
	}
	if d.Error != "" {
		return p.Problem(d.Line, "%s", d.Error)
	}
	if len(d.Facts) != len(facts) || len(d.Figures) != len(figures) {
		return fmt.Errorf("draw %s: %d values and %d figures, %d and %d were asked", program.File, len(d.Facts), len(d.Figures), len(facts), len(figures))
	}
	for i, f := range facts {
		p.facts[f] = d.Facts[i]
	}
	d.figures = map[*lesson.Figure]picture{}
	for i, f := range figures {
		d.figures[f] = d.Figures[i]
	}
	p.built[program].drawing = d
	return p.measure(program, events)
}

// measure answers what the text wants to know of the whole run.
func (p *page) measure(program *lesson.Program, events []byte) error {
	recs, err := event.ReadAll(bytes.NewReader(events))
	if err != nil {
		return fmt.Errorf("read the events of %s: %w", program.File, err)
	}
	run := check.MeasureRecords(recs)
	p.built[program].run = run
	for _, f := range allFacts(p.Lesson) {
		if f.Run != program.ID || f.Stat == nil {
			continue
		}
		text, value, err := f.Stat.Of(run)
		if err != nil {
			return p.Problem(f.Line, "%v", err)
		}
		p.facts[f] = styled(text, value, f.Style)
	}
	return nil
}

// html is both pictures; the style sheet shows the one that fits.
func (d *picture) html() template.HTML {
	if d.Wide == "" {
		return ""
	}
	return template.HTML(`<div class="for-desk">` + d.Wide + `</div><div class="for-phone">` + d.Narrow + `</div>`)
}

func allFacts(l *lesson.Lesson) []*lesson.Fact {
	all := slices.Clone(l.Facts)
	for _, p := range l.Predicts {
		if p.From != nil {
			all = append(all, p.From)
		}
	}
	return all
}

// askedOf lists what the text asks of the moments of one run.
func askedOf(l *lesson.Lesson, run string) (facts []*lesson.Fact, figures []*lesson.Figure) {
	for _, f := range allFacts(l) {
		if f.Run == run && f.Stat == nil {
			facts = append(facts, f)
		}
	}
	for _, f := range l.Figures {
		if f.Run == run {
			figures = append(figures, f)
		}
	}
	return facts, figures
}

// checkAnswers finds the right choice of each question that asks a run.
func checkAnswers(p *page) error {
	for _, q := range p.Predicts {
		if q.From == nil {
			continue
		}
		q.Answer = slices.Index(q.Choices, p.facts[q.From]) + 1
		if q.Answer == 0 {
			return p.Problem(q.Line, "the run says %s, which is none of the choices", p.facts[q.From])
		}
	}
	return nil
}

var smallNumbers = []string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// styled writes a small number as a word, if asked to. explain.ts does the same with the fields of events.
func styled(text string, value float64, style string) string {
	n := int(value)
	if style == "" || float64(n) != value || n < 0 || n >= len(smallNumbers) || text != fmt.Sprint(n) {
		return text
	}
	word := smallNumbers[n]
	if style == "Word" {
		return strings.ToUpper(word[:1]) + word[1:]
	}
	return word
}

// runNode bundles one source of site/ui, runs it, and decodes what it prints.
func (s *site) runNode(entry string, request, answer any) error {
	in, err := json.Marshal(request)
	if err != nil {
		return err
	}
	out, known := s.Cache.answer(entry, in)
	if !known {
		if out, err = s.askNode(entry, in); err != nil {
			return err
		}
		s.Cache.keep(entry, in, out)
	}
	return json.Unmarshal(out, answer)
}

func (s *site) askNode(entry string, in []byte) ([]byte, error) {
	code, err := s.Cache.script(s.Root, entry)
	if err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp("", "gopark-draw-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	script := filepath.Join(tmp, "draw.mjs")
	if err := os.WriteFile(script, code, 0o644); err != nil {
		return nil, err
	}
	var out, errs bytes.Buffer
	cmd := exec.Command("node", script)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(in), &out, &errs
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("node: %w\n%s", err, strings.TrimSpace(errs.String()))
	}
	return out.Bytes(), nil
}

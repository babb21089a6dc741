package build

// This file writes the demos: small programs of wasm/host/testdata/demos, each of which shows one thing of the scheduler. A
// test of wasm/host runs each with three seeds, and under settings in which it must not show it; demo_test.go
// holds that the settings here are those there.

import (
	"bytes"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/claims"
	"github.com/gopark/gopark/site/lesson"
)

const demoDir = "wasm/host/testdata/demos"

// A demo is one program and its settings.
type demo struct {
	Name, Title, file string
	procs             int
	policy            string
	until             time.Duration
	focus             string
	large             bool // its records are too many for a picture: the reader runs it

	About  string // the comment of the program
	Claims []*claims.Claim
}

// URL is the page of the demo.
func (d *demo) URL() string { return "/demos/" + strings.ToLower(d.Name) + "/" }

// demos are all, in their order.
var demos = []demo{
	{Name: "D1", Title: "The newest first", file: "d01-newest-first.go", procs: 1, focus: "nth(go-start,2)"},
	{Name: "D2", Title: "Children overtake", file: "d02-children-overtake.go", procs: 1, focus: "nth(go-start,3)"},
	{Name: "D3", Title: "The ring overflows", file: "d03-overflow.go", procs: 1, focus: "first(runq-overflow)"},
	{Name: "D4", Title: "Every 61st turn", file: "d04-sixty-first.go", procs: 1, focus: "first(glob-get)"},
	{Name: "D5", Title: "Half is stolen", file: "d05-steal-half.go", procs: 2, focus: "first(steal)"},
	{Name: "D6", Title: "One wakes the next", file: "d06-ramp-up.go", procs: 8, focus: "nth(mnew,3)"},
	{Name: "D7", Title: "Few search", file: "d07-few-search.go", procs: 8, focus: "first(spin-begin)"},
	{Name: "D8", Title: "Two share a time slice", file: "d08-ping-pong.go", procs: 1, focus: "first(go-target)"},
	{Name: "D9", Title: "Around the global queue", file: "d09-gosched-cycle.go", procs: 1, focus: "first(glob-put)"},
	{Name: "D10", Title: "A loop is preempted", file: "d10-tight-loop.go", procs: 1, until: time.Second, focus: "first(go-target)"},
	{Name: "D11", Title: "Ten milliseconds each", file: "d11-rotation.go", procs: 1, focus: "first(go-target)"},
	{Name: "D12", Title: "sysmon takes a P", file: "d12-retake.go", procs: 1, focus: "first(retake)"},
	{Name: "D13", Title: "Who waits needs no thread", file: "d13-threads.go", procs: 4, focus: "last(mnew)"},
	{Name: "D14", Title: "Back from a system call, without a P", file: "d14-return-without-p.go", procs: 1, focus: "first(glob-put)"},
	{Name: "D15", Title: "A send, and a close", file: "d15-send-and-close.go", procs: 1, focus: "first(go-ready)"},
	{Name: "D16", Title: "Bounded and unbounded", file: "d16-bounded-and-unbounded.go", procs: 1, focus: "first(go-start)"},
	{Name: "D17", Title: "A collection", file: "d17-collector.go", procs: 4, focus: "first(stwbegin)"},
	{Name: "D18", Title: "Timers come first", file: "d18-timers-first.go", procs: 1, focus: "first(go-ready)"},
	{Name: "D19", Title: "One lock for all", file: "d19-one-lock.go", procs: 4, policy: "go1.0", focus: "first(lock-wait)"},
	{Name: "D20", Title: "A thread for each", file: "d20-threads.go", procs: 4, policy: "1:1", focus: "last(mnew)"},
	{Name: "D21", Title: "Very many that wait", file: "d21-many-parked.go", procs: 4, large: true},
	{Name: "D22", Title: "Everybody waits", file: "d22-deadlock.go", procs: 4, focus: "first(deadlock)"},
	{Name: "D23", Title: "The states of a goroutine", file: "d23-states.go", procs: 2, focus: "first(go-park)"},
	{Name: "D24", Title: "Ps vanish and come back", file: "d24-gomaxprocs.go", procs: 4, focus: "first(stwbegin)"},
	{Name: "D25", Title: "Wired to a thread", file: "d25-wired.go", procs: 1, focus: "first(handoff)"},
	{Name: "D26", Title: "The objects themselves", file: "d26-inspector.go", procs: 1, focus: "first(runq-overflow)"},
}

func demoNames() (names []string) {
	for _, d := range demos {
		names = append(names, d.Name)
	}
	return names
}

// readDemos prepares the demos of a site that has claims.
func (s *site) readDemos() error {
	for _, d := range demos {
		src, err := fs.ReadFile(s.root(), demoDir+"/"+d.file)
		if err != nil {
			return fmt.Errorf("read demo %s: %w", d.Name, err)
		}
		d.About, src = splitDemo(src)
		for _, c := range s.claims.All() {
			for _, p := range c.See {
				if p.Demo == d.Name {
					d.Claims = append(d.Claims, c)
				}
			}
		}
		program := lesson.Program{ID: strings.ToLower(d.Name), File: d.file, Source: src, Seed: 1, Focus: d.focus, Settings: check.Settings{Procs: d.procs}}
		for key, value := range map[string]string{"policy": d.policy, "until": untilText(d.until)} {
			if value == "" {
				continue
			}
			if err := program.Settings.Set(key, value); err != nil {
				return fmt.Errorf("demo %s: %w", d.Name, err)
			}
		}
		s.demos = append(s.demos, &demoPage{d, newPage(&lesson.Lesson{Slug: "demo-" + program.ID, Plays: []*lesson.Play{{Program: program}}})})
	}
	return nil
}

// demoPage is a demo on its way to HTML.
type demoPage struct {
	demo
	page *page
}

func untilText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

var demoNumber = regexp.MustCompile(`^D\d+: `)

// splitDemo cuts a program into the comment that it begins with, in one line, and the rest.
func splitDemo(src []byte) (about string, rest []byte) {
	var words []string
	for {
		line, after, _ := bytes.Cut(src, []byte("\n"))
		text, ok := bytes.CutPrefix(line, []byte("//"))
		if !ok {
			break
		}
		words, src = append(words, string(bytes.TrimSpace(text))), after
	}
	about = demoNumber.ReplaceAllString(strings.Join(words, " "), "")
	if about != "" {
		about = strings.ToUpper(about[:1]) + about[1:]
	}
	return about, src
}

// runDemo compiles the program of a demo, and runs it unless that is too much.
func (s *site) runDemo(d *demoPage) error {
	if !d.large {
		return s.runPrograms(d.page)
	}
	quick := *s
	quick.Record = nil
	return quick.runPrograms(d.page)
}

// writeDemos writes a page for each demo, and the list.
func (s *site) writeDemos() error {
	for i, d := range s.demos {
		if err := s.runDemo(d); err != nil {
			return fmt.Errorf("demo %s: %w", d.Name, err)
		}
		data := map[string]any{"Demo": d.demo, "Bench": railOf(s.editorOf(d.page, &d.page.Plays[0].Program))}
		var said []claimView
		for _, c := range d.Claims {
			v := s.claimOf(c)
			v.Shown = slices.DeleteFunc(v.Shown, func(l link) bool { return l.URL == d.URL() })
			said = append(said, v)
		}
		data["Claims"] = said
		if i > 0 {
			data["Before"] = &s.demos[i-1].demo
		}
		if i+1 < len(s.demos) {
			data["Next"] = &s.demos[i+1].demo
		}
		f := s.benchFrame(frame{Title: d.Name + ": " + d.Title, Description: d.About, Crumb: "Demo " + d.Name, Path: d.URL()})
		if err := s.writePage(d.URL()[1:]+"index.html", f, "demo.html", data); err != nil {
			return err
		}
	}
	if len(s.demos) == 0 {
		return nil
	}
	f := frame{Title: "Demos", Description: "Small programs that each show one thing of the scheduler.", Crumb: "Demos", Script: s.ui["home.ts"], Kind: "source", Path: "/demos/"}
	return s.writePage("demos/index.html", f, "demos.html", map[string]any{"Demos": s.demos})
}

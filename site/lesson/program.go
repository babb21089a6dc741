package lesson

// This file is about what all programs of a lesson have in common: a play shows one, an exercise begins with
// one. Their fences share these keys:
//
//	file=main.go            the program, in the lesson's folder, or shared/town.go; or it stands in the fence
//	procs=2 seed=1          GOMAXPROCS (1 to 8) and the seed
//	policy=go1.13           as gopark run -policy, and so costs=… and io=…
//	until=2s                the run ends at this virtual time
//	mode=parallel           what the switch shows at first; virtual if it is left out
//	focus=first(steal)      where the stage stands when the run has ended, and what is drawn for print
//	hide=1-5,30-40          lines that are folded away at first
//	readonly=yes            the reader cannot change it

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/parser"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/link"
)

// A Program is a Go program and how it is run.
type Program struct {
	ID       string
	File     string // its base name, or main.go
	From     string // as the fence names the file; "" if the program stands in the fence
	Source   []byte
	Seed     int
	Settings check.Settings
	Parallel bool
	Focus    string // "", "end", first(KIND), last(KIND) or nth(KIND,N)
	Hide     []Lines
	ReadOnly bool
	Line     int // of the fence in lesson.md
}

// Lines are the lines From to To, from 1.
type Lines struct{ From, To int }

// programKeys are the keys above.
var programKeys = []string{"id", "file", "procs", "seed", "policy", "costs", "io", "until", "mode", "focus", "hide", "readonly"}

// Base is what the checks of the program begin with.
func (p *Program) Base() check.Base {
	return check.Base{Seed: uint64(p.Seed), Settings: p.Settings}
}

// program reads the keys of a fence. The program itself is yet to be read.
func (f *fence) program(pc parser.Context) Program {
	p := Program{
		ID:       f.name(pc, "id"),
		File:     f.value["file"],
		Seed:     f.number(pc, "seed", 1, 0, 1<<31-1),
		Focus:    f.value["focus"],
		Hide:     f.lines(pc, "hide"),
		Parallel: f.oneOf(pc, "mode", "virtual", "parallel") == "parallel",
		ReadOnly: f.oneOf(pc, "readonly", "no", "yes") == "yes",
		Line:     f.line,
	}
	p.Settings.Procs = f.number(pc, "procs", 4, 1, 8)
	for _, key := range []string{"policy", "costs", "io", "until"} {
		if value, given := f.value[key]; given {
			if err := p.Settings.Set(key, value); err != nil {
				report(pc, f.line, "%v", err)
			}
		}
	}
	if p.Focus != "" && !isMoment(p.Focus) {
		report(pc, f.line, "focus=%s: want end, first(KIND), last(KIND) or nth(KIND,N)", p.Focus)
	}
	return p
}

// take reads the program from its file, or takes what stands in the fence.
func (p *Program) take(pc parser.Context, l *Lesson, body []byte) {
	switch {
	case p.File != "" && len(body) > 0:
		report(pc, p.Line, "the program stands in %s: leave the fence empty, or leave out file=", p.File)
	case strings.Contains(p.File, ","):
		report(pc, p.Line, "file=%s: the program of a lesson is one file", p.File)
	case p.File != "":
		p.Source = l.read(pc, p.Line, p.File)
		p.From, p.File = p.File, path.Base(p.File)
	case len(link.Split("main.go", string(body))) > 1:
		report(pc, p.Line, "the program of a lesson is one file: leave out the lines -- NAME.go --")
	case len(body) > 0:
		p.File, p.Source = "main.go", body
	default:
		report(pc, p.Line, "no program: give file=… or write it in the fence")
	}
	if n := strings.Count(string(p.Source), "\n"); len(p.Hide) > 0 && p.Hide[len(p.Hide)-1].To > n {
		report(pc, p.Line, "hide: the program has %d lines", n)
	}
}

var (
	moment    = regexp.MustCompile(`^(end|(first|last)\([a-z-]+\)|nth\([a-z-]+,[1-9][0-9]*\))$`)
	safeNames = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	someLines = regexp.MustCompile(`^([1-9][0-9]{0,4})(?:-([1-9][0-9]{0,4}))?$`)
)

// IsSlug says whether s can be the name of a lesson's folder.
func IsSlug(s string) bool { return safeNames.MatchString(s) }

// isMoment says whether s names one event of a run.
func isMoment(s string) bool { return moment.MatchString(s) }

// name reads a key that must be there and made of small letters, digits and dashes.
func (f *fence) name(pc parser.Context, key string) string {
	v := f.must(pc, key)
	if v != "" && !safeNames.MatchString(v) {
		report(pc, f.line, "%s=%s: want small letters, digits and dashes", key, v)
	}
	return v
}

// oneOf reads a key that has a few values; the first is meant if it is not there.
func (f *fence) oneOf(pc parser.Context, key string, values ...string) string {
	v, given := f.value[key]
	if !given {
		return values[0]
	}
	for _, known := range values {
		if v == known {
			return v
		}
	}
	report(pc, f.line, "%s=%s: want %s", key, v, strings.Join(values, " or "))
	return values[0]
}

// lines reads a key such as 1-5,9: in order, without overlap.
func (f *fence) lines(pc parser.Context, key string) (all []Lines) {
	text, given := f.value[key]
	if !given {
		return nil
	}
	last := 0
	for _, part := range strings.Split(text, ",") {
		m := someLines.FindStringSubmatch(part)
		if m == nil {
			report(pc, f.line, "%s=%s: want lines such as 1-5,9", key, text)
			return nil
		}
		from, _ := strconv.Atoi(m[1])
		to := from
		if m[2] != "" {
			to, _ = strconv.Atoi(m[2])
		}
		if from <= last || to < from {
			report(pc, f.line, "%s=%s: want the lines in order", key, text)
			return nil
		}
		all, last = append(all, Lines{from, to}), to
	}
	return all
}

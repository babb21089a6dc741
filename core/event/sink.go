// This file defines Sink, what a run's records can be written to besides the event
// file, and Places, the names that a sink gives to positions.
package event

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/gopark/gopark/core/event/kind"
)

// Sink takes the records of a run, one by one, in an order that keeps causes before
// effects: by stamp, or the order in which virtual mode makes them.
type Sink interface {
	Add(r Record)
	// Close is called once, after the last record of the run, however it ended.
	Close() error
}

// Places tells what a position is, and which function a goroutine starts with. The zero value knows no names.
type Places struct {
	files  []string // file number n is files[n-1]
	funcs  []Func   // function number n is funcs[n-1]
	starts []string // and after them these
	sorted []Func
}

// Func is a function of the user's program.
type Func struct {
	Name string
	File string
	Line int // where it begins
	End  int // where it ends, 0 if that is not known
}

// Frame is a position in words.
type Frame struct {
	Func string
	File string
	Line int
}

// NewPlaces knows the user's files and functions, and what goroutines of the library start with, each by
// number from 1 on; the latter go on where the functions end.
func NewPlaces(files []string, funcs []Func, starts []string) *Places {
	p := &Places{files: files, funcs: funcs, starts: starts}
	for _, f := range funcs {
		if !wrapper(f.Name) {
			p.sorted = append(p.sorted, f)
		}
	}
	slices.SortStableFunc(p.sorted, func(a, b Func) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return p
}

// wrapper says whether the compiler made a function for a go or defer statement: at its line begins none.
func wrapper(name string) bool {
	name = strings.TrimRight(name, "0123456789")
	return strings.HasSuffix(name, ".gowrap") || strings.HasSuffix(name, ".deferwrap")
}

// Frame puts pos into words; false if it is 0 or of no file that we know. The function is the
// innermost that holds the line: a closure that is written on one line has this line for its own.
func (p *Places) Frame(pos uint32) (Frame, bool) { return p.frame(pos, 0) }

// Maker is the frame of the go statement of a GoCreate: not in the function that it starts, even if that is on the
// same line.
func (p *Places) Maker(r Record) (Frame, bool) { return p.frame(uint32(r.B), int(r.N)) }

// frame does not look at function number except, if it begins at the line.
func (p *Places) frame(pos uint32, except int) (Frame, bool) {
	file, line := int(pos>>20), int(pos&(1<<20-1))
	if file == 0 || file > len(p.files) || line == 0 {
		return Frame{}, false
	}
	f := Frame{File: p.files[file-1], Line: line}
	after := sort.Search(len(p.sorted), func(i int) bool {
		fn := p.sorted[i]
		return fn.File > f.File || fn.File == f.File && fn.Line > line
	})
	for _, fn := range slices.Backward(p.sorted[:after]) {
		if fn.File != f.File {
			break
		}
		started := 0 < except && except <= len(p.funcs) && fn == p.funcs[except-1] && fn.Line == line
		if !started && (fn.End >= line || fn.End == 0) {
			f.Func = fn.Name
			break
		}
	}
	return f, true
}

// Started is the first frame of a goroutine, by its GoCreate; false if nobody knows.
func (p *Places) Started(r Record) (Frame, bool) {
	n := int(r.N)
	switch {
	case n >= kind.Systems:
		return Frame{Func: systems[min(n-kind.Systems, len(systems)-1)]}, true
	case n > 0 && n <= len(p.funcs):
		f := p.funcs[n-1]
		return Frame{f.Name, f.File, f.Line}, true
	case n > 0 && n <= len(p.funcs)+len(p.starts):
		return Frame{Func: p.starts[n-1-len(p.funcs)]}, true
	case r.A == 0 && r.Rule == kind.ByGo:
		return p.main()
	}
	return p.Frame(uint32(r.B)) // the statement, if nothing better is known
}

// systems are the goroutines of the runtime; the names are those of Go.
var systems = [...]string{"runtime", "runtime.gcBgMarkWorker", "runtime.bgsweep", "runtime.forcegchelper", "runtime.timerproc"}

// main is the frame of the first goroutine.
func (p *Places) main() (Frame, bool) {
	for _, f := range p.funcs {
		if f.Name == "main.main" {
			return Frame{f.Name, f.File, f.Line}, true
		}
	}
	return Frame{}, false
}

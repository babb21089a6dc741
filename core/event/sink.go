// This file defines Sink, what a run's records can be written to besides the event
// file, and Places, the names that a sink gives to positions.
package event

import "sort"

// Sink takes the records of a run, one by one, in an order that keeps causes before
// effects: by stamp, or the order in which virtual mode makes them.
type Sink interface {
	Add(r Record)
	// Close is called once, after the last record of the run, however it ended.
	Close() error
}

// Places tells what a position is. The zero value knows no names.
type Places struct {
	Files []string // file number n is Files[n-1]
	Funcs []Func
	Gos   []Go
}

// Func is a function of the user's program.
type Func struct {
	Name string
	File string
	Line int // where it begins
}

// Go is a go statement whose function the compiler knows.
type Go struct {
	File string
	Line int
	Func string // what it starts
}

// Frame is a position in words.
type Frame struct {
	Func string
	File string
	Line int
}

// Sort prepares p for Frame and Started.
func (p *Places) Sort() {
	sort.SliceStable(p.Funcs, func(i, j int) bool {
		a, b := p.Funcs[i], p.Funcs[j]
		return a.File < b.File || a.File == b.File && a.Line < b.Line
	})
}

// Frame puts pos into words; false if it is 0 or of no file that we know. The function
// is the one that begins last before the line: code after the end of a closure, in
// the function around it, goes by the closure's name.
func (p *Places) Frame(pos uint32) (Frame, bool) {
	file, line := int(pos>>20), int(pos&(1<<20-1))
	if file == 0 || file > len(p.Files) || line == 0 {
		return Frame{}, false
	}
	f := Frame{File: p.Files[file-1], Line: line}
	after := sort.Search(len(p.Funcs), func(i int) bool {
		fn := p.Funcs[i]
		return fn.File > f.File || fn.File == f.File && fn.Line > line
	})
	if after > 0 && p.Funcs[after-1].File == f.File {
		f.Func = p.Funcs[after-1].Name
	}
	return f, true
}

// Started is the first frame of a goroutine that the go statement at pos starts. If
// nobody knows its function, it is the statement itself.
func (p *Places) Started(pos uint32) (Frame, bool) {
	if pos == 0 { // the first goroutine
		return p.function("main.main")
	}
	at, ok := p.Frame(pos)
	if !ok {
		return Frame{}, false
	}
	for _, g := range p.Gos {
		if g.File == at.File && g.Line == at.Line {
			if f, ok := p.function(g.Func); ok {
				return f, true
			}
		}
	}
	return at, true
}

func (p *Places) function(name string) (Frame, bool) {
	for _, f := range p.Funcs {
		if f.Name == name {
			return Frame{f.Name, f.File, f.Line}, true
		}
	}
	return Frame{}, false
}

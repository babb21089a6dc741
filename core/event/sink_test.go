package event

import (
	"testing"

	"github.com/gopark/gopark/core/event/kind"
)

// known has main from line 3 to 20; in it a closure from 5 to 8, and one on line 10; and what a
// go statement on line 12 needs.
var known = NewPlaces([]string{"a.go", "b.go"}, []Func{
	{"main.main", "a.go", 3, 20}, {"main.main.func1", "a.go", 5, 8}, {"main.main.func2", "a.go", 10, 10},
	{"main.main.gowrap1", "a.go", 12, 0}, {"main.old", "b.go", 30, 0},
}, []string{"sync.(*WaitGroup).Go.func1"})

func TestFrames(t *testing.T) {
	for _, tt := range []struct {
		pos  uint32
		want Frame
		ok   bool
	}{
		{0, Frame{}, false}, {1 << 20, Frame{}, false}, {3<<20 | 4, Frame{}, false},
		{1<<20 | 2, Frame{"", "a.go", 2}, true},
		{1<<20 | 4, Frame{"main.main", "a.go", 4}, true},
		{1<<20 | 7, Frame{"main.main.func1", "a.go", 7}, true},
		{1<<20 | 9, Frame{"main.main", "a.go", 9}, true},
		{1<<20 | 10, Frame{"main.main.func2", "a.go", 10}, true},
		{1<<20 | 13, Frame{"main.main", "a.go", 13}, true},
		{1<<20 | 21, Frame{"", "a.go", 21}, true},
		{2<<20 | 3, Frame{"", "b.go", 3}, true},
		{2<<20 | 99, Frame{"main.old", "b.go", 99}, true}, // its end is not known
	} {
		if f, ok := known.Frame(tt.pos); f != tt.want || ok != tt.ok {
			t.Errorf("%x: %v, %v", tt.pos, f, ok)
		}
	}
	if f, _ := known.Maker(Record{N: 3, B: 1<<20 | 10}); f.Func != "main.main" {
		t.Errorf("a go statement on the line of what it starts is in %q", f.Func)
	}
	if _, ok := new(Places).Frame(1<<20 | 1); ok {
		t.Error("nobody knows, but it has a place")
	}
}

func TestWhatGoroutinesStartWith(t *testing.T) {
	for _, tt := range []struct {
		r    Record
		want string
	}{
		{Record{N: 2, A: 1, Rule: kind.ByGo}, "main.main.func1"},
		{Record{N: 6, A: 1, Rule: kind.ByGo}, "sync.(*WaitGroup).Go.func1"},
		{Record{N: 7, A: 1, Rule: kind.ByGo, B: 1<<20 | 4}, "main.main"}, // the statement
		{Record{Rule: kind.ByGo}, "main.main"},
		{Record{A: 1, Rule: kind.ByGo}, ""},
		{Record{Rule: kind.ByTimer}, ""},
		{Record{N: kind.Systems + 2, Rule: kind.ByGC}, "runtime.bgsweep"},
		{Record{N: 0xffff, Rule: kind.ByGC}, "runtime.timerproc"},
	} {
		if f, _ := known.Started(tt.r); f.Func != tt.want {
			t.Errorf("%+v: %q, want %q", tt.r, f.Func, tt.want)
		}
	}
}

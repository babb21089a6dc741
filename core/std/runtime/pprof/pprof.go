//go:build gopark

// Package pprof can count goroutines and threads and keeps labels; it takes no
// profiles.
package pprof

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	_ "unsafe" // for linkname
)

// threadCount returns how many Ms the scheduler has started.
//
//go:linkname threadCount runtime.pprof_threadCount
func threadCount() int

var errNoProfile = errors.New("profiles are not supported")

// A Profile is a named count.
type Profile struct {
	name  string
	count func() int // nil for a profile of the program's own
	mu    sync.Mutex
	own   map[any]int
}

var (
	mu       sync.Mutex
	profiles = []*Profile{
		{name: "goroutine", count: runtime.NumGoroutine},
		{name: "threadcreate", count: threadCount},
		{name: "heap", count: none},
		{name: "allocs", count: none},
		{name: "block", count: none},
		{name: "mutex", count: none},
	}
)

func none() int { return 0 }

func NewProfile(name string) *Profile {
	if Lookup(name) != nil {
		panic("pprof: NewProfile name already in use: " + name)
	}
	p := &Profile{name: name, own: map[any]int{}}
	mu.Lock()
	defer mu.Unlock()
	profiles = append(profiles, p)
	return p
}

// Lookup returns the profile of that name, or nil.
func Lookup(name string) *Profile {
	for _, p := range Profiles() {
		if p.name == name {
			return p
		}
	}
	return nil
}

func Profiles() []*Profile {
	mu.Lock()
	defer mu.Unlock()
	return append([]*Profile(nil), profiles...)
}

func (p *Profile) Name() string { return p.name }

func (p *Profile) Count() int {
	if p.count != nil {
		return p.count()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.own)
}

func (p *Profile) Add(value any, skip int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.own[value] = skip
}

func (p *Profile) Remove(value any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.own, value)
}

// WriteTo writes the traces of all goroutines for the goroutine profile with a
// debug level of 2; there is nothing else to write.
func (p *Profile) WriteTo(w io.Writer, debug int) error {
	if p.name != "goroutine" || debug < 2 {
		return errNoProfile
	}
	buf := make([]byte, 1<<20)
	_, err := w.Write(buf[:runtime.Stack(buf, true)])
	return err
}

func StartCPUProfile(w io.Writer) error  { return errNoProfile }
func StopCPUProfile()                    {}
func WriteHeapProfile(w io.Writer) error { return errNoProfile }

// A LabelSet is a list of labels: key, value, key, value …
type LabelSet struct{ list []string }

type labelKey struct{}

func Labels(args ...string) LabelSet {
	if len(args)%2 != 0 {
		panic("uneven number of arguments to pprof.Labels")
	}
	return LabelSet{args}
}

// WithLabels returns a context with these labels over those of ctx.
func WithLabels(ctx context.Context, labels LabelSet) context.Context {
	old, _ := ctx.Value(labelKey{}).([]string)
	return context.WithValue(ctx, labelKey{}, append(labels.list[:len(labels.list):len(labels.list)], old...))
}

func Label(ctx context.Context, key string) (value string, ok bool) {
	ForLabels(ctx, func(k, v string) bool {
		if k == key {
			value, ok = v, true
		}
		return !ok
	})
	return value, ok
}

// ForLabels calls f for each label until it says false.
func ForLabels(ctx context.Context, f func(key, value string) bool) {
	list, _ := ctx.Value(labelKey{}).([]string)
	seen := map[string]bool{}
	for i := 0; i < len(list); i += 2 {
		if !seen[list[i]] && !f(list[i], list[i+1]) {
			return
		}
		seen[list[i]] = true
	}
}

// SetGoroutineLabels does nothing: labels show in profiles only.
func SetGoroutineLabels(ctx context.Context) {}

func Do(ctx context.Context, labels LabelSet, f func(context.Context)) {
	f(WithLabels(ctx, labels))
}

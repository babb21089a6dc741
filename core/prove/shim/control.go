// This file holds the threads of one schedule. They are coroutines: one runs at a time, and the controller
// says which.
package shim

import (
	"fmt"
	"iter"
	"runtime/debug"
	"unsafe"
)

// thread is a thread under the controller.
type thread struct {
	id      int
	history uint64
	next    func() (struct{}, bool)
	stop    func()
	yield   func(struct{}) bool
	until   func() bool // it is blocked while this is false
	paused  bool        // it wants others to run first
	ended   bool
}

// world is one schedule while it runs.
var world struct {
	threads []*thread
	current *thread // nil: nobody is under control, and accesses are just made
	failure string
	written map[unsafe.Pointer]uint64 // the history of the last write
	list    []*thread                 // of enabled
}

// killed ends a thread whose schedule is over.
type killed struct{}

// Go adds a thread. The controller starts it some time later.
func Go(body func()) {
	t := &thread{id: len(world.threads)}
	t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		t.yield = yield
		defer func() {
			t.ended = true
			if r := recover(); r != nil && r != (killed{}) && world.failure == "" {
				world.failure = fmt.Sprintf("thread %d: %v\n%s", t.id, r, debug.Stack())
			}
		}()
		body()
	})
	t.inherit()
	world.threads = append(world.threads, t)
}

// step is called before each access.
func step() {
	if t := world.current; t != nil {
		t.leave()
	}
}

// leave lets the controller choose.
func (t *thread) leave() {
	if !t.yield(struct{}{}) {
		panic(killed{})
	}
}

// Block blocks the thread until a condition holds. It must only peek.
func Block(until func() bool) {
	t := world.current
	t.until = until
	t.leave()
	t.until = nil
}

// Pause lets others run first: for loops that wait.
func Pause() {
	if t := world.current; t != nil {
		t.paused = true
		t.leave()
	}
}

func (t *thread) enabled() bool { return !t.ended && (t.until == nil || t.until()) }

// enabled lists the threads that can run. Those that pause are left out if others can.
func enabled() []*thread {
	list := world.list[:0]
	for _, t := range world.threads {
		if t.enabled() && !t.paused {
			list = append(list, t)
		}
	}
	if world.list = list; len(list) > 0 {
		return list
	}
	for _, t := range world.threads {
		t.paused = false
		if t.enabled() {
			list = append(list, t)
		}
	}
	world.list = list
	return list
}

// run lets t go on to its next access.
func (t *thread) run() {
	for _, other := range world.threads {
		if other != t {
			other.paused = false
		}
	}
	world.current = t
	t.history = mix(t.history, began)
	t.next()
	world.current = nil
}

// over ends all threads.
func over() {
	for _, t := range world.threads {
		t.stop()
	}
	world.threads = nil
	clear(world.written)
}

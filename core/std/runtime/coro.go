//go:build gopark

package runtime

// This file implements the coroutines of iter.Pull: two goroutines of which one
// runs and the other waits in coroswitch. In Go the switch is direct; here the
// one is made ready and the other parks. In Go: coro.go.

import (
	internal "runtime/internal/coro"
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/rt"
	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/core/sched"
)

type coro struct {
	gp      *sched.G             // the one that waits
	f       func(unsafe.Pointer) // func(*coro)
	started bool
	start   uint32 // semaphore: the creator has parked
}

// coros is how many coroutines have not begun. They count as goroutines, as in Go, which makes theirs at once.
var coros atomic.Int32

//go:free
func countCoro(n int32) { coros.Add(n) }

//go:free
func withCoros(goroutines int) int { return goroutines + int(coros.Load()) }

// newcoro makes a coroutine that runs f at the first coroswitch.
func newcoro(f func(*coro)) *coro {
	c := new(coro)
	countCoro(1)
	c.f = *(*func(unsafe.Pointer))(unsafe.Pointer(&f))
	return c
}

// coroswitch parks this goroutine and runs the one that waits in c.
func coroswitch(c *coro) {
	if !c.started {
		c.started = true
		countCoro(-1)
		sched.Newproc(func() { corostart(c) }, nil, 0)
	}
	sched.Gopark(coroparked, unsafe.Pointer(c), kind.WaitCoroutine, 0)
}

// coroparked runs when the caller of coroswitch has left its M.
func coroparked(gp *sched.G, p unsafe.Pointer) bool {
	c := (*coro)(p)
	next := c.gp
	c.gp = gp
	race.Switch(unsafe.Pointer(gp), unsafe.Pointer(next))
	if next != nil {
		sched.Goready(next)
	} else {
		rt.Semrelease(&c.start, false)
	}
	return true
}

func corostart(c *coro) {
	rt.Semacquire(&c.start, false, kind.WaitCoroutine)
	internal.Run(c.f, unsafe.Pointer(c), coroexit)
}

// coroexit makes the other goroutine ready for good.
func coroexit(p unsafe.Pointer) {
	c := (*coro)(p)
	next := c.gp
	c.gp = nil
	race.Wake(unsafe.Pointer(next))
	sched.Goready(next)
}

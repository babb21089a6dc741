//go:build !gopark

// This file is the port for tests: the scheduler as a part of an ordinary Go program.
//
// A G is a coroutine (iter.Pull), so its body is ordinary code and really stops in Gopark. An
// M is a goroutine of the Go runtime. The current M is kept where pprof keeps its labels,
// the only goroutine-local storage there is. Words that are plain in wasm, where a
// racy access cannot tear, are atomic here, so that the race detector sees only real races.
package sched

import (
	"fmt"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

const parRing = 1 << 16 // records in an M's ring

// rword is a word that others may read while its owner writes it.
type rword struct{ v atomic.Uint32 }

func (w *rword) get() uint32  { return w.v.Load() }
func (w *rword) set(v uint32) { w.v.Store(v) }

// rclock is a time that others may read while somebody writes it.
type rclock struct{ v atomic.Int64 }

func (c *rclock) get() int64  { return c.v.Load() }
func (c *rclock) set(t int64) { c.v.Store(t) }

func relaxed(w *atomic.Uint32) uint32    { return w.Load() }
func relaxedInt(w *atomic.Int32) int32   { return w.Load() }
func relaxedTime(w *atomic.Int64) int64  { return w.Load() }
func relaxedG(w *atomic.Pointer[G]) *G   { return w.Load() }
func relax(w *atomic.Uint32, v uint32)   { w.Store(v) }
func relaxG(w *atomic.Pointer[G], gp *G) { w.Store(gp) }

// gslot is a place in a ring.
type gslot struct{ p atomic.Pointer[G] }

func (s *gslot) get() *G   { return s.p.Load() }
func (s *gslot) set(gp *G) { s.p.Store(gp) }

// The current M.

//go:linkname getlabel runtime/pprof.runtime_getProfLabel
func getlabel() unsafe.Pointer

//go:linkname setlabel runtime/pprof.runtime_setProfLabel
func setlabel(p unsafe.Pointer)

// Getm returns the M that runs this code.
func Getm() *M { return (*M)(getlabel()) }

func bindm(mp *M) { setlabel(unsafe.Pointer(mp)) }

type nativeM struct{ fuel int32 }

func getfuel() int32  { return Getm().native.fuel }
func setfuel(n int32) { Getm().native.fuel = n }

// Switching to a G.

type nativeG struct {
	next  func() (struct{}, bool)
	yield func(struct{}) bool
	m     *M
	pos   uint32
}

// gogo runs gp until it freezes or ends.
func gogo(mp *M, gp *G) {
	if fn := gp.Startfn; fn != nil {
		gp.Startfn = nil
		gp.native.next, _ = iter.Pull(func(yield func(struct{}) bool) {
			gp.native.yield = yield
			bindm(gp.native.m)
			fn()
			Getm().why = whyExit
		})
	}
	gp.native.m = mp
	gp.native.next()
}

// freeze goes to the base of the M. It returns when the goroutine is run again.
func freeze(w why) {
	mp := Getm()
	gp := mp.Curg
	mp.why = w
	gp.native.yield(struct{}{})
	bindm(gp.native.m)
	if fn := gp.Wakefn; fn != nil {
		gp.Wakefn = nil
		fn()
	}
}

// Look calls fn. There are no frames here.
func Look(fn func(*G, unsafe.Pointer), arg unsafe.Pointer) { fn(Getm().Curg, arg) }

// freezeOK is freeze; it returns whether the goroutine's Woken is set.
func freezeOK(w why) bool {
	freeze(w)
	return Getm().Curg.Woken != 0
}

func framepos(gp *G) uint32 { return gp.native.pos }

func startnum(*G) uint32 { return 0 }

func infopos(_ unsafe.Pointer, line int32) uint32 { return uint32(line) }

// Threads, futexes, time.

func newosproc(mp *M) {
	if !sched.virtual {
		native.threads.Add(1)
		go func() {
			defer native.threads.Done()
			guard(mp.mstart)
		}()
	}
}

func procyield() { runtime.Gosched() }

func oneThread() bool { return false }

var futex struct {
	sync.Mutex
	waiters map[*atomic.Uint32][]chan struct{}
}

// Futexsleep sleeps if *addr is val, until a wake-up or for ns (negative: for ever).
func Futexsleep(addr *atomic.Uint32, val uint32, ns int64) {
	futex.Lock()
	if stopped() {
		futex.Unlock()
		panic(exited{}) // who would have woken us may be gone
	}
	if addr.Load() != val {
		futex.Unlock()
		return
	}
	if futex.waiters == nil {
		futex.waiters = map[*atomic.Uint32][]chan struct{}{}
	}
	c := make(chan struct{}, 1)
	futex.waiters[addr] = append(futex.waiters[addr], c)
	futex.Unlock()
	var late <-chan time.Time
	if ns >= 0 {
		t := time.NewTimer(time.Duration(ns))
		defer t.Stop()
		late = t.C
	}
	select {
	case <-c:
	case <-late:
		futex.Lock()
		list := futex.waiters[addr]
		for i := range list {
			if list[i] == c {
				futex.waiters[addr] = append(list[:i:i], list[i+1:]...)
				break
			}
		}
		futex.Unlock()
	}
}

// Futexwakeup wakes at most n that sleep on addr.
func Futexwakeup(addr *atomic.Uint32, n uint32) {
	futex.Lock()
	defer futex.Unlock()
	list := futex.waiters[addr]
	for ; n > 0 && len(list) > 0; n-- {
		list[0] <- struct{}{}
		list = list[1:]
	}
	if len(list) == 0 {
		delete(futex.waiters, addr)
	} else {
		futex.waiters[addr] = list
	}
}

func wakeAllFutexes() {
	futex.Lock()
	defer futex.Unlock()
	for addr, list := range futex.waiters {
		for _, c := range list {
			c <- struct{}{}
		}
		delete(futex.waiters, addr)
	}
}

var began = time.Now()

// Nanotime is the monotonic clock.
func Nanotime() int64 {
	if sched.virtual {
		return Getm().virtualNow()
	}
	t := int64(time.Since(began)) + 1
	sched.now.set(t - sched.start)
	return t
}

// Walltime is the time of day.
func Walltime() (sec int64, nsec int32) {
	t := sched.wallstart + Nanotime() - sched.start
	return t / 1e9, int32(t % 1e9)
}

// What core/rt does in wasm.

// Hooks are set by the native tests of core/rt.
var Hooks struct {
	GC    Collector
	Throw func(msg string)
	Fatal func(msg string)
}

// Collector stands for core/rt's half of the collector.
type Collector interface {
	Due() bool
	Begin() int64
	End(force bool) (done bool, did int64)
	Ready(pp *P) bool
	Flush(pp *P) bool
	Drain(pp *P, budget int64) int64
	Sweep(n int) int
	PerKB() int64
	Percent() int
}

// noCollector has nothing to do.
type noCollector struct{}

func (noCollector) Due() bool              { return false }
func (noCollector) Begin() int64           { return 0 }
func (noCollector) End(bool) (bool, int64) { return true, 0 }
func (noCollector) Ready(*P) bool          { return false }
func (noCollector) Flush(*P) bool          { return false }
func (noCollector) Drain(*P, int64) int64  { return 0 }
func (noCollector) Sweep(int) int          { return 0 }
func (noCollector) PerKB() int64           { return 1 }
func (noCollector) Percent() int           { return 100 }

func collector() Collector {
	if Hooks.GC == nil {
		return noCollector{}
	}
	return Hooks.GC
}

func gcdue() bool                       { return collector().Due() }
func gcbegin() int64                    { return collector().Begin() }
func gcend(force bool) (bool, int64)    { return collector().End(force) }
func gcfinals() func()                  { return nil }
func gcready(pp *P) bool                { return collector().Ready(pp) }
func gcflush(pp *P) bool                { return collector().Flush(pp) }
func gcdrain(pp *P, budget int64) int64 { return collector().Drain(pp, budget) }
func gcsweep(n int) int                 { return collector().Sweep(n) }
func gcperKB() int64                    { return collector().PerKB() }
func gcpercent() int                    { return collector().Percent() }
func gclive() uint64                    { return 0 }
func gcstoptheworld() bool              { return false }
func setbarrier(int32)                  {}

func throw(msg string) {
	if Hooks.Throw != nil {
		Hooks.Throw(msg)
	}
	panic(Crash{"fatal error: " + msg, true})
}

func stuck() { panic(Crash{"stuck", false}) }

// Printed is what the scheduler printed in the last run.
func Printed() string { return native.printed.String() }

func printlock()           {}
func printunlock()         {}
func printstring(s string) { native.printed.WriteString(s) }
func printint(v int64)     { fmt.Fprint(&native.printed, v) }

func exhausted(threads int32) {
	panic(Crash{fmt.Sprintf("runtime: program exceeds %d-thread limit\nfatal error: thread exhaustion", threads), false})
}

func fatal(msg string) {
	if Hooks.Fatal != nil {
		Hooks.Fatal(msg)
	}
	panic(Crash{"fatal error: " + msg, false})
}

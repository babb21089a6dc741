//go:build !gopark

// This file runs the scheduler natively, for the tests of this package, core/rt and
// core/event.
//
// There is one scheduler per process, as in a wasm instance; runs follow each other.
package sched

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/invariant"
	"github.com/gopark/gopark/core/sched/knob"
)

// Config is the configuration of a native run.
type Config struct {
	Procs    int
	Parallel bool
	Seed     uint64
	Slice    int32
	Set      map[knob.ID]int64 // the knobs that are not as Go has them
	Until    int64             // a virtual run ends at this time; 0: when main does
	// EachStep is called after each step of virtual mode. It may change what is broken: a run ends at
	// the first broken invariant that it does not return.
	EachStep func(broken []invariant.Broken) []invariant.Broken
	// Unchecked switches the check of the invariants off.
	Unchecked bool
}

// Crash is how a run ends that did not end by itself.
type Crash struct {
	Msg   string
	Throw bool // our fault, not the program's
}

func (c Crash) Error() string { return c.Msg }

// exited is how a run ends when main returns.
type exited struct{}

var native struct {
	lock    sync.Mutex // one run at a time
	threads sync.WaitGroup
	stop    atomic.Bool
	drain   sync.Mutex
	records map[int32][]byte

	printed strings.Builder

	crashLock sync.Mutex
	crash     error
}

func stopped() bool { return native.stop.Load() }

// Run runs main as the main goroutine, and returns when it has returned or the run
// crashed. The records of M i are in the map under i; in virtual mode all are under 0.
func Run(c Config, main func()) (map[int32][]byte, error) {
	native.lock.Lock()
	defer native.lock.Unlock()
	old := Getm()
	defer bindm(old)
	reset()
	body := func() {
		main()
		EmitExit(0)
		panic(exited{})
	}
	guard(func() {
		for k, v := range c.Set {
			Set(k, v)
		}
		schedinit(config{int32(c.Procs), !c.Parallel, c.Seed, c.Slice, 0}, body)
		if c.Parallel {
			findm(0).mstart()
			return
		}
		if c.Until != 0 {
			SetUntil(c.Until)
		}
		in := newInspector()
		for virtualStep() {
			in.after(c)
		}
	})
	native.threads.Wait()
	Drain()
	return native.records, native.crash
}

// guard calls fn, and stops the run if it panics.
func guard(fn func()) {
	defer func() {
		r := recover()
		if r == nil {
			return
		}
		native.crashLock.Lock()
		defer native.crashLock.Unlock()
		if !stopped() {
			switch r := r.(type) {
			case exited:
			case error:
				native.crash = r
			default:
				native.crash = fmt.Errorf("%v", r)
			}
		}
		native.stop.Store(true)
		wakeAllFutexes()
	}()
	fn()
}

// reset makes everything as it is in fresh memory.
func reset() {
	clearSched()
	native.stop.Store(false)
	native.crash = nil
	native.printed.Reset()
	native.records = map[int32][]byte{}
}

// Drain moves the records from the rings to the result. Anybody may call it.
func Drain() map[int32][]byte {
	native.drain.Lock()
	defer native.drain.Unlock()
	if sched.virtual {
		sched.ring.publish()
	}
	for r := sched.rings.Load(); r != nil; r = r.next {
		for read := r.read.Load(); read < r.written.Load(); read++ {
			rec := unsafe.Slice((*byte)(unsafe.Add(r.buf, uintptr(read&(r.cap-1))*recordSize)), recordSize)
			native.records[int32(r.m)] = append(native.records[int32(r.m)], rec...)
			r.read.Store(read + 1)
		}
	}
	return native.records
}

func drain() { Drain() }

// Lost is the number of records that found no room.
func Lost() (n uint64) {
	for r := sched.rings.Load(); r != nil; r = r.next {
		n += r.lost.Load()
	}
	return n
}

// Work uses n units of fuel.
func Work(n int32) {
	for n > 0 {
		mp := Getm()
		use := min(n, max(mp.native.fuel, 0)+1)
		mp.native.fuel -= use
		n -= use
		if mp.native.fuel < 0 {
			Fuelout()
		}
	}
}

// Loop uses n units of fuel in a loop that calls nothing.
func Loop(n int32) {
	for n > 0 {
		mp := Getm()
		use := min(n, max(mp.native.fuel, 0)+1)
		mp.native.fuel -= use
		n -= use
		if mp.native.fuel < 0 {
			FueloutLoop()
		}
	}
}

// AtLine says where the running goroutine is in its program.
func AtLine(line uint32) { Getg().native.pos = line }

// Go is the go statement at the given line.
func Go(line int32, fn func()) { Newproc(fn, nil, line) }

// clearSched makes the variables zero.
func clearSched() {
	reflect.ValueOf(&sched).Elem().SetZero()
	for i := range allp {
		allp[i] = nil
	}
	m0 = M{}
	reflect.ValueOf(&forcegc).Elem().SetZero()
	gomaxprocs.Store(0)
	stealOrder.count = 0
	reflect.ValueOf(&netpoller).Elem().SetZero()
	settings.ready = false
	reflect.ValueOf(&policy).Elem().SetZero()
	reflect.ValueOf(&cost).Elem().SetZero()
}

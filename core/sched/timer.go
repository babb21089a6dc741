// This file implements Sleep and timers: on each P a heap, ordered by time.
//
// Whoever looks for work runs the due timers of its P first, and at last those of others.
// An M that finds nothing sleeps until the earliest timer of all (find.go). A
// timer that becomes the earliest of its heap must make sure that somebody is awake in time.
//
// Locks: a Timer's before its heap's. Who changes a timer that is in a heap holds both;
// who runs it holds the heap's and has taken it out.
//
// In Go: time.go. There a stopped or changed timer stays in the heap as a zombie until somebody
// cleans up; here it is taken out at once. The order in which timers run is the same.
package sched

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
)

// Timer calls F(Arg, Seq) at the time When, and then every Period ns, if that is not 0. F runs
// on the base of an M that has a P; it must not suspend.
type Timer struct {
	When, Period int64
	F            func(arg unsafe.Pointer, seq uintptr)
	Arg          unsafe.Pointer
	Seq          uintptr

	lock Mutex
	ts   atomic.Pointer[timers] // the heap that it is in
	i    int                    // and where

	Bubble *Bubble // whose time it goes by, or nil
}

// timers is the heap of a P. It has four children per node.
type timers struct {
	lock Mutex
	heap []*Timer // capacity; the first n are used
	n    int
	min  atomic.Int64 // when of the first, 0 none
	pp   *P

	bucket timerBucket // timerproc.go
	bubble *Bubble     // it is that of a bubble
}

// wakeTime is the time of the earliest timer, 0 if there is none.
func (ts *timers) wakeTime() int64 { return ts.min.Load() }

// Sleep makes the running goroutine wait for ns.
func Sleep(ns int64) {
	if ns <= 0 {
		return
	}
	gp := Getg()
	if gp.Timer == nil {
		t := new(Timer)
		t.F = goroutineReady
		t.Arg = unsafe.Pointer(gp)
		gp.Timer = t
	}
	gp.SleepWhen = Nanotime() + ns
	if gp.SleepWhen < 0 {
		gp.SleepWhen = 1<<63 - 1
	}
	bubbleSleep(gp, ns)
	Gopark(resetForSleep, unsafe.Pointer(gp.Timer), kind.WaitSleep, 0)
}

// resetForSleep starts the timer only when the goroutine is frozen: it could
// fire before that.
func resetForSleep(gp *G, t unsafe.Pointer) bool {
	TimerReset((*Timer)(t), gp.SleepWhen, 0)
	return true
}

func goroutineReady(arg unsafe.Pointer, _ uintptr) { Goready((*G)(arg)) }

// TimerStart starts t, with its fields set.
func TimerStart(t *Timer) { TimerReset(t, t.When, t.Period) }

// TimerReset sets when t runs. It returns whether t was pending.
func TimerReset(t *Timer, when, period int64) bool {
	return TimerModify(t, when, period, t.F, t.Arg, t.Seq)
}

// TimerModify sets all of t. It returns whether t was pending.
func TimerModify(t *Timer, when, period int64, f func(unsafe.Pointer, uintptr), arg unsafe.Pointer, seq uintptr) bool {
	if when <= 0 {
		throw("timer when must be positive")
	}
	Lock(&t.lock)
	ts := t.lockHeap()
	pending := ts != nil
	if !pending {
		ts = homeOfTimers()
		ts = bubbleHeap(t, ts)
		Lock(&ts.lock)
	}
	old := ts.wakeTime()
	old = unlessBubble(ts, old)
	t.When, t.Period, t.F, t.Arg, t.Seq = when, period, f, arg, seq
	if pending {
		ts.move(t)
	} else {
		ts.add(t)
	}
	Unlock(&ts.lock)
	Unlock(&t.lock)
	if old == 0 || when < old {
		timersEarlier(ts, when)
	}
	return pending
}

// TimerStop takes t out of its heap. It returns whether t was pending.
func TimerStop(t *Timer) bool {
	Lock(&t.lock)
	ts := t.lockHeap()
	if ts != nil {
		ts.remove(t)
		Unlock(&ts.lock)
	}
	Unlock(&t.lock)
	return ts != nil
}

// lockHeap locks the heap that t is in and returns it, or nil if t is in none.
// t is locked, so it cannot get into one, but it may be run and leave.
func (t *Timer) lockHeap() *timers {
	ts := t.ts.Load()
	for ts != nil {
		Lock(&ts.lock)
		if t.ts.Load() == ts {
			return ts
		}
		Unlock(&ts.lock) // procresize moved it, or it was run
		ts = t.ts.Load()
	}
	return nil
}

// check runs the timers that are due. now may be 0: not known yet. It returns the
// time now, the time of the next timer, and whether one was run.
func (ts *timers) check(now int64) (at, next int64, ran bool) {
	next = ts.wakeTime()
	if next == 0 {
		return now, 0, false
	}
	if now == 0 {
		now = Nanotime()
	}
	if now < next {
		return now, next, false
	}
	Lock(&ts.lock)
	for ts.n > 0 && ts.heap[0].When <= now {
		ts.runFirst(now)
		ran = true
	}
	next = ts.wakeTime()
	Unlock(&ts.lock)
	return now, next, ran
}

// runFirst runs the first timer, with the heap unlocked meanwhile.
func (ts *timers) runFirst(now int64) {
	t := ts.heap[0]
	f, arg, seq := t.F, t.Arg, t.Seq
	emit(kind.TimerFire, kind.ByTimer, ts.pp, 0, uint64(t.When-sched.start), 0)
	if t.Period > 0 {
		t.When = NextTick(t.When, t.Period, now-t.When)
		ts.move(t)
	} else {
		ts.remove(t)
	}
	Unlock(&ts.lock)
	Getm().charge(cost.timer)
	f(arg, seq)
	Lock(&ts.lock)
}

// NextTick is when a timer with a period fires again that was due at when, delta ago: a tick that was missed is lost.
func NextTick(when, period, delta int64) int64 {
	next := when + period*(1+delta/period)
	if next < 0 {
		return 1<<63 - 1
	}
	return next
}

// The heap. ts.lock is held.

func (ts *timers) add(t *Timer) {
	if ts.n == len(ts.heap) {
		heap := make([]*Timer, 2*ts.n+8)
		copy(heap, ts.heap)
		ts.heap = heap
	}
	t.ts.Store(ts)
	t.i = ts.n
	ts.heap[t.i] = t
	ts.n++
	ts.move(t)
}

func (ts *timers) remove(t *Timer) {
	ts.n--
	last := ts.heap[ts.n]
	ts.heap[ts.n] = nil
	if last != t {
		last.i = t.i
		ts.heap[last.i] = last
		ts.move(last)
	}
	t.ts.Store(nil)
	ts.updateMin()
}

// move puts t where it belongs, after a change of its time.
func (ts *timers) move(t *Timer) {
	ts.up(t)
	ts.down(t)
	ts.updateMin()
}

func (ts *timers) updateMin() {
	when := int64(0)
	if ts.n > 0 {
		when = ts.heap[0].When
	}
	ts.min.Store(when)
}

func (ts *timers) up(t *Timer) {
	for t.i > 0 {
		parent := ts.heap[(t.i-1)/4]
		if parent.When <= t.When {
			return
		}
		ts.swap(t, parent)
	}
}

func (ts *timers) down(t *Timer) {
	for {
		least := t
		for c := 4*t.i + 1; c <= 4*t.i+4 && c < ts.n; c++ {
			if ts.heap[c].When < least.When {
				least = ts.heap[c]
			}
		}
		if least == t {
			return
		}
		ts.swap(t, least)
	}
}

func (ts *timers) swap(t, u *Timer) {
	t.i, u.i = u.i, t.i
	ts.heap[t.i] = t
	ts.heap[u.i] = u
}

// take moves all timers of from to ts. The world is stopped.
func (ts *timers) take(from *timers) {
	for from.n > 0 {
		t := from.heap[0]
		from.remove(t)
		ts.add(t)
	}
}

// timeSleepUntil is the time of the earliest timer of all Ps, 0 for none.
func timeSleepUntil() int64 {
	when := int64(0)
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		when = earlier(when, allp[i].timers.wakeTime())
	}
	return when
}

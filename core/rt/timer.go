// This file implements the timers of package time on top of the scheduler's.
//
// A function timer (AfterFunc) is in the scheduler's heap from start to stop. A
// channel timer (NewTimer, NewTicker, After) is there only while a goroutine
// waits on its channel; else whoever looks at the channel runs it if it is due.
// So one that nobody looks at costs nothing and can be collected.
//
// Locks are taken in the order sendLock, channel, lock.
//
// In Go: timeTimer in time.go, with the semantics since 1.23: Stop and Reset take
// back a value that was sent and not received.

package rt

import (
	"unsafe"

	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/core/sched"
)

// Timer is what a *time.Timer or *time.Ticker points to: their two fields first.
type Timer struct {
	C    unsafe.Pointer // <-chan Time, set by package time
	init bool

	sendLock mutex // held while f runs: then Stop waits

	lock    mutex
	armed   bool // will fire at when
	heaped  bool // t is with the scheduler
	blocked int32
	gen     uintptr // which arming; an old firing that comes late is void
	when    int64
	period  int64
	t       sched.Timer

	ch  *Hchan
	f   func(arg any, seq uintptr, delta int64)
	arg any
}

// NewTimer is time.newTimer. c is nil for a function timer.
func NewTimer(when, period int64, f func(any, uintptr, int64), arg any, c unsafe.Pointer) *Timer {
	t := new(Timer)
	t.f = f
	t.arg = arg
	t.init = true
	t.ch = (*Hchan)(c)
	if t.ch != nil {
		t.ch.timer = t
	}
	t.enter()
	t.arm(when, period)
	return t
}

// enter makes t a timer of the running goroutine's bubble. There it is always with the scheduler.
//
//go:free
func (t *Timer) enter() {
	if t.t.Bubble = sched.OfBubble(); t.t.Bubble != nil {
		t.blocked = 1
	}
}

// fake is the time for t, if it is now outside.
//
//go:free
func (t *Timer) fake(now int64) int64 { return t.t.Bubble.Now(now) }

// inside dies if t is of a bubble and the running goroutine is in none.
//
//go:free
func (t *Timer) inside(what string) {
	if t.t.Bubble != nil && !sched.InBubble() {
		FatalHere(what)
	}
}

// arm starts t. It is not armed.
func (t *Timer) arm(when, period int64) {
	race.Release(unsafe.Pointer(t))
	t.gen++
	t.armed = true
	t.when = when
	t.period = period
	if t.ch == nil || t.blocked > 0 {
		t.heap()
	}
}

// heap gives t to the scheduler.
func (t *Timer) heap() {
	t.heaped = true
	t.t.When = t.when
	t.t.Period = t.period
	t.t.F = timerFire
	t.t.Arg = unsafe.Pointer(t)
	t.t.Seq = t.gen
	sched.TimerStart(&t.t)
}

// unheap takes t back.
func (t *Timer) unheap() {
	if t.heaped {
		t.heaped = false
		sched.TimerStop(&t.t)
	}
}

// timerFire is called by the scheduler.
func timerFire(arg unsafe.Pointer, gen uintptr) { (*Timer)(arg).fire(gen) }

// fire runs t's function if arming gen still holds and t is due.
func (t *Timer) fire(gen uintptr) {
	if t.ch != nil {
		lock(&t.sendLock)
	}
	lock(&t.lock)
	now := sched.Nanotime()
	now = t.fake(now)
	delta := now - t.when
	if !t.armed || t.gen != gen || delta < 0 {
		unlock(&t.lock)
	} else {
		if t.period > 0 {
			t.when = sched.NextTick(t.when, t.period, delta)
		} else {
			t.armed = false
			t.heaped = false
		}
		unlock(&t.lock)
		was := race.Timer(unsafe.Pointer(t))
		t.f(t.arg, 0, delta)
		race.TimerDone(was)
	}
	if t.ch != nil {
		unlock(&t.sendLock)
	}
}

// maybeRun fires a channel timer that is due and not with the scheduler.
func (t *Timer) maybeRun() {
	lock(&t.lock)
	now := sched.Nanotime()
	now = t.fake(now)
	due := t.armed && !t.heaped && t.when <= now
	gen := t.gen
	unlock(&t.lock)
	if due {
		t.fire(gen)
	}
}

// block says that one more goroutine waits on the channel, which is locked.
func (t *Timer) block() {
	lock(&t.lock)
	t.blocked++
	if t.blocked == 1 && t.armed && !t.heaped {
		t.heap()
	}
	unlock(&t.lock)
}

// unblock says that one goroutine waits no more.
func (t *Timer) unblock() {
	lock(&t.lock)
	t.blocked--
	if t.blocked == 0 {
		t.unheap()
	}
	unlock(&t.lock)
}

// StopTimer is time.stopTimer: it says whether t was pending.
func StopTimer(t *Timer) bool {
	t.inside("stop of synctest timer from outside bubble")
	if t.ch != nil {
		lock(&t.sendLock)
	}
	pending := t.disarm()
	if t.ch != nil {
		unlock(&t.sendLock)
	}
	return pending
}

// ResetTimer is time.resetTimer: it says whether t was pending.
func ResetTimer(t *Timer, when, period int64) bool {
	t.inside("reset of synctest timer from outside bubble")
	if t.ch != nil {
		lock(&t.sendLock)
	}
	pending := t.disarm()
	lock(&t.lock)
	t.arm(when, period)
	unlock(&t.lock)
	if t.ch != nil {
		unlock(&t.sendLock)
	}
	return pending
}

// disarm stops t, and takes back a value that nobody has received.
func (t *Timer) disarm() bool {
	lock(&t.lock)
	pending := t.armed
	t.armed = false
	t.gen++
	t.unheap()
	unlock(&t.lock)
	if t.ch != nil && drainTimer(t.ch) {
		pending = true
	}
	return pending
}

// drainTimer empties the buffer of a timer's channel.
func drainTimer(c *Hchan) bool {
	lockp(&c.lock)
	had := c.qcount > 0
	for c.qcount > 0 {
		c.take(nil)
	}
	unlockp(&c.lock)
	return had
}

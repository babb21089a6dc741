// This file implements the bubbles of testing/synctest: goroutines that have a clock of their own.
//
// A goroutine that a goroutine of a bubble starts is in the bubble, too. Time stands still in it while one of them can run,
// or waits for something outside. When all wait for each other (durably), the one that waits in synctest.Wait goes
// on; if there is none, the clock jumps to the next timer.
//
// What programs without bubbles also run has hooks here that are free of fuel (go:free): they look at
// G.Bubble and are done.
//
// In Go: synctest.go. There casgstatus counts who can run; here park_m, ready, newproc and goexit0 do.
// Channels belong to the bubble they were made in. Go dies when somebody else uses one; here when somebody else wakes
// a goroutine of the bubble.
package sched

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
)

// Bubble is a bubble. lock guards what follows it.
type Bubble struct {
	ID     uint64
	timers timers
	root   *G // that called synctest.Run
	main   *G // that runs its function

	lock    Mutex
	now     int64
	waiter  *G // is in synctest.Wait
	waiting bool
	done    bool // main has ended
	total   int
	running int // of these, those that do not wait durably
	active  int // other reasons to let time stand still
}

// bubbleEpoch is when time begins in a bubble: midnight UTC 2000-01-01.
const bubbleEpoch = 946684800_000000000

// durableWaits has a bit for each wait that only a goroutine of the same bubble can end. Others may be so:
// then Durable is set before the wait.
const durableWaits = 1<<kind.WaitSleep | 1<<kind.WaitCond | 1<<kind.WaitChanReceiveNil | 1<<kind.WaitChanSendNil |
	1<<kind.WaitSelectNoCases | 1<<kind.WaitCoroutine | 1<<kind.WaitSynctest

var bubbles atomic.Uint64 // how many there were

// RunBubble runs f in a bubble until all goroutines in it have ended. It gives false if they never will, and
// whether f has ended. The running goroutine is in no bubble.
func RunBubble(f func()) (ended, done bool) {
	gp := Getg()
	b := &Bubble{ID: bubbles.Add(1), root: gp, now: bubbleEpoch, total: 1, running: 1}
	b.timers.bubble = b
	gp.Bubble = b
	b.start(f)
	Lock(&b.lock)
	b.active++
	for {
		Unlock(&b.lock)
		b.runTimers()
		Gopark(bubbleIdle, nil, kind.WaitSynctestRun, 0)
		Lock(&b.lock)
		next := b.timers.wakeTime()
		if next == 0 || b.done {
			break
		}
		b.now = next
	}
	ended, done = b.total == 1, b.done
	Unlock(&b.lock)
	return ended, done
}

// start makes the first goroutine of b, as the go statement does.
func (b *Bubble) start(f func()) {
	mp := Getm()
	b.main = newproc1(mp, f, nil, 0, kind.ByGo)
	inherit(mp, b.main)
	mp.P.runqput(b.main, true, kind.ByGo)
	wakep()
}

// EnterBubble puts the running goroutine, which is in none, into b, until LeaveBubble.
func EnterBubble(b *Bubble) { Getg().Bubble = b }

// LeaveBubble ends RunBubble.
func LeaveBubble() { Getg().Bubble = nil }

// bubbleIdle parks the root, unless nobody else can run.
func bubbleIdle(gp *G, _ unsafe.Pointer) bool {
	b := gp.Bubble
	Lock(&b.lock)
	idle := b.running > 1 || b.active > 1
	if idle {
		b.active--
		b.running--
		gp.Durable = true
	}
	Unlock(&b.lock)
	return idle
}

// WaitBubble waits until all other goroutines of the bubble wait durably. It gives false if somebody waits so already.
func WaitBubble() bool {
	gp := Getg()
	b := gp.Bubble
	Lock(&b.lock)
	already := b.waiting
	b.waiting = true
	Unlock(&b.lock)
	if already {
		return false
	}
	Gopark(bubbleWait, nil, kind.WaitSynctest, 0)
	Lock(&b.lock)
	b.active--
	b.waiter = nil
	b.waiting = false
	Unlock(&b.lock)
	return true
}

func bubbleWait(gp *G, _ unsafe.Pointer) bool {
	b := gp.Bubble
	Lock(&b.lock)
	b.waiter = gp
	Unlock(&b.lock)
	return true
}

// inherit puts a new goroutine into the bubble of the running one.
//
//go:free
func inherit(mp *M, gp *G) {
	if mp.Curg == nil || mp.Curg.Bubble == nil {
		return
	}
	b := mp.Curg.Bubble
	gp.Bubble = b
	Lock(&b.lock)
	b.total++
	b.running++
	Unlock(&b.lock)
}

// exit is called when gp of the bubble has ended.
func (b *Bubble) exit(gp *G) {
	gp.Bubble = nil
	Lock(&b.lock)
	b.total--
	if gp == b.main {
		b.done = true
	}
	Unlock(&b.lock)
	b.count(-1, 0)
}

// parking says, before unlockf is called, whether gp's wait is durable. When it has parked, count must be called.
func parking(gp *G, reason WaitReason) *Bubble {
	if gp.Bubble == nil {
		return nil
	}
	if !gp.Durable && durableWaits>>reason&1 == 0 && (reason != kind.WaitWaitGroup || !gp.durableGroup) {
		return nil
	}
	gp.Durable = true
	return gp.Bubble
}

// parked is called when the wait of a goroutine of the bubble has begun.
func (b *Bubble) parked() { b.count(-1, 0) }

// count changes the numbers of those that run, and of other activity. If nothing moves any more it wakes who must see to it.
func (b *Bubble) count(running, active int) {
	Lock(&b.lock)
	b.running += running
	b.active += active
	var wake *G
	if b.running == 0 && b.active == 0 {
		b.active++ // until it has looked
		wake = b.root
		if next := b.timers.wakeTime(); b.waiter != nil && (next == 0 || next > b.now) {
			wake = b.waiter
		}
	}
	Unlock(&b.lock)
	if wake != nil {
		ready(wake, true)
	}
}

// Hold keeps the bubble from being idle, until Release.
func (b *Bubble) Hold() { b.count(0, 1) }

// Release ends Hold.
func (b *Bubble) Release() { b.count(0, -1) }

// unpark is called before a goroutine that waits becomes ready.
//
//go:free
func unpark(mp *M, gp *G) {
	if !gp.Durable {
		return
	}
	gp.Durable = false
	b := gp.Bubble
	if by := mp.Curg; by != nil && by.Bubble != b {
		switch gp.Waitreason {
		case kind.WaitChanSend:
			fatal("receive on synctest channel from outside bubble")
		case kind.WaitCond, kind.WaitWaitGroup:
			fatal("semaphore wake of synctest goroutine from outside bubble")
		}
		fatal("send on synctest channel from outside bubble")
	}
	Lock(&b.lock)
	b.running++
	Unlock(&b.lock)
}

// runTimers runs the timers that are due. In Go they run on the system stack, here in the root.
func (b *Bubble) runTimers() {
	ts := &b.timers
	Lock(&ts.lock)
	for ts.n > 0 && ts.heap[0].When <= b.now {
		t := ts.heap[0]
		f, arg, seq := t.F, t.Arg, t.Seq
		if t.Period > 0 {
			t.When = NextTick(t.When, t.Period, b.now-t.When)
			ts.move(t)
		} else {
			ts.remove(t)
		}
		Unlock(&ts.lock)
		f(arg, seq)
		Lock(&ts.lock)
	}
	Unlock(&ts.lock)
}

// OfBubble is the bubble of the running goroutine, or nil.
//
//go:free
func OfBubble() *Bubble {
	if gp := Getg(); gp != nil {
		return gp.Bubble
	}
	return nil
}

// InBubble says whether the running goroutine is in a bubble.
//
//go:free
func InBubble() bool { return OfBubble() != nil }

// BubbleNow is the time for the running goroutine, if it is now outside.
//
//go:free
func BubbleNow(now int64) int64 { return OfBubble().Now(now) }

// Now is the time in b if there is a b, and it is now outside.
//
//go:free
func (b *Bubble) Now(now int64) int64 {
	if b == nil {
		return now
	}
	return b.now
}

// BubbleWall is the time of day and the monotonic one; that is 0 in a bubble.
//
//go:free
func BubbleWall(sec int64, nsec int32, mono int64) (int64, int32, int64) {
	if b := OfBubble(); b != nil {
		return b.now / 1e9, int32(b.now % 1e9), 0
	}
	return sec, nsec, mono
}

// SetDurable says that the wait of the running goroutine, which is about to begin, can only be ended in its bubble.
//
//go:free
func SetDurable() {
	if gp := Getg(); gp.Bubble != nil {
		gp.Durable = true
	}
}

// SetDurableGroup says whether a wait for a WaitGroup would be durable.
//
//go:free
func SetDurableGroup(durable bool) { Getg().durableGroup = durable }

// bubbleSleep makes the time at which gp's sleep of ns ends one of its bubble.
//
//go:free
func bubbleSleep(gp *G, ns int64) {
	b := gp.Bubble
	gp.Timer.Bubble = b
	if b != nil {
		gp.SleepWhen = b.now + ns
		if gp.SleepWhen < 0 {
			gp.SleepWhen = 1<<63 - 1
		}
	}
}

// bubbleHeap is where t belongs if it would else belong into ts.
//
//go:free
func bubbleHeap(t *Timer, ts *timers) *timers {
	if t.Bubble != nil {
		return &t.Bubble.timers
	}
	return ts
}

// unlessBubble is the time of the earliest timer, old; but nobody need be told of an earlier one in a bubble.
//
//go:free
func unlessBubble(ts *timers, old int64) int64 {
	if ts.bubble != nil {
		return 1
	}
	return old
}

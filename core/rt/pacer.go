// This file decides when a cycle begins, and how much a goroutine that allocates during
// marking must help.
//
// The goal is Go's: what was live, and GOGC percent of it, at least 4 MiB. Marking begins
// before that, so early that it is over at the goal if the program goes on allocating
// as it did during the last cycle; between 70 % and 95 % of the way.
//
// Near the end of memory the goal comes down: what is free must also hold what programs
// allocate while marking goes on. If that is not enough the cycle is finished with
// the world stopped (short).
//
// In Go: mgcpacer.go, where the goal counts stacks and data too, and the last
// cycles' ratio of marking to allocation is what is kept.

package rt

import "sync/atomic"

const minHeap = 4 << 20

var pace struct {
	goal      uintptr       // live bytes that the cycle should end at
	last      int64         // bytes scanned by the last cycle
	scanned   atomic.Int64  // by this one
	began     uintptr       // live bytes when marking began
	grew      uintptr       // bytes allocated while the last cycles marked
	perKB     atomic.Int64  // bytes to scan for 1024 bytes allocated
	reviewAt  atomic.Int64  // when scanned gets there, perKB is computed anew
	shortness atomic.Uint32 // memory is nearly used up
}

// setTrigger decides when the next cycle is due. heap.lock is held.
func setTrigger() {
	marked := central.stats.LastMarked
	goal := ^uintptr(0) >> 1
	if p := central.percent; p >= 0 {
		goal = max(marked+marked*uintptr(p)/100, minHeap*uintptr(p)/100)
	}
	free := heap.nfree << pageShift
	if central.sweeping { // not known yet
		free = central.limit - min(central.limit, marked+marked/8+central.stats.FrameBytes)
	}
	goal = min(goal, marked+max(free/4*3, min(free, 1<<20)))
	pace.goal = goal
	way := goal - min(marked, goal)
	trigger := goal - min(pace.grew, goal)
	central.trigger = max(marked+way/10*7, min(trigger, marked+way/20*19))
	central.due = false
}

// paceBegin is for the first pause.
func paceBegin() {
	pace.began = central.live
	pace.scanned.Store(0)
	pace.reviewAt.Store(0)
	pace.shortness.Store(0)
	review()
}

// paceEnd is for the second pause.
func paceEnd() {
	pace.last = pace.scanned.Load()
	pace.grew = (pace.grew + (central.live - min(pace.began, central.live))) / 2
	central.scannable = min(uintptr(pace.last), work.marked)
}

// review computes how much must be scanned for what is allocated, so that marking
// ends before the goal is reached.
func review() {
	done := pace.scanned.Load()
	expect := pace.last
	if done >= expect || expect == 0 {
		expect = int64(central.scannable)
	}
	left := max(expect-done, 64<<10)
	room := int64(64 << 10)
	if live := central.live; live < pace.goal {
		room = max(int64(min(pace.goal-live, 1<<40)), room)
	}
	pace.perKB.Store(max(left*1024/room, 1))
}

// scanned tells the pacer that n bytes were scanned.
func scanned(n int64) {
	if done := pace.scanned.Add(n); done >= pace.reviewAt.Load() {
		pace.reviewAt.Store(done + 128<<10)
		lock(&heap.lock)
		review()
		unlock(&heap.lock)
	}
}

// SetPercent is debug.SetGCPercent.
func SetPercent(p int) int {
	lock(&heap.lock)
	old := central.percent
	central.percent = p
	due := central.due
	setTrigger()
	central.due = due
	askIfDue()
	unlock(&heap.lock)
	return old
}

// addLive counts allocated bytes, and asks for a cycle when it is due.
func addLive(n uintptr, noscan bool) {
	central.live += n
	if !noscan {
		central.scannable += n
	}
	central.stats.TotalAlloc += uint64(n)
	askIfDue()
}

// askIfDue asks the scheduler for a cycle, or for the end of the one under way if
// memory is short. heap.lock is held.
func askIfDue() {
	switch {
	case work.marking:
		if heap.nfree < heap.npages/16 && central.live > pace.goal && pace.shortness.Swap(1) == 0 {
			gcrequest()
		}
	case central.live >= central.trigger && !central.due:
		central.due = true
		gcrequest()
	}
}

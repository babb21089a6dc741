// This file drives virtual mode: all Ms on one thread, in virtual time.
//
// Each M has a clock, and so has sysmon. The driver always steps the one whose clock is
// furthest behind; if several are, chance decides. A running goroutine may get ahead of the next
// clock by the window at most. What it does then has happened before another M looks, though that
// M's clock may stand lower: so whoever takes a G or a P moves its clock up to the time of
// what was done to it last ((*M).see). An effect is never earlier than its cause.
//
// The window is what a woken thread needs until it runs (cost.wake): so a goroutine that wakes
// somebody is not far past the moment at which that one acts. Within bounds, since nothing
// depends on it but how finely the Ms take turns.
//
// A sleeping M's clock stands where it will wake up by itself. If all sleep, the
// furthest behind is the one with the earliest timer: time jumps.
//
// Everything depends only on the program, the seed and the settings. So does every event.
package sched

import "github.com/gopark/gopark/core/event/kind"

const never = 1<<63 - 1

const defaultSlice = 20_000

// windowOf is how far two clocks may be apart, if waking a thread costs that much.
func windowOf(wake int64) int64 { return max(500, min(wake, defaultSlice)) }

// virtualStep steps the M furthest behind. It returns false if the program has ended.
func virtualStep() bool {
	if sched.exited {
		return false
	}
	mp, horizon := furthestBehind()
	if sched.until != 0 && mp.clock >= sched.until {
		endUntil()
		return false
	}
	if mp.clock == never {
		throw("virtual: everybody sleeps for ever")
	}
	bindm(mp)
	if mp == sched.sysmon && horizon >= sched.start+kind.NoEnd && nobodyLeft() {
		stuck()
	}
	mp.endSleep()
	mp.horizon = horizon
	if mp == sched.sysmon {
		mp.sysmonStep()
		mp.charge(cost.sysmon)
		mp.beginSleep()
		return true
	}
	if mp.ID == templateID {
		mp.templateStep()
		mp.beginSleep()
		return true
	}
	switch mp.step() {
	case again:
		mp.charge(1) // time goes on, whatever happens
	case pause:
		mp.charge(cost.pause)
	case sleep:
		mp.beginSleep()
	}
	return !sched.exited
}

// nobodyLeft says whether all Ps are idle and no news is under way. If all Ms sleep without end, the
// poller then waits for what nobody can send.
func nobodyLeft() bool {
	return sched.npidle.Load() == gomaxprocs.Load() && netpoller.next.Load() == 0
}

// SetUntil ends the run ns after its start, when no M's clock stands below that. Until then the run
// is the same as without.
func SetUntil(ns int64) { sched.until = sched.start + ns }

// endUntil ends the run. Its last record is no M's.
func endUntil() {
	if sched.ended {
		return
	}
	sched.ended = true
	r := sched.ring.slot()
	ns := uint64(sched.until - sched.start)
	*r = record{time: ns, stamp: sched.ring.made, head: uint64(kind.Until) | noM<<16 | noP<<32, a: ns}
	sched.ring.publish()
}

// furthestBehind returns the M with the lowest clock, and the next lowest clock.
func furthestBehind() (first *M, horizon int64) {
	first = sched.sysmon
	horizon = never
	ties := uint32(1)
	if tp := sched.template.Load(); tp != nil {
		horizon = max(first.clock, tp.clock)
		if tp.clock < first.clock {
			first = tp
		}
	}
	for mp := sched.allm; mp != nil; mp = mp.Alllink {
		switch {
		case mp.clock < first.clock:
			horizon = first.clock
			first = mp
			ties = 1
		case mp.clock > first.clock:
			horizon = min(horizon, mp.clock)
		default:
			horizon = first.clock
			ties++
			if mp.clock != never && Cheaprandn(ties) == 0 {
				first = mp
			}
		}
	}
	return first, horizon
}

// virtualFuel is how far mp may run. mp is the one furthest behind.
func (mp *M) virtualFuel() int32 {
	fuel := int64(sched.slice)
	if sched.npidle.Load() != 0 || sched.pollUntil.Load() != 0 {
		fuel = min(fuel, sched.window) // it may wake somebody, who acts that much later
	}
	fuel = min(fuel, mp.horizon-mp.clock+sched.window)
	return int32(max(fuel, 1))
}

// virtualNow is mp's clock, in the middle of a slice too. Where runtime code that must not suspend runs
// with endless fuel, as in println, or has taken all fuel to end the
// slice (gcrequest), it is the time of the last look.
func (mp *M) virtualNow() int64 {
	if mp.fuel == 0 {
		return mp.clock
	}
	left := getfuel()
	if left > mp.fuel || left < 0 {
		return max(mp.clock, mp.looked)
	}
	mp.looked = mp.clock + int64(mp.fuel) - int64(left)
	return mp.looked
}

// beginSleep makes mp sleep on mp.sleepOn until mp.wakeAt.
func (mp *M) beginSleep() {
	if mp.sleepOn.isSet() {
		return
	}
	mp.slept = mp.clock
	mp.sleepOn.sleeper = mp
	mp.clock = never
	if mp.wakeAt != 0 {
		mp.clock = max(mp.wakeAt, mp.slept+1)
	}
}

// endSleep is for an M that is stepped again.
func (mp *M) endSleep() {
	if mp.sleepOn != nil {
		mp.sleepOn.sleeper = nil
		mp.sleepOn = nil
	}
}

// virtualWake wakes who sleeps on n.
func virtualWake(n *Note) {
	mp := n.sleeper
	if mp == nil {
		return
	}
	n.sleeper = nil
	at := max(Getm().virtualNow()+cost.wake, mp.slept)
	mp.clock = min(mp.clock, at)
}

// clockForNew is the clock of an M that mp makes.
func (mp *M) clockForNew() int64 { return mp.virtualNow() + cost.thread }

// This file takes work from other Ps.
//
// A searching M goes over all Ps four times, each time in another random order. Only on
// the last pass does it run their timers and take their runnext: a goroutine there was probably
// just made ready by one that is about to wait, and will run in a moment by itself.
//
// In Go: stealWork, runqgrab's last part, and randomOrder in proc.go. There the thief sleeps 3 µs inside
// runqgrab before it takes a runnext; here step returns and comes back.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

const stealTries = 4

// stealing is where stealWork is.
type stealing struct {
	paused bool // it left in the middle, to wait before it takes next
	next   *G   // what was in the victim's runnext then

	pass           uint32
	i, n, pos, inc uint32 // the i-th of n victims is pos; the next one inc further

	ranTimer       bool
	now, pollUntil int64 // see findRunnable
}

// stealWork returns a goroutine of another P; or nil and again (look at everything anew), pause
// (come back to it), or sleep (there is nothing).
//
//go:cold
func (mp *M) stealWork() (gp *G, inherit bool, v verdict) {
	s := &mp.stealing
	if policy.steal == knob.StealNone {
		return mp.othersTimers()
	}
	if !s.paused {
		s.ranTimer = false
		s.pass = 0
		s.shuffle()
	}
	for s.pass < stealTries {
		if sched.gcwaiting.Load() != 0 {
			s.paused = false
			return nil, false, again
		}
		if s.i == s.n {
			s.pass++
			s.shuffle()
			continue
		}
		if victim := allp[s.pos]; victim != mp.P {
			gp, inherit, v = mp.stealFrom(victim)
			if gp != nil || v == pause {
				return gp, inherit, v
			}
		}
		s.advance()
	}
	if s.ranTimer {
		return nil, false, again // a timer may have made something ready
	}
	return nil, false, sleep
}

// stealFrom tries one victim.
func (mp *M) stealFrom(victim *P) (gp *G, inherit bool, v verdict) {
	s := &mp.stealing
	last := s.pass == stealTries-1
	mp.charge(cost.look)
	if last && !s.paused && victim.timers.wakeTime() != 0 && policy.timers == knob.TimersByLookers {
		gp, inherit = mp.stealTimers(victim)
		if gp != nil {
			return gp, inherit, again
		}
	}
	for !onIdleList(victim) {
		if !s.paused {
			if gp = mp.P.runqsteal(victim); gp != nil {
				mp.charge(cost.steal)
				return gp, false, again
			}
		}
		if !last {
			break
		}
		next := mp.peekRunnext(victim)
		if next == nil {
			break
		}
		if s.paused {
			return nil, false, pause
		}
		if victim.runnext.CompareAndSwap(next, nil) {
			emitStealRunnext(mp.P, victim, next)
			mp.P.stole(1)
			came(kind.FromSteal, 0)
			mp.charge(cost.steal)
			return next, false, again
		}
		// It is gone: start over with this victim.
	}
	s.paused = false
	return nil, false, again
}

// stole counts a steal of n goroutines. For each there is one event.
func (pp *P) stole(n uint32) {
	pp.steals.set(pp.steals.get() + 1)
	pp.stolen.set(pp.stolen.get() + n)
}

// peekRunnext returns the G in the victim's runnext that may be taken now. If the victim
// runs, it sets paused instead: we look away for 3 µs, to let it run its runnext.
func (mp *M) peekRunnext(victim *P) *G {
	s := &mp.stealing
	if s.paused {
		s.paused = false
		return s.next
	}
	s.next = victim.runnext.Load()
	s.paused = s.next != nil && victim.status.get() == Prunning
	return s.next
}

// stealTimers runs the due timers of another P; what they make ready is in our queue then.
func (mp *M) stealTimers(victim *P) (gp *G, inherit bool) {
	s := &mp.stealing
	now, when, ran := victim.timers.check(s.now)
	s.now = now
	s.pollUntil = earlier(s.pollUntil, when)
	if !ran {
		return nil, false
	}
	s.ranTimer = true
	return mp.P.runqget()
}

// othersTimers is stealWork without stealing. The timers of Ps that do not run have to be
// looked after all the same.
func (mp *M) othersTimers() (gp *G, inherit bool, v verdict) {
	mp.stealing.ranTimer = false
	for i := int32(0); i < gomaxprocs.Load() && policy.timers == knob.TimersByLookers; i++ {
		if victim := allp[i]; victim != mp.P && victim.timers.wakeTime() != 0 {
			mp.charge(cost.look)
			if gp, inherit = mp.stealTimers(victim); gp != nil {
				return gp, inherit, again
			}
		}
	}
	if mp.stealing.ranTimer {
		return nil, false, again
	}
	return nil, false, sleep
}

// stealOrder lists the strides that visit all Ps: those prime to their number.
var stealOrder struct {
	coprimes [MaxProcs]uint32
	count    uint32
}

// resetOrder is for a new GOMAXPROCS.
func resetOrder(n uint32) {
	stealOrder.count = 0
	for i := uint32(1); i <= n; i++ {
		if gcd(i, n) == 1 {
			stealOrder.coprimes[stealOrder.count] = i
			stealOrder.count++
		}
	}
}

func gcd(a, b uint32) uint32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// shuffle begins a pass: a random first victim and a random stride; or from one's neighbour on.
func (s *stealing) shuffle() {
	s.paused = false
	s.i = 0
	s.n = uint32(gomaxprocs.Load())
	if s.pass == stealTries {
		return
	}
	if policy.victim == knob.VictimFixed {
		s.pos = (uint32(Getm().P.ID) + 1) % s.n
		s.inc = 1
	} else {
		r := Cheaprand()
		s.pos = r % s.n
		s.inc = stealOrder.coprimes[r/s.n%stealOrder.count]
	}
	emit(kind.StealPass, kind.NoRule, Getm().P, s.pass+1, uint64(s.pos), uint64(s.inc))
}

func (s *stealing) advance() {
	s.i++
	s.pos = (s.pos + s.inc) % s.n
}

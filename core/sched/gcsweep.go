// This file runs the background sweeper: a goroutine of the runtime that sweeps when
// marking is over, some spans at a time, and yields whenever somebody else could use
// its P.
//
// In Go: bgsweep in mgcsweep.go, and goschedIfBusy in proc.go.
package sched

import "github.com/gopark/gopark/core/event/kind"

// runSweeper is one turn of the sweeper.
func (mp *M) runSweeper(gp *G) {
	if did := mp.sweep(sweepTurn); did == 0 {
		mp.parkSweeper(gp)
		return
	}
	if mp.P.preempt.get() != 0 || sched.npidle.Load() == 0 {
		mp.P.preempt.set(0)
		mp.goschedImpl(kind.ByGosched)
	}
}

// sweep sweeps up to n spans, and says how many there were.
func (mp *M) sweep(n int) int {
	did := gcsweep(n)
	mp.charge(int64(did) * costSweep)
	if did != 0 {
		emit(kind.GCSweep, kind.NoRule, mp.P, 0, uint64(did), 0)
	}
	return did
}

// sweepRest sweeps what the last cycle left, before the next one begins.
func (mp *M) sweepRest() { mp.sweep(1 << 30) }

func (mp *M) parkSweeper(gp *G) {
	c := &sched.gc
	mp.parkSystem(gp, kind.WaitGCSweep)
	Lock(&c.lock)
	c.parked = true
	Unlock(&c.lock)
}

// wakeSweeper makes the sweeper run next on mp's P.
func (mp *M) wakeSweeper() {
	c := &sched.gc
	Lock(&c.lock)
	gp := c.sweeper
	wake := gp != nil && c.parked
	if wake {
		c.parked = false
	}
	Unlock(&c.lock)
	if wake {
		mp.readyForGC(gp, kind.ByGC)
		mp.P.runqput(gp, true, kind.ByGC)
	}
}

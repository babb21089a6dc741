// This file notices that nobody can ever go on.
//
// Every M that goes to sleep looks whether it is the last one awake. The poller counts as awake: a
// timer will wake it.
//
// In Go: checkdead in proc.go.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// checkdead ends the program if all Ms sleep and no timer is pending. sched.lock is held.
func checkdead() {
	if sched.mcount-sched.nmidle-sched.nmidlelocked > 0 {
		return
	}
	waiting, stuck := uint64(0), false
	for gp := sched.allgs.Load(); gp != nil; gp = gp.Alllink {
		if gp.system != notSystem {
			continue
		}
		switch gp.Atomicstatus {
		case Gwaiting:
			waiting++
		case Grunnable, Grunning, Gsyscall:
			if policy.threads == knob.ThreadsFixed && poolFull() && gp.needsThread() {
				stuck = true
				continue
			}
			throw("checkdead: runnable g")
		}
	}
	if waiting == 0 {
		Unlock(&sched.lock)
		fatal("no goroutines (main called runtime.Goexit) - deadlock!")
	}
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		if allp[i].timers.wakeTime() != 0 {
			return
		}
	}
	if stuck {
		poolStuck(waiting)
	}
	emit(kind.Deadlock, kind.NoRule, nil, 0, waiting, 0)
	Unlock(&sched.lock)
	fatal("all goroutines are asleep - deadlock!")
}

// This file says what things cost in virtual time.
//
// Go code costs 1 ns per unit of fuel. What the scheduler itself does is charged by this table, in
// ns; a run may set other figures (-cost). The usual ones, in package knob, are of the size that is
// measured for Go on a usual machine (a dispatch 50 to 100 ns, a switch about 300 ns in all, a
// steal 20 to 50 ns more, waking a thread some µs).
package sched

import "github.com/gopark/gopark/core/sched/knob"

// cost is the table. Package policy says in words what each figure is for.
var cost struct {
	find, execute, park, exit, look, steal, timer, pause, wake, thread, stop, sysmon, lock, syscall int64
}

func setCosts(v *[knob.N]int64) {
	cost.find = v[knob.CostFind]
	cost.execute = v[knob.CostExecute]
	cost.park = v[knob.CostPark]
	cost.exit = v[knob.CostExit]
	cost.look = v[knob.CostLook]
	cost.steal = v[knob.CostSteal]
	cost.timer = v[knob.CostTimer]
	cost.pause = v[knob.CostPause]
	cost.wake = v[knob.CostWake]
	cost.thread = v[knob.CostThread]
	cost.stop = v[knob.CostStop]
	cost.sysmon = v[knob.CostSysmon]
	cost.lock = v[knob.CostLock]
	cost.syscall = v[knob.CostSyscall]
}

// What the collector does costs this, in every run.
const (
	costScan  = 1   // scanning 8 bytes in marking
	costSweep = 100 // sweeping a span
)

// charge moves mp's clock on. Parallel mode has a real one.
func (mp *M) charge(ns int64) {
	if sched.virtual {
		mp.clock += ns
	}
}

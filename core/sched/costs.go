// This file says what things cost in virtual time.
//
// Go code costs 1 ns per unit of fuel. What the scheduler itself does is charged by this table, in
// ns. The figures are of the size that is measured for Go on a usual machine (a dispatch 50 to
// 100 ns, a switch about 300 ns in all, a steal 20 to 50 ns more, waking a thread some µs).
//
// costWake is more than a figure: it is how far the clocks of two running Ms may be apart
// (virtual.go).
package sched

const (
	costFind    = 30     // findRunnable looks at its own queue
	costExecute = 70     // starting a goroutine
	costPark    = 80     // gopark, Gosched and preemption, after the freeze
	costExit    = 60     // the end of a goroutine
	costLook    = 15     // looking at another P
	costSteal   = 40     // taking half of its queue
	costTimer   = 50     // running a timer, without what it does
	costPause   = 3_000  // the thief's wait before it takes a runnext
	costWake    = 5_000  // from waking a sleeping thread until it runs
	costThread  = 15_000 // from making a thread until it runs
	costStop    = 1_000  // stopping the world, once all have stopped
	costSysmon  = 1_000  // one look of sysmon, besides its sleep
)

// charge moves mp's clock on. Parallel mode has a real one.
func (mp *M) charge(ns int64) {
	if sched.virtual {
		mp.clock += ns
	}
}

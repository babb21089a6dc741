// Package sched is the scheduler: it decides which goroutine runs where and when.
// It follows Go 1.26's runtime/proc.go rule by rule and under Go's names.
//
// # G, M, P
//
// A G is a goroutine. An M is a worker: a thread natively, a Web Worker in the page. A P
// is the right to run Go code, and owns a queue of goroutines that are ready. There are
// GOMAXPROCS Ps. An M must hold a P to run a G. An M without P sleeps.
//
// # The loop
//
// Each M repeats one thing, (*M).step:
//
//	find a G  ->  run it for a slice  ->  see why it came back  ->  ...
//
// A G comes back when it parks (it waits for something), yields, dies, or has used up its
// slice. It is then frozen: all it needs is in memory, and any M can go on with it.
// step never blocks. If the M must sleep, step says so, and the caller puts it to sleep:
// in parallel mode on a futex, in virtual mode by moving its clock. So both modes run
// this same code.
//
// # Where to begin
//
//	g.go          the objects, and who may touch which field
//	schedule.go   step: the loop above
//	runq.go       the queue of a P: a ring of 256, and the slot runnext
//	globrunq.go   the global queue
//	proc.go       how goroutines are born and die
//	park.go       how a goroutine leaves its M, and how it becomes ready again
//	find.go       findRunnable: where to look for work, in which order
//	steal.go      taking work from another P
//	wake.go       how Ms are started, put to sleep and woken
//	timer.go      Sleep and timers: a heap per P
//	netpoll.go netblock.go  who waits for a descriptor, and what is ready when
//	syscall.go    system calls: an M blocks, its P goes on without it
//	lockosthread.go  goroutines wired to their M; how threads end, and how many there may be
//	sysmon.go     the watchman: 10 ms on a P is enough
//	schedtrace.go what sysmon prints for GODEBUG=schedtrace
//	stw.go        stopping the world, and changing GOMAXPROCS
//	safepoint.go  forEachP: each P does something, while the world goes on
//	gc.go        the collector's cycle: who begins it, how its end is noticed
//	gcwork.go    which P marks, in which mode (gcassist.go, gcsweep.go: who else helps)
//	forcegc.go   a collection every two minutes at least; inject.go: making many runnable at once
//	deadlock.go   nobody can go on
//	virtual.go    the driver of virtual mode: a clock per M
//	costs.go      what things cost in virtual time
//	policy.go     the switches: which of these rules are in force
//	lifo.go share.go pool.go timerproc.go   what some of the policies do instead
//	lockprice.go  the scheduler's lock in virtual time: who waits for it
//	events.go     the record of every decision
//	lock.go note.go rand.go    small tools
//	port_*.go     what differs between wasm and a native test
//
// # What is different from Go
//
// A G has no stack: its frames are in memory, so there is no g0 and no stack growth.
// A G is preempted when its slice of fuel ends, not by a signal. The network
// is in memory too: who sends something tells the poller when it will be there.
// A system call is a sleep of its M, whose end is known; whether somebody may take the P
// meanwhile is decided at a word of the P, not at the goroutine's status. A program that only waits for
// the network hangs in Go; in virtual time it ends, with a message, when nothing is under way any more.
//
// Not here: preemptPark and suspendG (they stop one goroutine to scan its stack; here all are frozen in
// memory when the world is stopped); GOMAXPROCS that follows the machine; cgo, signals and the tracer's own goroutine.
//
// # Rules for this code
//
// It is compiled by wasm/compile and is part of every program; it also runs natively,
// under the race detector. So: no goroutines, channels, maps, closures or defer; package
// variables begin as zero and boot fills them.
package sched

// This file lists the presets: the eight steps to Go's scheduler, its history, and variants.
package policy

import "github.com/gopark/gopark/core/sched/knob"

// Preset is a policy with a name.
type Preset struct {
	Name   string
	Group  string // one of Groups
	Title  string
	Adds   string // what it is; of a step, what it adds to the one before, and repairs
	Leaves string // what it leaves out of the real thing
	Set    []Setting
}

// Groups are the kinds of presets, in the order in which they are shown.
var Groups = []string{"Step by step", "Go's history", "Variants"}

// Default is the preset that is Go 1.26.
const Default = "go1.26"

// Settings that several presets share.
var (
	globalQueue = Setting{knob.Queues, knob.QueuesGlobal}
	noSteal     = Setting{knob.Steal, knob.StealNone}
	noRunnext   = Setting{knob.Runnext, knob.Off}
	noFair      = Setting{knob.Fair, knob.Off}
	noSpin      = Setting{knob.Spin, knob.Off}
	noHandoff   = Setting{knob.Handoff, knob.Off}
	noNetpoll   = Setting{knob.Netpoll, knob.Off}
	atCalls     = Setting{knob.Preempt, knob.PreemptCalls}
	noPreempt   = Setting{knob.Preempt, knob.PreemptOff}
	noNeedspin  = Setting{knob.Needspin, knob.Off}
	timerprocs  = Setting{knob.Timers, knob.TimersByBuckets}
	timerproc   = Setting{knob.Timers, knob.TimersByGoroutine}
)

// Presets are all presets.
var Presets = []Preset{
	{"1:1", Groups[0], "a thread for each goroutine",
		"Each goroutine is wired to a thread of its own, as by LockOSThread, which ends with it. The Ps are the cores. The kernel is modelled as one queue, served in turn, a slice of 10 ms each; it preempts anywhere.",
		"A core whose thread blocks is free at once only if the call is known to block, else when sysmon has seen it. The thread is made when its goroutine first runs, not by the go statement. Each turn costs two switches, by way of a thread that picks the next. The kernel's own queues per core, its priorities and its fairness by time used; the memory of a thread's stack; the way into the kernel and back at each wait.",
		[]Setting{globalQueue, {knob.Threads, knob.ThreadsOwn}, noNetpoll}},
	{"pool", Groups[0], "a pool of threads",
		"Threads take goroutines from one locked queue; when one ends, its thread takes the next. Repairs: the number of threads. A goroutine that waits still keeps its thread.",
		"As 1:1. The pool grows when all its threads wait; one with a fixed number is stuck then: pool,threads=fixed.",
		[]Setting{globalQueue, {knob.Threads, knob.ThreadsPool}, noNetpoll}},
	{"m:n", Groups[0], "goroutines share threads",
		"A goroutine that waits leaves its thread, which runs another. Repairs: how many threads must be made. There is one locked queue for all. But there are no more threads than Ps, besides one that polls: one that blocks in a system call keeps its P from all others, and the kernel's preemption of threads does not help any more.",
		"Nothing that a learner can see; the queue is Go's global queue.",
		[]Setting{globalQueue, noHandoff, noNetpoll, noPreempt}},
	{"local", Groups[0], "a queue for each P",
		"What a P makes runnable waits in its own queue, in front of which is runnext; the global queue takes what does not fit, and is looked at every 61st time. Repairs: the waiting for the lock.",
		"Nothing.",
		[]Setting{noSteal, noSpin, noHandoff, noNetpoll, noPreempt}},
	{"steal", Groups[0], "work stealing",
		"An M without work searches, and takes half of another P's queue. Repairs: Ps that idle while others have a queue.",
		"Nothing.",
		[]Setting{noHandoff, noNetpoll, noPreempt}},
	{"handoff", Groups[0], "the P of a blocked M",
		"If an M blocks in a system call, its P goes to another M. Repairs: Ps, and the goroutines queued on them, that wait for a system call to end.",
		"Nothing.",
		[]Setting{noNetpoll, noPreempt}},
	{"netpoll", Groups[0], "the network poller",
		"Waiting for the network parks the goroutine, not the thread. Repairs: a thread for each connection that is waited for.",
		"Nothing.",
		[]Setting{noPreempt}},
	{"preempt", Groups[0], "preemption: all of Go 1.26",
		"A goroutine that has run for 10 ms yields, wherever it is. Repairs: an endless loop that keeps its P for ever. This is all of Go 1.26.",
		"Goroutines yield where the compiler checks the fuel, not by a signal.",
		nil},

	{"go1.0", Groups[1], "2012: one queue",
		"One queue under one lock, and no Ps: GOMAXPROCS only says how many may run. The thread of a system call leaves its place to another. No preemption. Timers are run by a goroutine.",
		"A system call left its place at once; here sysmon, which came with 1.1, takes it, unless the call is known to block. The poller was a goroutine of package net and polled through system calls; here it is today's. The collector was not concurrent; here it is today's.",
		[]Setting{globalQueue, noPreempt, timerproc}},
	{"go1.1", Groups[1], "2013: Ps and work stealing",
		"Ps with queues, stealing of half, the poller in the runtime, and the 61 rule. No runnext yet (1.5), no preemption yet (1.2). Timers are still run by a goroutine.",
		"The queue of a P was under a lock and could grow; it is a ring of 256 since 1.2.",
		[]Setting{noRunnext, noPreempt, noNeedspin, timerproc}},
	{"go1.13", Groups[1], "2019: preemption at calls",
		"runnext, and preemption where a function is called. Timers are run by a goroutine for each P, timerproc, which blocks a thread while it waits for the next.",
		"Functions without a check at their start (small leaf functions) are told from others by our compiler's rules.",
		[]Setting{atCalls, noNeedspin, timerprocs}},
	{"go1.14", Groups[1], "2020: preemption anywhere",
		"Asynchronous preemption. The flag needspinning came in 1.20.",
		"What changed in between besides: how a P in a system call is taken, how many are taken from the global queue at a time, the soft memory limit.",
		[]Setting{noNeedspin}},
	{"go1.26", Groups[1], "2026: today", "The default.", "See the package documentation of core/sched.", nil},

	{"lifo", Groups[2], "the owner takes the newest",
		"The owner takes from the tail of its queue, thieves from the head: the deque of most articles about work stealing. Good for caches, unfair to the oldest.",
		"There the queue can grow.",
		[]Setting{{knob.Order, knob.OrderLIFO}}},
	{"steal-one", Groups[2], "a thief takes one", "Go 1.26, but a thief takes one goroutine, not half of the queue.", "Nothing.",
		[]Setting{{knob.Steal, knob.StealOne}}},
	{"no-runnext", Groups[2], "no slot in front", "Go 1.26 without runnext.", "Nothing.", []Setting{noRunnext}},
	{"no-61", Groups[2], "the global queue can starve", "Go 1.26 without the look at the global queue on every 61st tick.", "Nothing.", []Setting{noFair}},
	{"no-spin", Groups[2], "nobody searches in advance", "Go 1.26 without searching Ms: each new goroutine wakes a thread if a P is idle.", "Nothing.", []Setting{noSpin}},
	{"asyncpreemptoff", Groups[2], "GODEBUG=asyncpreemptoff=1", "Go 1.26, but a goroutine yields only where it calls a function.",
		"As go1.13: which functions are called with a check is told by our compiler's rules.", []Setting{atCalls}},
	{"work-sharing", Groups[2], "work is handed out", "Whoever makes a goroutine runnable gives it, under one lock, to an idle P or the one with the shortest queue.",
		"A dispatcher of its own thread; here whoever makes work does the dispatching.", []Setting{{knob.Dispatch, knob.DispatchPush}}},
}

// presetNamed finds a preset.
func presetNamed(name string) *Preset {
	for i := range Presets {
		if Presets[i].Name == name {
			return &Presets[i]
		}
	}
	return nil
}

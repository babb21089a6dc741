// Package kind holds the numbers of the event schema: what a record tells (Kind)
// and by which rule it happened (Rule). It imports nothing, so that the scheduler, which
// is linked into every program, can import it.
//
// Numbers are part of the file format: add at the end of a group, never renumber.
// Package event documents the record and the meaning of its fields, and has the
// names in words.
package kind

// Kind says what happened.
type Kind uint8

// The run.
const (
	None        Kind = 0
	Begin       Kind = 1 // first record of a run
	ProcsChange Kind = 2 // procresize: GOMAXPROCS is now another number
	Exit        Kind = 3 // the program ended
	Deadlock    Kind = 4 // checkdead found no goroutine that can go on
	Output      Kind = 5 // the program wrote bytes
	Setting     Kind = 6 // a knob of the scheduler is not where Go has it
	Until       Kind = 7 // the run was ended at a time set before
)

// Goroutines.
const (
	GoCreate Kind = 16 // a go statement made g
	GoStart  Kind = 17 // g runs on p
	GoPark   Kind = 18 // g waits
	GoReady  Kind = 19 // g may run again; where it is queued is the next record
	GoStop   Kind = 20 // g stays runnable but leaves p: Gosched, goyield, preempted
	GoExit   Kind = 21 // g is dead
	GoLine   Kind = 22 // g still runs, now at this line
	GoTarget Kind = 23 // g was asked to yield (preemptone)
	GoWire   Kind = 24 // g is wired to m: LockOSThread
	GoUnwire Kind = 25 // g is wired no more
	GoHand   Kind = 26 // g was taken from its queue, and is given, with p, to the M that it is wired to
)

// Queues. Positions are absolute: they only grow, and the slot is position mod 256.
const (
	RunqPut       Kind = 32 // g at the tail of p's ring
	RunnextPut    Kind = 33 // g into p's runnext, perhaps kicking another out
	RunqOverflow  Kind = 34 // half of a full ring, and g, to the global queue
	GlobPut       Kind = 35 // g at the tail of the global queue
	GlobPutHead   Kind = 36 // g at the head of the global queue
	GlobGet       Kind = 37 // n goroutines from the head of the global queue
	Steal         Kind = 38 // n goroutines from another P's ring
	StealRunnext  Kind = 39 // the runnext of another P
	StealPass     Kind = 40 // stealWork begins a pass over all Ps
	RunqDrainTail Kind = 41 // procresize took the newest g out of p's ring
	RunnextDrop   Kind = 42 // procresize or a dedicated mark worker took g out of p's runnext
	RunqDrain     Kind = 43 // a dedicated mark worker took the oldest g out of p's ring
)

// Ps and Ms.
const (
	PIdle     Kind = 48 // m gave up p, which is on the idle list now
	PGet      Kind = 49 // p was taken off the idle list
	PStart    Kind = 50 // m owns p and runs
	PStop     Kind = 51 // p is stopped for stop-the-world
	PDead     Kind = 52 // GOMAXPROCS shrank below p
	PNew      Kind = 53 // p exists (again), stopped
	MNew      Kind = 56 // a thread was made
	MWake     Kind = 57 // an idle M was taken off the idle list and woken
	MPark     Kind = 58 // m sleeps on the idle list
	MPoll     Kind = 59 // m sleeps without P until a timer is due, or the network has something
	MPollEnd  Kind = 60 // m woke up from that sleep
	SpinBegin Kind = 61 // m searches for work
	SpinEnd   Kind = 62 // m does not search any more
	MLocked   Kind = 63 // m waits until somebody finds the goroutine that is wired to it
)

// The rest of the machine.
const (
	TimerFire   Kind = 64 // a due timer ran
	Sysmon      Kind = 65 // sysmon changed its pace
	STWBegin    Kind = 66 // the world is asked to stop
	STWDone     Kind = 67 // the world has stopped
	STWEnd      Kind = 68 // the world goes on
	GCBegin     Kind = 69 // a cycle of the collector begins: the first pause
	GCEnd       Kind = 70 // nothing is left to mark: the second pause
	GCWorker    Kind = 71 // the mark worker that just started runs in a mode
	AssistBegin Kind = 72 // a goroutine that allocated during marking pays for it
	AssistEnd   Kind = 73 // it has paid, or found nothing to mark
	GCSweep     Kind = 74 // spans were swept
	LockWait    Kind = 79 // m waited for the scheduler's lock
)

// System calls and the network poller.
const (
	SyscallEnter Kind = 80 // g begins a system call: m is blocked; p stays with it, but may be taken
	SyscallExit  Kind = 81 // g is back and runs on p
	SyscallPark  Kind = 82 // g is back, but there is no P for it
	Retake       Kind = 83 // p was taken from an M in a system call
	Handoff      Kind = 84 // p has no M: another one, if there is work, or the idle list
	NetReady     Kind = 85 // what g waited for on the network is there
	MExit        Kind = 88 // m ends: its wired goroutine has
)

// NoEnd is the time at the end of a sleep that has none: more than a hundred days, and the largest
// number that JavaScript counts to exactly.
const NoEnd = 1<<53 - 1

// Systems is where the numbers, in n of GoCreate, of the goroutines of the runtime begin.
const Systems = 0xfff0

// Rule says by which rule of the scheduler it happened.
type Rule uint8

// Where the running goroutine came from: the rules of GoStart.
const (
	NoRule       Rule = 0
	FromRunnext  Rule = 1  // runqget: the runnext slot; keeps the time slice
	FromLocal    Rule = 2  // runqget: the head of the own ring
	FromGlob61   Rule = 3  // findRunnable: every 61st tick the global queue is first
	FromGlob     Rule = 4  // findRunnable: a batch from the global queue
	FromGlobIdl  Rule = 5  // findRunnable: the global queue, looked at again before going idle
	FromSteal    Rule = 6  // stealWork: the last one taken runs at once
	FromTimer    Rule = 7  // stealWork: running another P's timers made it runnable
	FromPark     Rule = 8  // park_m: unlockf said no, so it goes on
	FromTail     Rule = 9  // policy order=lifo: the tail of the own ring
	FromSyscall  Rule = 11 // exitsyscallNoP: a P was idle after all
	FromNet      Rule = 12 // findRunnable: its wait for the network is over
	FromWired    Rule = 13 // startlockedm: another M found it, and gave its P
	FromGCWorker Rule = 10 // findRunnable: there is something to mark
)

// Why a goroutine is put where it is put: the rules of GoReady and of the queue kinds.
const (
	ByGo      Rule = 16 // newproc
	ByReady   Rule = 17 // goready by a running goroutine
	ByTimer   Rule = 18 // a timer
	ByGosched Rule = 19 // Gosched: the global queue's tail
	ByYield   Rule = 20 // goyield: the own ring's tail
	ByPreempt Rule = 21 // preempted: the global queue's tail
	ByStop    Rule = 22 // preempted for stop-the-world: its own P's runnext
	ByKick    Rule = 23 // kicked out of runnext by a newer one
	ByFull    Rule = 24 // runqputslow: the ring was full
	ByResize  Rule = 25 // procresize: its P went away
	ByUnlockf Rule = 26 // park_m: unlockf said no
	ByGC      Rule = 27 // the collector
	ByShare   Rule = 28 // policy dispatch=push: to the P that has least to do
	ByTaken   Rule = 29 // policy order=lifo: stolen, and has to wait in the thief's ring
	BySyscall Rule = 31 // exitsyscallNoP: the global queue's tail
	ByNet     Rule = 32 // injectglist: its wait for the network is over
	ByEvict   Rule = 30 // a dedicated mark worker keeps the P for itself
)

// Why a P or M changes its state.
const (
	ByWakep       Rule = 40 // wakep: there may be more work, and nobody searches
	BySpin        Rule = 41 // findRunnable: few search, so this one may
	ByNeed        Rule = 42 // findRunnable: needspinning, somebody wanted a searcher
	ByFound       Rule = 43 // resetspinning: found work
	ByNothing     Rule = 44 // findRunnable: found nothing anywhere
	ByRecheck     Rule = 45 // findRunnable: the last look, after giving up P, found work
	ByStartm      Rule = 46 // startm
	ByStopm       Rule = 47 // stopm
	ByPoll        Rule = 48 // findRunnable: sleep until the next timer
	ByPollLate    Rule = 49 // wakeNetPoller: an earlier timer came
	BySTW         Rule = 50 // stopTheWorld
	BySTWEnd      Rule = 51 // startTheWorld
	ByBoot        Rule = 52 // schedinit
	ByHandoff     Rule = 53 // handoffp
	BySyscallExit Rule = 54 // exitsyscall: back, and looking for a P
	ByCall        Rule = 55 // entersyscallblock: the call will block
	ByWired       Rule = 56 // LockOSThread
)

// What sysmon did.
const (
	ByRetake   Rule = 64 // retake: 10 ms on one time slice
	ByBusy     Rule = 65 // there was something to do: 20 µs again
	ByBackoff  Rule = 66 // 50 idle visits: twice the delay, at most 10 ms
	ByDeep     Rule = 67 // nobody runs: sleep until somebody does
	ByDeepWake Rule = 68 // somebody runs again
)

// Why the world is stopped.
const (
	ForGC        Rule = 72
	ForProcs     Rule = 73 // GOMAXPROCS
	ForStats     Rule = 74
	ForSweepTerm Rule = 75 // GC sweep termination
	ForMarkTerm  Rule = 76 // GC mark termination
)

// Wait says what a parked goroutine waits for: Go's waitReason.
type Wait uint16

const (
	WaitNone Wait = iota
	WaitChanReceiveNil
	WaitChanSendNil
	WaitSelect
	WaitSelectNoCases
	WaitChanReceive
	WaitChanSend
	WaitSemacquire
	WaitSleep
	WaitCond
	WaitMutexLock
	WaitRWMutexRLock
	WaitRWMutexLock
	WaitWaitGroup
	WaitIO
	WaitFinalizer
	WaitCleanup
	WaitForceGC
	WaitGCSweep
	WaitGCScavenge
	WaitGCWorkerIdle
	WaitGCWorkerActive
	WaitGCAssist
	WaitGCAssistMarking
	WaitGCCycle
	WaitGarbageCollection
	WaitGCScan
	WaitMarkTermination
	WaitStoppingTheWorld
	WaitPreempted
	WaitCoroutine
	WaitPanic
	WaitTimerProc
	WaitSynctestRun
	WaitSynctest
	NWaits
)

// String is the text that a traceback shows.
func (w Wait) String() string {
	switch w {
	case WaitNone:
		return ""
	case WaitChanReceiveNil:
		return "chan receive (nil chan)"
	case WaitChanSendNil:
		return "chan send (nil chan)"
	case WaitSelect:
		return "select"
	case WaitSelectNoCases:
		return "select (no cases)"
	case WaitChanReceive:
		return "chan receive"
	case WaitChanSend:
		return "chan send"
	case WaitSemacquire:
		return "semacquire"
	case WaitSleep:
		return "sleep"
	case WaitCond:
		return "sync.Cond.Wait"
	case WaitMutexLock:
		return "sync.Mutex.Lock"
	case WaitRWMutexRLock:
		return "sync.RWMutex.RLock"
	case WaitRWMutexLock:
		return "sync.RWMutex.Lock"
	case WaitWaitGroup:
		return "sync.WaitGroup.Wait"
	case WaitIO:
		return "IO wait"
	case WaitFinalizer:
		return "finalizer wait"
	case WaitCleanup:
		return "cleanup wait"
	case WaitForceGC:
		return "force gc (idle)"
	case WaitGCSweep:
		return "GC sweep wait"
	case WaitGCScavenge:
		return "GC scavenge wait"
	case WaitGCWorkerIdle:
		return "GC worker (idle)"
	case WaitGCWorkerActive:
		return "GC worker (active)"
	case WaitGCAssist:
		return "GC assist wait"
	case WaitGCAssistMarking:
		return "GC assist marking"
	case WaitGCCycle:
		return "wait for GC cycle"
	case WaitGarbageCollection:
		return "garbage collection"
	case WaitGCScan:
		return "garbage collection scan"
	case WaitMarkTermination:
		return "GC mark termination"
	case WaitStoppingTheWorld:
		return "stopping the world"
	case WaitPreempted:
		return "preempted"
	case WaitCoroutine:
		return "coroutine"
	case WaitPanic:
		return "panicwait"
	case WaitTimerProc:
		return "timer goroutine (idle)"
	case WaitSynctestRun:
		return "synctest.Run"
	case WaitSynctest:
		return "synctest.Wait"
	}
	return "unknown wait reason"
}

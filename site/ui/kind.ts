// This file holds the numbers of the event schema: what a record tells (Kind), by
// which rule it happened (Rule), and what a parked goroutine waits for.
//
// The same numbers are in core/event/kind; a test of site/build holds that both
// lists agree.

/// What happened.
export const Kind = {
  None: 0,
  Begin: 1, // first record of a run
  ProcsChange: 2, // procresize: GOMAXPROCS is now another number
  Exit: 3, // the program ended
  Deadlock: 4, // checkdead found no goroutine that can go on
  Output: 5, // the program wrote bytes
  Setting: 6, // a knob of the scheduler is not where Go has it
  Until: 7, // the run was ended at a time set before
  GoCreate: 16, // a go statement made g
  GoStart: 17, // g runs on p
  GoPark: 18, // g waits
  GoReady: 19, // g may run again; where it is queued is the next record
  GoStop: 20, // g stays runnable but leaves p: Gosched, goyield, preempted
  GoExit: 21, // g is dead
  GoLine: 22, // g still runs, now at this line
  GoTarget: 23, // g was asked to yield (preemptone)
  GoWire: 24, // g is wired to m: LockOSThread
  GoUnwire: 25, // g is wired no more
  GoHand: 26, // g was taken from its queue, and is given, with p, to the M that it is wired to
  RunqPut: 32, // g at the tail of p's ring
  RunnextPut: 33, // g into p's runnext, perhaps kicking another out
  RunqOverflow: 34, // half of a full ring, and g, to the global queue
  GlobPut: 35, // g at the tail of the global queue
  GlobPutHead: 36, // g at the head of the global queue
  GlobGet: 37, // n goroutines from the head of the global queue
  Steal: 38, // n goroutines from another P's ring
  StealRunnext: 39, // the runnext of another P
  StealPass: 40, // stealWork begins a pass over all Ps
  RunqDrainTail: 41, // procresize took the newest g out of p's ring
  RunnextDrop: 42, // procresize or a dedicated mark worker took g out of p's runnext
  RunqDrain: 43, // a dedicated mark worker took the oldest g out of p's ring
  PIdle: 48, // m gave up p, which is on the idle list now
  PGet: 49, // p was taken off the idle list
  PStart: 50, // m owns p and runs
  PStop: 51, // p is stopped for stop-the-world
  PDead: 52, // GOMAXPROCS shrank below p
  PNew: 53, // p exists (again), stopped
  MNew: 56, // a thread was made
  MWake: 57, // an idle M was taken off the idle list and woken
  MPark: 58, // m sleeps on the idle list
  MPoll: 59, // m sleeps without P until a timer is due, or the network has something
  MPollEnd: 60, // m woke up from that sleep
  SpinBegin: 61, // m searches for work
  SpinEnd: 62, // m does not search any more
  MLocked: 63, // m waits until somebody finds the goroutine that is wired to it
  TimerFire: 64, // a due timer ran
  Sysmon: 65, // sysmon changed its pace
  STWBegin: 66, // the world is asked to stop
  STWDone: 67, // the world has stopped
  STWEnd: 68, // the world goes on
  GCBegin: 69, // the collector begins
  GCEnd: 70, // nothing is left to mark: the second pause
  GCWorker: 71, // the mark worker that just started runs in a mode
  AssistBegin: 72, // a goroutine that allocated during marking pays for it
  AssistEnd: 73,
  GCSweep: 74, // spans were swept
  LockWait: 79, // m waited for the scheduler's lock
  SyscallEnter: 80, // g begins a system call: m is blocked; p stays with it, but may be taken
  SyscallExit: 81, // g is back and runs on p
  SyscallPark: 82, // g is back, but there is no P for it
  Retake: 83, // p was taken from an M in a system call
  Handoff: 84, // p has no M: another one, if there is work, or the idle list
  NetReady: 85, // what g waited for on the network is there
  MExit: 88, // m ends: its wired goroutine has
} as const

/// By which rule.
export const Rule = {
  NoRule: 0,
  FromRunnext: 1, // runqget: the runnext slot; keeps the time slice
  FromLocal: 2, // runqget: the head of the own ring
  FromGlob61: 3, // findRunnable: every 61st tick the global queue is first
  FromGlob: 4, // findRunnable: a batch from the global queue
  FromGlobIdl: 5, // findRunnable: the global queue, looked at again before going idle
  FromSteal: 6, // stealWork: the last one taken runs at once
  FromTimer: 7, // stealWork: running another P's timers made it runnable
  FromPark: 8, // park_m: unlockf said no, so it goes on
  FromGCWorker: 10, // findRunnable: there is something to mark
  FromTail: 9, // policy order=lifo: the tail of the own ring
  FromSyscall: 11, // exitsyscallNoP: a P was idle after all
  FromNet: 12, // findRunnable: its wait for the network is over
  FromWired: 13, // startlockedm: another M found it, and gave its P
  ByGo: 16, // newproc
  ByReady: 17, // goready by a running goroutine
  ByTimer: 18, // a timer
  ByGosched: 19, // Gosched: the global queue's tail
  ByYield: 20, // goyield: the own ring's tail
  ByPreempt: 21, // preempted: the global queue's tail
  ByStop: 22, // preempted for stop-the-world: its own P's runnext
  ByKick: 23, // kicked out of runnext by a newer one
  ByFull: 24, // runqputslow: the ring was full
  ByResize: 25, // procresize: its P went away
  ByUnlockf: 26, // park_m: unlockf said no
  ByGC: 27, // the collector
  ByShare: 28, // policy dispatch=push: to the P that has least to do
  ByEvict: 30, // a dedicated mark worker keeps the P for itself
  ByTaken: 29, // policy order=lifo: stolen, and has to wait in the thief's ring
  BySyscall: 31, // exitsyscallNoP: the global queue's tail
  ByNet: 32, // injectglist: its wait for the network is over
  ByWakep: 40, // wakep: there may be more work, and nobody searches
  BySpin: 41, // findRunnable: few search, so this one may
  ByNeed: 42, // findRunnable: needspinning, somebody wanted a searcher
  ByFound: 43, // resetspinning: found work
  ByNothing: 44, // findRunnable: found nothing anywhere
  ByRecheck: 45, // findRunnable: the last look, after giving up P, found work
  ByStartm: 46, // startm
  ByStopm: 47, // stopm
  ByPoll: 48, // findRunnable: sleep until the next timer
  ByPollLate: 49, // wakeNetPoller: an earlier timer came
  BySTW: 50, // stopTheWorld
  BySTWEnd: 51, // startTheWorld
  ByBoot: 52, // schedinit
  ByHandoff: 53, // handoffp
  BySyscallExit: 54, // exitsyscall: back, and looking for a P
  ByCall: 55, // entersyscallblock: the call will block
  ByWired: 56, // LockOSThread
  ByRetake: 64, // retake: 10 ms on one time slice
  ByBusy: 65, // there was something to do: 20 µs again
  ByBackoff: 66, // 50 idle visits: twice the delay, at most 10 ms
  ByDeep: 67, // nobody runs: sleep until somebody does
  ByDeepWake: 68, // somebody runs again
  ForGC: 72,
  ForProcs: 73, // GOMAXPROCS
  ForStats: 74,
  ForSweepTerm: 75, // GC sweep termination
  ForMarkTerm: 76, // GC mark termination
} as const

/// What a parked goroutine waits for, in the words of a traceback; the place in the
/// list is the number.
export const waits = [
  "",
  "chan receive (nil chan)",
  "chan send (nil chan)",
  "select",
  "select (no cases)",
  "chan receive",
  "chan send",
  "semacquire",
  "sleep",
  "sync.Cond.Wait",
  "sync.Mutex.Lock",
  "sync.RWMutex.RLock",
  "sync.RWMutex.Lock",
  "sync.WaitGroup.Wait",
  "IO wait",
  "finalizer wait",
  "cleanup wait",
  "force gc (idle)",
  "GC sweep wait",
  "GC scavenge wait",
  "GC worker (idle)",
  "GC worker (active)",
  "GC assist wait",
  "GC assist marking",
  "wait for GC cycle",
  "garbage collection",
  "garbage collection scan",
  "GC mark termination",
  "stopping the world",
  "preempted",
  "coroutine",
  "panicwait",
  "timer goroutine (idle)",
  "synctest.Run",
  "synctest.Wait",
]

/// The name of a number of Kind, as a moment in a lesson spells it: Steal is
/// "steal", StealRunnext "steal-runnext".
export const kindNames: readonly string[] = names(Kind)

function names(numbers: Record<string, number>): string[] {
  const list: string[] = []
  for (const [name, n] of Object.entries(numbers)) {
    list[n] = name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase()
  }
  return list
}

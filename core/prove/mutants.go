// This file lists wrong versions of the scheduler. Each is a mistake that somebody could make, and each
// must make the test fail that is named with it.
package prove

// Mutant is a wrong version: File with Old replaced by New. Test is the test that finds it, in the package of File
// unless Pkg says another one.
type Mutant struct {
	Name           string
	File, Old, New string
	Pkg, Test      string
}

// Mutants are all of them.
var Mutants = []Mutant{
	// The queue of a P.
	{
		Name: "go puts behind the others", File: "core/sched/proc.go", Test: "TestNewestFirst",
		Old: "mp.P.runqput(gp, true, kind.ByGo)\n\tif sched.mainStarted {",
		New: "mp.P.runqput(gp, false, kind.ByGo)\n\tif sched.mainStarted {",
	},
	{
		Name: "a full runnext keeps its G", File: "core/sched/runq.go", Test: "TestRunnextKicksOut",
		Old: "\tif next {\n\t\tgp = pp.putnext",
		New: "\tif next && pp.runnext.Load() == nil {\n\t\tgp = pp.putnext",
	},
	{
		Name: "ring before runnext", File: "core/sched/runq.go", Test: "TestRunnextKicksOut",
		Old: "if next != nil && pp.swapNext(next, nil) {",
		New: "if next != nil && pp.runqhead.Load() == pp.runqtail.Load() && pp.swapNext(next, nil) {",
	},
	{
		Name: "runnext does not inherit", File: "core/sched/runq.go", Test: "TestInheritedSlice",
		Old: "return next, true",
		New: "return next, false",
	},
	{
		Name: "overflow moves 127", File: "core/sched/runq.go", Test: "TestRunqOverflowMovesTheOlderHalf",
		Old: "n := (t - h) / 2\n\tif !pp.takeHead",
		New: "n := (t-h)/2 - 1\n\tif !pp.takeHead",
	},
	{
		Name: "the new G before the overflow", File: "core/sched/runq.go", Test: "TestRunqOverflowMovesTheOlderHalf",
		Old: "\tq.pushBack(gp)\n\tLock(&sched.lock)",
		New: "\tq.push(gp)\n\tLock(&sched.lock)",
	},
	{
		Name: "publish before the slot is filled", File: "core/sched/runq.go", Test: "TestRunqHammer",
		Old: "\tpp.runq[t%256].set(gp)\n\tpp.runqtail.Store(t + 1)",
		New: "\tpp.runqtail.Store(t + 1)\n\tfor i := 0; i < 50; i++ {\n\t\tprocyield()\n\t}\n\tpp.runq[t%256].set(gp)",
	},
	{
		Name: "head moved without compare-and-swap", File: "core/sched/runq.go", Test: "TestRunqHammer",
		Old: "\treturn pp.runqhead.CompareAndSwap(h, to)",
		New: "\tprocyield()\n\tpp.runqhead.Store(to)\n\treturn true",
	},
	{
		Name: "runqempty reads the tail once", File: "core/sched/runq.go", Test: "TestRunqIsNeverSpuriouslyEmpty",
		Old: "\t\tnext := pp.runnext.Load()\n\t\tif t == pp.runqtail.Load() {",
		New: "\t\tprocyield()\n\t\tnext := pp.runnext.Load()\n\t\tif true {",
	},

	// Stealing.
	{
		Name: "half rounded down", File: "core/sched/runq.go", Test: "TestStealTakesHalfRoundedUp",
		Old: "n = n - n/2",
		New: "n = n / 2",
	},
	{
		Name: "the first stolen runs at once", File: "core/sched/runq.go", Test: "TestStealTakesHalfRoundedUp",
		Old: "gp := pp.runq[(t+n-1)%256].get()\n",
		New: "gp := pp.runq[t%256].get()\n\tpp.runq[t%256].set(pp.runq[(t+n-1)%256].get())\n",
	},
	{
		Name: "runnext stolen on the first pass", File: "core/sched/steal.go", Test: "TestRunnextIsStolenLast",
		Old: "if !last {\n\t\t\tbreak\n\t\t}",
		New: "",
	},
	{
		Name: "no pause before runnext is taken", File: "core/sched/steal.go", Test: "TestRunnextIsStolenLast",
		Old: "s.paused = s.next != nil && victim.status.get() == Prunning",
		New: "s.paused = false",
	},
	{
		Name: "three passes", File: "core/sched/steal.go", Test: "TestFourPasses",
		Old: "const stealTries = 4",
		New: "const stealTries = 3",
	},
	{
		Name: "strides that are not prime to the number", File: "core/sched/steal.go", Test: "TestEveryStrideVisitsAll",
		Old: "if gcd(i, n) == 1 {",
		New: "if true {",
	},
	{
		Name: "timers of others are left alone", File: "core/sched/steal.go", Test: "TestTimersOfOthersAreRun",
		Old: "if last && !s.paused && victim.timers.wakeTime() != 0 && policy.timers == knob.TimersByLookers {",
		New: "if false {",
	},

	// The global queue.
	{
		Name: "no 61 rule", File: "core/sched/find.go", Test: "TestEvery61st",
		Old: "if sched.qsize.get() != 0 && pp.schedtick.get()%61 == 0 && policy.fair == knob.On {",
		New: "if false {",
	},
	{
		Name: "the 61 rule takes two", File: "core/sched/globrunq.go", Test: "TestEvery61stTakesOne",
		Old: "return globTake(pp, 1, kind.FromGlob61)",
		New: "return globTake(pp, min(2, sched.runq.size), kind.FromGlob61)",
	},
	{
		Name: "all of the global queue", File: "core/sched/globrunq.go", Test: "TestGlobalBatch",
		Old: "n := size/gomaxprocs.Load() + 1",
		New: "n := size",
	},
	{
		Name: "a batch without limit", File: "core/sched/globrunq.go", Test: "TestGlobalBatch",
		Old: "if n > 256/2 {\n\t\tn = 256 / 2\n\t}",
		New: "",
	},
	{
		Name: "global queue before the ring", File: "core/sched/find.go", Test: "TestRingBeforeGlobalQueue",
		Old: "if gp, inherit = pp.runqget(); gp != nil {\n\t\treturn gp, inherit\n\t}\n\tif sched.qsize",
		New: "if sched.qsize.get() == 0 {\n\t\tif gp, inherit = pp.runqget(); gp != nil {\n\t\t\treturn gp, inherit\n\t\t}\n\t}\n\tif sched.qsize",
	},

	// Leaving the CPU.
	{
		Name: "Gosched puts at the head", File: "core/sched/park.go", Test: "TestGoschedGoesToTheTail",
		Old: "globrunqput(gp, why)\n\t\tUnlock",
		New: "globrunqputhead(gp, why)\n\t\tUnlock",
	},
	{
		Name: "the preempted stay on their P", File: "core/sched/park.go", Test: "TestPreemptedGoesBehindAll",
		Old: "if why == kind.ByStop {\n\t\tmp.P.runqput",
		New: "if why == kind.ByStop || why == kind.ByPreempt {\n\t\tmp.P.runqput",
	},
	{
		Name: "the stopped go to the global queue", File: "core/sched/park.go", Test: "TestStopKeepsGoroutinesOnTheirPs",
		Old: "if why == kind.ByStop {\n\t\tmp.P.runqput",
		New: "if false {\n\t\tmp.P.runqput",
	},
	{
		Name: "goyield puts into runnext", File: "core/sched/park.go", Test: "TestGoyieldGoesBehindTheRing",
		Old: "mp.P.runqput(gp, false, kind.ByYield)",
		New: "mp.P.runqput(gp, true, kind.ByYield)",
	},
	{
		Name: "the woken go behind the others", File: "core/sched/park.go", Test: "TestReadyRunsNext",
		Old: "func Goready(gp *G) { ready(gp, true) }",
		New: "func Goready(gp *G) { ready(gp, false) }",
	},
	{
		Name: "unlockf's no begins a new slice", File: "core/sched/park.go", Test: "TestUnlockfThatSaysNoInherits",
		Old: "mp.execute(gp, true)",
		New: "mp.execute(gp, false)",
	},

	// Time slices.
	{
		Name: "schedtick counts every dispatch", File: "core/sched/schedule.go", Test: "TestInheritedSlice",
		Old: "if !inherit {\n\t\ttick, n = tick+1, 0",
		New: "if true {\n\t\ttick, n = tick+1, 0",
	},
	{
		Name: "each dispatch begins a slice", File: "core/sched/schedule.go", Test: "TestPairSharesOneSlice",
		Old: "\tmp.execute(gp, inherit)\n\tif policy",
		New: "\tmp.execute(gp, false)\n\tif policy",
	},

	// Goroutines.
	{
		Name: "ids from one counter", File: "core/sched/proc.go", Test: "TestIdsComeInBatchesOf16",
		Old: "const goidBatch = 16",
		New: "const goidBatch = 1",
	},
	{
		Name: "dead Gs are forgotten", File: "core/sched/proc.go", Test: "TestDeadGsAreUsedAgain",
		Old: "gp := pp.gfget()\n",
		New: "var gp *G\n",
	},
	{
		Name: "a P keeps all dead Gs", File: "core/sched/proc.go", Test: "TestPKeepsFewDeadGs",
		Old: "if pp.nGfree < 64 {",
		New: "if true {",
	},
	{
		Name: "go of nil", File: "core/sched/proc.go", Test: "TestGoOfNilFunc",
		Old: "if fn == nil {\n\t\tfatal",
		New: "if false {\n\t\tfatal",
	},

	// Waking and searching.
	{
		Name: "go wakes nobody", File: "core/sched/proc.go", Test: "TestSearchersWakeEachOther",
		Old: "if sched.mainStarted {\n\t\twakep()\n\t}",
		New: "",
	},
	{
		Name: "ready wakes nobody", File: "core/sched/park.go", Test: "TestReadyWakesASearcher",
		Old: "mp.P.runqput(gp, next, why)\n\twakep()",
		New: "mp.P.runqput(gp, next, why)",
	},
	{
		Name: "Gosched wakes nobody", File: "core/sched/park.go", Test: "TestWorkIsConserved",
		Old: "\t\tUnlock(&sched.lock)\n\t}\n\twakep()\n",
		New: "\t\tUnlock(&sched.lock)\n\t}\n",
	},
	{
		Name: "resetspinning wakes nobody", File: "core/sched/wake.go", Test: "TestSearchersWakeEachOther",
		Old: "mp.stopSpinning(kind.ByFound)\n\twakep()",
		New: "mp.stopSpinning(kind.ByFound)",
	},
	{
		Name: "wakep forgets to take itself back", File: "core/sched/wake.go", Test: "TestWorkIsConserved",
		Old: "if sched.nmspinning.Add(-1) < 0 {\n\t\t\tthrow(\"wakep: negative nmspinning\")\n\t\t}\n\t\treturn",
		New: "return",
	},
	{
		Name: "all may search", File: "core/sched/find.go", Test: "TestAtMostHalfSearch",
		Old: "if !mp.spinning && 2*sched.nmspinning.Load() >= gomaxprocs.Load()-sched.npidle.Load() {",
		New: "if false {",
	},
	{
		Name: "no last look before an M sleeps", File: "core/sched/find.go", Test: "TestNoWakeupIsLost",
		Old: "if gp, found := mp.recheck(n); found {\n\t\t\treturn gp, false, again\n\t\t}",
		New: "_ = n",
	},
	{
		Name: "idle Ps first in first out", File: "core/sched/wake.go", Test: "TestIdleListsAreLastInFirstOut",
		Old: "pp.link = sched.pidle\n\tsched.pidle = pp",
		New: "pp.link = nil\n\tat := &sched.pidle\n\tfor *at != nil {\n\t\tat = &(*at).link\n\t}\n\t*at = pp",
	},
	{
		Name: "always a new thread", File: "core/sched/wake.go", Test: "TestIdleMsAreUsedAgain",
		Old: "nmp := mget()\n\tif nmp == nil {\n\t\tid := sched.mnext",
		New: "nmp := (*M)(nil)\n\tif nmp == nil {\n\t\tid := sched.mnext",
	},
	{
		Name: "nobody looks for a deadlock", File: "core/sched/wake.go", Test: "TestDeadlock",
		Old: "\tcheckdead()\n",
		New: "",
	},

	// Timers.
	{
		Name: "own timers are not looked at", File: "core/sched/find.go", Test: "TestSleepersWakeByDeadline",
		Old: "now, until, _ = pp.timers.check(0)",
		New: "until = pp.timers.wakeTime()",
	},
	{
		Name: "a late ticker catches up", File: "core/sched/timer.go", Test: "TestMissedTicksAreSkipped",
		Old: "t.When = NextTick(t.When, t.Period, now-t.When)",
		New: "t.When += t.Period",
	},
	{
		Name: "the heap is not kept in order", File: "core/sched/timer.go", Test: "TestSleepersThatExpireTogether",
		Old: "if parent.When <= t.When {",
		New: "if true {",
	},
	{
		Name: "a new earliest timer wakes nobody", File: "core/sched/timer.go", Test: "TestEarlierTimerEndsThePoll",
		Old: "\tif old == 0 || when < old {\n\t\ttimersEarlier(ts, when)\n\t}\n",
		New: "\t_ = old\n",
	},
	{
		Name: "a channel's timer is in a heap from its start", File: "core/rt/timer.go", Test: "TestPendingTimerAndDeadlock",
		Old: "\tif t.ch == nil || t.blocked > 0 {\n\t\tt.heap()\n\t}\n",
		New: "\tt.heap()\n",
	},
	{
		Name: "a channel's timer stays in the heap", File: "core/rt/timer.go", Test: "TestPendingTimerAndDeadlock",
		Old: "\tif t.blocked == 0 {\n\t\tt.unheap()\n\t}\n",
		New: "",
	},
	{
		Name: "who looks at a timer's channel does not fire it", File: "core/rt/timer.go", Test: "TestTimers",
		Old: "due := t.armed && !t.heaped && t.when <= now",
		New: "due := false",
	},
	{
		Name: "Stop leaves the value in the channel", File: "core/rt/timer.go", Test: "TestTimers",
		Old: "if t.ch != nil && drainTimer(t.ch) {",
		New: "if false {",
	},
	{
		Name: "Sleep(0) parks", File: "core/sched/timer.go", Test: "TestSleepOfNothingDoesNotYield",
		Old: "if ns <= 0 {\n\t\treturn",
		New: "if false {\n\t\treturn",
	},

	// sysmon.
	{
		Name: "100 ms on a P", File: "core/sched/sysmon.go", Test: "TestPreemptionAfter10ms",
		Old: "forcePreemptNS = 10_000_000",
		New: "forcePreemptNS = 100_000_000",
	},
	{
		Name: "sysmon does not see a new slice", File: "core/sched/sysmon.go", Test: "TestShortSlicesAreNotPreempted",
		Old: "if tick := pp.schedtick.get(); tick != s.tick {",
		New: "if tick := pp.schedtick.get(); s.when == 0 {",
	},
	{
		Name: "sysmon never slows down", File: "core/sched/sysmon.go", Test: "TestSysmonBacksOff",
		Old: "} else if s.idle > 50 {",
		New: "} else if false {",
	},
	{
		Name: "sysmon never sleeps deeply", File: "core/sched/sysmon.go", Test: "TestSysmonSleepsDeeplyWhileAllIdle",
		Old: "if wake > now {",
		New: "if false {",
	},

	{
		Name: "nobody forces a collection", File: "core/sched/sysmon.go", Test: "TestForcedGC",
		Old: "\tsysmonForceGC(now)\n",
		New: "",
	},
	{
		Name: "the helper is woken once", File: "core/sched/forcegc.go", Test: "TestForcedGC",
		Old: "\tforcegc.idle = true\n",
		New: "",
	},
	{
		Name: "a collection is late though there was none", File: "core/sched/forcegc.go", Test: "TestNoForcedGCBeforeTheFirst",
		Old: "return last != 0 && now-last",
		New: "return now-last",
	},
	{
		Name: "a collection is forced with GOGC=off", File: "core/sched/forcegc.go", Test: "TestNoForcedGCWithGOGCOff",
		Old: " && gcpercent() >= 0",
		New: "",
	},
	{
		Name: "the helper counts as one that waits", File: "core/sched/deadlock.go", Test: "TestForcedGCHidesNoDeadlock",
		Old: "if gp.system != notSystem {",
		New: "if gp.system != notSystem && gp.system != forceGC {",
	},

	// Making many runnable at once.
	{
		Name: "what is injected stays on the P", File: "core/sched/inject.go", Test: "TestInjectWithP",
		Old: "share = min(share, sched.npidle.Load())",
		New: "share = 0",
	},
	{
		Name: "no M is started for what is injected", File: "core/sched/inject.go", Test: "TestInjectWithP",
		Old: "\t\tstartIdle(share, why)\n",
		New: "",
	},
	{
		Name: "what is injected and does not fit is forgotten", File: "core/sched/inject.go", Test: "TestInjectWithP",
		Old: "\tinjectGlobal(list, list.size, why)",
		New: "\tinjectGlobal(list, 0, why)",
	},
	{
		Name: "who has no P injects as many as there are idle Ps", File: "core/sched/inject.go", Test: "TestInjectWithoutP",
		Old: "if pp != nil {\n\t\tshare",
		New: "if true {\n\t\tshare",
	},
	{
		Name: "a batch does not fill the ring", File: "core/sched/inject.go", Test: "TestBatchFillsTheRing",
		Old: "t-h < uint32(len(pp.runq))",
		New: "t-h < uint32(len(pp.runq))-1",
	},
	{
		Name: "runqdrain leaves runnext", File: "core/sched/runq.go", Test: "TestDrainTakesAllRunnextFirst",
		Old: "if next := pp.runnext.Load(); next != nil && pp.swapNext(next, nil) {",
		New: "if next := pp.runnext.Load(); next != nil && false {",
	},

	// Stopping the world.
	{
		Name: "the stopper does not wait", File: "core/sched/stw.go", Test: "TestStopWaitsForAll",
		Old: "if left > 0 {",
		New: "if left > 1000 {",
	},
	{
		Name: "a stopped searcher still counts", File: "core/sched/stw.go", Test: "TestWorkIsConserved",
		Old: "if mp.spinning {\n\t\tmp.stopSpinning(kind.BySTW)\n\t}",
		New: "",
	},
	{
		Name: "Ps with work are not started again", File: "core/sched/stw.go", Test: "TestStoppedPsGoOn",
		Old: "pp != mp.P && !pp.runqempty() {",
		New: "false {",
	},
	{
		Name: "what a P leaves goes to the tail", File: "core/sched/stw.go", Test: "TestDestroyedPGivesItsWorkToTheHead",
		Old: "emitGo(kind.RunqDrainTail, kind.ByResize, pp, 0, gp, uint64(t), 0)\n\t\tglobrunqputhead(",
		New: "emitGo(kind.RunqDrainTail, kind.ByResize, pp, 0, gp, uint64(t), 0)\n\t\tglobrunqput(",
	},

	// forEachP.
	{
		Name: "idle Ps are not asked", File: "core/sched/safepoint.go", Test: "TestForEachPAsksAtOnce",
		Old: "\t\tpp.safePointLocked()\n",
		New: "",
	},
	{
		Name: "who looks for work does not do its part", File: "core/sched/find.go", Test: "TestForEachPAsksEveryKindOfP",
		Old: "if relaxed(&mp.P.runSafePointFn) != 0 {",
		New: "if false {",
	},
	{
		Name: "running goroutines are not asked to stop for forEachP", File: "core/sched/safepoint.go", Test: "TestForEachPAsksAtOnce",
		Old: "\tpreemptall()\n\tfor pp := sched.pidle",
		New: "\tfor pp := sched.pidle",
	},
	{
		Name: "forEachP does not wait", File: "core/sched/safepoint.go", Test: "TestForEachPAsksEveryKindOfP",
		Old: "if left > 0 {",
		New: "if left > 1000 {",
	},
	{
		Name: "Ps in calls are not taken for forEachP", File: "core/sched/safepoint.go", Test: "TestForEachPAsksAtOnce",
		Old: "if pp.runSafePointFn.Load() == 0 || !pp.blockOnExitSyscall() {",
		New: "if true {",
	},
	{
		Name: "who enters a call does not do its part", File: "core/sched/syscall.go", Test: "TestCallDoesItsPartFirst",
		Old: "if pp.runSafePointFn.Load() != 0 {",
		New: "if false {",
	},
	{
		Name: "handoffp does not do the part of a P", File: "core/sched/wake.go", Test: "TestHandoffDoesItsPart",
		Old: "\tpp.safePointLocked()\n",
		New: "",
	},
	{
		Name: "marking ends though a P had something", File: "core/sched/gc.go", Test: "TestMarkingGoesOnIfAPHadSomething",
		Old: "if c.flushed.Load() == 0 && c.busy",
		New: "if c.busy",
	},

	// System calls.
	{
		Name: "a P is taken at the first visit", File: "core/sched/sysmon.go", Test: "TestCallWithinOneVisit",
		Old: "case !long && tick != s.syscalltick:",
		New: "case false:",
	},
	{
		Name: "a P that nobody needs is taken", File: "core/sched/sysmon.go", Test: "TestNobodyNeedsTheP",
		Old: "case pp.runqempty() && sched.nmspinning.Load()+sched.npidle.Load() > 0 && s.syscallwhen+forcePreemptNS > now:",
		New: "case false:",
	},
	{
		Name: "each call gives its P away", File: "core/sched/syscall.go", Test: "TestShortCallKeepsItsP",
		Old: "\tmp.ring.publish() // the world may stop without us from here on\n\tpp.incall.Store(mp.callWord())",
		New: "\tpp.incall.Store(mp.callWord())\n\tpp.blockOnExitSyscall()\n\tpp.takeP(kind.ByRetake)\n\tpp.resume()\n\thandoffp(pp, kind.ByRetake)",
	},
	{
		Name: "a call known to block keeps its P", File: "core/sched/syscall.go", Test: "TestCallKnownToBlock",
		Old: "func SyscallBlock(ns int64) {\n\tGetm().callFor = ns\n\tfreeze(whySyscallBlock)",
		New: "func SyscallBlock(ns int64) {\n\tGetm().callFor = ns\n\tfreeze(whySyscall)",
	},
	{
		Name: "the old P is not taken back", File: "core/sched/syscall.go", Test: "TestOldPIsTakenBackFromAnotherCall",
		Old: "if oldp != nil && oldp.blockOnExitSyscall() {",
		New: "if false {",
	},
	{
		Name: "back without a P goes to the head", File: "core/sched/syscall.go", Test: "TestBackWithoutPGoesToTheTail",
		Old: "globrunqput(gp, kind.BySyscall)",
		New: "globrunqputhead(gp, kind.BySyscall)",
	},
	{
		Name: "a P taken from a call is left alone", File: "core/sched/sysmon.go", Test: "TestEachBlockedCallNeedsAThread",
		Old: "handoffp(pp, kind.ByRetake)",
		New: "Lock(&sched.lock)\n\t\t\tpidleput(pp, kind.ByHandoff)\n\t\t\tUnlock(&sched.lock)",
	},

	// Locked threads.
	{
		Name: "a wired G runs on any M", File: "core/sched/schedule.go", Test: "TestWiredRunsOnItsMOnly",
		Old: "if gp.Lockedm != nil {\n\t\treturn mp.startlockedm(gp)\n\t}",
		New: "",
	},
	{
		Name: "a thread outlives its wired G", File: "core/sched/proc.go", Test: "TestThreadEndsWithItsWiredGoroutine",
		Old: "\t\tmp.todo = doNothing // the thread ends with it\n",
		New: "",
	},
	{
		Name: "as many threads as one likes", File: "core/sched/lockosthread.go", Test: "TestThreadLimit",
		Old: "\tif tooMany {",
		New: "\tif tooMany && limit < 0 {",
	},
	{
		Name: "runnext counts as queued", File: "core/sched/schedtrace.go", Test: "TestSchedtraceLines",
		Old: "\treturn pp.runqtail.Load() - h\n",
		New: "\tif pp.runnext.Load() != nil {\n\t\th--\n\t}\n\treturn pp.runqtail.Load() - h\n",
	},
	{
		Name: "sysmon sleeps deeply beside a trace", File: "core/sched/sysmon.go", Test: "TestSchedtraceWhileAllSleep",
		Old: "\tif sched.trace.every == 0 && (",
		New: "\tif sched.trace.every >= 0 && (",
	},
	{
		Name: "who waits for its wired G counts as awake", File: "core/sched/lockosthread.go", Test: "TestWiredDeadlock",
		Old: "incidlelocked(1)\n\treturn sleep",
		New: "return sleep",
	},

	// The network poller.
	{
		Name: "sysmon does not poll", File: "core/sched/sysmon.go", Test: "TestBusyPsAreServedBySysmon",
		Old: "\t\tsysmonPoll(now)\n",
		New: "",
	},
	{
		Name: "the queues are empty, and nobody looks at the network", File: "core/sched/find.go", Test: "TestNewsThatIsThereIsFoundBeforeGoingIdle",
		Old: "\t\tgp = mp.netpollHere()\n",
		New: "",
	},
	{
		Name: "news is in no order", File: "core/sched/netpoll.go", Test: "TestNewsComesInTheOrderOfItsTimes",
		Old: "for i > 0 && news.before(&h[(i-1)/2]) {",
		New: "for false {",
	},
	{
		Name: "the first that was ready runs first", File: "core/sched/netpoll.go", Test: "TestSeveralAreReadyAtOnce",
		Old: "list.push(gp)",
		New: "list.pushBack(gp)",
	},
	{
		Name: "news about a closed descriptor counts", File: "core/sched/netpoll.go", Test: "TestCloseWakesAndVoids",
		Old: "i < to && pd.fdseq == news.fdseq;",
		New: "i < to;",
	},
	{
		Name: "a deadline that was moved counts", File: "core/sched/netpoll.go", Test: "TestOldDeadlineIsVoid",
		Old: "if s.seq == seq>>1 {",
		New: "if true {",
	},
	{
		Name: "a try does not forget that it was ready", File: "core/sched/netpoll.go", Test: "TestReadyIsForgottenByReset",
		Old: "\t\tpd.side[i].ready = false\n\t}\n\tUnlock",
		New: "\t}\n\tUnlock",
	},
	{
		Name: "who starts the world does not poll", File: "core/sched/stw.go", Test: "TestWhoStartsTheWorldPolls",
		Old: "\tinjectglist(netpoll(Nanotime()), kind.ByNet)\n",
		New: "",
	},

	// The collector: its cycle.
	{
		Name: "a full heap begins no cycle", File: "core/sched/gc.go", Test: "TestCycleBeginsWhenTheHeapIsFull",
		Old: "return gcdue() || relaxed",
		New: "return relaxed",
	},
	{
		Name: "runtime.GC begins no cycle", File: "core/sched/gc.go", Test: "TestGCIsAWholeCycle",
		Old: "\t\tc.forced.Store(1)\n\t\tfreeze(whyFuel)",
		New: "\t\treturn\n\t\tfreeze(whyFuel)",
	},
	{
		Name: "runtime.GC does not wait for marking", File: "core/sched/gc.go", Test: "TestGCIsAWholeCycle",
		Old: "\tgcWaitOnMark(n + 1)\n",
		New: "",
	},
	{
		Name: "runtime.GC does not sweep", File: "core/sched/gc.go", Test: "TestGCIsAWholeCycle",
		Old: "gcsweep(sweepTurn) != 0 {",
		New: "false {",
	},
	{
		Name: "runtime.GC takes the cycle under way for its own", File: "core/sched/gc.go", Test: "TestGCWaitsForTheCycleUnderWay",
		Old: "\tgcWaitOnMark(n)\n\tfor c.cycles.Load() == n {",
		New: "\tif c.phase.Load() == gcMark {\n\t\tn--\n\t}\n\tfor c.cycles.Load() == n {",
	},
	{
		Name: "a cycle begins with spans unswept", File: "core/sched/gc.go", Test: "TestACycleBeginsSwept",
		Old: "\tmp.sweepRest()\n",
		New: "",
	},
	{
		Name: "marking begins without a pause", File: "core/sched/gc.go", Test: "TestTwoPauses",
		Old: "\treturn mp.stopBegin(kind.ForSweepTerm, gcStartStopped)",
		New: "\tmp.stopwhy = kind.ForSweepTerm\n\tgcStartStopped(0)\n\treturn true",
	},
	{
		Name: "marking ends without a pause", File: "core/sched/gc.go", Test: "TestTwoPauses",
		Old: "\t\tmp.stopTheWorldWithSema(kind.ForMarkTerm, gcTermStopped)\n\t\treturn",
		New: "\t\tgcTermStopped(0)\n\t\tsched.stopping.Store(0)\n\t\treturn",
	},
	{
		Name: "what was shaded at the last moment is not marked", File: "core/sched/gc.go", Test: "TestMarkingGoesOnIfSomethingWasShaded",
		Old: "done, did := gcend(force)",
		New: "done, did := gcend(true)",
	},
	{
		Name: "some wait for ever for the end of marking", File: "core/sched/gc.go", Test: "TestAllGoOnWhenMarkingEnds",
		Old: "\tmp.readyAll(&waiters)\n",
		New: "\t_ = waiters\n",
	},
	{
		Name: "who is in debt when marking ends waits for ever", File: "core/sched/gc.go", Test: "TestAllGoOnWhenMarkingEnds",
		Old: "\tmp.readyAll(&assists)\n",
		New: "\t_ = assists\n",
	},

	// The collector: workers.
	{
		Name: "a third of the Ps mark", File: "core/sched/gcwork.go", Test: "TestWorkersByNumberOfPs",
		Old: "gcGoal      = 25 ",
		New: "gcGoal      = 33 ",
	},
	{
		Name: "rounding may miss the quarter", File: "core/sched/gcwork.go", Test: "TestWorkersByNumberOfPs",
		Old: "if n*1000 > goal*13 || n*1000 < goal*7 {",
		New: "if false {",
	},
	{
		Name: "a worker after the own queue", File: "core/sched/find.go", Test: "TestWorkerBeforeTheQueues",
		Old: "\tif gp = mp.findRunnableGCWorker(); gp != nil {",
		New: "\tif gp, inherit = pp.runqget(); gp != nil {\n\t\treturn gp, inherit\n\t}\n\tif gp = mp.findRunnableGCWorker(); gp != nil {",
	},
	{
		Name: "who marks wakes nobody", File: "core/sched/find.go", Test: "TestWorkerBeforeTheQueues",
		Old: "\t\twakep() // there may be more to mark\n",
		New: "",
	},
	{
		Name: "a dedicated worker keeps its queue", File: "core/sched/gcwork.go", Test: "TestDedicatedWorkerSendsItsQueueAway",
		Old: "\t\t\tmp.evict()\n",
		New: "",
	},
	{
		Name: "a dedicated worker yields", File: "core/sched/gcwork.go", Test: "TestDedicatedWorkersMarkOnly",
		Old: "\t\t\tmp.evict()\n\t\t}\n\t\treturn false",
		New: "\t\t\tmp.evict()\n\t\t}\n\t\treturn asked",
	},
	{
		Name: "a fractional worker begins above its share", File: "core/sched/gcwork.go", Test: "TestFractionalWorkerWaitsForItsShare",
		Old: "if c.fractional == 0 || above(pp.gcTime, now-c.markStart, c.fractional) {",
		New: "if c.fractional == 0 {",
	},
	{
		Name: "a fractional worker does not stop", File: "core/sched/gcwork.go", Test: "TestFractionalWorkerStops",
		Old: "return asked || above(pp.gcTime+mp.markTime()-pp.gcStarted, all, sched.gc.fractional*fractionMax/10)",
		New: "return asked || all < 0",
	},
	{
		Name: "idle Ps do not mark", File: "core/sched/find.go", Test: "TestIdlePsMark",
		Old: "if gp = mp.findIdleWorker(); gp != nil {",
		New: "if gp = mp.findIdleWorker(); gp != nil && false {",
	},
	{
		Name: "an idle worker does not look for other work", File: "core/sched/gcwork.go", Test: "TestIdleWorkerYieldsToWork",
		Old: "return asked || mp.pollWork()",
		New: "return asked",
	},
	{
		Name: "any number of idle workers", File: "core/sched/gcwork.go", Test: "TestIdleWorkersAreCounted",
		Old: "if n >= c.idleMax.Load() {",
		New: "if false {",
	},
	{
		Name: "the last look does not see what is to mark", File: "core/sched/find.go", Test: "TestLastLookFindsMarking",
		Old: "if pp, gp := mp.checkIdleGCNoP(); pp != nil {",
		New: "if pp, gp := mp.checkIdleGCNoP(); pp != nil && false {",
	},

	// The collector: assists and sweeping.
	{
		Name: "who is in debt goes on", File: "core/sched/schedule.go", Test: "TestAssistThatScansTheLastByteEndsMarking",
		Old: "if (mp.Curg.GCAssist < 0 || mp.Curg.assisting) && !mp.gcAssist() {",
		New: "if false {",
	},
	{
		Name: "an assist scans what it owes", File: "core/sched/gcassist.go", Test: "TestWhoIsInDebtScans",
		Old: "if work < assistLeast {",
		New: "if false {",
	},
	{
		Name: "no assist takes credit", File: "core/sched/gcassist.go", Test: "TestDebtIsPaidFromCredit",
		Old: "if credit := c.credit.Load(); credit > 0 {",
		New: "if credit := c.credit.Load(); credit > 1<<62 {",
	},
	{
		Name: "who cannot pay goes on", File: "core/sched/gcassist.go", Test: "TestWhoCannotPayWaits",
		Old: "if c.phase.Load() != gcMark || c.credit.Load() > 0 {",
		New: "if true {",
	},
	{
		Name: "workers keep what they scan for later", File: "core/sched/gcassist.go", Test: "TestWhoCannotPayWaits",
		Old: "if c.assists.size == 0 {",
		New: "if true {",
	},
	{
		Name: "who has paid runs next", File: "core/sched/gc.go", Test: "TestWhoCannotPayWaits",
		Old: "mp.P.runqput(gp, false, kind.ByGC)\n\t}",
		New: "mp.P.runqput(gp, true, kind.ByGC)\n\t}",
	},
	{
		Name: "an assist that scans the last object does not end marking", File: "core/sched/gcassist.go", Test: "TestAssistThatScansTheLastByteEndsMarking",
		Old: "\t\tmp.gcMarkDone() // it may have",
		New: "\t\t// it may have",
	},
	{
		Name: "an assist ends when the debt is paid", File: "core/sched/schedule.go", Test: "TestAnAssistIsDoneToItsEnd",
		Old: "(mp.Curg.GCAssist < 0 || mp.Curg.assisting)",
		New: "mp.Curg.GCAssist < 0",
	},
	{
		Name: "who ends takes its credit along", File: "core/sched/proc.go", Test: "TestWhoEndsLeavesItsCredit",
		Old: "\tif gp.GCAssist > 0 {\n\t\tmp.leaveCredit(gp)\n\t}\n",
		New: "",
	},
	{
		Name: "nobody sweeps", File: "core/sched/gc.go", Test: "TestSweeperSweepsInTheBackground",
		Old: "\tmp.wakeSweeper()\n",
		New: "",
	},
	{
		Name: "the sweeper sweeps all at once", File: "core/sched/gcsweep.go", Test: "TestSweeperYields",
		Old: "if mp.P.preempt.get() != 0 || sched.npidle.Load() == 0 {",
		New: "if mp.P.preempt.get() != 0 {",
	},
	{
		Name: "the barrier does not shade", File: "core/rt/barrier.go", Test: "TestBarrierKeepsWhatMoves",
		Old: "\t\tw := gcwof()\n\t\tw.markWord(a)\n\t\tgcwdone(w)",
		New: "\t\t_ = a",
	},

	// A P without M (handoffp).
	{
		Name: "handoffp overlooks the own queue", File: "core/sched/wake.go", Test: "TestHandoff",
		Old: "if !pp.runqempty() || globWork() ||",
		New: "if globWork() ||",
	},
	{
		Name: "handoffp overlooks the global queue", File: "core/sched/wake.go", Test: "TestHandoff",
		Old: "\temitP(kind.Handoff, why, pp, 0, 0)\n",
		New: "\temitP(kind.Handoff, why, pp, 0, 0)\n\tif sched.qsize.get() != 0 && pp.runqempty() {\n\t\tLock(&sched.lock)\n\t\tpidleput(pp, kind.ByHandoff)\n\t\tUnlock(&sched.lock)\n\t\treturn\n\t}\n",
	},
	{
		Name: "handoffp overlooks what is to mark", File: "core/sched/wake.go", Test: "TestHandoff",
		Old: " || sched.gc.phase.Load() == gcMark && gcready(pp) {",
		New: " {",
	},
	{
		Name: "handoffp starts no searcher", File: "core/sched/wake.go", Test: "TestHandoff",
		Old: "if sched.nmspinning.Load()+sched.npidle.Load() == 0 && ",
		New: "if false && ",
	},
	{
		Name: "handoffp keeps the P from the stopper", File: "core/sched/wake.go", Test: "TestHandoff",
		Old: "if sched.gcwaiting.Load() != 0 {\n\t\tstopP",
		New: "if false {\n\t\tstopP",
	},
	{
		Name: "the last P goes idle, and nobody polls", File: "core/sched/wake.go", Test: "TestHandoff",
		Old: "sched.npidle.Load() == gomaxprocs.Load()-1 && sched.lastpoll.Load() != 0 {",
		New: "false {",
	},
	{
		Name: "the last P gets an M though somebody polls", File: "core/sched/wake.go", Test: "TestHandoff",
		Old: "gomaxprocs.Load()-1 && sched.lastpoll.Load() != 0 {",
		New: "gomaxprocs.Load()-1 {",
	},
	{
		Name: "the timers of an idle P wake nobody", File: "core/sched/wake.go", Test: "TestHandoff",
		Old: "\t\twakeNetPoller(when)\n\t}\n}\n\n// resetspinning",
		New: "\t\t_ = when\n\t}\n}\n\n// resetspinning",
	},
	{
		Name: "any timer ends the poller's sleep", File: "core/sched/find.go", Test: "TestHandoff",
		Old: "at == 0 || at > when {\n\t\t\tsched",
		New: "at >= 0 {\n\t\t\tsched",
	},

	// Waking and searching: more.
	{
		Name: "wakep wakes one each time", File: "core/sched/wake.go", Test: "TestOneSearcherAtATime",
		Old: "if sched.nmspinning.Load() != 0 || sched.needspinning.Load() != 0 && sched.npidle.Load() == 0 {\n\t\treturn\n\t}\n\tif !sched.nmspinning.CompareAndSwap(0, 1) {\n\t\treturn\n\t}",
		New: "sched.nmspinning.Add(1)",
	},
	{
		Name: "nobody says that a searcher is wanted", File: "core/sched/wake.go", Test: "TestWhoWantsASearcherSaysSo",
		Old: "if pp == nil && policy.needspin == knob.On {",
		New: "if false {",
	},
	{
		Name: "a searcher is wanted for ever", File: "core/sched/find.go", Test: "TestWhoWantsASearcherSaysSo",
		Old: "\tsched.needspinning.Store(0)\n\temit(kind.SpinBegin",
		New: "\temit(kind.SpinBegin",
	},
	{
		Name: "searchers do not see that the world stops", File: "core/sched/steal.go", Test: "TestSearchersStopForTheWorld",
		Old: "if sched.gcwaiting.Load() != 0 {",
		New: "if false {",
	},
	{
		Name: "the last look does not see timers", File: "core/sched/find.go", Test: "TestLastLookFindsTimers",
		Old: "mp.stealing.pollUntil = earlier(mp.stealing.pollUntil, allp[i].timers.wakeTime())",
		New: "_ = i",
	},
	{
		Name: "several poll", File: "core/sched/find.go", Test: "TestOnePollerOnly",
		Old: "sched.lastpoll.Swap(0) != 0 {",
		New: "sched.lastpoll.Swap(0) >= 0 {",
	},
	{
		Name: "the poller sleeps over an earlier timer", File: "core/sched/find.go", Test: "TestOnePollerOnly",
		Old: "at == 0 || at > until {",
		New: "false && at > until {",
	},

	// System calls: more.
	{
		Name: "who enters a call lets the stopper wait", File: "core/sched/syscall.go", Test: "TestCallGivesThePToTheStopper",
		Old: "if sched.gcwaiting.Load() != 0 && pp.blockOnExitSyscall() {",
		New: "if false && pp.blockOnExitSyscall() {",
	},
	{
		Name: "the stopper waits for the end of calls", File: "core/sched/stw.go", Test: "TestStopperTakesPsFromCalls",
		Old: "\tsched.idlepMask.Store(0)\n\tstopSyscalls()\n",
		New: "\tsched.idlepMask.Store(0)\n",
	},
	{
		Name: "idle Ps are not stopped", File: "core/sched/stw.go", Test: "TestStopperTakesPsFromCalls",
		Old: "for pp := sched.pidle; pp != nil; pp = sched.pidle {",
		New: "for pp := sched.pidle; pp == nil && pp != nil; pp = sched.pidle {",
	},
	{
		Name: "who enters a call lets sysmon sleep", File: "core/sched/syscall.go", Test: "TestCallWakesSysmon",
		Old: "if sched.sysmonwait.Load() != 0 {\n\t\tLock",
		New: "if false {\n\t\tLock",
	},
	{
		Name: "who comes back takes no idle P", File: "core/sched/syscall.go", Test: "TestBackTakesAnIdleP",
		Old: "if sched.npidle.Load() == 0 {\n\t\treturn false",
		New: "if true {\n\t\treturn false",
	},
	{
		Name: "who comes back lets sysmon sleep", File: "core/sched/syscall.go", Test: "TestBackTakesAnIdleP",
		Old: "\tif pp != nil {\n\t\twakeSysmon()\n\t}",
		New: "",
	},
	{
		Name: "calls that end are not counted", File: "core/sched/syscall.go", Test: "TestEachCallCounts",
		Old: "\tmp.P.syscalltick.set(mp.P.syscalltick.get() + 1)\n\treturn true",
		New: "\treturn true",
	},
	{
		Name: "calls that lose their P are not counted", File: "core/sched/syscall.go", Test: "TestEachCallCounts",
		Old: "\tpp.syscalltick.set(pp.syscalltick.get() + 1)\n\tsched.nGsyscallNoP.Add(1)\n}",
		New: "\tsched.nGsyscallNoP.Add(1)\n}",
	},

	// The world and GOMAXPROCS: more.
	{
		Name: "who starts the world lets sysmon sleep", File: "core/sched/stw.go", Test: "TestStartTheWorldWakesSysmon",
		Old: "\tsched.stopping.Store(0)\n\twakeSysmon()\n",
		New: "\tsched.stopping.Store(0)\n",
	},
	{
		Name: "a P gets any idle M", File: "core/sched/stw.go", Test: "TestStartTheWorldWakesSysmon",
		Old: "nmp := mgetSpecific(pp.oldm)",
		New: "nmp := (*M)(nil)",
	},
	{
		Name: "the lowest idle P is first", File: "core/sched/stw.go", Test: "TestHighestIdlePIsFirst",
		Old: "for i := int32(0); i < n; i++ {\n\t\tif pp := allp[i]; pp != mp.P && pp.runqempty() {",
		New: "for i := n - 1; i >= 0; i-- {\n\t\tif pp := allp[i]; pp != mp.P && pp.runqempty() {",
	},
	{
		Name: "timers go away with their P", File: "core/sched/stw.go", Test: "TestTimersOfADestroyedPMove",
		Old: "\t\tmp.P.timers.take(&pp.timers)\n",
		New: "",
	},

	// Other rules.
	{
		Name: "a P fetches one dead G", File: "core/sched/proc.go", Test: "TestPFetchesDeadGs",
		Old: "for pp.nGfree < 32 && ",
		New: "for pp.nGfree < 1 && ",
	},
	{
		Name: "the runtime's goroutines are counted", File: "core/sched/gcwork.go", Test: "TestSystemGoroutinesAreNotCounted",
		Old: "\tallgadd(gp)\n",
		New: "\tallgadd(gp)\n\tmp.P.created.set(mp.P.created.get() + 1)\n",
	},
	{
		Name: "it is a deadlock though an M is awake", File: "core/sched/deadlock.go", Test: "TestAsleepWithATimerIsNoDeadlock",
		Old: "if sched.mcount-sched.nmidle-sched.nmidlelocked > 0 {",
		New: "if false {",
	},
	{
		Name: "it is a deadlock though a timer is set", File: "core/sched/deadlock.go", Test: "TestAsleepWithATimerIsNoDeadlock",
		Old: "if allp[i].timers.wakeTime() != 0 {",
		New: "if false {",
	},
	{
		Name: "nobody there is a deadlock like any other", File: "core/sched/deadlock.go", Test: "TestAsleepWithATimerIsNoDeadlock",
		Old: "if waiting == 0 {",
		New: "if false {",
	},
	{
		Name: "who can run may be overlooked", File: "core/sched/deadlock.go", Test: "TestAsleepWithATimerIsNoDeadlock",
		Old: "\t\t\tthrow(\"checkdead: runnable g\")\n",
		New: "",
	},
	{
		Name: "one unlock is enough", File: "core/sched/lockosthread.go", Test: "TestLocksNest",
		Old: "if mp.lockedInt != 0 || mp.lockedExt != 0 || policy",
		New: "if mp.lockedInt != 0 || policy",
	},
	{
		Name: "a wired M makes threads itself", File: "core/sched/lockosthread.go", Test: "TestWiredThreadsAreMadeByTheTemplate",
		Old: "if me.lockedExt == 0 {",
		New: "if true {",
	},
	{
		Name: "sysmon sleeps for more than a minute", File: "core/sched/sysmon.go", Test: "TestForcedGC",
		Old: "sysmonDeep     = forcegcperiod / 2",
		New: "sysmonDeep     = forcegcperiod * 100",
	},
	{
		Name: "sysmon's pauses grow without end", File: "core/sched/sysmon.go", Test: "TestSysmonBacksOff",
		Old: "if delay > sysmonMax {",
		New: "if false {",
	},
	{
		Name: "what is allocated during marking is not marked", File: "core/rt/heap.go", Test: "TestBarrierKeepsWhatMoves",
		Old: "\t\torbits(&s.mark[s.word], free) // before marking can see that they are allocated\n",
		New: "",
	},

	// Marking while goroutines run: core/rt/gchammer_test.go.
	{
		Name: "what is overwritten during marking is lost", File: "core/rt/barrier.go", Test: "TestMarkingHammer",
		Old: "\t\tw := gcwof()\n\t\tw.markWord(a)\n\t\tgcwdone(w)",
		New: "\t\t_ = a",
	},
	{
		Name: "a mark bit is set without regard to others", File: "core/rt/mark.go", Test: "TestMarkingHammer",
		Old: "ldbits(&s.mark[i>>6])&bit != 0 || orbits(&s.mark[i>>6], bit)&bit != 0 {\n\t\treturn\n\t}\n",
		New: "ldbits(&s.mark[i>>6])&bit != 0 {\n\t\treturn\n\t}\n\tif old := ldbits(&s.mark[i>>6]); true {\n\t\tfor range 3000 {\n\t\t\tstateOf(s)\n\t\t}\n\t\tstbits(&s.mark[i>>6], old|bit)\n\t}\n",
	},
	{
		Name: "an object that is made during marking is white", File: "core/rt/heap.go", Test: "TestMarkingHammer",
		Old: "\t\torbits(&s.mark[s.word], free) // before marking can see that they are allocated\n",
		New: "",
	},
}

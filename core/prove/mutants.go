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
		Old: "if last && !s.paused && victim.timers.wakeTime() != 0 {",
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
		Old: "if !inherit {\n\t\tmp.P.schedtick",
		New: "if true {\n\t\tmp.P.schedtick",
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
		Old: "mp.stealing.now, mp.stealing.pollUntil, _ = pp.timers.check(0)",
		New: "mp.stealing.pollUntil = pp.timers.wakeTime()",
	},
	{
		Name: "a late ticker catches up", File: "core/sched/timer.go", Test: "TestMissedTicksAreSkipped",
		Old: "t.When += t.Period * (1 + (now-t.When)/t.Period)",
		New: "t.When += t.Period",
	},
	{
		Name: "the heap is not kept in order", File: "core/sched/timer.go", Test: "TestSleepersThatExpireTogether",
		Old: "if parent.When <= t.When {",
		New: "if true {",
	},
	{
		Name: "a new earliest timer wakes nobody", File: "core/sched/timer.go", Test: "TestEarlierTimerEndsThePoll",
		Old: "\tif old == 0 || when < old {\n\t\twakeNetPoller(when)\n\t}\n",
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
		Old: "due := t.armed && !t.heaped && t.when <= sched.Nanotime()",
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
}

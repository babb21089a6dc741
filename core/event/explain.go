// This file says in words what a record means: the line above the stage.
//
// Relies on: the state before the record, for how many there were to choose from. The
// TypeScript twin says the same; both are tested against testdata/events.json.
package event

import (
	"fmt"
	"strings"
	"time"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/core/sched/knob"
)

// Words explain one record.
type Words struct {
	Headline string `json:"headline"` // what happened
	Detail   string `json:"detail"`   // why so, and what comes of it; may be empty
	Rule     string `json:"rule"`     // the function of Go's scheduler that says so
}

// Explain puts r into words. before is the state without r.
func Explain(r Record, before *State) Words {
	e := explainer{r, before}
	switch {
	case r.Kind < 16:
		return e.run()
	case r.Kind < 32:
		return e.goroutine()
	case r.Kind < 48:
		return e.queue()
	case r.Kind < 64:
		return e.machine()
	case r.Kind < 80:
		return e.rest()
	}
	return e.syscall()
}

type explainer struct {
	Record
	st *State
}

func say(rule, headline string, detail ...string) Words {
	return Words{headline, strings.Join(detail, " "), rule}
}

func (e *explainer) g() string { return gname(e.G) }
func (e *explainer) p() string { return pname(e.P) }
func (e *explainer) m() string { return mname(e.M) }

func gname(id uint64) string { return fmt.Sprintf("G%d", id) }

func pname(id uint16) string {
	if id == NoP {
		return "no P"
	}
	return fmt.Sprintf("P%d", id)
}

func mname(id uint16) string {
	switch id {
	case SysmonM:
		return "sysmon"
	case NoM:
		return "no M"
	}
	return fmt.Sprintf("M%d", id)
}

// line is the line of a pos, in words, with a blank before it.
func line(pos uint64) string {
	if n := pos & (1<<20 - 1); n != 0 {
		return fmt.Sprintf(" in line %d", n)
	}
	return ""
}

// count is "1 goroutine", "2 goroutines".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// span is a time that a person can read.
func span(ns uint64) string {
	switch {
	case ns < 1000:
		return fmt.Sprintf("%d ns", ns)
	case ns < 1e6:
		return trim(float64(ns)/1e3) + " µs"
	case ns < 1e9:
		return trim(float64(ns)/1e6) + " ms"
	}
	return trim(float64(ns)/1e9) + " s"
}

func trim(x float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
}

func (e *explainer) run() Words {
	switch e.Kind {
	case kind.Begin:
		return say("schedinit", "The program begins.", fmt.Sprintf("It may use %s.", count(int(e.A), "P")))
	case kind.ProcsChange:
		return say("procresize", fmt.Sprintf("GOMAXPROCS is %d now.", e.A))
	case kind.Exit:
		return say("exit", fmt.Sprintf("The program ends with exit code %d.", e.A), "Goroutines that still run or wait end with it.")
	case kind.Deadlock:
		return say("checkdead", "All goroutines are asleep: deadlock.",
			fmt.Sprintf("Waiting: %s. No timer is pending, so nobody can ever wake them.", count(int(e.A), "goroutine")))
	case kind.Until:
		return say("", "The run ends here: this much time was asked for.", "The program could have gone on.")
	case kind.Output:
		return say("write", fmt.Sprintf("%s writes %s.", e.g(), count(int(e.A), "byte")))
	case kind.Setting:
		return setting(policy.Setting{Knob: knob.ID(e.N), Value: int64(e.A)})
	}
	return e.unknown()
}

// setting explains a knob: a switch of the scheduler, or what something takes.
func setting(set policy.Setting) Words {
	for _, c := range policy.Costs {
		if c.Knob == set.Knob {
			return takesSo(c.Name, time.Duration(set.Value).String(), c.For)
		}
	}
	for _, io := range policy.IOs {
		if io.Knob == set.Knob && !io.Share {
			return takesSo(io.Name, time.Duration(set.Value).String(), io.For)
		}
	}
	return say("", fmt.Sprintf("Not as in Go 1.26: %s.", set), means(set))
}

func takesSo(name, value, does string) Words {
	return say("", fmt.Sprintf("Other than usual: %s=%s.", name, value), fmt.Sprintf("So long it takes: %s.", does))
}

// means says what a switch that is set so does.
func means(set policy.Setting) string {
	for _, s := range policy.Switches {
		if s.Knob == set.Knob && 0 <= set.Value && set.Value < int64(len(s.Values)) {
			return strings.TrimSuffix(s.About, ".") + ": " + s.Values[set.Value].Means + "."
		}
	}
	return ""
}

func (e *explainer) goroutine() Words {
	switch e.Kind {
	case kind.GoCreate:
		if e.A == 0 {
			return say("newproc", fmt.Sprintf("%s is created.", e.g()))
		}
		return say("newproc", fmt.Sprintf("%s creates %s%s.", gname(e.A), e.g(), line(e.B)), "It goes on itself; the new one has to wait for its turn.")
	case kind.GoStart:
		return e.start()
	case kind.GoPark:
		return e.park()
	case kind.GoReady:
		return e.ready()
	case kind.GoStop:
		return e.stop()
	case kind.GoExit:
		if e.st.knob(knob.Threads) == knob.ThreadsOwn {
			return say("goexit0", fmt.Sprintf("%s is done.", e.g()), fmt.Sprintf("%s was its own thread, and ends with it.", e.m()))
		}
		return say("goexit0", fmt.Sprintf("%s is done.", e.g()), fmt.Sprintf("%s on %s looks for the next one.", e.m(), e.p()))
	case kind.GoLine:
		return say("", fmt.Sprintf("%s is%s now.", e.g(), line(e.B)))
	case kind.GoWire:
		until := "."
		if e.st.settings[knob.Threads] == knob.ThreadsPool {
			until = " until it ends."
		}
		return say("LockOSThread", fmt.Sprintf("%s is wired to %s.", e.g(), e.m()), "From now on it runs on this thread only, and the thread runs nothing else"+until)
	case kind.GoUnwire:
		return say("UnlockOSThread", fmt.Sprintf("%s is not wired to %s any more.", e.g(), e.m()))
	case kind.GoHand:
		return say("schedule → startlockedm", fmt.Sprintf("%s found %s, which is wired to %s.", e.m(), e.g(), mname(uint16(e.A))), fmt.Sprintf("So it hands %s over, and goes to sleep.", e.p()))
	case kind.GoTarget:
		return say("sysmon: retake → preemptone", fmt.Sprintf("sysmon asks the goroutine on %s to yield.", e.p()),
			fmt.Sprintf("The time slice has lasted %s; 10 ms are enough.", span(e.B)))
	}
	return e.unknown()
}

func (e *explainer) start() Words {
	headline := fmt.Sprintf("%s runs on %s.", e.g(), e.p())
	switch e.Rule {
	case kind.FromRunnext:
		if e.G == 1 && len(e.st.gs) == 1 {
			return say("findRunnable → runqget", headline, "It was in runnext, so it is first.")
		}
		return say("findRunnable → runqget", headline, "It was in runnext, so it is first, and what is left of the time slice of the one before is all it has.")
	case kind.FromLocal:
		return say("findRunnable → runqget", headline, "It was the oldest in the P's own queue.")
	case kind.FromTail:
		return say("findRunnable", headline, "It was the newest in the P's own queue: here the owner takes from the tail. Go takes the oldest.")
	case kind.FromGlob61:
		return say("findRunnable → globrunqget", headline, "Every 61st time the global queue is looked at first, so that it is never forgotten.")
	case kind.FromGlob:
		if e.st.knob(knob.Queues) == knob.QueuesGlobal {
			return say("findRunnable", headline, "It was the oldest in the global queue. There is no other.")
		}
		return say("findRunnable → globrunqgetbatch", headline, "The own queue was empty; it came from the global queue.")
	case kind.FromGlobIdl:
		return say("findRunnable → globrunqgetbatch", headline, "It came from the global queue, which was looked at once more before giving up.")
	case kind.FromSteal:
		return say("stealWork → runqsteal", headline, "Of what was stolen, the last one runs at once.")
	case kind.FromTimer:
		return say("stealWork → timers.check", headline, "A timer of another P made it ready.")
	case kind.FromWired:
		return say("stoplockedm → execute", headline, "It is wired to this thread, so another one gave its P for it.")
	case kind.FromSyscall:
		return say("exitsyscallNoP → execute", headline, "It is back from a system call, and at the last moment there was a P for it.")
	case kind.FromNet:
		return say("findRunnable → netpoll", headline, "The network has what it waited for. Of those that were ready, the last one runs at once.")
	case kind.FromPark:
		return say("park_m", headline, "It need not wait after all.")
	}
	return say("execute", headline)
}

func (e *explainer) park() Words {
	why := kind.Wait(e.N)
	rest := fmt.Sprintf("It takes no M and no P while it waits: %s looks for another.", e.m())
	if e.st.m(e.M).wired == e.G {
		rest = fmt.Sprintf("%s is wired to it, and has to wait with it; %s is free for others.", e.m(), e.p())
	}
	if why == kind.WaitSleep {
		d := uint64(0)
		if e.A > e.Time {
			d = e.A - e.Time
		}
		return say("timeSleep → gopark", fmt.Sprintf("%s sleeps for %s%s.", e.g(), span(d), line(e.B)), rest)
	}
	return say("gopark → park_m", fmt.Sprintf("%s waits%s: %s.", e.g(), line(e.B), why), rest)
}

func (e *explainer) ready() Words {
	switch {
	case e.Rule == kind.ByUnlockf:
		return say("park_m", fmt.Sprintf("%s does not have to wait.", e.g()), "What it wanted to wait for happened in the meantime.")
	case e.Rule == kind.ByTimer:
		return say("goready", fmt.Sprintf("The time has come: %s may run again.", e.g()))
	case e.Rule == kind.ByNet:
		return say("netpoll → injectglist", fmt.Sprintf("%s has waited for the network, and may run again.", e.g()))
	case e.A != 0:
		return say("goready", fmt.Sprintf("%s wakes %s.", gname(e.A), e.g()), "It goes on itself. The one it woke has to be run by somebody.")
	}
	return say("goready", fmt.Sprintf("%s may run again.", e.g()))
}

func (e *explainer) stop() Words {
	switch e.Rule {
	case kind.ByGosched:
		return say("Gosched → goschedImpl", fmt.Sprintf("%s lets others run%s.", e.g(), line(e.B)))
	case kind.ByYield:
		return say("goyield", fmt.Sprintf("%s lets the others on %s run.", e.g(), e.p()))
	case kind.ByPreempt:
		return say("gopreempt_m → goschedImpl", fmt.Sprintf("%s is preempted%s.", e.g(), line(e.B)), "sysmon asked for it, since it had run for 10 ms.")
	case kind.ByStop:
		return say("gopreempt_m → goschedImpl", fmt.Sprintf("%s stops%s, because the world has to stop.", e.g(), line(e.B)))
	}
	return say("goschedImpl", fmt.Sprintf("%s leaves %s.", e.g(), e.p()))
}

func (e *explainer) queue() Words {
	switch e.Kind {
	case kind.RunqPut:
		return e.runqput()
	case kind.RunnextPut:
		if e.B != 0 {
			return say("runqput", fmt.Sprintf("%s takes the runnext of %s; %s has to leave it.", e.g(), e.p(), gname(e.B)), "The newest runs first. The one kicked out goes to the tail of the queue.")
		}
		return say("runqput", fmt.Sprintf("%s is next on %s.", e.g(), e.p()), "runnext holds one goroutine, which runs before all in the queue.")
	case kind.RunqOverflow:
		return say("runqput → runqputslow", fmt.Sprintf("The queue of %s is full: %s go to the global queue.", e.p(), count(int(e.N), "goroutine")),
			fmt.Sprintf("The older half of the 256, and then %s.", e.g()))
	case kind.GlobPut:
		if e.Rule == kind.ForProcs {
			return e.renumbered()
		}
		return say("globrunqput", fmt.Sprintf("%s goes to the tail of the global queue.", e.g()), e.globalServed(), before(len(e.st.Global())))
	case kind.GlobPutHead:
		if e.Rule == kind.ForProcs {
			return e.renumbered()
		}
		return say("procresize → globrunqputhead", fmt.Sprintf("%s goes to the head of the global queue, since its P goes away.", e.g()))
	case kind.GlobGet:
		return e.globget()
	case kind.Steal:
		return e.steal()
	case kind.StealRunnext:
		victim := pname(uint16(e.A >> 32))
		return say("stealWork, pass 4 of 4 → runqsteal · in Go: runqgrab", fmt.Sprintf("%s took %s, which was next on %s.", e.p(), e.g(), victim),
			"Only the last pass may do that, and only 3 µs after it saw it: it might have been run there in the meantime.")
	case kind.StealPass:
		return say("stealWork", fmt.Sprintf("%s on %s looks at the other queues: pass %d of 4.", e.m(), e.p(), e.N),
			fmt.Sprintf("It begins with P%d; the order is random.", e.A))
	case kind.RunqDrain, kind.RunnextDrop:
		if e.Rule == kind.ByEvict {
			return say("gcBgMarkWorker → runqdrain", fmt.Sprintf("%s leaves the queue of %s, which does nothing but mark now.", e.g(), e.p()))
		}
		fallthrough
	case kind.RunqDrainTail:
		return say("procresize", fmt.Sprintf("%s leaves the queue of %s, which goes away.", e.g(), e.p()))
	}
	return e.unknown()
}

// globalServed says who takes from the global queue, and when.
func (e *explainer) globalServed() string {
	switch {
	case e.st.knob(knob.Queues) == knob.QueuesGlobal:
		return "All take from it, one at a time, under one lock."
	case e.st.knob(knob.Fair) == knob.Off:
		return "The Ps come to it when their own queues are empty."
	}
	return "The Ps come to it when their own queues are empty, and every 61st time."
}

func (e *explainer) renumbered() Words {
	return say("procresize", fmt.Sprintf("%s keeps its place in the global queue.", e.g()))
}

func (e *explainer) runqput() Words {
	headline := fmt.Sprintf("%s goes to the tail of the queue of %s.", e.g(), e.p())
	detail := before(len(e.st.Ring(int(e.P))))
	switch e.Rule {
	case kind.ByKick:
		detail = "A newer one took its place in runnext. " + detail
	case kind.ByShare:
		return say("", headline, "Work is handed out: it goes to an idle P, else to the one with the shortest queue. In Go the Ps fetch it.", detail)
	case kind.ByTaken:
		detail = "It was stolen, and another one runs first. " + detail
	case kind.ByYield:
		detail = "It yielded to those on its own P. " + detail
	}
	return say("runqput", headline, detail)
}

// before says how many in a queue are served first.
func before(n int) string {
	if n == 0 {
		return "Nobody is before it."
	}
	return fmt.Sprintf("Before it: %s.", count(n, "goroutine"))
}

func (e *explainer) globget() Words {
	all := len(e.st.Global())
	headline := fmt.Sprintf("%s takes %d of the %s in the global queue.", e.p(), e.N, count(all, "goroutine"))
	if all == 1 {
		headline = fmt.Sprintf("%s takes the only goroutine in the global queue.", e.p())
	}
	if e.Rule == kind.FromGlob61 {
		return say("findRunnable → globrunqget", headline, "Every 61st time it looks here first, before its own queue: this is such a time.")
	}
	if e.st.knob(knob.Queues) == knob.QueuesGlobal {
		return say("findRunnable", headline, "There is no other queue.")
	}
	detail := "Its share: what there is, divided by the number of Ps, plus one; at most 128."
	if e.N > 1 {
		detail += fmt.Sprintf(" %s runs at once, the others wait in the queue of %s.", e.g(), e.p())
	}
	return say("findRunnable → globrunqgetbatch", headline, detail)
}

func (e *explainer) steal() Words {
	victim := int(e.A >> 32)
	ring := e.st.Ring(victim)
	pass := e.st.pass(e.M)
	rule := "stealWork → runqsteal · in Go: runqgrab"
	if pass != 0 {
		rule = fmt.Sprintf("stealWork, pass %d of 4 → runqsteal · in Go: runqgrab", pass)
	}
	first := fmt.Sprintf("%s ran out of work, and the global queue gave nothing:", e.p())
	headline := fmt.Sprintf("%s it stole %d of the %s waiting on P%d.", first, e.N, count(len(ring), "goroutine"), victim)
	if len(ring) == 1 {
		headline = fmt.Sprintf("%s it stole the only goroutine waiting on P%d.", first, victim)
	}
	if e.N == 1 && (e.st.knob(knob.Order) == knob.OrderLIFO || e.st.knob(knob.Steal) == knob.StealOne) {
		return say(rule, headline, "The oldest. Go would take half of them.")
	}
	if e.N == 1 {
		return say(rule, headline, fmt.Sprintf("Half, rounded up, oldest first. %s runs at once.", e.g()))
	}
	var rest []string
	for i := 0; i+1 < int(e.N) && i < len(ring); i++ {
		if i == 3 && int(e.N) > 5 {
			rest = append(rest, fmt.Sprintf("%d more", int(e.N)-1-i))
			break
		}
		rest = append(rest, gname(ring[i]))
	}
	verb := "wait"
	if e.N == 2 {
		verb = "waits"
	}
	return say(rule, headline, fmt.Sprintf("Half, rounded up, oldest first. The last one taken (%s) runs at once; %s %s in the queue of %s.", e.g(), list(rest), verb, e.p()))
}

// list is "a", "a and b", "a, b and c".
func list(words []string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
}

func (e *explainer) machine() Words {
	switch e.Kind {
	case kind.PIdle:
		if e.Rule == kind.ByNothing {
			return say("findRunnable → releasep, pidleput", fmt.Sprintf("%s found nothing: it gives up %s.", e.m(), e.p()), fmt.Sprintf("%s idle now.", isare(int(e.A), "P")))
		}
		return say("pidleput", fmt.Sprintf("%s is idle.", e.p()))
	case kind.PGet:
		switch e.Rule {
		case kind.ByWakep:
			if e.st.knob(knob.Spin) == knob.Off || e.st.knob(knob.Steal) == knob.StealNone || e.st.knob(knob.Queues) == knob.QueuesGlobal {
				return say("wakep → pidleget", fmt.Sprintf("%s is idle, and there may be work for it.", e.p()), "A thread is woken each time, since none searches.")
			}
			return say("wakep → pidleget", fmt.Sprintf("%s is idle, and there may be work for it.", e.p()), "Nobody searches, so one more is woken. Never more than one at a time.")
		case kind.ByShare:
			return say("", fmt.Sprintf("%s is idle: the work goes to it.", e.p()))
		case kind.ByRecheck:
			return say("findRunnable", fmt.Sprintf("At the last look, after giving up its P, %s saw work.", e.m()), fmt.Sprintf("So it takes %s.", e.p()))
		}
		if e.Rule == kind.BySyscallExit {
			return say("exitsyscall → pidleget", fmt.Sprintf("%s is back from a system call, and %s is idle.", e.m(), e.p()))
		}
		return say("pidleget", fmt.Sprintf("%s is taken off the idle list.", e.p()))
	case kind.PStart:
		return say("acquirep", fmt.Sprintf("%s has %s now.", e.m(), e.p()))
	case kind.PStop:
		return say("stopTheWorld", fmt.Sprintf("%s is stopped.", e.p()), fmt.Sprintf("%s still to stop.", isare(int(e.A), "P")))
	case kind.PDead:
		return say("procresize", fmt.Sprintf("%s goes away.", e.p()))
	case kind.PNew:
		return say("procresize", fmt.Sprintf("%s is there.", e.p()))
	case kind.MNew:
		if e.P == NoP {
			return say("schedinit", fmt.Sprintf("The first thread is %s.", mname(uint16(e.A))))
		}
		return say("startm → newm", fmt.Sprintf("A new thread, %s, is made for %s.", mname(uint16(e.A)), e.p()), e.noneIdle())
	case kind.MWake:
		return say("startm", fmt.Sprintf("%s is woken, for %s.", mname(uint16(e.A)), e.p()))
	case kind.MPark:
		return say("stopm", fmt.Sprintf("%s sleeps.", e.m()), "It waits until somebody gives it a P.")
	case kind.MPoll:
		d := uint64(0)
		if e.B > e.Time {
			d = e.B - e.Time
		}
		if e.B == kind.NoEnd {
			return say("findRunnable → netpoll", fmt.Sprintf("%s sleeps until the network has something.", e.m()), "One M does that for all.")
		}
		return say("findRunnable → netpoll", fmt.Sprintf("%s sleeps until the next timer, or until the network has something: %s at most.", e.m(), span(d)), "One M does that for all.")
	case kind.MPollEnd:
		return say("findRunnable", fmt.Sprintf("%s wakes up for timers and network.", e.m()))
	case kind.SpinBegin:
		return say("findRunnable: becomeSpinning", fmt.Sprintf("%s searches for work for %s.", e.m(), e.p()), fmt.Sprintf("%s searching now; at most half as many as are busy.", isare(int(e.A), "M")))
	case kind.MLocked:
		return say("schedule → stoplockedm", fmt.Sprintf("%s waits for its wired goroutine.", e.m()), "It runs nothing else. Whoever finds that goroutine must wake it.")
	case kind.SpinEnd:
		if e.Rule == kind.ByFound {
			return say("resetspinning", fmt.Sprintf("%s found work and stops searching.", e.m()), "If it was the last searcher, it wakes the next one: where there was work, there may be more.")
		}
		return say("findRunnable", fmt.Sprintf("%s stops searching.", e.m()))
	}
	return e.unknown()
}

// isare is "1 P is", "2 Ps are".
func isare(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is"
	}
	return count(n, what) + " are"
}

// ago says how long ago something was, if it was.
func (e *explainer) ago(what string, when uint64) string {
	if e.Time <= when {
		return ""
	}
	return fmt.Sprintf("%s %s ago.", what, span(e.Time-when))
}

// noneIdle says why a thread has to be made.
func (e *explainer) noneIdle() string {
	wired, polls := 0, false
	for _, m := range e.st.ms {
		if m.wired != 0 && m.p < 0 && !m.gone {
			wired++
		}
		polls = polls || m.poll != 0
	}
	switch {
	case wired == 0 && polls:
		return "No M was idle: one sleeps until the next timer, or for the network, and is not on the list of idle ones."
	case wired == 0:
		return "No M was idle."
	case wired == 1:
		return "No M was free: one sleeps, and is wired to its goroutine."
	}
	return fmt.Sprintf("No M was free: %d sleep, each wired to its goroutine.", wired)
}

func (e *explainer) rest() Words {
	switch e.Kind {
	case kind.TimerFire:
		who := fmt.Sprintf("%s runs a timer of %s", e.m(), e.p())
		return say("timers.check → timers.run", who+".", e.ago("It was due", e.A))
	case kind.LockWait:
		if len(e.st.ms) == 1 {
			return say("lock", fmt.Sprintf("%s waited %s for the scheduler's lock.", e.m(), span(e.A)), "It held it itself just before. In virtual time the lock is taken for a while each time.")
		}
		return say("lock", fmt.Sprintf("%s waited %s for the scheduler's lock.", e.m(), span(e.A)), "Another M held it: the global queue and the idle lists are behind it.")
	case kind.Sysmon:
		switch e.Rule {
		case kind.ByDeep:
			return say("sysmon", "No P runs: sysmon sleeps too.")
		case kind.ByDeepWake:
			return say("sysmon", "sysmon is awake again.")
		case kind.ByBackoff:
			return say("sysmon", fmt.Sprintf("sysmon has nothing to do: it looks every %s.", span(e.A)))
		}
		return say("sysmon", fmt.Sprintf("sysmon looks at the Ps every %s.", span(e.A)))
	case kind.STWBegin:
		return say("stopTheWorld", "The world is asked to stop.", stopReason(e.Rule))
	case kind.STWDone:
		return say("stopTheWorld", "The world has stopped.", "Every goroutine is frozen.")
	case kind.STWEnd:
		return say("startTheWorld", "The world goes on.")
	case kind.GCBegin:
		return say("gcStart", fmt.Sprintf("Collection %d begins.", e.A))
	case kind.GCEnd:
		return say("gcMarkTermination", fmt.Sprintf("Collection %d has marked all that is in use.", e.A), fmt.Sprintf("%d bytes are in use.", e.B))
	case kind.GCWorker:
		return say("gcBgMarkWorker", fmt.Sprintf("%s marks on %s: %s.", e.g(), e.p(), workerMode(e.N)))
	case kind.AssistBegin:
		return say("gcAssistAlloc", fmt.Sprintf("%s allocated %d bytes during marking, and helps.", e.g(), e.A), fmt.Sprintf("It has %d bytes to scan.", e.B))
	case kind.AssistEnd:
		return say("gcAssistAlloc", fmt.Sprintf("%s has helped enough for now, or found nothing to mark.", e.g()))
	case kind.GCSweep:
		return say("sweepone", fmt.Sprintf("%s are swept.", count(int(e.A), "span")))
	}
	return e.unknown()
}

func (e *explainer) syscall() Words {
	switch e.Kind {
	case kind.NetReady:
		what := "something to read"
		if e.N == 1 {
			what = "room to write"
		}
		return say("netpoll → netpollready", fmt.Sprintf("%s has %s.", e.g(), what), e.ago("It was there", e.B))
	case kind.SyscallEnter:
		takes := "It takes " + span(e.A)
		if e.A == kind.NoEnd {
			takes = "It waits for the network"
		}
		detail := fmt.Sprintf("%s, and %s is blocked with it. %s stays with it for now, but may be taken.", takes, e.m(), e.p())
		rule := "entersyscall"
		if e.N == 1 {
			rule = "entersyscallblock"
			detail = fmt.Sprintf("%s, and %s is blocked with it. It is known to block, so %s is given away at once.", takes, e.m(), e.p())
		}
		return say(rule, fmt.Sprintf("%s makes a system call%s.", e.g(), line(e.B)), detail)
	case kind.SyscallExit:
		if e.N == 0 {
			return say("exitsyscall", fmt.Sprintf("%s is back from its system call.", e.g()), fmt.Sprintf("Nobody took %s meanwhile: it goes on.", e.p()))
		}
		return say("exitsyscall → exitsyscallTryGetP", fmt.Sprintf("%s is back from its system call.", e.g()), fmt.Sprintf("Its P was taken; %s has got %s for it.", e.m(), e.p()))
	case kind.SyscallPark:
		return say("exitsyscall → exitsyscallNoP", fmt.Sprintf("%s is back from its system call, but there is no P for it.", e.g()), "It has to wait in the global queue, and its thread goes to sleep.")
	case kind.MExit:
		return say("mexit", fmt.Sprintf("%s ends.", e.m()), "The goroutine that was wired to it has ended, and nobody knows what it left in the thread.")
	case kind.Retake:
		return e.retake()
	case kind.Handoff:
		return say("handoffp", fmt.Sprintf("%s has no thread.", e.p()), "If there may be work for it, another one gets it; else it is idle.")
	}
	return e.unknown()
}

func (e *explainer) retake() Words {
	headline := fmt.Sprintf("%s is taken from %s, which is in a system call.", e.p(), mname(uint16(e.A)))
	switch e.Rule {
	case kind.BySTW:
		return say("stopTheWorld", headline, "The world has to stop.")
	case kind.BySyscallExit:
		return say("exitsyscall → exitsyscallTryGetP", headline, fmt.Sprintf("%s had it before, and is back from a system call itself.", e.m()))
	}
	return say("sysmon: retake", headline, fmt.Sprintf("%s goes on without a P.", e.g()))
}

// workerMode is the mode of a mark worker in words.
func workerMode(n uint16) string {
	switch n {
	case 1:
		return "a dedicated worker"
	case 2:
		return "a fractional worker"
	}
	return "an idle worker"
}

func stopReason(why kind.Rule) string {
	switch why {
	case kind.ForGC:
		return "The collector needs it."
	case kind.ForSweepTerm:
		return "The collector begins to mark: GC sweep termination."
	case kind.ForMarkTerm:
		return "The collector has marked everything: GC mark termination."
	case kind.ForProcs:
		return "GOMAXPROCS changes."
	}
	return ""
}

func (e *explainer) unknown() Words {
	return say("", fmt.Sprintf("(record of kind %d)", e.Kind))
}

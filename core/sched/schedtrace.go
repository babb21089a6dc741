// This file prints the state of the scheduler to stderr, as GODEBUG=schedtrace=N does: sysmon does so
// every so often, in the words and fields of Go. With scheddetail there is a line for each P, M
// and G.
//
// Two differences: Gs come newest first, and the Ms that never run Go code (sysmon, the template
// thread) have no line, though threads= counts them.
//
// In Go: schedtrace in proc.go.
package sched

// traceState is what schedtrace remembers.
type traceState struct {
	every  int64 // ns; 0: no trace
	detail bool
	last   int64 // when it was printed last
	start  int64 // when first
}

// schedtraceDue prints a trace if it is time. sysmon calls it.
func schedtraceDue(now int64) {
	t := &sched.trace
	if t.every > 0 && (t.start == 0 || t.last+t.every <= now) {
		t.last = now
		schedtrace(now, t.detail)
	}
}

func schedtrace(now int64, detailed bool) {
	if sched.trace.start == 0 {
		sched.trace.start = now
	}
	printlock()
	Lock(&sched.lock)
	printHead(now)
	if detailed {
		printDetails()
	} else {
		printQueues()
	}
	Unlock(&sched.lock)
	printunlock()
}

func printHead(now int64) {
	printstring("SCHED ")
	printint((now - sched.trace.start) / 1e6)
	printField("ms: gomaxprocs=", int64(gomaxprocs.Load()))
	printField(" idleprocs=", int64(sched.npidle.Load()))
	printField(" threads=", int64(Threads())-int64(sched.nmfreed))
	printField(" spinningthreads=", int64(sched.nmspinning.Load()))
	printField(" needspinning=", int64(sched.needspinning.Load()))
	printField(" idlethreads=", int64(sched.nmidle))
	printField(" runqueue=", int64(sched.runq.size))
}

func printQueues() {
	n := gomaxprocs.Load()
	printstring(" [ ")
	for i := int32(0); i < n; i++ {
		printint(int64(allp[i].runqsize()))
		printstring(" ")
	}
	printstring("] schedticks=[ ")
	for i := int32(0); i < n; i++ {
		printint(int64(allp[i].schedtick.get()))
		printstring(" ")
	}
	printstring("]\n")
}

// runqsize is the length of the ring; runnext does not count.
func (pp *P) runqsize() uint32 {
	h := pp.runqhead.Load()
	return pp.runqtail.Load() - h
}

func printDetails() {
	printBool(" gcwaiting=", sched.gcwaiting.Load() != 0)
	printField(" nmidlelocked=", int64(sched.nmidlelocked))
	printField(" stopwait=", int64(sched.stopwait))
	printBool(" sysmonwait=", sched.sysmonwait.Load() != 0)
	printstring("\n")
	for i := int32(0); i < gomaxprocs.Load(); i++ {
		printP(allp[i])
	}
	for mp := sched.allm; mp != nil; mp = mp.Alllink {
		printM(mp)
	}
	for gp := sched.allgs.Load(); gp != nil; gp = gp.Alllink {
		printG(gp)
	}
}

func printP(pp *P) {
	printField("  P", int64(pp.ID))
	printField(": status=", int64(pp.status.get()))
	printField(" schedtick=", int64(pp.schedtick.get()))
	printField(" syscalltick=", int64(pp.syscalltick.get()))
	printMRef(" m=", pp.m)
	printField(" runqsize=", int64(pp.runqsize()))
	printField(" gfreecnt=", int64(pp.nGfree))
	printField(" timerslen=", int64(pp.timers.n))
	printstring("\n")
}

func printM(mp *M) {
	printField("  M", int64(mp.ID))
	if pp := mp.P; pp != nil {
		printField(": p=", int64(pp.ID))
	} else {
		printstring(": p=nil")
	}
	printGRef(" curg=", mp.Curg)
	printstring(" mallocing=0 throwing=0 preemptoff=")
	printField(" locks=", int64(mp.Locks))
	printstring(" dying=0")
	printBool(" spinning=", mp.spinning)
	printBool(" blocked=", mp.nextp == nil && (mp.todo == doWake || mp.todo == doLocked))
	printGRef(" lockedg=", mp.lockedg)
	printstring("\n")
}

func printG(gp *G) {
	printField("  G", int64(gp.Goid))
	printField(": status=", int64(gp.Atomicstatus))
	printstring("(")
	printstring(gp.Waitreason.String())
	printstring(")")
	printMRef(" m=", gp.M)
	printMRef(" lockedm=", gp.Lockedm)
	printstring("\n")
}

func printField(name string, v int64) {
	printstring(name)
	printint(v)
}

func printBool(name string, v bool) {
	printstring(name)
	if v {
		printstring("true")
	} else {
		printstring("false")
	}
}

func printMRef(name string, mp *M) {
	if mp == nil {
		printstring(name)
		printstring("nil")
		return
	}
	printField(name, int64(mp.ID))
}

func printGRef(name string, gp *G) {
	if gp == nil {
		printstring(name)
		printstring("nil")
		return
	}
	printField(name, int64(gp.Goid))
}

// This file implements defer, panic, recover and Goexit.
//
// A panic is a record on the goroutine's list, and mode 2: every function returns
// at once, noting where it was (trace.go), until one that has deferred calls. It
// calls unwinddefers, which runs them in place, as ordinary calls in mode 0. If one
// of them recovered, unwinddefers comes back in mode 0 and the function returns to
// its caller; otherwise in mode 2, and unwinding goes on. When no frame is left
// the scheduler calls godied. Goexit is a panic that nobody can recover.
//
// A deferred call may itself panic. Then trycall says so, and the new panic, which
// is on top of the list, supersedes the old one: it is aborted, but it is printed
// before the new one, and a recover that ends the new one ends it too. A Goexit
// that was aborted in this way goes on when the panic is recovered.
//
// recover works in a function that is called by defer, not in what it calls: so a
// function that calls recover looks at its entry whether it is the one
// (takerecovery), and clears the mark for all others.
//
// In Go: panic.go, with the stack walked in place of mode 2.

package rt

import (
	"unsafe"

	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/core/sched"
)

// panicRec is a panic, a Goexit or a fatal error under way.
type panicRec struct {
	arg        any
	link       *panicRec // the one before it
	recovered  bool
	aborted    bool // superseded by a later one
	goexit     bool
	fatal      bool   // no deferred call runs any more
	repanicked bool   // the next one has the same value
	signal     bool   // a nil dereference: Go prints the signal it comes from
	again      bool   // the next frame to be noted is that of the handler, which was noted before
	printing   bool   // its value is being turned into text
	said       bool   // NextPanic has seen it
	addr       uint64 // for signal
	text       string // of arg, made by its Error or String method
	hasText    bool
	trace      trace
}

// deferRec is one deferred call.
type deferRec struct {
	fn   func()
	next *deferRec
}

// deferList holds the deferred calls of one call of a function, last first.
type deferList struct {
	head *deferRec
}

// eface is an interface value without methods.
type eface struct {
	typ  unsafe.Pointer
	data unsafe.Pointer
}

// Hooks are what package runtime, one floor up, does for us. It sets them before
// the first package is initialised.
var Hooks struct {
	PanicMem   func()     // panics with the nil dereference error
	PanicNil   func() any // a new *runtime.PanicNilError
	Finals     func()     // calls NextFinal's finalizers and cleanups, in a goroutine of its own
	Dying      func()     // makes the text of NextPanic's values by their methods, then calls Die
	PrintValue func(any)  // prints what a panic was called with
	PrintKind  func(any)  // prints what a panic was called with that came from such a method
}

func newdefers() unsafe.Pointer { return unsafe.Pointer(new(deferList)) }

func deferproc(df unsafe.Pointer, fn func()) {
	l := (*deferList)(df)
	d := new(deferRec)
	d.fn = fn
	d.next = l.head
	l.head = d
}

// gopanic starts a panic. It returns in mode 2.
func gopanic(e any) {
	if e == nil && Hooks.PanicNil != nil {
		e = Hooks.PanicNil()
	}
	p := new(panicRec)
	p.arg = e
	startPanic(p)
}

// PanicSignal is gopanic for a nil dereference at addr.
func PanicSignal(e any, addr uint64) {
	p := new(panicRec)
	p.arg = e
	p.signal = true
	p.addr = addr
	startPanic(p)
}

// Gopanic is gopanic for package runtime.
func Gopanic(e any) { gopanic(e) }

// Goexit ends the goroutine after its deferred calls.
func Goexit() {
	p := new(panicRec)
	p.goexit = true
	startPanic(p)
}

// FatalHere ends the program with "fatal error: msg", after unwinding for the trace.
// Deferred calls do not run.
func FatalHere(msg string) {
	if getg() == nil {
		fatal(msg)
		return
	}
	p := new(panicRec)
	p.fatal = true
	p.text = msg
	startPanic(p)
}

func startPanic(p *panicRec) {
	gp := (*sched.G)(getg())
	if gp == nil {
		throw("panic on system stack")
	}
	p.link = (*panicRec)(gp.Panics)
	gp.Panics = unsafe.Pointer(p)
	setmode(2)
}

// rundefers runs the deferred calls of a function that returns.
func rundefers(df unsafe.Pointer) {
	gp := (*sched.G)(getg())
	runDefers(gp, (*deferList)(df), nil, (*panicRec)(gp.Panics))
}

// unwinddefers runs the deferred calls of a function that unwinds. It comes back
// in mode 0 if the panic is over.
func unwinddefers(df unsafe.Pointer) {
	gp := (*sched.G)(getg())
	p := (*panicRec)(gp.Panics)
	p.again = true
	if p.fatal {
		setmode(2)
		return
	}
	setrunning()
	runDefers(gp, (*deferList)(df), p, p.link)
}

// runDefers runs the calls of l. p is the panic that unwinds, nil if none does, and
// outer the newest one that began before this function was called or is aborted.
func runDefers(gp *sched.G, l *deferList, p, outer *panicRec) {
	noted := p != nil // this frame is in the trace already
	for {
		d := l.head
		if d == nil {
			break
		}
		l.head = d.next
		fn := d.fn
		if fn == nil {
			fn = Hooks.PanicMem
		}
		gp.Recovery = nil
		if p != nil && canRecover(fn) {
			gp.Recovery = unsafe.Pointer(p)
		}
		died := false
		if p != nil {
			died = tryPanicking(gp, fn)
		} else {
			died = trycall(fn)
		}
		if died {
			// A new panic came out of it, and supersedes what was under way here.
			p = (*panicRec)(gp.Panics)
			for q := p.link; q != outer; q = q.link {
				supersede(p, q)
			}
			p.again = noted
			if p.fatal {
				break
			}
			continue
		}
		if p != nil && p.recovered {
			p = endPanic(gp, p)
			noted = false
			outer = (*panicRec)(gp.Panics)
			if p != nil {
				outer = p.link
			}
		}
	}
	gp.Recovery = nil
	if p != nil {
		setmode(2)
	}
}

// tryPanicking is trycall while a panic unwinds. Its frame tells stack.next where in the stack
// the panic belongs.
func tryPanicking(gp *sched.G, fn func()) bool {
	died := trycall(fn)
	gp.Recovery = nil // so that this is not the end, which would leave no frame
	return died
}

// supersede marks q as aborted by p, which unwound to the frame whose deferred
// calls q was running. The trace of p is that of the deferred call, then q's.
func supersede(p, q *panicRec) {
	if q.aborted {
		return
	}
	q.aborted = true
	p.trace.join(&q.trace)
}

// endPanic takes the recovered p off the list, with what it had aborted. It gives
// the Goexit that now goes on, or nil.
func endPanic(gp *sched.G, p *panicRec) *panicRec {
	q := p.link
	for q != nil && q.aborted && !q.goexit {
		q = q.link
	}
	gp.Panics = unsafe.Pointer(q)
	if q != nil && q.aborted {
		q.aborted = false
		return q
	}
	return nil
}

// canRecover says whether fn calls recover. Its mark must not be left for others.
func canRecover(fn func()) bool {
	return slotRecovers(slotOf(fn))
}

func slotRecovers(slot uint32) bool {
	f := funcinfo(slot)
	return f == nil || f.Flags&FlagRecover != 0
}

// checkrecovery clears the mark if the function in slot does not call recover. A
// deferred call of a dynamic callee does this first.
func checkrecovery(slot uint32) {
	if !slotRecovers(slot) {
		(*sched.G)(getg()).Recovery = nil
	}
}

// takerecovery gives the panic that the running function may recover, at its entry.
func takerecovery() unsafe.Pointer {
	gp := (*sched.G)(getg())
	p := gp.Recovery
	gp.Recovery = nil
	return p
}

// gorecover is recover().
func gorecover(rp unsafe.Pointer) any {
	p := (*panicRec)(rp)
	if p == nil || p.goexit || p.recovered || unsafe.Pointer(p) != (*sched.G)(getg()).Panics {
		return nil
	}
	p.recovered = true
	return p.arg
}

// godied is called in mode 2 when the goroutine has no frame left. It gives true
// if the goroutine has only to go on: after Goexit it is over, and after a panic it
// calls the Error and String methods of what will be printed, as Go does, in the
// goroutine that panicked.
func godied(gp *sched.G) bool {
	setrunning()
	p := (*panicRec)(gp.Panics)
	if p.goexit {
		gp.Panics = nil
		return true
	}
	if p.fatal {
		dieFatal(gp, p)
		return false
	}
	if beingSaid(p) != nil {
		dieSaying(p)
		return false
	}
	if Hooks.Dying != nil {
		gp.Startfn = Hooks.Dying
		return true
	}
	die(gp, p)
	return false
}

// NextPanic gives the next value to be printed. SetPanicText says what it is as text.
func NextPanic() (v any, ok bool) {
	for p := (*panicRec)((*sched.G)(getg()).Panics); p != nil; p = p.link {
		if p.said {
			continue
		}
		p.said = true
		if p.link != nil && sameValue(p.link, p) {
			p.link.repanicked = true
			continue
		}
		if !p.goexit {
			p.printing = true
			return p.arg, true
		}
	}
	return nil, false
}

// SetPanicText is called after NextPanic. ok is false if the value has no text.
func SetPanicText(text string, ok bool) {
	p := beingSaid((*panicRec)((*sched.G)(getg()).Panics))
	p.printing = false
	p.text, p.hasText = text, ok
}

// beingSaid gives the panic whose text is being made.
func beingSaid(p *panicRec) *panicRec {
	for p != nil && !p.printing {
		p = p.link
	}
	return p
}

// dieSaying ends the program: p came out of an Error or String method.
func dieSaying(p *panicRec) {
	printlock()
	printstring("fatal error: panic while printing panic value: ")
	Hooks.PrintKind(p.arg)
	printstring("\n")
	printOthers(nil)
	printunlock()
	exit(2)
}

// Die ends the program when the text of all panics is made.
func Die() {
	gp := (*sched.G)(getg())
	die(gp, (*panicRec)(gp.Panics))
}

func die(gp *sched.G, p *panicRec) {
	printlock()
	printpanics(p)
	for q := p; q != nil; q = q.link {
		if q.signal {
			printstring("[signal SIGSEGV: segmentation violation code=0x1 addr=")
			printhex(q.addr)
			printstring(" pc=0x0]\n")
			break
		}
	}
	printDied(gp, p)
	printunlock()
	exit(2)
}

func dieFatal(gp *sched.G, p *panicRec) {
	printlock()
	if p.link != nil {
		for q := p.link; q != nil; q = q.link {
			if q.link != nil && sameValue(q.link, q) {
				q.link.repanicked = true
			}
		}
		printpanics(p.link)
		printstring("\t")
	}
	printstring("fatal error: ")
	printindented(p.text)
	printstring("\n")
	printDied(gp, p)
	printOthers(gp)
	printunlock()
	exit(2)
}

// sameValue compares the words of two values.
func sameValue(a, b *panicRec) bool {
	x, y := (*eface)(unsafe.Pointer(&a.arg)), (*eface)(unsafe.Pointer(&b.arg))
	return x.typ == y.typ && x.data == y.data
}

// printpanics prints the chain, oldest first.
func printpanics(p *panicRec) {
	if p.link != nil {
		printpanics(p.link)
		if p.link.repanicked {
			return
		}
		if !p.link.goexit {
			printstring("\t")
		}
	}
	if p.goexit {
		return
	}
	printstring("panic: ")
	if p.hasText {
		printindented(p.text)
	} else if Hooks.PrintValue != nil {
		Hooks.PrintValue(p.arg)
	}
	if p.recovered && p.repanicked {
		printstring(" [recovered, repanicked]")
	} else if p.recovered {
		printstring(" [recovered]")
	}
	printstring("\n")
}

// throw ends the program: the runtime is broken.
func throw(msg string) {
	printlock()
	printstring("fatal error: ")
	printindented(msg)
	printstring("\n")
	printOthers(nil)
	printunlock()
	exit(2)
}

// Throw is throw for package runtime.
func Throw(msg string) { throw(msg) }

// fatal ends the program: it is broken. No goroutine runs on this M.
func fatal(msg string) { throw(msg) }

// stuck ends the program: all goroutines wait, some of them for the network, and nothing is under
// way. Natively it would hang for ever. No M runs.
func stuck() {
	printlock()
	printstring("gopark: all goroutines wait, and no message is under way: natively, the program would hang here for ever\n")
	printOthers(nil)
	printunlock()
	exit(2)
}

// exhausted ends the program: it needs more threads than it may have.
func exhausted(threads int32) {
	printlock()
	printstring("runtime: program exceeds ")
	printuint(uint64(threads))
	printstring("-thread limit\n")
	throw("thread exhaustion")
}

// oom ends the program without allocating.
func oom(size uintptr) {
	printlock()
	if gp := (*sched.G)(getg()); gp != nil {
		if n := stackBytes(gp); n > (heap.hi-heap.lo)/16 {
			stackOverflow(gp, n)
		}
	}
	printstring("runtime: out of memory: cannot allocate ")
	printuint(uint64(size))
	printstring("-byte block (")
	printuint(uint64((heap.npages - heap.nfree) << pageShift))
	printstring(" in use)\nfatal error: runtime: out of memory\n")
	printunlock()
	exit(2)
}

// stackBytes is the size of gp's frozen frames.
func stackBytes(gp *sched.G) (n uintptr) {
	for fr := uintptr(gp.Top); fr != 0; fr = uintptr(ld32(fr)) {
		n += uintptr(ld32(fr+12)) * frameUnit
	}
	return
}

// stackOverflow ends the program, whose memory is full of gp's stack: n bytes, and what
// they refer to. Go has a fixed limit instead.
func stackOverflow(gp *sched.G, n uintptr) {
	printstring("runtime: goroutine stack exceeds ")
	printuint(uint64(n))
	printstring("-byte limit\nfatal error: stack overflow\n")
	printFrozen(gp)
	printunlock()
	exit(2)
}

// exit ends the program.
func exit(code int32) {
	Flush()
	if sched.Getm() != nil { // else memory ran out before the start
		sched.EmitExit(int(code))
	}
	hostexit(race.ExitCode(code)) // no event tells of it: the run is the same with and without the detector
}

// Exit is exit for package runtime.
func Exit(code int) { exit(int32(code)) }

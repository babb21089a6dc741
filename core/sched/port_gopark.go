//go:build gopark

// This file is the port for wasm: how a goroutine is run and frozen, what the host
// calls, and what the host and core/rt do for us.
//
// A goroutine is a chain of frames in memory, innermost first. Running it means: thaw the
// innermost; when that function returns, thaw the next one out. The functions
// below without a body are known to the compiler, are in core/rt, or come from the host.
//
// In Go: gogo and mcall in asm_*.s; os_*.go.
package sched

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/rt/race"
)

const parRing = 1 << 14 // records in an M's ring: no more than stays in its cache

// rword is a word that others may read while its owner writes it.
type rword struct{ v uint32 }

func (w *rword) get() uint32  { return w.v }
func (w *rword) set(v uint32) { w.v = v }

// rclock is a time that others may read while somebody writes it.
type rclock struct{ v int64 }

func (c *rclock) get() int64  { return c.v }
func (c *rclock) set(t int64) { c.v = t }

// The engine checks for each atomic access that its address is aligned, and a store waits until all
// before it are seen by others. These leave that out, for words that nobody else writes
// now, or that are looked at again anyway.

func relaxed(w *atomic.Uint32) uint32    { return *(*uint32)(unsafe.Pointer(w)) }
func relaxedInt(w *atomic.Int32) int32   { return *(*int32)(unsafe.Pointer(w)) }
func relaxedTime(w *atomic.Int64) int64  { return *(*int64)(unsafe.Pointer(w)) }
func relaxedG(w *atomic.Pointer[G]) *G   { return *(**G)(unsafe.Pointer(w)) }
func relax(w *atomic.Uint32, v uint32)   { *(*uint32)(unsafe.Pointer(w)) = v }
func relaxG(w *atomic.Pointer[G], gp *G) { *(**G)(unsafe.Pointer(w)) = gp }

// gslot is a place in a ring.
type gslot struct{ p *G }

func (s *gslot) get() *G   { return s.p }
func (s *gslot) set(gp *G) { s.p = gp }

// nativeG and nativeM are for the native port.
type (
	nativeG struct{}
	nativeM struct{}
)

// Known to the compiler.

func getm() unsafe.Pointer
func setm(mp unsafe.Pointer)
func setg(gp unsafe.Pointer)
func getmode() int32
func setmode(mode int32)
func getfuel() int32
func setfuel(fuel int32)
func setbarrier(on int32)
func thaw(fr unsafe.Pointer)
func callfn(fn func())
func fzframes() (top, last unsafe.Pointer)
func fzreset()
func futexwait(addr *uint32, val uint32, ns int64) int32
func futexwake(addr *uint32, n uint32) int32

// The host.

//go:wasmimport gopark/1 nanotime
func hostnanotime() int64

//go:wasmimport gopark/1 newosproc
func hostnewosproc(m int32)

//go:wasmimport gopark/1 drain
func hostdrain()

// core/rt.

//go:linkname rtinit github.com/gopark/gopark/core/rt.rtinit
func rtinit()

//go:linkname throw github.com/gopark/gopark/core/rt.throw
func throw(msg string)

//go:linkname fatal github.com/gopark/gopark/core/rt.fatal
func fatal(msg string)

//go:linkname exhausted github.com/gopark/gopark/core/rt.exhausted
func exhausted(threads int32)

//go:linkname stuck github.com/gopark/gopark/core/rt.stuck
func stuck()

//go:linkname printlock github.com/gopark/gopark/core/rt.printlock
func printlock()

//go:linkname printunlock github.com/gopark/gopark/core/rt.printunlock
func printunlock()

//go:linkname printstring github.com/gopark/gopark/core/rt.printstring
func printstring(s string)

//go:linkname printint github.com/gopark/gopark/core/rt.printint
func printint(v int64)

//go:linkname godied github.com/gopark/gopark/core/rt.godied
func godied(gp *G) bool

//go:linkname gcdue github.com/gopark/gopark/core/rt.gcdue
func gcdue() bool

//go:linkname gcbegin github.com/gopark/gopark/core/rt.gcBegin
func gcbegin() int64

//go:linkname gcend github.com/gopark/gopark/core/rt.gcEnd
func gcend(force bool) (done bool, did int64)

// gcfinals gives what is to run in a goroutine of its own after a collection, or nil.
//
//go:linkname gcfinals github.com/gopark/gopark/core/rt.finals
func gcfinals() func()

//go:linkname gcready github.com/gopark/gopark/core/rt.gcready
func gcready(pp *P) bool

//go:linkname gcflush github.com/gopark/gopark/core/rt.gcflush
func gcflush(pp *P) bool

//go:linkname gcdrain github.com/gopark/gopark/core/rt.gcdrain
func gcdrain(pp *P, budget int64) int64

//go:linkname gcsweep github.com/gopark/gopark/core/rt.gcsweep
func gcsweep(n int) int

//go:linkname gcperKB github.com/gopark/gopark/core/rt.gcperKB
func gcperKB() int64

//go:linkname gcpercent github.com/gopark/gopark/core/rt.gcpercent
func gcpercent() int

//go:linkname gcstoptheworld github.com/gopark/gopark/core/rt.gcstoptheworld
func gcstoptheworld() bool

//go:linkname gclive github.com/gopark/gopark/core/rt.gclive
func gclive() uint64

//go:linkname functab github.com/gopark/gopark/core/rt.functab
func functab() (base unsafe.Pointer, n uint32)

// funcs is what functab gives, since boot: addresses of funcInfo, 32 bits each, by table slot.
var funcs struct {
	base unsafe.Pointer
	n    uint32
}

//go:linkname goparkMain runtime.gopark_main
func goparkMain()

// Modes of an M, seen by compiled code after every call that can suspend.
const (
	modeRun    = 0
	modeFreeze = 1 // save your frame and return
	modeUnwind = 2 // panic or Goexit: run your deferred calls, or just return
)

// frame is the header of a frame.
type frame struct {
	parent uint32
	slot   uint32 // of the function that thaws it
	point  uint16 // where in the function
	nptrs  uint16
	class  uint32
}

// gogo runs gp until it freezes or ends.
func gogo(mp *M, gp *G) {
	setg(unsafe.Pointer(gp))
	race.Run(unsafe.Pointer(gp))
	mp.Ret[0] = gp.Woken
	if gp.Wakefn != nil {
		wakefn(gp)
	}
	for resume(gp) {
		switch getmode() {
		case modeFreeze:
			keepFrames(gp)
			if mp.why == whyLook {
				mp.look(gp)
				continue
			}
			setg(nil)
			race.Run(nil)
			return
		case modeUnwind:
			if gp.Top == nil {
				setmode(modeRun)
				if !godied(gp) {
					throw("goroutine died, and nobody knows why")
				}
			}
		}
	}
	setg(nil)
	race.Run(nil)
	mp.why = whyExit
}

// wakefn does what gp must do before anything else: it may begin to panic.
func wakefn(gp *G) {
	fn := gp.Wakefn
	gp.Wakefn = nil
	callfn(fn)
}

// resume runs the innermost frame of gp. It returns false if there is nothing left to run.
func resume(gp *G) bool {
	if fr := (*frame)(gp.Top); fr != nil {
		gp.Top = unsafe.Pointer(uintptr(fr.parent))
		thaw(unsafe.Pointer(fr))
		return true
	}
	if fn := gp.Startfn; fn != nil {
		gp.Startfn = nil
		callfn(fn)
		return true
	}
	return false
}

// keepFrames puts the frames that were just frozen on top of those that were not thawed. There
// may be none: a function with nothing left to do leaves no frame.
func keepFrames(gp *G) {
	if top, last := fzframes(); top != nil {
		(*frame)(last).parent = uint32(uintptr(gp.Top))
		gp.Top = top
		fzreset()
	}
	setmode(modeRun)
}

// freeze makes the functions of the running goroutine return to gogo, saving their frames.
func freeze(w why) {
	Getm().why = w
	setmode(modeFreeze)
}

// Look calls fn when all frames of the running goroutine are in memory, which then goes on at once:
// nobody is told. It is how a goroutine sees its own stack.
func Look(fn func(*G, unsafe.Pointer), arg unsafe.Pointer) {
	mp := Getm()
	mp.lookfn, mp.lookarg = fn, arg
	freeze(whyLook)
}

func (mp *M) look(gp *G) {
	fn, arg := mp.lookfn, mp.lookarg
	mp.lookfn, mp.lookarg = nil, nil
	fn(gp, arg)
}

// freezeOK is freeze for a function that ends with it: it returns, when
// the goroutine runs again, whether its Woken is set. resume sees to that.
func freezeOK(w why) bool {
	Getm().why = w
	setmode(modeFreeze)
	return false
}

// funcInfo is what link says about a function.
type funcInfo struct {
	name, file string
	fileID     uint32
	declLine   int32
	flags      uint32
	npoints    uint32
	// line of each point follows
}

const funcUser = 1

// framepos returns the place in the user's program where gp is.
func framepos(gp *G) uint32 {
	for fr := (*frame)(gp.Top); fr != nil; fr = (*frame)(unsafe.Pointer(uintptr(fr.parent))) {
		if fr.slot >= funcs.n {
			continue
		}
		info := (*funcInfo)(unsafe.Pointer(uintptr(*(*uint32)(unsafe.Add(funcs.base, uintptr(fr.slot)*4)))))
		if info == nil || info.flags&funcUser == 0 || uint32(fr.point) >= info.npoints {
			continue
		}
		line := *(*int32)(unsafe.Add(unsafe.Pointer(info), 48+4*uintptr(fr.point)))
		return info.fileID<<20 | uint32(line)
	}
	return gp.Pos
}

// startnum is the number of the function that gp starts with, for events; see package link.
func startnum(gp *G) uint32 {
	closure := *(*unsafe.Pointer)(unsafe.Pointer(&gp.Startfn))
	slot := *(*uint32)(closure)
	if slot >= funcs.n {
		return 0
	}
	info := (*funcInfo)(unsafe.Pointer(uintptr(*(*uint32)(unsafe.Add(funcs.base, uintptr(slot)*4)))))
	if info == nil {
		return 0
	}
	return info.flags >> 16
}

// infopos returns the place of a go statement.
func infopos(info unsafe.Pointer, line int32) uint32 {
	if info == nil || (*funcInfo)(info).fileID == 0 {
		return 0
	}
	return (*funcInfo)(info).fileID<<20 | uint32(line)
}

// Getm returns the M that runs this code.
func Getm() *M { return (*M)(getm()) }

func bindm(mp *M) { setm(unsafe.Pointer(mp)) }

// Threads, futexes, time.

func newosproc(mp *M) {
	if !sched.virtual {
		hostnewosproc(mp.ID)
	}
}

var dummy atomic.Uint32

func procyield() { dummy.Load() }

func stopped() bool { return false }

func drain() { hostdrain() }

// oneThread says that no mutex need be taken.
func oneThread() bool { return sched.virtual }

// Futexsleep sleeps if *addr is val, until a wake-up or for ns (negative: for ever).
func Futexsleep(addr *atomic.Uint32, val uint32, ns int64) {
	futexwait((*uint32)(unsafe.Pointer(addr)), val, ns)
}

// Futexwakeup wakes at most n that sleep on addr.
func Futexwakeup(addr *atomic.Uint32, n uint32) {
	futexwake((*uint32)(unsafe.Pointer(addr)), n)
}

// Nanotime is the monotonic clock.
func Nanotime() int64 {
	if sched.virtual {
		return Getm().virtualNow()
	}
	t := hostnanotime()
	sched.now.set(t - sched.start)
	return t
}

// Walltime is the time of day.
func Walltime() (sec int64, nsec int32) {
	t := sched.wallstart + Nanotime() - sched.start
	return t / 1e9, int32(t % 1e9)
}

// What the host calls.

//go:wasmexport boot
func boot(procs, mode int32, seed int64, slice int32, wallstart int64) {
	bindm(&m0)
	rtinit()
	funcs.base, funcs.n = functab()
	var c config
	c.procs = procs
	c.virtual = mode == 0
	c.seed = uint64(seed)
	c.slice = slice
	c.wallstart = wallstart
	schedinit(c, goparkMain)
	m0.ring.publish()
}

// setknob sets a switch of the policy or a cost. Hosts call it before boot.
//
//go:wasmexport setknob
func setknob(k int32, value int64) { Set(k, value) }

// until ends a virtual run ns after its start. It is called after boot, if at all.
//
//go:wasmexport until
func until(ns int64) { SetUntil(ns) }

// vrun makes up to steps steps of virtual mode: 0 there is more to do, 1 the ring should be
// drained, 2 the program has ended, 3 the time set by until has come.
//
//go:wasmexport vrun
func vrun(steps int32) int32 {
	for ; steps > 0; steps-- {
		if !virtualStep() {
			sched.ring.publish()
			if sched.ended {
				return 3
			}
			return 2
		}
		if sched.ring.made-sched.ring.read.Load() > virtualRing/2 {
			sched.ring.publish()
			return 1
		}
	}
	sched.ring.publish()
	return 0
}

//go:wasmexport m0
func hostm0() int32 { return m0.ID }

// mstart runs M id on the thread that the host made for it.
//
//go:wasmexport mstart
func mstart(id int32) { findm(id).mstart() }

//go:wasmexport rings
func rings() unsafe.Pointer { return unsafe.Pointer(sched.rings.Load()) }

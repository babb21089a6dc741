//go:build gopark

// This file declares what the compiler puts in place of a call, what the host
// gives, and what the linker fills in. intrinsics_native.go stands for it when
// the package is tested natively.

package rt

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/core/sched"
)

func getm() unsafe.Pointer // the M
func getg() unsafe.Pointer // the G that runs, nil on the base
func getmode() int32       // 0 running, 1 freezing, 2 unwinding
func setmode(mode int32)
func setfuel(fuel int32)
func getbarrier() int32 // whether the write barrier is on
func memmove(dst, src unsafe.Pointer, n uintptr)
func memclr(p unsafe.Pointer, n uintptr)
func memorysize() uintptr
func bridges() unsafe.Pointer // by table slot, that of the function that calls it for reflect

// trycall calls fn and says whether it unwound; then the mode is 0 again.
func trycall(fn func()) bool

//go:wasmimport gopark/1 write
func hostwrite(fd int32, p unsafe.Pointer, n int32)

//go:wasmimport gopark/1 exit
func hostexit(code int32)

// linkinfo is filled by the linker.
var linkinfo struct {
	rodataStart, rodataEnd uint64
	scanStart, scanEnd     uint64 // data that may hold pointers
	heapStart              uint64
	functab                uint64 // address of 32-bit addresses of FuncInfo, by table slot
	nslots                 uint64
	memorySize             uint64
	itabs, nitabs          uint64
	types, ntypes          uint64 // addresses of the type descriptors, 64 bits each
}

// Types gives the addresses of all type descriptors of the program.
func Types() []unsafe.Pointer {
	return unsafe.Slice((*unsafe.Pointer)(ptr(uintptr(linkinfo.types))), int(linkinfo.ntypes))
}

// mcacheof gives the cache to allocate from.
func mcacheof() *mcache {
	mp := (*sched.M)(getm())
	if mp == nil {
		return &central.boot
	}
	if c := (*mcache)(mp.Mcache); c != nil {
		return c
	}
	return firstCache(mp)
}

// firstCache makes the cache of the P that mp has, or of mp.
//
//go:cold
func firstCache(mp *sched.M) *mcache {
	c := newCache()
	mp.Mcache = unsafe.Pointer(c)
	if mp.P != nil {
		mp.P.Mcache = unsafe.Pointer(c)
	} else {
		mp.Own = unsafe.Pointer(c)
	}
	return c
}

// gcwof gives the grey objects to add to; gcwdone ends their use.
func gcwof() *gcWork {
	if mp := (*sched.M)(getm()); mp != nil && mp.P != nil {
		return (*gcWork)(&mp.P.Gcw)
	}
	lock(&work.orphanLock)
	return &work.orphan
}

func gcwdone(w *gcWork) {
	if w == &work.orphan {
		unlock(&work.orphanLock)
	}
}

// Words that marking reads while others write them. A racy access cannot tear here.

func ldword(a uintptr) uintptr       { return uintptr(ld64(a)) }
func ldbits(p *uint64) uint64        { return *p }
func stbits(p *uint64, v uint64)     { *p = v }
func stateOf(s *span) uint32         { return atomic.LoadUint32(&s.state) }
func setState(s *span, state uint32) { atomic.StoreUint32(&s.state, state) }

// orbits sets bits of *p and gives what it was.
func orbits(p *uint64, set uint64) uint64 {
	if sched.Virtual() {
		old := *p
		*p = old | set
		return old
	}
	return atomic.OrUint64(p, set)
}

func clearbits(p *uint64, clear uint64) { atomic.AndUint64(p, ^clear) }

// rtinit makes the heap. It is the first thing that boot does, unless the host
// has put arguments into memory before.
func rtinit() {
	if heap.table == 0 {
		race.Init()
		Heapinit(uintptr(linkinfo.heapStart), memorysize())
	}
}

// gcrequest hurries the running goroutine to its next safe point.
func gcrequest() { setfuel(-1) }

// fuelout is what compiled code calls when its fuel is used up.
func fuelout() { sched.Fuelout() }

// fueloutloop is the same in a loop that calls nothing.
func fueloutloop() { sched.FueloutLoop() }

// snapshot marks what the goroutines know, and every G, M and P. It gives the bytes it
// looked at.
func snapshot(w *gcWork) (did int64) {
	setRoots(uintptr(linkinfo.scanStart), uintptr(linkinfo.scanEnd))
	for gp := sched.Allgs(); gp != nil; gp = gp.Alllink {
		gp.GCAssist = 0
		w.markWord(uintptr(unsafe.Pointer(gp)))
		cell := uintptr(unsafe.Pointer(&gp.Elem))
		w.scanWords(cell, cell+unsafe.Sizeof(gp.Elem))
		did += objCost + int64(w.scanFrames(uintptr(gp.Top)))
	}
	for mp := sched.Allm(); mp != nil; mp = mp.Alllink {
		w.markWord(uintptr(unsafe.Pointer(mp)))
	}
	w.markWord(uintptr(unsafe.Pointer(sched.Sysmon())))
	for i := 0; i < sched.MaxProcs; i++ {
		w.markWord(uintptr(unsafe.Pointer(sched.Allp(i))))
	}
	return did
}

// flushGrey makes what all Ps have found common, and says whether there was any.
func flushGrey() (found bool) {
	for i := 0; i < sched.MaxProcs; i++ {
		if w := greyOf(sched.Allp(i)); w != nil && w.dispose() {
			found = true
		}
	}
	return work.orphan.dispose() || found
}

// takeMarked gives the bytes that were marked by all, and counts anew.
func takeMarked() (n int64) {
	n, work.orphan.Marked = work.orphan.Marked, 0
	for i := 0; i < sched.MaxProcs; i++ {
		if w := greyOf(sched.Allp(i)); w != nil {
			n += w.Marked
			w.Marked = 0
		}
	}
	return n
}

func nprocs() int { return sched.Nprocs() }

// funcinfo gives the FuncInfo of a table slot, or nil.
func funcinfo(slot uint32) *FuncInfo {
	if uint64(slot) >= linkinfo.nslots {
		return nil
	}
	a := uintptr(ld32(uintptr(linkinfo.functab) + uintptr(slot)*4))
	if a == 0 {
		return nil
	}
	return (*FuncInfo)(ptr(a))
}

// infoAt gives the FuncInfo at a, or nil: anybody may ask about any program counter.
func infoAt(a uintptr) *FuncInfo {
	for _, f := range []*FuncInfo{&infoCallers, &infoPanic, &infoMain, &infoGoexit} {
		if a == uintptr(unsafe.Pointer(f)) {
			return f
		}
	}
	const size = unsafe.Sizeof(FuncInfo{})
	if a%8 != 0 || a < uintptr(linkinfo.rodataStart) || a > uintptr(linkinfo.rodataEnd)-size {
		return nil
	}
	f := (*FuncInfo)(ptr(a))
	name := a + size + 4*uintptr(f.Points) + 4 // behind the lines and the table slot
	if uintptr(unsafe.Pointer(unsafe.StringData(f.Name))) != name {
		return nil
	}
	return f
}

// functab is where funcinfo looks, for package sched.
func functab() (base unsafe.Pointer, n uint32) {
	return unsafe.Pointer(uintptr(linkinfo.functab)), uint32(linkinfo.nslots)
}

// Bridge gives the table slot of the func(slot uintptr, ctx, cells unsafe.Pointer) that calls the function
// in a slot.
func Bridge(slot uintptr) uintptr {
	if uint64(slot) >= linkinfo.nslots {
		return 0
	}
	return uintptr(ld32(uintptr(bridges()) + slot*4))
}

// IsStatic reports whether p is in data that the compiler made and nobody changes.
func IsStatic(p unsafe.Pointer) bool {
	return uint64(uintptr(p)) >= linkinfo.rodataStart && uint64(uintptr(p)) < linkinfo.rodataEnd
}

// IsHeap reports whether p is in the heap.
func IsHeap(p unsafe.Pointer) bool { return spanOf(uintptr(p)) != nil }

// CheckRecovery is checkrecovery for package reflect.
func CheckRecovery(slot uintptr) { checkrecovery(uint32(slot)) }

// slotOf gives the table slot of a func value.
func slotOf(fn func()) uint32 {
	return **(**uint32)(unsafe.Pointer(&fn))
}

func newbuf(size uintptr, noscan bool) unsafe.Pointer { return Mallocgc(size, noscan) }
func mallocScratch(size uintptr) unsafe.Pointer       { return mallocraw(size) }
func gclive() uint64                                  { return uint64(central.stats.LastMarked) }

// What the scheduler's half of the collector calls; see core/sched/port_gopark.go.

func gcdue() bool    { return central.due || work.marking && pace.shortness.Load() != 0 }
func gcperKB() int64 { return pace.perKB.Load() }
func gcpercent() int { return central.percent }

func gcready(pp *sched.P) bool { return greyOf(pp).ready() }

func gcflush(pp *sched.P) bool {
	w := greyOf(pp)
	found := w.dispose() || w.Flushed
	w.Flushed = false
	return found
}

func gcdrain(pp *sched.P, budget int64) int64 {
	did := greyOf(pp).drain(budget)
	scanned(did)
	return did
}

// gcstoptheworld says whether GODEBUG asks for cycles in one pause.
func gcstoptheworld() bool {
	if work.mode == 0 {
		work.mode = 1
		for _, e := range Env() {
			if hasPrefix(e, "GODEBUG=") && contains(e, "gcstoptheworld=1") {
				work.mode = 2
			}
		}
	}
	return work.mode == 2
}

func contains(s, t string) bool {
	for i := 0; i+len(t) <= len(s); i++ {
		if s[i:i+len(t)] == t {
			return true
		}
	}
	return false
}

// gcsweep sweeps up to n spans, and says how many there were.
func gcsweep(n int) (did int) {
	for did < n && central.sweeping {
		lock(&heap.lock)
		more := sweepOne()
		unlock(&heap.lock)
		if !more {
			break
		}
		did++
	}
	return did
}

// FuncOfSlot is funcinfo for package runtime.
func FuncOfSlot(slot uint32) *FuncInfo { return funcinfo(slot) }

// SetPlainError tells the type word of runtime.plainError.
func SetPlainError(typ unsafe.Pointer) { plainErrorType = typ }

// plainErrorType is the type word of runtime.plainError, whose values are strings.
var plainErrorType unsafe.Pointer

// panicPlain panics with a runtime.plainError.
func panicPlain(msg string) {
	s := new(string)
	*s = msg
	e := eface{plainErrorType, unsafe.Pointer(s)}
	gopanic(*(*any)(unsafe.Pointer(&e)))
}

// setrunning ends unwinding.
func setrunning() { setmode(0) }

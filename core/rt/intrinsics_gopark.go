//go:build gopark

// This file declares what the compiler puts in place of a call, what the host
// gives, and what the linker fills in. intrinsics_native.go stands for it when
// the package is tested natively.

package rt

import (
	"unsafe"

	"github.com/gopark/gopark/core/sched"
)

func getm() unsafe.Pointer // the M
func getg() unsafe.Pointer // the G that runs, nil on the base
func getmode() int32       // 0 running, 1 freezing, 2 unwinding
func setmode(mode int32)
func setfuel(fuel int32)
func memmove(dst, src unsafe.Pointer, n uintptr)
func memclr(p unsafe.Pointer, n uintptr)
func memorysize() uintptr

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
}

// mcacheof gives the cache to allocate from.
func mcacheof() *mcache {
	mp := (*sched.M)(getm())
	if mp == nil {
		return &central.boot
	}
	c := (*mcache)(mp.Mcache)
	if c == nil {
		c = newCache()
		mp.Mcache = unsafe.Pointer(c)
	}
	return c
}

// rtinit makes the heap. It is the first thing that boot does, unless the host
// has put arguments into memory before.
func rtinit() {
	if heap.table == 0 {
		Heapinit(uintptr(linkinfo.heapStart), memorysize())
	}
}

// gcrequest hurries the running goroutine to its next safe point.
func gcrequest() { setfuel(-1) }

// fuelout is what compiled code calls when its fuel is used up.
func fuelout() { sched.Fuelout() }

// fueloutloop is the same in a loop that calls nothing.
func fueloutloop() { sched.FueloutLoop() }

func markRoots() {
	scanRange(uintptr(linkinfo.scanStart), uintptr(linkinfo.scanEnd))
	for gp := sched.Allgs(); gp != nil; gp = gp.Alllink {
		scanFrames(uintptr(gp.Top))
	}
}

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

// functab is funcinfo for package sched.
func functab(slot uint32) unsafe.Pointer { return unsafe.Pointer(funcinfo(slot)) }

// slotOf gives the table slot of a func value.
func slotOf(fn func()) uint32 {
	return **(**uint32)(unsafe.Pointer(&fn))
}

func newbuf(size uintptr, noscan bool) unsafe.Pointer { return Mallocgc(size, noscan) }
func mallocScratch(size uintptr) unsafe.Pointer       { return mallocraw(size) }
func gcdue() bool                                     { return central.due }
func gcrun()                                          { GC() }
func gclive() uint64                                  { return uint64(central.stats.LastMarked) }

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

//go:build !gopark

// This file stands for intrinsics_gopark.go when the package is tested natively.
// Objects of channels are Go's then, the heap works on an arena that a test
// gives, and unwinding is a Go panic that trycall stops.

package rt

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/sched"
)

// nativeMode is the mode of the one goroutine that a test of panics has.
var nativeMode int32

// unwinding is what gopanic really panics with.
type unwinding struct{}

func getmode() int32          { return nativeMode }
func setfuel(int32)           {}
func gcrequest()              {}
func memorysize() uintptr     { return 0 }
func fuelout()                {}
func fueloutloop()            {}
func slotOf(fn func()) uint32 { return 0 }

func getg() unsafe.Pointer {
	if sched.Getm() == nil {
		return nil
	}
	return unsafe.Pointer(sched.Getg())
}

func setmode(mode int32) {
	nativeMode = mode
	if mode == 2 {
		panic(unwinding{})
	}
}

func memmove(dst, src unsafe.Pointer, n uintptr) {
	copy(unsafe.Slice((*byte)(dst), n), unsafe.Slice((*byte)(src), n))
}

func memclr(p unsafe.Pointer, n uintptr) { clear(unsafe.Slice((*byte)(p), n)) }

func trycall(fn func()) (unwound bool) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(unwinding); !ok {
				panic(e)
			}
			nativeMode = 0
			unwound = true
		}
	}()
	fn()
	return false
}

// nativeCache is the cache that a test allocates from; nil: the boot cache.
var nativeCache func() *mcache

func mcacheof() *mcache {
	if nativeCache != nil {
		return nativeCache()
	}
	return &central.boot
}

// nativeRoots are a test's roots.
var nativeRoots func(w *gcWork)

// snapshot marks the test's roots.
func snapshot(w *gcWork) int64 {
	if nativeRoots != nil {
		nativeRoots(w)
	}
	return 0
}

// nativeGrey is the grey objects of the test's thread; nil: there is one thread.
var nativeGrey func() *gcWork

// nativeGreys are those of all threads.
var nativeGreys []*gcWork

func gcwof() *gcWork {
	if nativeGrey != nil {
		if w := nativeGrey(); w != nil {
			return w
		}
	}
	lock(&work.orphanLock)
	return &work.orphan
}

func gcwdone(w *gcWork) {
	if w == &work.orphan {
		unlock(&work.orphanLock)
	}
}

func flushGrey() (found bool) {
	for _, w := range nativeGreys {
		found = w.dispose() || found
	}
	return work.orphan.dispose() || found
}

func takeMarked() (n int64) {
	n, work.orphan.Marked = work.orphan.Marked, 0
	for _, w := range nativeGreys {
		n += w.Marked
		w.Marked = 0
	}
	return n
}

func nprocs() int { return len(nativeGreys) }

// getbarrier: marking and the barrier begin and end together.
func getbarrier() int32 {
	if work.marking {
		return 1
	}
	return 0
}

// The race detector must see that these are meant to race.

func at64(a uintptr) *uint64            { return (*uint64)(ptr(a)) }
func ldword(a uintptr) uintptr          { return uintptr(atomic.LoadUint64(at64(a))) }
func ldbits(p *uint64) uint64           { return atomic.LoadUint64(p) }
func stbits(p *uint64, v uint64)        { atomic.StoreUint64(p, v) }
func orbits(p *uint64, v uint64) uint64 { return atomic.OrUint64(p, v) }
func clearbits(p *uint64, v uint64)     { atomic.AndUint64(p, ^v) }
func stateOf(s *span) uint32            { return atomic.LoadUint32(&s.state) }
func setState(s *span, state uint32)    { atomic.StoreUint32(&s.state, state) }

func funcinfo(uint32) *FuncInfo { return nil }
func infoAt(uintptr) *FuncInfo  { return nil }

func newbuf(size uintptr, noscan bool) unsafe.Pointer {
	if size == 0 {
		return unsafe.Pointer(&zerobase)
	}
	return unsafe.Pointer(unsafe.SliceData(make([]uint64, (size+7)/8)))
}

func mallocScratch(size uintptr) unsafe.Pointer { return newbuf(size, true) }

func hostwrite(fd int32, p unsafe.Pointer, n int32) {
	if nativeWrite != nil {
		nativeWrite(string(unsafe.Slice((*byte)(p), n)))
	}
}

// nativeWrite gets what a test's crash prints.
var nativeWrite func(string)

func hostexit(code int32) { panic(nativeExit(code)) }

// nativeExit is the panic that stands for the end of the program.
type nativeExit int32

// plainError stands for runtime.plainError.
type plainError string

func (e plainError) Error() string { return string(e) }

// panicPlain panics with a plainError: a real panic, unless a test of gopanic runs.
func panicPlain(msg string) { panic(plainError(msg)) }

// setrunning ends unwinding.
func setrunning() { nativeMode = 0 }

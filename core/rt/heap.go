// This file allocates objects.
//
// Small objects come from spans of one size class; each P has a span for each
// class (its mcache) and takes from it without a lock. What needs no scanning has
// spans of its own. Big objects have a span each. New objects are zero. An
// interior pointer finds its object through the page table.
//
// Allocation never collects: a collection begins with every goroutine frozen. When one
// is due we tell the scheduler, which stops the world at the next safe point. Nor does
// it mark: a goroutine that allocates during marking gets into debt, which it pays at
// its next safe point (assist in core/sched/gcassist.go). It is charged when it takes
// a new word of a span, for all free objects in it, not for each.
//
// What is allocated during marking is marked: a word of a span is marked when it is
// taken, and what is left of it when marking ends is not.
//
// In Go: malloc.go, mcache.go, mcentral.go, mheap.go. There is no tiny allocator
// and there are no pointer bitmaps here.

package rt

import (
	"math/bits"
	"unsafe"

	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/core/sched"
)

const numSpanClasses = numClasses * 2

// mcache is what a P allocates from without a lock. An M that has no P has one of its
// own; in Go it must not allocate.
type mcache struct {
	_      sched.Kept
	alloc  [numSpanClasses]*span
	frames [numFrameBins]frameList
	next   *mcache // list of all
}

var (
	zerobase  uint64 // address of all objects of size 0
	emptySpan span   // has nothing; so an mcache needs no nil checks

	central struct { // guarded by heap.lock
		partial [numSpanClasses]*span // swept, with free objects
		last    [numSpanClasses]*span // of partial
		full    [numSpanClasses]*span // swept, without

		unsweptPartial [numSpanClasses]*span
		unsweptFull    [numSpanClasses]*span
		sweepClass     uintptr // classes below are swept
		sweeping       bool    // some may not be

		caches *mcache
		boot   mcache // before the first M, and for code that has none

		live      uintptr // bytes of objects, spans in caches count as full
		scannable uintptr // of those, bytes that may hold pointers, about
		trigger   uintptr // live that makes a collection due
		limit     uintptr // bytes of the arena
		percent   int     // GOGC; < 0: only the limit counts
		due       bool

		stats Stats
	}
)

// Stats counts since the start.
type Stats struct {
	Mallocs, Frees         uint64
	TotalAlloc, TotalFreed uint64
	NumGC                  uint32
	LastMarked             uintptr // bytes found live by the last collection
	FrameBytes             uintptr
}

// Heapinit makes [lo, hi) the heap. To be called before anything is allocated.
func Heapinit(lo, hi uintptr) {
	sizesInit()
	pagesInit(lo, hi)
	central.limit = heap.hi - heap.lo
	central.percent = 100
	cacheInit(&central.boot)
	setTrigger()
}

func cacheInit(c *mcache) {
	for i := range c.alloc {
		c.alloc[i] = &emptySpan
	}
	lock(&heap.lock)
	c.next = central.caches
	central.caches = c
	unlock(&heap.lock)
}

// newCache makes a cache.
func newCache() *mcache {
	lock(&heap.lock)
	s := allocPages((unsafe.Sizeof(mcache{})+pageSize-1)>>pageShift, spanMeta)
	if s == nil {
		outOfMemory(unsafe.Sizeof(mcache{}))
	}
	if s.needzero {
		memclr(ptr(s.base), s.npages<<pageShift)
	}
	unlock(&heap.lock)
	c := (*mcache)(ptr(s.base))
	cacheInit(c)
	return c
}

// Mallocgc allocates size bytes of zeroes. noscan says that there will never be a
// pointer in them.
func Mallocgc(size uintptr, noscan bool) unsafe.Pointer {
	if size > maxSmallSize {
		return largeAlloc(size, noscan, true)
	}
	if size == 0 {
		return unsafe.Pointer(&zerobase)
	}
	spc := uintptr(classOf(size)) << 1
	if noscan {
		spc |= 1
	}
	c := mcacheof()
	s := c.alloc[spc]
	if s.avail == 0 {
		s = refill(c, spc)
	}
	p := take(s)
	race.Malloc(p, s.elemsize)
	if s.needzero {
		clearSmall(p, s.elemsize)
	}
	return p
}

// mallocraw is Mallocgc for objects that the caller fills himself.
func mallocraw(size uintptr) unsafe.Pointer {
	if size > maxSmallSize {
		return largeAlloc(size, true, false)
	}
	if size == 0 {
		return unsafe.Pointer(&zerobase)
	}
	spc := uintptr(classOf(size))<<1 | 1
	c := mcacheof()
	s := c.alloc[spc]
	if s.avail == 0 {
		s = refill(c, spc)
	}
	p := take(s)
	race.Malloc(p, s.elemsize)
	return p
}

// take gives the next object of s, whose avail is not 0.
func take(s *span) unsafe.Pointer {
	i := uintptr(s.word<<6) + uintptr(bits.TrailingZeros64(s.avail))
	s.avail &= s.avail - 1
	return ptr(s.base + i*s.elemsize)
}

// MallocNoZero allocates size bytes without pointers, not cleared.
func MallocNoZero(size uintptr) unsafe.Pointer { return mallocraw(size) }

func clearSmall(p unsafe.Pointer, n uintptr) {
	if n > 32 {
		memclr(p, n)
		return
	}
	*(*uint64)(p) = 0
	if n > 8 {
		*(*uint64)(unsafe.Add(p, 8)) = 0
		if n > 16 {
			*(*uint64)(unsafe.Add(p, 16)) = 0
			if n > 24 {
				*(*uint64)(unsafe.Add(p, 24)) = 0
			}
		}
	}
}

// refill gives c a span of class spc with avail != 0: the next word of the span
// it has, or another span.
func refill(c *mcache, spc uintptr) *span {
	s := c.alloc[spc]
	if nextWord(s) {
		return s
	}
	lock(&heap.lock)
	if s != &emptySpan {
		s.cached = false
		giveSpan(s)
	}
	s = freeSpan(spc)
	s.cached = true
	free := s.nelems - s.nalloc
	s.nalloc = s.nelems
	central.stats.Mallocs += uint64(free)
	addLive(uintptr(free)*s.elemsize, s.noscan)
	c.alloc[spc] = s
	if !takeWord(s) && !nextWord(s) {
		throw("rt: full span on a partial list")
	}
	unlock(&heap.lock)
	return s
}

// freeSpan gives a span of class spc that has free objects: a swept one, one that it
// sweeps, or a new one.
func freeSpan(spc uintptr) *span {
	if s := central.partial[spc]; s != nil {
		central.partial[spc] = s.next
		if s.next == nil {
			central.last[spc] = nil
		}
		s.next = nil
		return s
	}
	if s := sweepFor(spc); s != nil {
		return s
	}
	return newObjects(spc)
}

// takeWord moves the free objects of word s.word to avail.
func takeWord(s *span) bool {
	free := ^ldbits(&s.alloc[s.word])
	if free == 0 {
		return false
	}
	if getbarrier() != 0 {
		n := int64(bits.OnesCount64(free)) * int64(s.elemsize)
		orbits(&s.mark[s.word], free) // before marking can see that they are allocated
		work.black.Add(n)
		owe(n)
	}
	stbits(&s.alloc[s.word], ^uint64(0))
	s.avail = free
	return true
}

// hurryDebt is the debt at which a goroutine is hurried to its next safe point.
const hurryDebt = 64 << 10

// owe charges the running goroutine for n bytes that it allocates during marking.
func owe(n int64) {
	gp := (*sched.G)(getg())
	if gp == nil {
		return
	}
	gp.GCAssist -= n
	if gp.GCAssist < -hurryDebt {
		gcrequest()
	}
}

func nextWord(s *span) bool {
	for s.word+1 < s.nwords {
		s.word++
		if takeWord(s) {
			return true
		}
	}
	return false
}

// newObjects makes a span of empty objects.
func newObjects(spc uintptr) *span {
	c := spc >> 1
	s := allocPages(uintptr(classPages[c]), spanMaking)
	if s == nil {
		outOfMemory(uintptr(classSize[c]))
	}
	size := uintptr(classSize[c])
	s.spc = uint8(spc)
	s.noscan = spc&1 != 0
	s.elemsize = size
	s.nelems = uint32((s.npages << pageShift) / size)
	s.divmul = ^uint32(0)/uint32(size) + 1
	s.nwords = (s.nelems + 63) >> 6
	s.alloc, s.mark = newBits(uintptr(s.nwords))
	if tail := s.nelems & 63; tail != 0 {
		s.alloc[s.nwords-1] = ^uint64(0) << tail
	}
	publish(s)
	return s
}

func largeAlloc(size uintptr, noscan, zero bool) unsafe.Pointer {
	n := (size + pageSize - 1) >> pageShift
	if size > heap.hi-heap.lo {
		outOfMemory(size)
	}
	lock(&heap.lock)
	fresh := heap.fresh
	s := allocPages(n, spanMaking)
	if s == nil {
		outOfMemory(size)
	}
	s.noscan = noscan
	s.spc = 0
	if noscan {
		s.spc = 1
	}
	s.elemsize = n << pageShift
	s.nelems, s.nalloc, s.nwords = 1, 1, 1
	s.alloc, s.mark = newBits(1)
	s.alloc[0] = ^uint64(0)
	central.stats.Mallocs++
	if zero && !noscan {
		clearOld(s, fresh) // before somebody can look into it
	}
	if getbarrier() != 0 {
		s.mark[0] = 1
		work.black.Add(int64(s.elemsize))
		owe(int64(s.elemsize))
	}
	race.Malloc(ptr(s.base), s.elemsize)
	giveSpan(s)
	publish(s)
	addLive(s.elemsize, noscan)
	unlock(&heap.lock)
	if zero && noscan {
		clearOld(s, fresh)
	}
	return ptr(s.base)
}

// clearOld clears the part of s below fresh.
func clearOld(s *span, fresh uintptr) {
	if end := min(s.base+s.elemsize, fresh); end > s.base {
		memclr(ptr(s.base), end-s.base)
	}
}

// flushCache gives the unused objects of c back. The world is stopped, or c is
// the caller's own; heap.lock is held.
func flushCache(c *mcache) {
	for spc := uintptr(2); spc < numSpanClasses; spc++ {
		s := c.alloc[spc]
		if s == &emptySpan {
			continue
		}
		c.alloc[spc] = &emptySpan
		s.cached = false
		stbits(&s.alloc[s.word], ldbits(&s.alloc[s.word])&^s.avail)
		free := uint32(bits.OnesCount64(s.avail))
		if work.marking && s.avail != 0 {
			clearbits(&s.mark[s.word], s.avail)
			work.black.Add(-int64(free) * int64(s.elemsize))
		}
		s.avail = 0
		for i := s.word + 1; i < s.nwords; i++ {
			free += uint32(bits.OnesCount64(^s.alloc[i]))
		}
		s.nalloc -= free
		central.live -= uintptr(free) * s.elemsize
		central.stats.Mallocs -= uint64(free)
		central.stats.TotalAlloc -= uint64(free) * uint64(s.elemsize)
		s.word = 0
		giveSpan(s)
	}
}

// ReadStats gives the counters; the caller's own cache is counted exactly.
func ReadStats(st *Stats) (live, sys, inuse, trigger uintptr) {
	lock(&heap.lock)
	sweepAll()
	flushCache(mcacheof())
	*st = central.stats
	live = central.live
	sys = central.limit
	inuse = (heap.npages - heap.nfree) << pageShift
	trigger = central.trigger
	unlock(&heap.lock)
	return
}

// outOfMemory ends the program.
func outOfMemory(size uintptr) {
	oom(size)
}

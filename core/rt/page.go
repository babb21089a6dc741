// This file hands out runs of 8 KiB pages and knows which page belongs to whom.
//
// The arena is all memory behind the program's data. Its first bytes are the page
// table: for each page the address of its span. A span is a run of pages with one
// use: objects of one size, one big object, frames, our own tables, or nothing.
//
// Invariants (checked by pageCheck in tests):
//   - spans follow each other without a gap: first page of one = end of the last;
//   - every page of a span in use names it in the table; of a free span the first
//     and the last do, and those between are 0;
//   - two free spans are never neighbours;
//   - memory from heap.fresh on was never written, so it is zero.
//
// Addresses are below 4 GiB, so the table holds 32 bits for a page. All of it is
// guarded by heap.lock, but marking looks up spans without it: so a span becomes one
// of objects (publish) when all its fields are set, and one that is dropped during
// marking is not used again before its end (heap.limbo).
//
// In Go: mpagealloc.go, a radix tree of bitmaps. A list by size is enough for the
// at most 131072 pages of a program here.

package rt

import (
	"math/bits"
	"unsafe"

	"github.com/gopark/gopark/core/sched"
)

// Span states.
const (
	spanFree   = 1 + iota
	spanMaking // about to be spanObject
	spanObject // objects of the collector
	spanFrame  // frames
	spanMeta   // page table, spans, bitmaps, the mark stack
)

type span struct {
	_        sched.Kept // of spans nothing is ever freed, they are used again
	base     uintptr
	npages   uintptr
	elemsize uintptr // bytes of one object
	nelems   uint32
	divmul   uint32 // 2^32/elemsize rounded up, 0 if there is one object
	nwords   uint32 // of each bitmap
	nalloc   uint32 // objects taken; all of them while the span is in a cache
	word     uint32 // which word of alloc is in avail
	state    uint32 // written by setState, see there
	spc      uint8  // size class * 2 + noscan
	noscan   bool
	needzero bool // a free object of it may hold old bytes
	cached   bool // some mcache allocates from it
	avail    uint64
	alloc    *[16]uint64 // bit set: taken, or handed to avail
	mark     *[16]uint64
	next     *span
	prev     *span
}

const numBins = 128

var heap struct {
	lock   mutex
	lo, hi uintptr // the arena
	npages uintptr
	table  uintptr // address of the page table
	fresh  uintptr

	bins    [numBins]*span // free spans by pages; [0]: numBins and more
	binmask [2]uint64      // which bins are not empty
	nfree   uintptr        // free pages

	metaCur, metaEnd uintptr
	spanPool         *span
	limbo            *span       // dropped during marking
	bitsPool         [17]uintptr // pairs of bitmaps by words
}

// ptr makes a pointer of an address, which is not 0.
func ptr(a uintptr) unsafe.Pointer { return unsafe.Add(unsafe.Pointer(nil), a) }

func ld32(a uintptr) uint32    { return *(*uint32)(ptr(a)) }
func st32(a uintptr, v uint32) { *(*uint32)(ptr(a)) = v }
func ld64(a uintptr) uint64    { return *(*uint64)(ptr(a)) }

// setPage makes the table's entry of page i.
func setPage(i uintptr, s *span) {
	st32(heap.table+i*4, uint32(uintptr(unsafe.Pointer(s))))
}

// page gives the span of page i, or nil.
func page(i uintptr) *span {
	a := uintptr(ld32(heap.table + i*4))
	if a == 0 {
		return nil // gc takes the result of ptr for not nil
	}
	return (*span)(ptr(a))
}

// spanOf gives the span that holds address a, or nil. For any number a.
func spanOf(a uintptr) *span {
	off := a - heap.lo
	if off >= heap.hi-heap.lo {
		return nil
	}
	return page(off >> pageShift)
}

// nextSpan gives the span behind s; nil s means the first. Free ones too.
func nextSpan(s *span) *span {
	if s == nil {
		return page(0)
	}
	i := (s.base-heap.lo)>>pageShift + s.npages
	if i >= heap.npages {
		return nil
	}
	return page(i)
}

// pagesInit makes [lo, hi) the arena. Its bytes are zero.
func pagesInit(lo, hi uintptr) {
	lo = (lo + pageSize - 1) &^ (pageSize - 1)
	hi &^= pageSize - 1
	n := (hi - lo) >> pageShift
	heap.lo, heap.hi, heap.npages = lo, hi, n
	heap.table = lo
	used := (n*4 + 4*pageSize + pageSize - 1) >> pageShift
	heap.fresh = lo + used<<pageShift
	heap.metaCur, heap.metaEnd = (lo+n*4+7)&^7, heap.fresh

	s := newSpan(lo, used, spanMeta)
	markPages(s)
	rest := newSpan(heap.fresh, n-used, spanFree)
	pushFree(rest)
}

// metaalloc gives n bytes of zeroes for our own tables, for ever.
func metaalloc(n uintptr) uintptr {
	n = (n + 7) &^ 7
	if heap.metaEnd-heap.metaCur < n {
		throw("rt: metadata reserve too small")
	}
	p := heap.metaCur
	heap.metaCur += n
	return p
}

// metaReserve is what one operation on pages may take from metaalloc.
const metaReserve = 2048

// metaFill refills metadata in good time.
func metaFill() {
	if heap.metaEnd-heap.metaCur >= metaReserve {
		return
	}
	s := findFree(8)
	if s == nil && central.sweeping {
		sweepAll()
		s = findFree(8)
	}
	if s == nil {
		s = findFree(1)
	}
	if s == nil {
		outOfMemory(pageSize)
	}
	s = takePages(s, min(8, s.npages), spanMeta) // this needs at most one span more
	if old := min(s.base+s.npages<<pageShift, heap.fresh); old > s.base {
		memclr(ptr(s.base), old-s.base)
	}
	usePages(s)
	heap.metaCur, heap.metaEnd = s.base, s.base+s.npages<<pageShift
}

func newSpan(base, npages uintptr, state uint32) *span {
	s := heap.spanPool
	if s != nil {
		heap.spanPool = s.next
		s.next = nil
	} else {
		s = (*span)(ptr(metaalloc(unsafe.Sizeof(span{}))))
	}
	s.base, s.npages = base, npages
	setState(s, state)
	return s
}

func dropSpan(s *span) {
	if work.marking {
		setState(s, spanFree)
		s.next = heap.limbo
		heap.limbo = s
		return
	}
	memclr(unsafe.Pointer(s), unsafe.Sizeof(span{}))
	s.next = heap.spanPool
	heap.spanPool = s
}

// dropLimbo drops what could not be dropped during marking.
func dropLimbo() {
	for s := heap.limbo; s != nil; s = heap.limbo {
		heap.limbo = s.next
		dropSpan(s)
	}
}

// publish lets marking see s.
func publish(s *span) { setState(s, spanObject) }

func binOf(npages uintptr) uintptr {
	if npages >= numBins {
		return 0
	}
	return npages
}

// pushFree puts s on the list of its size and marks its first and last page.
func pushFree(s *span) {
	b := binOf(s.npages)
	setState(s, spanFree)
	s.prev = nil
	s.next = heap.bins[b]
	if s.next != nil {
		s.next.prev = s
	}
	heap.bins[b] = s
	heap.binmask[b>>6] |= 1 << (b & 63)
	heap.nfree += s.npages
	first := (s.base - heap.lo) >> pageShift
	setPage(first, s)
	setPage(first+s.npages-1, s)
}

// popFree takes s off its list.
func popFree(s *span) {
	b := binOf(s.npages)
	if s.prev != nil {
		s.prev.next = s.next
	} else {
		heap.bins[b] = s.next
		if s.next == nil {
			heap.binmask[b>>6] &^= 1 << (b & 63)
		}
	}
	if s.next != nil {
		s.next.prev = s.prev
	}
	s.next, s.prev = nil, nil
	heap.nfree -= s.npages
}

// findFree gives the smallest free span of n pages or more: of the big ones the
// lowest of the smallest. nil if there is none.
func findFree(n uintptr) *span {
	if n < numBins {
		w := n >> 6
		m := heap.binmask[w] >> (n & 63) << (n & 63)
		if w == 0 {
			m &^= 1 // bin 0 is not a size
			if m == 0 {
				w, m = 1, heap.binmask[1]
			}
		}
		if m != 0 {
			return heap.bins[w<<6+uintptr(bits.TrailingZeros64(m))]
		}
	}
	var best *span
	for s := heap.bins[0]; s != nil; s = s.next {
		if s.npages < n {
			continue
		}
		if best == nil || s.npages < best.npages || s.npages == best.npages && s.base < best.base {
			best = s
		}
	}
	return best
}

// takePages cuts the first n pages off the free span s.
func takePages(s *span, n uintptr, state uint32) *span {
	popFree(s)
	if s.npages > n {
		rest := newSpan(s.base+n<<pageShift, s.npages-n, spanFree)
		s.npages = n
		pushFree(rest)
	}
	setState(s, state)
	return s
}

// usePages names s in the table and moves the edge of untouched memory.
func usePages(s *span) {
	markPages(s)
	if end := s.base + s.npages<<pageShift; end > heap.fresh {
		heap.fresh = end
	}
}

func markPages(s *span) {
	first := (s.base - heap.lo) >> pageShift
	for i := uintptr(0); i < s.npages; i++ {
		setPage(first+i, s)
	}
}

// allocPages gives a span of n pages, or nil if memory is full. needzero says
// whether there may be old bytes below the former heap.fresh.
func allocPages(n uintptr, state uint32) *span {
	metaFill()
	s := findFree(n)
	if s == nil && central.sweeping {
		sweepAll()
		s = findFree(n)
	}
	if s == nil {
		return nil
	}
	s = takePages(s, n, state)
	s.needzero = s.base < heap.fresh
	usePages(s)
	return s
}

// freePages gives a span back and joins it with free neighbours.
func freePages(s *span) {
	base, n := s.base, s.npages
	first := (base - heap.lo) >> pageShift
	for i := uintptr(0); i < n; i++ {
		setPage(first+i, nil)
	}
	if first > 0 {
		if l := page(first - 1); l != nil && l.state == spanFree {
			popFree(l)
			setPage(first-1, nil)
			setPage((l.base-heap.lo)>>pageShift, nil)
			base, n = l.base, n+l.npages
			dropSpan(l)
		}
	}
	if end := first + s.npages; end < heap.npages {
		if r := page(end); r != nil && r.state == spanFree {
			popFree(r)
			setPage(end, nil)
			setPage(end+r.npages-1, nil)
			n += r.npages
			dropSpan(r)
		}
	}
	dropSpan(s)
	pushFree(newSpan(base, n, spanFree))
}

// newBits gives a pair of zeroed bitmaps of n words each.
func newBits(n uintptr) (alloc, mark *[16]uint64) {
	p := heap.bitsPool[n]
	if p != 0 {
		heap.bitsPool[n] = uintptr(ld64(p))
		memclr(ptr(p), n*16)
	} else {
		p = metaalloc(n * 16)
	}
	return (*[16]uint64)(ptr(p)), (*[16]uint64)(ptr(p + n*8))
}

func dropBits(s *span) {
	p := min(uintptr(unsafe.Pointer(s.alloc)), uintptr(unsafe.Pointer(s.mark)))
	*(*uint64)(ptr(p)) = uint64(heap.bitsPool[s.nwords])
	heap.bitsPool[s.nwords] = p
}

package rt

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"github.com/gopark/gopark/core/sched"
)

// Tests put their arena below 4 GiB, as in wasm.
const arenaSize = 256 << 20

// mapArena maps the arena, once for all tests, and gives its address; 0 if there
// is no room.
var mapArena = sync.OnceValue(func() uintptr {
	const fixed = 0x100000 // MAP_FIXED_NOREPLACE
	for at := uintptr(1) << 28; at < 1<<32-arenaSize; at += 1 << 26 {
		addr, _, errno := syscall.Syscall6(syscall.SYS_MMAP, at, arenaSize,
			syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE|fixed, ^uintptr(0), 0)
		if errno == 0 && addr == at {
			return at
		}
	}
	return 0
})

// newHeap makes a fresh heap of size bytes.
func newHeap(t testing.TB, size uintptr) {
	t.Helper()
	at := mapArena()
	if at == 0 {
		t.Skip("no room below 4 GiB")
	}
	const dontneed = 4
	syscall.Syscall(syscall.SYS_MADVISE, at, arenaSize, dontneed) // zero again
	resetHeap()
	Heapinit(at, at+size)
	t.Cleanup(resetHeap)
}

// resetHeap makes the package's variables what they are at the start.
func resetHeap() {
	zero(&heap)
	zero(&central)
	zero(&work)
	zero(&pace)
	zero(&centralFrames)
	zero(&emptySpan)
	nativeCache, nativeRoots, nativeGrey, nativeGreys = nil, nil, nil, nil
	debugPoison = false
}

func zero[T any](p *T) {
	var z T
	*p = z
}

// pageCheck checks the invariants of page.go.
func pageCheck(t testing.TB) {
	t.Helper()
	free := uintptr(0)
	at := heap.lo
	wasFree := false
	for s := nextSpan(nil); s != nil; s = nextSpan(s) {
		if s.base != at {
			t.Fatalf("span at %#x, want %#x", s.base, at)
		}
		at += s.npages << pageShift
		isFree := s.state == spanFree
		if isFree && wasFree {
			t.Fatalf("two free spans meet at %#x", s.base)
		}
		wasFree = isFree
		first := (s.base - heap.lo) >> pageShift
		for i := uintptr(0); i < s.npages; i++ {
			p := page(first + i)
			if inner := isFree && i != 0 && i != s.npages-1; inner && p != nil || !inner && p != s {
				t.Fatalf("page %d of %d of the span at %#x, state %d, names %p, not %p", i, s.npages, s.base, s.state, p, s)
			}
		}
		if isFree {
			free += s.npages
			listed := false
			for l := heap.bins[binOf(s.npages)]; l != nil; l = l.next {
				listed = listed || l == s
			}
			if !listed {
				t.Fatalf("free span at %#x is on no list", s.base)
			}
		}
	}
	if at != heap.hi || free != heap.nfree {
		t.Fatalf("end %#x of %#x, free %d of %d", at, heap.hi, free, heap.nfree)
	}
	for a := heap.fresh; a < min(heap.hi, heap.fresh+1<<16); a += 8 {
		if ld64(a) != 0 {
			t.Fatalf("fresh memory at %#x was written", a)
		}
	}
}

// obj is an object in the model of TestHeapModel.
type obj struct {
	addr   uintptr
	size   uintptr
	noscan bool
	tag    uint64
	refs   []*obj
	words  map[int]uintptr // where they are, and what those words are: addresses into the refs
}

func (o *obj) word(i int) *uint64 { return (*uint64)(ptr(o.addr + uintptr(i)*8)) }

func (o *obj) check(t *testing.T) {
	t.Helper()
	n := int(o.size / 8)
	for i := 0; i < n; i++ {
		want := o.tag + uint64(i)<<40
		if a, ok := o.words[i]; ok {
			want = uint64(a)
		}
		if got := *o.word(i); got != want {
			t.Fatalf("object of %d bytes at %#x, word %d: %#x, want %#x", o.size, o.addr, i, got, want)
		}
	}
}

// A random program allocates, links and drops objects, and collects. After each
// collection what it can reach is intact, and nothing else is left.
func TestHeapModel(t *testing.T) {
	for seed := uint64(0); seed < 4; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { heapModel(t, seed) })
	}
}

func heapModel(t *testing.T, seed uint64) {
	newHeap(t, 48<<20)
	debugPoison = true
	r := rand.New(rand.NewPCG(seed, 7))
	var roots [40]*obj
	nativeRoots = func(w *gcWork) {
		for _, o := range roots {
			if o != nil {
				w.markWord(o.addr)
			}
		}
	}
	var all []*obj
	for range 30 {
		for range 300 {
			o := allocObj(t, r, all)
			all = append(all, o)
			if r.IntN(4) == 0 {
				roots[r.IntN(len(roots))] = o
			}
		}
		if r.IntN(2) == 0 {
			roots[r.IntN(len(roots))] = nil
		}
		GC()
		pageCheck(t)
		all = reachable(roots[:])
		bytes := uintptr(0)
		for _, o := range all {
			o.check(t)
			bytes += spanOf(o.addr).elemsize
		}
		if bytes != work.marked || bytes != central.live {
			t.Fatalf("marked %d, live %d, model %d", work.marked, central.live, bytes)
		}
		if n := central.stats.Mallocs - central.stats.Frees; n != uint64(len(all)) {
			t.Fatalf("%d objects, model %d", n, len(all))
		}
	}
}

func allocObj(t *testing.T, r *rand.Rand, all []*obj) *obj {
	size := uintptr(8 << r.IntN(8))
	switch r.IntN(20) {
	case 0:
		size = uintptr(r.IntN(40000)+8) &^ 7
	case 1:
		if r.IntN(10) == 0 {
			size = uintptr(r.IntN(300000)+8) &^ 7
		}
	default:
		size += uintptr(r.IntN(int(size))) &^ 7
	}
	o := &obj{size: size, noscan: r.IntN(3) == 0, tag: r.Uint64() | 1<<63}
	o.addr = uintptr(Mallocgc(size, o.noscan))
	if o.addr&7 != 0 {
		t.Fatalf("object of %d bytes at %#x", size, o.addr)
	}
	for i := range int(size / 8) {
		if *o.word(i) != 0 {
			t.Fatalf("object of %d bytes is not zero", size)
		}
		*o.word(i) = o.tag + uint64(i)<<40
	}
	if o.noscan {
		return o
	}
	o.words = map[int]uintptr{}
	for range min(r.IntN(4), int(size/8), len(all)) {
		i := r.IntN(int(size / 8))
		if _, used := o.words[i]; used {
			continue
		}
		ref := all[len(all)-1-r.IntN(min(len(all), 500))]
		a := ref.addr + uintptr(r.IntN(int(ref.size))) // any byte of it
		*o.word(i) = uint64(a)
		o.refs = append(o.refs, ref)
		o.words[i] = a
	}
	return o
}

func reachable(roots []*obj) []*obj {
	seen := map[*obj]bool{}
	var list []*obj
	add := func(o *obj) {
		if o != nil && !seen[o] {
			seen[o] = true
			list = append(list, o)
		}
	}
	for _, o := range roots {
		add(o)
	}
	for i := 0; i < len(list); i++ {
		for _, o := range list[i].refs {
			add(o)
		}
	}
	return list
}

// What is collected is found again: memory does not grow.
func TestHeapReusesBigBlocks(t *testing.T) {
	newHeap(t, 64<<20)
	nativeRoots = nil
	for i := range 500 {
		p := uintptr(Mallocgc(uintptr(1+i%7)<<20, i%2 == 0))
		for _, off := range []uintptr{0, 1 << 19, 1<<20 - 8} {
			if ld64(p+off) != 0 {
				t.Fatal("not zero")
			}
			*(*uint64)(ptr(p + off)) = 1
		}
		if i%5 == 4 {
			GC()
		}
	}
	pageCheck(t)
	if used := heap.fresh - heap.lo; used > 40<<20 {
		t.Errorf("%d bytes touched", used)
	}
}

// If there is no memory for grey objects, marking loses nothing.
func TestMarkWithoutBuffers(t *testing.T) {
	newHeap(t, 64<<20)
	root := tree(2)
	nativeRoots = func(w *gcWork) { w.markWord(root) }
	GC()
	want := work.marked
	zero(&work)
	work.bufPages = heap.npages // all that there may be
	lost := false
	nativeRoots = func(w *gcWork) {
		w.markWord(root)
		lost = work.lost.Load() != 0
	}
	GC()
	if !lost {
		t.Error("there was a buffer")
	}
	if work.marked != want || want < 512*512*8 {
		t.Errorf("marked %d without buffers, %d with them", work.marked, want)
	}
}

func tree(depth int) uintptr {
	if depth == 0 {
		return uintptr(Mallocgc(8, true))
	}
	p := uintptr(Mallocgc(512*8, false))
	for i := range uintptr(512) {
		*(*uint64)(ptr(p + i*8)) = uint64(tree(depth - 1))
	}
	return p
}

// Frames: a pointer in one keeps its object; memory of freed ones comes back.
func TestFrames(t *testing.T) {
	newHeap(t, 32<<20)
	obj := uintptr(Mallocgc(64, true))
	lost := uintptr(Mallocgc(64, true))
	fr := uintptr(framealloc(3))
	memclr(ptr(fr), 48)
	*(*uint16)(ptr(fr + 10)) = 1
	st32(fr+16, uint32(obj+5))
	*(*uint64)(ptr(fr + 24)) = uint64(lost) // not among the pointers
	nativeRoots = func(w *gcWork) { w.scanFrames(fr) }
	GC()
	if work.marked != 64 {
		t.Errorf("marked %d bytes, want 64", work.marked)
	}
	framefree(ptr(fr), 3)

	r := rand.New(rand.NewPCG(1, 2))
	type frame struct {
		p     unsafe.Pointer
		class uint32
	}
	var live []frame
	held := map[uintptr]bool{}
	for i := range 200000 {
		if len(live) > 300 || i > 150000 && len(live) > 0 {
			j := r.IntN(len(live))
			framefree(live[j].p, live[j].class)
			delete(held, uintptr(live[j].p))
			live[j] = live[len(live)-1]
			live = live[:len(live)-1]
			continue
		}
		class := uint32(1 + r.IntN(20))
		if r.IntN(50) == 0 {
			class = uint32(1 + r.IntN(6000))
		}
		p := framealloc(class)
		if held[uintptr(p)] {
			t.Fatal("a frame was given twice")
		}
		held[uintptr(p)] = true
		memclr(p, uintptr(class)*frameUnit)
		live = append(live, frame{p, class})
	}
	pageCheck(t)
	if n := central.stats.FrameBytes; n > 12<<20 {
		t.Errorf("%d bytes of frames", n)
	}
}

// Frames made on one M and freed on another do not pile up.
func TestFramesBalance(t *testing.T) {
	newHeap(t, 32<<20)
	a, b := new(mcache), new(mcache)
	cacheInit(a)
	cacheInit(b)
	cur := a
	nativeCache = func() *mcache { return cur }
	for range 100000 {
		cur = a
		p := framealloc(4)
		cur = b
		framefree(p, 4)
	}
	if n := central.stats.FrameBytes; n > 64<<10 {
		t.Errorf("%d bytes of frames, want at most 64 KiB", n)
	}
}

// Memory that had objects in it is cleared before it holds our own tables.
func TestMetadataIsCleared(t *testing.T) {
	newHeap(t, 8<<20)
	nativeRoots = nil
	p := uintptr(Mallocgc(7<<20, true))
	for a := p; a < p+7<<20; a += 8 {
		*(*uint64)(ptr(a)) = ^uint64(0)
	}
	GC()
	heap.metaCur = heap.metaEnd - 512
	metaFill()
	if heap.metaCur < p || heap.metaCur >= p+7<<20 {
		t.Fatal("not the memory that was used")
	}
	for a := heap.metaCur; a < heap.metaEnd; a += 8 {
		if ld64(a) != 0 {
			t.Fatalf("old bytes at %#x", a)
		}
	}
}

// Many Ms allocate at once; what one has got nobody else gets.
func TestHeapHammer(t *testing.T) {
	newHeap(t, arenaSize)
	nativeCache = func() *mcache {
		mp := sched.Getm()
		if mp.Mcache == nil {
			c := new(mcache)
			cacheInit(c)
			mp.Mcache = unsafe.Pointer(c)
		}
		return (*mcache)(mp.Mcache)
	}
	const workers, each = 8, 5000
	var owned [workers][]uintptr
	mustRun(t, sched.Config{Procs: 4, Parallel: true, Seed: 1}, func() {
		done := intchan(0)
		for i := range owned {
			spawn(func() {
				r := rand.New(rand.NewPCG(uint64(i), 3))
				for n := range each {
					size := uintptr(8 + r.IntN(300))
					if r.IntN(100) == 0 {
						size = uintptr(8 + r.IntN(70000))
					}
					p := uintptr(Mallocgc(size, r.IntN(2) == 0))
					*(*uint64)(ptr(p)) = uint64(i)<<32 | uint64(n)
					owned[i] = append(owned[i], p)
					framefree(framealloc(uint32(1+n%8)), uint32(1+n%8))
					if n%500 == 0 {
						sched.Gosched() // go on elsewhere
					}
				}
				done.send(i)
			})
		}
		for range owned {
			done.recv()
		}
	})
	for i, list := range owned {
		for j, p := range list {
			if got := ld64(p); got != uint64(i)<<32|uint64(j) {
				t.Fatalf("object %d of worker %d was overwritten by %#x", j, i, got)
			}
		}
	}
	pageCheck(t)
}

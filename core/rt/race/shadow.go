//go:build !gopark || goparkrace

// This file remembers accesses and compares new ones with them.
//
// Each 8 bytes have a list of cells. An access is dropped from it when a later one takes its place:
// one that comes after it, covers its bytes, and races with whatever it would race with. So a list
// holds more than one cell for parts of the 8 bytes, for reads that nothing orders, and around a race.

package race

import "unsafe"

// cell is an access.
type cell struct {
	next  uint32
	clock uint32
	stack uint32
	slot  uint16
	bytes uint8 // a bit for each of the 8
	kind  uint8
}

// Kinds of an access.
const (
	write  = 1
	atomic = 2
)

func cellAt(ref uint32) *cell { return (*cell)(at(ref)) }

// shadow is what a page of memory remembers.
type shadow struct {
	older, newer uint32
	page         uint32
	_            uint32
	cells        [wordsPage]uint32
}

func shadowAt(ref uint32) *shadow { return (*shadow)(at(ref)) }

// Access tells that the running goroutine reads or writes memory at p. what is size<<2 | kind; parent,
// info and line say where.
func Access(p unsafe.Pointer, what, parent uint32, info unsafe.Pointer, line uint32) {
	if det.cur == 0 {
		return
	}
	size, kind := uintptr(what>>2), uint8(what&3)
	a := address(p)
	if a < 4096 {
		return // the access fails, or there is none: a nil map
	}
	if off := a & 7; off+size <= 8 {
		touch(a&^7, uint8((1<<size-1)<<off), kind, parent, info, line)
		return
	}
	span(a, size, kind, parent, info, line)
}

// Range is Access for n bytes.
func Range(p unsafe.Pointer, n int64, kind, parent uint32, info unsafe.Pointer, line uint32) {
	if det.cur == 0 || n <= 0 {
		return
	}
	span(address(p), uintptr(n), uint8(kind), parent, info, line)
}

func span(a, size uintptr, kind uint8, parent uint32, info unsafe.Pointer, line uint32) {
	for end := a + size; a < end; a = a&^7 + 8 {
		first := a & 7
		last := min(end-a&^7, 8)
		touch(a&^7, uint8(1<<last-1<<first), kind, parent, info, line)
	}
}

// touch is an access within 8 bytes.
func touch(a uintptr, bytes, kind uint8, parent uint32, info unsafe.Pointer, line uint32) {
	pg := pageOf(a)
	if pg == nil {
		return
	}
	if pg[0] == 0 {
		pg[0] = newShadow(uint32(a >> pageBits))
	}
	t := threadAt(det.cur)
	head := &shadowAt(pg[0]).cells[a>>3&(wordsPage-1)]
	for ref := *head; ref != 0; {
		c := cellAt(ref)
		if uint32(c.slot) == det.cur && c.clock == t.clock && c.bytes&bytes == bytes && stronger(c.kind, kind) {
			return // nothing new
		}
		ref = c.next
	}
	stack := Push(parent, info, line)
	compare(t, head, a, bytes, kind, stack)
	ref := newCell(pg)
	if pg[0] == 0 { // it was the oldest, and had to go
		return
	}
	*cellAt(ref) = cell{*head, t.clock, stack, uint16(det.cur), bytes, kind}
	*head = ref
}

// stronger reports whether an access of kind k races with whatever one of kind l would race with.
func stronger(k, l uint8) bool {
	return (k&write != 0 || l&write == 0) && (k&atomic == 0 || l&atomic != 0)
}

// compare reports races of an access, and drops the cells that it takes the place of.
func compare(t *thread, link *uint32, a uintptr, bytes, kind uint8, stack uint32) {
	for *link != 0 {
		ref := *link
		c := cellAt(ref)
		switch {
		case c.bytes&bytes == 0:
		case t.knows(c):
			if c.bytes&^bytes == 0 && stronger(kind, c.kind) {
				*link = c.next
				c.next = det.freeCells
				det.freeCells = ref
				continue
			}
		case (c.kind|kind)&write != 0 && c.kind&kind&atomic == 0:
			races(c, a, bytes, kind, stack)
		}
		link = &c.next
	}
}

// knows reports whether what is in c came before what the goroutine does now.
func (t *thread) knows(c *cell) bool {
	slot := uint32(c.slot)
	if slot == det.cur && c.clock >= t.start {
		return true
	}
	return c.clock <= clockIn(t.vec, slot)
}

// newCell takes a cell. The page is the one it is for.
func newCell(pg *[2]uint32) uint32 {
	for det.freeCells == 0 {
		if ref := forgettable(uint32(unsafe.Sizeof(cell{}))); ref != 0 {
			return ref
		}
		forget()
		if pg[0] == 0 {
			return 0
		}
	}
	ref := det.freeCells
	det.freeCells = cellAt(ref).next
	return ref
}

func newShadow(page uint32) uint32 {
	ref := det.freeShadows
	for ref == 0 {
		if ref = forgettable(uint32(unsafe.Sizeof(shadow{}))); ref == 0 {
			forget()
			ref = det.freeShadows
		}
	}
	if det.freeShadows == ref {
		det.freeShadows = shadowAt(ref).older
	}
	s := shadowAt(ref)
	s.older, s.newer, s.page = det.newest, 0, page
	for i := range s.cells {
		s.cells[i] = 0
	}
	if det.newest != 0 {
		shadowAt(det.newest).newer = ref
	} else {
		det.oldest = ref
	}
	det.newest = ref
	return ref
}

// forget drops the oldest shadow.
func forget() {
	ref := det.oldest
	s := shadowAt(ref)
	for i := range s.cells {
		dropCells(&s.cells[i])
	}
	(*[2]uint32)(at(det.pages + s.page*8))[0] = 0
	det.oldest = s.newer
	if det.oldest != 0 {
		shadowAt(det.oldest).older = 0
	} else {
		det.newest = 0
	}
	s.older = det.freeShadows
	det.freeShadows = ref
	det.Forgot = true
}

// dropCells frees a list.
func dropCells(head *uint32) {
	for *head != 0 {
		ref := *head
		c := cellAt(ref)
		*head = c.next
		c.next = det.freeCells
		det.freeCells = ref
	}
}

// Malloc tells that n bytes at p are new: what was there is forgotten.
func Malloc(p unsafe.Pointer, n uintptr) {
	if !det.on {
		return
	}
	a := address(p)
	for end := a + n; a < end; a = a>>pageBits<<pageBits + 1<<pageBits {
		pg := pageOf(a)
		if pg == nil {
			return
		}
		stop := min(end, a>>pageBits<<pageBits+1<<pageBits)
		if pg[1] != 0 {
			dropObjects(pg, a, stop)
		}
		if pg[0] == 0 {
			continue
		}
		s := shadowAt(pg[0])
		for w := a &^ 7; w < stop; w += 8 {
			if head := &s.cells[w>>3&(wordsPage-1)]; *head != 0 {
				dropCells(head)
			}
		}
	}
}

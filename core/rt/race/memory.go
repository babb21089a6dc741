//go:build !gopark || goparkrace

// This file hands out the region. A reference is a distance from its begin in bytes; 0 is none.
//
// One half is for what memory remembers, which may be forgotten: when it is used up, what was
// remembered first goes (shadow.go). The other half is for what must be kept.

package race

import "unsafe"

const (
	pageBits  = 12 // of the program's memory, that shadow is made for at a time
	wordsPage = 1 << pageBits / 8

	maxSlots   = 8128 + 1 // goroutines at the same time, as in Go; slot 0 is nobody's
	maxStacks  = 1 << 19
	stackHash  = 1 << 16
	syncHash   = 1 << 14
	maxReports = 1 << 12
)

// det is the detector.
var det struct {
	on   bool
	base unsafe.Pointer
	size uint32
	top  uintptr // the program's memory ends here

	next, end       uint32 // what is kept: free
	snext, send     uint32 // what may be forgotten: free
	pages           uint32 // table: for each page of the program its shadow and its first object
	threads         uint32 // by slot
	gs              uint32 // which slot a G has: hashed by its address
	syncs           uint32 // hash table
	stacks          uint32 // nodes
	stackTab        uint32 // hash table
	nstacks         uint32
	freeVecs        [16]uint32 // by class
	freeSyncs       uint32
	freeCells       uint32
	freeShadows     uint32
	oldest, newest  uint32 // shadows in the order in which they were made
	nslots, nlive   uint32
	deadFirst, dead uint32 // slots of goroutines that ended, in that order
	deadLast        uint32
	cur             uint32 // slot of the running goroutine, 0 if none runs
	timerSlot       uint32
	reported        uint32 // table of pairs
	found           uint32 // how many
	inReport        bool
	Forgot          bool // something that was remembered had to go
}

// Stack is where the caller of an instrumented function is: a node. The caller sets it, the function
// reads it when it begins. The compiler knows its name.
var Stack uint32

func at(ref uint32) unsafe.Pointer       { return unsafe.Add(det.base, uintptr(ref)) }
func word(ref uint32) *uint32            { return (*uint32)(unsafe.Add(det.base, uintptr(ref))) }
func entry(tab uint32, i uint32) *uint32 { return (*uint32)(unsafe.Add(det.base, uintptr(tab+i*4))) }

// setup gives the detector the size bytes at base, which are zero. The program's memory ends at top.
func setup(base unsafe.Pointer, size, top uintptr) {
	det.base, det.size, det.top = base, uint32(size), top
	det.next = 16
	det.end = det.size / 2
	det.snext, det.send = det.end, det.size
	npages := uint32(top >> pageBits)
	det.pages = keep((npages + 1) * 8)
	det.threads = keep(maxSlots * uint32(unsafe.Sizeof(thread{})))
	det.gs = keep(gHash * 8)
	det.syncs = keep(syncHash * 4)
	det.stackTab = keep(stackHash * 4)
	det.stacks = keep(maxStacks * uint32(unsafe.Sizeof(node{})))
	det.reported = keep(maxReports * 16)
	det.nslots = 1
	det.nstacks = 1
	det.timerSlot = newSlot(0)
	det.on = true
}

// keep gives n bytes of zeroes, for ever.
func keep(n uint32) uint32 {
	n = (n + 15) &^ 15
	if det.end-det.next < n {
		die("race: too many goroutines and objects that they synchronise with for the detector's memory\n")
	}
	ref := det.next
	det.next += n
	return ref
}

// forgettable gives n bytes from the other half, 0 if it is used up.
func forgettable(n uint32) uint32 {
	if det.send-det.snext < n {
		return 0
	}
	ref := det.snext
	det.snext += n
	return ref
}

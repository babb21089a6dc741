// This file holds the memory of frozen functions.
//
// A frame lives from a freeze to the thaw that follows, its owner is always
// known, so it is freed by hand and the collector only reads it. Frames of at
// most 1 KiB have a list for each 16 bytes, bigger ones for each power of two; a
// frame above 64 KiB is a run of pages.
//
// Goroutines are frozen on one M and thawed on another, so lists drift: an M that
// holds more than two batches gives one to the central list, and takes one there
// before it asks for pages.
//
// In Go: stackalloc and stackfree in stack.go, with the same two levels.

package rt

import (
	"math/bits"
	"unsafe"
)

const (
	frameUnit      = 16
	smallFrames    = 64 // classes with a list of their own
	bigFrames      = 6  // 2 KiB, 4 KiB ... 64 KiB
	numFrameBins   = smallFrames + 1 + bigFrames
	maxFrameClass  = 4096 // 64 KiB
	frameBatchSize = 8192 // bytes of frames that move at once
)

// frameList is a stack of free frames, linked through their first word.
type frameList struct {
	head uint32
	n    uint32
}

// centralFrames holds whole batches, linked through the third word of their
// first frame. Guarded by heap.lock.
var centralFrames [numFrameBins]uint32

func frameBin(class uint32) uintptr {
	if class <= smallFrames {
		return uintptr(class)
	}
	return smallFrames + uintptr(bits.Len32(class-1)) - 6
}

// binBytes is the size of the frames of a bin.
func binBytes(bin uintptr) uintptr {
	if bin <= smallFrames {
		return bin * frameUnit
	}
	return 1024 << (bin - smallFrames)
}

func batchLen(bin uintptr) uint32 { return uint32(max(1, frameBatchSize/binBytes(bin))) }

// framealloc gives a frame of class*16 bytes, not cleared. Called by code that
// the compiler made.
func framealloc(class uint32) unsafe.Pointer {
	if class > smallFrames {
		return bigFrame(class)
	}
	return frameTake(uintptr(class))
}

// framefree takes back what framealloc gave.
func framefree(fr unsafe.Pointer, class uint32) {
	if class > smallFrames {
		freeBigFrame(fr, class)
		return
	}
	frameGive(fr, uintptr(class), uintptr(class)*frameUnit)
}

func bigFrame(class uint32) unsafe.Pointer {
	if class > maxFrameClass {
		return framePages(uintptr(class) * frameUnit)
	}
	return frameTake(frameBin(class))
}

func freeBigFrame(fr unsafe.Pointer, class uint32) {
	if class > maxFrameClass {
		lock(&heap.lock)
		s := spanOf(uintptr(fr))
		central.stats.FrameBytes -= s.npages << pageShift
		freePages(s)
		unlock(&heap.lock)
		return
	}
	bin := frameBin(class)
	frameGive(fr, bin, binBytes(bin))
}

// frameTake takes a frame from a bin of this M.
func frameTake(bin uintptr) unsafe.Pointer {
	l := &mcacheof().frames[bin]
	if l.head == 0 {
		frameFill(l, bin)
	}
	fr := uintptr(l.head)
	l.head = ld32(fr)
	l.n--
	return ptr(fr)
}

// frameGive puts a frame into a bin of this M.
func frameGive(fr unsafe.Pointer, bin, size uintptr) {
	l := &mcacheof().frames[bin]
	st32(uintptr(fr), l.head)
	l.head = uint32(uintptr(fr))
	l.n++
	if l.n > 2 && uintptr(l.n)*size > 2*frameBatchSize {
		frameDrain(l, bin)
	}
}

// frameFill gives an empty list one batch.
func frameFill(l *frameList, bin uintptr) {
	size := binBytes(bin)
	if size == 0 {
		throw("rt: frame of no size")
	}
	lock(&heap.lock)
	if b := centralFrames[bin]; b != 0 {
		centralFrames[bin] = ld32(uintptr(b) + 8)
		unlock(&heap.lock)
		l.head, l.n = b, batchLen(bin)
		return
	}
	n := uintptr(batchLen(bin))
	s := allocPages((n*size+pageSize-1)>>pageShift, spanFrame)
	if s == nil {
		outOfMemory(size)
	}
	central.stats.FrameBytes += s.npages << pageShift
	unlock(&heap.lock)
	next := uint32(0)
	for i := n; i > 0; i-- { // so that the lowest is on top
		a := s.base + (i-1)*size
		st32(a, next)
		next = uint32(a)
	}
	l.head, l.n = next, uint32(n)
}

// frameDrain moves one batch from the top of l to the central list.
func frameDrain(l *frameList, bin uintptr) {
	n := batchLen(bin)
	first := l.head
	last := first
	for i := uint32(1); i < n; i++ {
		last = ld32(uintptr(last))
	}
	l.head = ld32(uintptr(last))
	l.n -= n
	st32(uintptr(last), 0)
	lock(&heap.lock)
	st32(uintptr(first)+8, centralFrames[bin])
	centralFrames[bin] = first
	unlock(&heap.lock)
}

func framePages(size uintptr) unsafe.Pointer {
	lock(&heap.lock)
	s := allocPages((size+pageSize-1)>>pageShift, spanFrame)
	if s == nil {
		outOfMemory(size)
	}
	central.stats.FrameBytes += s.npages << pageShift
	unlock(&heap.lock)
	return ptr(s.base)
}

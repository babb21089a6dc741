// This file makes, grows and copies slices. The callers in package runtime know
// the element's type; here it is its size and whether it holds pointers.
//
// In Go: slice.go, unsafe.go.

package rt

import (
	"math/bits"
	"unsafe"
)

// Growcap gives the capacity that append makes for newLen elements when oldCap
// are there, and its bytes. ok is false if that is out of range.
func Growcap(newLen, oldCap int, size uintptr, noscan bool) (newcap int, capmem uintptr, ok bool) {
	newcap = nextcap(newLen, oldCap)
	hi, lo := bits.Mul64(uint64(size), uint64(newcap))
	if hi != 0 {
		return 0, 0, false
	}
	capmem = roundupsize(uintptr(lo), noscan)
	if size == 1 {
		newcap = int(capmem)
	} else {
		newcap = int(capmem / size)
		capmem = uintptr(newcap) * size
	}
	if lo > maxAlloc || capmem > maxAlloc {
		return 0, 0, false
	}
	return newcap, capmem, true
}

// nextcap is the growth rule: double while small, then a curve towards 1.25.
func nextcap(newLen, oldCap int) int {
	if newLen > oldCap+oldCap {
		return newLen
	}
	const small = 256
	if oldCap < small {
		return oldCap + oldCap
	}
	newcap := oldCap
	for {
		newcap += (newcap + 3*small) >> 2
		if uint(newcap) >= uint(newLen) {
			break
		}
	}
	if newcap <= 0 {
		return newLen // overflow
	}
	return newcap
}

// Growslice makes the array for newLen elements and copies the oldLen first ones.
// The elements from newLen on are zero; those between are for the caller to set.
func Growslice(old unsafe.Pointer, newLen, oldLen, oldCap int, size uintptr, noscan bool) (p unsafe.Pointer, newcap int, ok bool) {
	if newLen < 0 {
		return nil, 0, false
	}
	if size == 0 {
		return unsafe.Pointer(&zerobase), newLen, true
	}
	newcap, capmem, ok := Growcap(newLen, oldCap, size, noscan)
	if !ok {
		return nil, 0, false
	}
	if noscan {
		p = mallocraw(capmem)
		used := uintptr(newLen) * size
		memclr(unsafe.Add(p, used), capmem-used)
	} else {
		p = Mallocgc(capmem, false)
	}
	memmove(p, old, uintptr(oldLen)*size)
	return p, newcap, true
}

// Results of Makeslice.
const (
	MakeOK = iota
	MakeBadLen
	MakeBadCap
)

// Makeslice allocates an array, or says what is wrong with len and cap.
func Makeslice(len, cap int, size uintptr, noscan bool) (unsafe.Pointer, int) {
	hi, mem := bits.Mul64(uint64(size), uint64(cap))
	if hi != 0 || mem > maxAlloc || len < 0 || len > cap {
		// As Go does it: make([]T, n) with an n that is too big speaks of the length.
		hi, mem = bits.Mul64(uint64(size), uint64(len))
		if hi != 0 || mem > maxAlloc || len < 0 {
			return nil, MakeBadLen
		}
		return nil, MakeBadCap
	}
	return Mallocgc(uintptr(mem), noscan), MakeOK
}

// Slicecopy is copy.
func Slicecopy(to unsafe.Pointer, toLen int, from unsafe.Pointer, fromLen int, width uintptr) int {
	n := min(toLen, fromLen)
	if n == 0 || width == 0 {
		return n
	}
	Typedmove(to, from, uintptr(n)*width)
	return n
}

//go:build gopark

package runtime

// This file allocates by type, and makes, grows and copies slices for compiled
// code. In Go: malloc.go, slice.go, unsafe.go.

import (
	"internal/abi"
	"math/bits"
	"unsafe"

	"github.com/gopark/gopark/core/rt"
)

type slice struct {
	array unsafe.Pointer
	len   int
	cap   int
}

// zeroVal is what a map access gives for a key that is not there.
var zeroVal [abi.ZeroValSize]byte

func newobject(typ *abi.Type) unsafe.Pointer {
	return rt.Mallocgc(typ.Size_, typ.PtrBytes == 0)
}

func newarray(typ *abi.Type, n int) unsafe.Pointer {
	hi, mem := bits.Mul64(uint64(typ.Size_), uint64(n))
	if n < 0 || hi != 0 || mem > maxAlloc {
		panic(plainError("runtime: allocation size out of range"))
	}
	return rt.Mallocgc(uintptr(mem), typ.PtrBytes == 0)
}

func mallocgc(size uintptr, typ *abi.Type, needzero bool) unsafe.Pointer {
	return rt.Mallocgc(size, typ == nil || typ.PtrBytes == 0)
}

const maxAlloc = 1 << 48

func makeslice(et *abi.Type, len, cap int) unsafe.Pointer {
	p, bad := rt.Makeslice(len, cap, et.Size_, et.PtrBytes == 0)
	if bad != rt.MakeOK {
		if bad == rt.MakeBadLen {
			panic(errorString("makeslice: len out of range"))
		}
		panic(errorString("makeslice: cap out of range"))
	}
	return p
}

func growslice(oldPtr unsafe.Pointer, newLen, oldCap, num int, et *abi.Type) slice {
	p, newcap, ok := rt.Growslice(oldPtr, newLen, newLen-num, oldCap, et.Size_, et.PtrBytes == 0)
	if !ok {
		panic(errorString("growslice: len out of range"))
	}
	return slice{p, newLen, newcap}
}

func slicecopy(toPtr unsafe.Pointer, toLen int, fromPtr unsafe.Pointer, fromLen int, width uintptr) int {
	return rt.Slicecopy(toPtr, toLen, fromPtr, fromLen, width)
}

// unsafeslice checks the arguments of unsafe.Slice.
func unsafeslice(et *abi.Type, ptr unsafe.Pointer, len int) {
	if len < 0 {
		panic(errorString("unsafe.Slice: len out of range"))
	}
	hi, mem := bits.Mul64(uint64(et.Size_), uint64(len))
	if hi != 0 || mem > -uint64(uintptr(ptr)) {
		if ptr == nil {
			panic(errorString("unsafe.Slice: ptr is nil and len is not zero"))
		}
		panic(errorString("unsafe.Slice: len out of range"))
	}
	if ptr == nil && len > 0 {
		panic(errorString("unsafe.Slice: ptr is nil and len is not zero"))
	}
}

// unsafestring checks the arguments of unsafe.String.
func unsafestring(ptr unsafe.Pointer, len int) {
	if len < 0 {
		panic(errorString("unsafe.String: len out of range"))
	}
	if ptr == nil && len > 0 {
		panic(errorString("unsafe.String: ptr is nil and len is not zero"))
	}
	if uint64(len) > -uint64(uintptr(ptr)) && ptr != nil {
		panic(errorString("unsafe.String: len out of range"))
	}
}

// typedmemmove copies a value.
func typedmemmove(typ *abi.Type, dst, src unsafe.Pointer) { typedmove(typ, dst, src, typ.Size_) }
func typedmemclr(typ *abi.Type, p unsafe.Pointer)         { typedclear(typ, p, typ.Size_) }

// typedmove copies n bytes of values of type typ.
func typedmove(typ *abi.Type, dst, src unsafe.Pointer, n uintptr) {
	if typ.PtrBytes != 0 {
		rt.Typedmove(dst, src, n)
	} else {
		memmove(dst, src, n)
	}
}

// typedclear clears n bytes of values of type typ.
func typedclear(typ *abi.Type, p unsafe.Pointer, n uintptr) {
	if typ.PtrBytes != 0 {
		rt.Typedclear(p, n)
	} else {
		memclr(p, n)
	}
}

//go:linkname memmove github.com/gopark/gopark/core/rt.memmove
func memmove(dst, src unsafe.Pointer, n uintptr)

//go:linkname memclr github.com/gopark/gopark/core/rt.memclr
func memclr(p unsafe.Pointer, n uintptr)

func add(p unsafe.Pointer, n uintptr) unsafe.Pointer { return unsafe.Add(p, n) }

//go:linkname maps_typedmemmove internal/runtime/maps.typedmemmove
func maps_typedmemmove(typ *abi.Type, dst, src unsafe.Pointer) { typedmemmove(typ, dst, src) }

//go:linkname maps_typedmemclr internal/runtime/maps.typedmemclr
func maps_typedmemclr(typ *abi.Type, p unsafe.Pointer) { typedmemclr(typ, p) }

//go:linkname maps_newarray internal/runtime/maps.newarray
func maps_newarray(typ *abi.Type, n int) unsafe.Pointer { return newarray(typ, n) }

//go:linkname maps_newobject internal/runtime/maps.newobject
func maps_newobject(typ *abi.Type) unsafe.Pointer { return newobject(typ) }

//go:linkname bytealg_MakeNoZero internal/bytealg.MakeNoZero
func bytealg_MakeNoZero(n int) []byte {
	if n < 0 || n > maxAlloc {
		panic(errorString("makeslice: len out of range"))
	}
	c := rt.Roundupsize(uintptr(n), true)
	return unsafe.Slice((*byte)(rt.MallocNoZero(c)), c)[:n]
}

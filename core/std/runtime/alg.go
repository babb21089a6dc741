//go:build gopark

package runtime

// This file compares and hashes values whose type is known at run time only, and
// holds the functions that type descriptors refer to.
//
// The hash multiplies and folds 16 bytes at a time, with a key drawn from the
// run's seed; so the order of a map comes from the seed. In Go: alg.go, hash64.go.

import (
	"internal/abi"
	"math/bits"
	"unsafe"

	"github.com/gopark/gopark/core/rt"
	"github.com/gopark/gopark/core/sched"
)

var hashkey uint64

const (
	mix1 = 0x9e3779b97f4a7c15
	mix2 = 0xd1b54a32d192ed03
	mix3 = 0x2545f4914f6cdd1d
)

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// fold makes a hash of 32 bits, as internal/runtime/maps wants on wasm.
func fold(h uint64) uintptr { return uintptr(uint32(h ^ h>>32)) }

func load64(p unsafe.Pointer) uint64 { return *(*uint64)(p) }
func load32(p unsafe.Pointer) uint64 { return uint64(*(*uint32)(p)) }

// memhash hashes n bytes.
func memhash(p unsafe.Pointer, h, n uintptr) uintptr {
	s := uint64(h) ^ hashkey ^ mix1
	var a, b uint64
	switch {
	case n > 16:
		for m := n; m > 16; m -= 16 {
			s = mix(load64(p)^mix2, load64(unsafe.Add(p, 8))^s)
			p = unsafe.Add(p, 16)
			if m <= 32 {
				p = unsafe.Add(p, m-32) // the last 16 bytes, some of them again
				break
			}
		}
		a, b = load64(p), load64(unsafe.Add(p, 8))
	case n >= 8:
		a, b = load64(p), load64(unsafe.Add(p, n-8))
	case n >= 4:
		a, b = load32(p), load32(unsafe.Add(p, n-4))
	case n > 0:
		a = uint64(*(*byte)(p))<<16 | uint64(*(*byte)(unsafe.Add(p, n>>1)))<<8 | uint64(*(*byte)(unsafe.Add(p, n-1)))
	}
	return fold(mix(mix3^uint64(n), mix(a^mix2, b^s)))
}

func memhash32(p unsafe.Pointer, h uintptr) uintptr { return wordhash(load32(p), h) }
func memhash64(p unsafe.Pointer, h uintptr) uintptr { return wordhash(load64(p), h) }

// wordhash hashes one word without the wide multiplication, which wasm lacks.
func wordhash(a uint64, h uintptr) uintptr {
	a = (a ^ uint64(h) ^ hashkey) * mix1
	a = (a ^ a>>32) * mix2
	return fold(a) // 32 bits: see fold
}

func memhash0(p unsafe.Pointer, h uintptr) uintptr   { return h }
func memhash8(p unsafe.Pointer, h uintptr) uintptr   { return memhash(p, h, 1) }
func memhash16(p unsafe.Pointer, h uintptr) uintptr  { return memhash(p, h, 2) }
func memhash128(p unsafe.Pointer, h uintptr) uintptr { return memhash(p, h, 16) }

func strhash(p unsafe.Pointer, h uintptr) uintptr {
	s := *(*string)(p)
	return memhash(unsafe.Pointer(unsafe.StringData(s)), h, uintptr(len(s)))
}

func floathash(f float64, p unsafe.Pointer, h, n uintptr) uintptr {
	switch {
	case f == 0:
		return fold(mix(uint64(h)^hashkey, mix2)) // both zeroes
	case f != f:
		return fold(mix(uint64(h)^hashkey^sched.Rand64(), mix2)) // no NaN equals another
	}
	return memhash(p, h, n)
}

func f32hash(p unsafe.Pointer, h uintptr) uintptr { return floathash(float64(*(*float32)(p)), p, h, 4) }
func f64hash(p unsafe.Pointer, h uintptr) uintptr { return floathash(*(*float64)(p), p, h, 8) }
func c64hash(p unsafe.Pointer, h uintptr) uintptr { return f32hash(unsafe.Add(p, 4), f32hash(p, h)) }
func c128hash(p unsafe.Pointer, h uintptr) uintptr {
	return f64hash(unsafe.Add(p, 8), f64hash(p, h))
}

func interhash(p unsafe.Pointer, h uintptr) uintptr {
	tab := (*iface)(p).tab
	if tab == nil {
		return h
	}
	return datahash(tab.Type, unsafe.Add(p, 8), h)
}

func nilinterhash(p unsafe.Pointer, h uintptr) uintptr {
	t := (*eface)(p).typ
	if t == nil {
		return h
	}
	return datahash(t, unsafe.Add(p, 8), h)
}

// datahash hashes the value of type t whose data word is at p.
func datahash(t *abi.Type, p unsafe.Pointer, h uintptr) uintptr {
	if t.Equal == nil {
		panic(errorString("hash of unhashable type " + typeString(t)))
	}
	if !t.IsDirectIface() {
		p = *(*unsafe.Pointer)(p)
	}
	return fold(mix(uint64(typehash(t, p, h^mix3)), mix1))
}

// typehash hashes the value of type t at p.
func typehash(t *abi.Type, p unsafe.Pointer, h uintptr) uintptr {
	if t.TFlag&abi.TFlagRegularMemory != 0 {
		switch t.Size_ {
		case 4:
			return memhash32(p, h)
		case 8:
			return memhash64(p, h)
		}
		return memhash(p, h, t.Size_)
	}
	switch t.Kind() {
	case abi.Float32:
		return f32hash(p, h)
	case abi.Float64:
		return f64hash(p, h)
	case abi.Complex64:
		return c64hash(p, h)
	case abi.Complex128:
		return c128hash(p, h)
	case abi.String:
		return strhash(p, h)
	case abi.Interface:
		if len((*abi.InterfaceType)(unsafe.Pointer(t)).Methods) == 0 {
			return nilinterhash(p, h)
		}
		return interhash(p, h)
	case abi.Array:
		a := (*abi.ArrayType)(unsafe.Pointer(t))
		for i := uintptr(0); i < a.Len; i++ {
			h = typehash(a.Elem, unsafe.Add(p, i*a.Elem.Size_), h)
		}
		return h
	case abi.Struct:
		s := (*abi.StructType)(unsafe.Pointer(t))
		for i := range s.Fields {
			f := &s.Fields[i]
			if !f.Name.IsBlank() {
				h = typehash(f.Typ, unsafe.Add(p, f.Offset), h)
			}
		}
		return h
	}
	panic(errorString("hash of unhashable type " + typeString(t)))
}

// efaceeq compares the data of two interface values of type t.
func efaceeq(t *abi.Type, x, y unsafe.Pointer) bool {
	if t == nil {
		return true
	}
	if t.Equal == nil {
		panic(errorString("comparing uncomparable type " + typeString(t)))
	}
	if t.IsDirectIface() {
		return x == y
	}
	return t.Equal(x, y)
}

func ifaceeq(tab *abi.ITab, x, y unsafe.Pointer) bool {
	if tab == nil {
		return true
	}
	return efaceeq(tab.Type, x, y)
}

// The functions behind abi.Type.Equal.

func memequal0(p, q unsafe.Pointer) bool   { return true }
func memequal8(p, q unsafe.Pointer) bool   { return *(*uint8)(p) == *(*uint8)(q) }
func memequal16(p, q unsafe.Pointer) bool  { return *(*uint16)(p) == *(*uint16)(q) }
func memequal32(p, q unsafe.Pointer) bool  { return *(*uint32)(p) == *(*uint32)(q) }
func memequal64(p, q unsafe.Pointer) bool  { return *(*uint64)(p) == *(*uint64)(q) }
func memequal128(p, q unsafe.Pointer) bool { return rt.Memequal(p, q, 16) }
func strequal(p, q unsafe.Pointer) bool    { return *(*string)(p) == *(*string)(q) }
func f32equal(p, q unsafe.Pointer) bool    { return *(*float32)(p) == *(*float32)(q) }
func f64equal(p, q unsafe.Pointer) bool    { return *(*float64)(p) == *(*float64)(q) }
func c64equal(p, q unsafe.Pointer) bool    { return *(*complex64)(p) == *(*complex64)(q) }
func c128equal(p, q unsafe.Pointer) bool   { return *(*complex128)(p) == *(*complex128)(q) }

func interequal(p, q unsafe.Pointer) bool {
	x, y := (*iface)(p), (*iface)(q)
	if x.tab == nil || y.tab == nil {
		return x.tab == y.tab
	}
	return x.tab.Type == y.tab.Type && efaceeq(x.tab.Type, x.data, y.data)
}

func nilinterequal(p, q unsafe.Pointer) bool {
	x, y := (*eface)(p), (*eface)(q)
	return x.typ == y.typ && efaceeq(x.typ, x.data, y.data)
}

//go:linkname runtime_memequal runtime.memequal
func runtime_memequal(p, q unsafe.Pointer, n uintptr) bool { return rt.Memequal(p, q, n) }

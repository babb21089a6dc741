// Package rtype knows how Go's types look in memory and in locals, and makes
// the data that describes them: the abi.Type descriptors and itabs that reflect
// and the runtime read, the functions that compare and hash values, and the
// initial bytes of package variables.
//
// A Universe answers questions about types: universe.go, components.go,
// ident.go, structs.go. A Builder makes the symbols of one object (builder.go):
// types.go, names.go, methods.go, maps.go and itab.go write descriptors; alg.go,
// eq.go and hash.go make functions; static.go, staticexpr.go and staticcall.go
// write variables; weak.go finds initialisers that the linker may drop.
//
// The layout in memory is gc's for wasm, with words and pointers of 8 bytes.
package rtype

import (
	"go/token"
	"go/types"
	"sync"

	"github.com/gopark/gopark/wasm/compile/sizes"
)

// PtrSize is the size of a pointer in memory.
const PtrSize = 8

// Universe holds what is known of the types of one compilation. It may be used
// by several goroutines.
type Universe struct {
	fset  *token.FileSet
	sizes types.Sizes

	comps   *cache[types.Type, []Comp]
	layouts *cache[types.Type, layout]
	offsets *cache[*types.Struct, []int64]
	ids     *cache[types.Type, string]
	methods *cache[*types.Interface, []*types.Func]
	owners  *cache[types.Object, []types.Type] // of types that go/ssa made for an instance: its type arguments
	locals  *cache[token.Pos, int]             // numbers of types declared in functions
}

// New makes a Universe. The positions in fset tell local types apart; it may be
// set later (SetFset), but before a local type is named.
func New(fset *token.FileSet) *Universe {
	return (&Universe{fset: fset, sizes: sizes.Sizes{}}).Fork()
}

// SetFset sets what New was not given.
func (u *Universe) SetFset(fset *token.FileSet) { u.fset = fset }

// Fork makes a Universe that knows what u knows, and forgets with itself what it
// learns: for one of many programs that share a library.
func (u *Universe) Fork() *Universe {
	return &Universe{
		fset: u.fset, sizes: u.sizes, comps: u.comps.fork(), layouts: u.layouts.fork(),
		offsets: u.offsets.fork(), ids: u.ids.fork(), methods: u.methods.fork(),
		owners: u.owners.fork(), locals: u.locals.fork(),
	}
}

// cache remembers what was computed for a key, and asks its parent too.
type cache[K comparable, V any] struct {
	parent *cache[K, V]
	m      sync.Map
}

func (c *cache[K, V]) fork() *cache[K, V] { return &cache[K, V]{parent: c} }

func (c *cache[K, V]) get(k K) (v V, ok bool) {
	for ; c != nil; c = c.parent {
		if x, ok := c.m.Load(k); ok {
			return x.(V), true
		}
	}
	return v, false
}

func (c *cache[K, V]) put(k K, v V) { c.m.Store(k, v) }

// layout is what memory needs to know of a type.
type layout struct {
	size, align, ptrBytes int64
}

// Size is the number of bytes of a value of t in memory.
func (u *Universe) Size(t types.Type) int64 { return u.layout(t).size }

// Align is the alignment of a value of t in memory.
func (u *Universe) Align(t types.Type) int64 { return u.layout(t).align }

// PtrBytes is the length of the prefix of t that holds all its pointers.
func (u *Universe) PtrBytes(t types.Type) int64 { return u.layout(t).ptrBytes }

// HasPtrs reports whether a value of t holds pointers.
func (u *Universe) HasPtrs(t types.Type) bool { return u.layout(t).ptrBytes != 0 }

// DirectIface reports whether an interface's data word is a value of t itself,
// and not a pointer to one.
func (u *Universe) DirectIface(t types.Type) bool {
	l := u.layout(t)
	return l.size == PtrSize && l.ptrBytes == PtrSize
}

func (u *Universe) layout(t types.Type) layout {
	if l, ok := u.layouts.get(t); ok {
		return l
	}
	var l layout
	if !isOpaque(t) {
		l = layout{u.sizes.Sizeof(t), u.sizes.Alignof(t), u.ptrBytes(t)}
	} else {
		l = layout{PtrSize, PtrSize, PtrSize}
	}
	u.layouts.put(t, l)
	return l
}

// ptrBytes computes PtrBytes.
func (u *Universe) ptrBytes(t types.Type) int64 {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		if t.Kind() == types.String || t.Kind() == types.UnsafePointer || t.Kind() == types.UntypedString || t.Kind() == types.UntypedNil {
			return PtrSize
		}
		return 0
	case *types.Interface:
		return 2 * PtrSize
	case *types.Array:
		n := u.PtrBytes(t.Elem())
		if n == 0 || t.Len() == 0 {
			return 0
		}
		return (t.Len()-1)*u.Size(t.Elem()) + n
	case *types.Struct:
		offs := u.Offsets(t)
		for i := t.NumFields() - 1; i >= 0; i-- {
			if n := u.PtrBytes(t.Field(i).Type()); n != 0 {
				return offs[i] + n
			}
		}
		return 0
	}
	return PtrSize // pointer, chan, map, func, slice
}

// Offsets gives the offset of each field of t.
func (u *Universe) Offsets(t *types.Struct) []int64 {
	if o, ok := u.offsets.get(t); ok {
		return o
	}
	fields := make([]*types.Var, t.NumFields())
	for i := range fields {
		fields[i] = t.Field(i)
	}
	o := u.sizes.Offsetsof(fields)
	u.offsets.put(t, o)
	return o
}

// PtrMask has one bit for each word of the first PtrBytes(t) bytes of t: set if
// the word is a pointer. The lowest bit of a byte comes first.
func (u *Universe) PtrMask(t types.Type) []byte {
	words := u.PtrBytes(t) / PtrSize
	mask := make([]byte, (words+7)/8)
	u.ptrMask(t, 0, mask)
	return mask
}

func (u *Universe) ptrMask(t types.Type, off int64, mask []byte) {
	set := func(off int64) { mask[off/PtrSize/8] |= 1 << (off / PtrSize % 8) }
	if u.PtrBytes(t) == 0 {
		return
	}
	switch t := t.Underlying().(type) {
	case *types.Interface:
		set(off + PtrSize) // types and itabs are not in the heap
	case *types.Array:
		for i := range t.Len() {
			u.ptrMask(t.Elem(), off+i*u.Size(t.Elem()), mask)
		}
	case *types.Struct:
		for i, o := range u.Offsets(t) {
			u.ptrMask(t.Field(i).Type(), off+o, mask)
		}
	default:
		set(off)
	}
}

// isOpaque reports whether t is one of the types that go/ssa invents, such as
// that of an iterator. A value of it is one pointer.
func isOpaque(t types.Type) bool {
	switch t.(type) {
	case *types.Basic, *types.Array, *types.Slice, *types.Struct, *types.Pointer, *types.Tuple, *types.Signature,
		*types.Interface, *types.Map, *types.Chan, *types.Named, *types.Alias, *types.TypeParam, *types.Union:
		return false
	}
	return true
}

// This file says how a Go value is held in wasm locals.
//
// A value is a list of components, one local each. A number is one component, a
// string two, a slice three, an interface two; a struct has those of its fields,
// an array of one element those of the element. A struct with more than
// MaxComps components and an array of two or more elements are held by
// reference: one pointer to memory that nobody changes any more.
package rtype

import (
	"go/types"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
)

// MaxComps is the largest number of components of a struct held in locals.
const MaxComps = 8

// Comp is one component of a value.
type Comp struct {
	Type        ir.Type
	Off         int64      // where it is in memory, from the start of the value
	Load, Store encode.Op  // Ptr: Store is i64.store of the zero-extended pointer
	GoType      types.Type // of the leaf: string for both halves of a string
}

// Components lists the components of t. A value held by reference has one, a
// pointer at offset 0 with t as its GoType: ask ByRef first. A tuple has those
// of its parts one after the other; their offsets mean nothing.
func (u *Universe) Components(t types.Type) []Comp {
	if c, ok := u.comps.get(t); ok {
		return c
	}
	c, ok := u.appendComps(nil, t, 0)
	if !ok {
		c = []Comp{comp(ir.Ptr, 0, t)}
	}
	u.comps.put(t, c)
	return c
}

// ByRef reports whether a value of t is held as a pointer to it.
func (u *Universe) ByRef(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Array:
		return t.Len() > 1 || t.Len() == 1 && u.ByRef(t.Elem())
	case *types.Struct:
		_, ok := u.appendComps(nil, t, 0)
		return !ok
	}
	return false
}

// appendComps adds the components of a value of t that stands at off. It gives
// up when the value does not fit in locals.
func (u *Universe) appendComps(c []Comp, t types.Type, off int64) ([]Comp, bool) {
	if isOpaque(t) {
		return append(c, comp(ir.Ptr, off, t)), true
	}
	if tuple, ok := t.(*types.Tuple); ok {
		for v := range tuple.Variables() {
			c = append(c, u.Components(v.Type())...)
		}
		return c, true
	}
	switch x := t.Underlying().(type) {
	case *types.Basic:
		return appendBasic(c, x, off, t), true
	case *types.Slice:
		return append(c, comp(ir.Ptr, off, t), comp(ir.I64, off+8, t), comp(ir.I64, off+16, t)), true
	case *types.Interface:
		return append(c, comp(ir.Ptr, off, t), comp(ir.Ptr, off+8, t)), true
	case *types.Array:
		if x.Len() == 0 {
			return c, true
		}
		if x.Len() > 1 {
			return c, false
		}
		return u.appendComps(c, x.Elem(), off)
	case *types.Struct:
		return u.appendFields(c, x, off)
	}
	return append(c, comp(ir.Ptr, off, t)), true // pointer, chan, map, func
}

// appendFields adds the components of a struct.
func (u *Universe) appendFields(c []Comp, t *types.Struct, off int64) ([]Comp, bool) {
	start := len(c)
	for i := range t.NumFields() {
		var ok bool
		if c, ok = u.appendComps(c, t.Field(i).Type(), 0); !ok || len(c)-start > MaxComps {
			return c, false
		}
	}
	c = c[:start]
	offs := u.Offsets(t)
	for i := range t.NumFields() {
		c, _ = u.appendComps(c, t.Field(i).Type(), off+offs[i])
	}
	return c, true
}

// appendBasic adds the components of a basic type.
func appendBasic(c []Comp, b *types.Basic, off int64, t types.Type) []Comp {
	switch b.Kind() {
	case types.String, types.UntypedString:
		return append(c, comp(ir.Ptr, off, t), comp(ir.I64, off+8, t))
	case types.Complex64:
		return append(c, comp(ir.F32, off, t), comp(ir.F32, off+4, t))
	case types.Complex128, types.UntypedComplex:
		return append(c, comp(ir.F64, off, t), comp(ir.F64, off+8, t))
	case types.UnsafePointer, types.UntypedNil:
		return append(c, comp(ir.Ptr, off, t))
	case types.Invalid:
		return c // the type go/ssa gives to what has no value
	}
	k := basicOps[b.Kind()]
	return append(c, Comp{k.t, off, k.load, k.store, t})
}

// comp is a component whose size in memory goes with its type.
func comp(ty ir.Type, off int64, t types.Type) Comp {
	ops := [...][2]encode.Op{
		ir.I32: {encode.OpI32Load, encode.OpI32Store},
		ir.I64: {encode.OpI64Load, encode.OpI64Store},
		ir.F32: {encode.OpF32Load, encode.OpF32Store},
		ir.F64: {encode.OpF64Load, encode.OpF64Store},
		ir.Ptr: {encode.OpI32Load, encode.OpI64Store},
	}[ty]
	return Comp{ty, off, ops[0], ops[1], t}
}

// basicOps holds the numbers.
var basicOps = map[types.BasicKind]struct {
	t           ir.Type
	load, store encode.Op
}{
	types.Bool:         {ir.I32, encode.OpI32Load8U, encode.OpI32Store8},
	types.UntypedBool:  {ir.I32, encode.OpI32Load8U, encode.OpI32Store8},
	types.Int8:         {ir.I32, encode.OpI32Load8S, encode.OpI32Store8},
	types.Uint8:        {ir.I32, encode.OpI32Load8U, encode.OpI32Store8},
	types.Int16:        {ir.I32, encode.OpI32Load16S, encode.OpI32Store16},
	types.Uint16:       {ir.I32, encode.OpI32Load16U, encode.OpI32Store16},
	types.Int32:        {ir.I32, encode.OpI32Load, encode.OpI32Store},
	types.Uint32:       {ir.I32, encode.OpI32Load, encode.OpI32Store},
	types.UntypedRune:  {ir.I32, encode.OpI32Load, encode.OpI32Store},
	types.Int:          {ir.I64, encode.OpI64Load, encode.OpI64Store},
	types.UntypedInt:   {ir.I64, encode.OpI64Load, encode.OpI64Store},
	types.Int64:        {ir.I64, encode.OpI64Load, encode.OpI64Store},
	types.Uint:         {ir.I64, encode.OpI64Load, encode.OpI64Store},
	types.Uint64:       {ir.I64, encode.OpI64Load, encode.OpI64Store},
	types.Uintptr:      {ir.I64, encode.OpI64Load, encode.OpI64Store},
	types.Float32:      {ir.F32, encode.OpF32Load, encode.OpF32Store},
	types.Float64:      {ir.F64, encode.OpF64Load, encode.OpF64Store},
	types.UntypedFloat: {ir.F64, encode.OpF64Load, encode.OpF64Store},
}

// Package sizes says how large values are in memory: as gc does for a 64-bit machine.
//
// It is what types.SizesFor gives, but that walks over the last field of a struct twice, which
// is 2^n times for structs n deep. Here every question is answered with a memory of what
// was found on the way.
//
// In Go: types2/gcsizes.go.
package sizes

import "go/types"

const word = 8

// Sizes implements types.Sizes. It keeps nothing between two calls: the type checker asks
// while types are still being made.
type Sizes struct{}

func (Sizes) Alignof(t types.Type) int64 { return make(memory).of(t).align }

func (Sizes) Sizeof(t types.Type) int64 { return make(memory).of(t).size }

func (Sizes) Offsetsof(fields []*types.Var) []int64 {
	offs, _ := make(memory).fields(len(fields), func(i int) types.Type { return fields[i].Type() })
	return offs
}

// layout is the answer for one type. A size that is too large is negative.
type layout struct{ size, align int64 }

type memory map[types.Type]layout

func (m memory) of(t types.Type) layout {
	l, ok := m[t]
	if !ok {
		l = m.compute(t)
		m[t] = l
	}
	return l
}

var basic = [...]int64{
	types.Bool: 1,
	types.Int8: 1, types.Int16: 2, types.Int32: 4, types.Int64: 8,
	types.Uint8: 1, types.Uint16: 2, types.Uint32: 4, types.Uint64: 8,
	types.Float32: 4, types.Float64: 8, types.Complex64: 8, types.Complex128: 16,
}

func (m memory) compute(t types.Type) layout {
	if isAlign64(t) {
		return layout{0, 8}
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		switch k := t.Kind(); {
		case k == types.String || k == types.UntypedString:
			return layout{2 * word, word}
		case int(k) < len(basic) && basic[k] > 0:
			return layout{basic[k], basicAlign(t, basic[k])}
		}
	case *types.Array:
		return m.array(t)
	case *types.Slice:
		return layout{3 * word, word}
	case *types.Interface:
		return layout{2 * word, word}
	case *types.Struct:
		_, l := m.fields(t.NumFields(), func(i int) types.Type { return t.Field(i).Type() })
		return l
	case *types.TypeParam, *types.Union:
		panic("the size of a type parameter is not known")
	}
	return layout{word, word} // int, uint, uintptr, pointer, chan, map, func, untyped nil
}

// basicAlign: a complex number is aligned as its parts are.
func basicAlign(t *types.Basic, size int64) int64 {
	if t.Info()&types.IsComplex != 0 {
		return size / 2
	}
	return size
}

func (m memory) array(t *types.Array) layout {
	l := m.of(t.Elem())
	n := t.Len()
	switch {
	case n <= 0 || l.size == 0:
		return layout{0, l.align}
	case l.size < 0 || l.size > maxSize/n:
		return layout{-1, l.align}
	}
	return layout{n * l.size, l.align}
}

const maxSize = 1<<63 - 1

// fields lays out n fields. A last one of no size makes the struct larger, so that its address
// is not that of what follows.
func (m memory) fields(n int, field func(int) types.Type) (offs []int64, l layout) {
	offs = make([]int64, n)
	l.align = 1
	at := int64(0)
	for i := range offs {
		f := m.of(field(i))
		l.align = max(l.align, f.align)
		if at >= 0 {
			at = alignUp(at, f.align)
		}
		offs[i] = at
		switch {
		case at < 0:
		case f.size < 0 || at > maxSize-f.size:
			at = -1
		case f.size == 0 && i == n-1 && at > 0:
			at++
		default:
			at += f.size
		}
	}
	if at >= 0 {
		at = alignUp(at, l.align)
	}
	l.size = at
	return offs, l
}

// alignUp rounds x up to a multiple of a; it is negative if that is too large.
func alignUp(x, a int64) int64 {
	if x > maxSize-a+1 {
		return -1
	}
	return (x + a - 1) &^ (a - 1)
}

// isAlign64 says whether t is the empty struct that asks for the alignment of 64 bits.
func isAlign64(t types.Type) bool {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Name() != "align64" || n.Obj().Pkg() == nil {
		return false
	}
	path := n.Obj().Pkg().Path()
	return path == "sync/atomic" || path == "internal/runtime/atomic"
}

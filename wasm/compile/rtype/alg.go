// This file says of what pieces a value is compared and hashed: runs of plain
// memory, strings, floats, interfaces, and arrays of such pieces. Types made of
// the same pieces share their functions.
package rtype

import (
	"fmt"
	"go/types"
	"strings"
)

// pieceKind is how a piece is compared.
type pieceKind byte

const (
	pieceMem    pieceKind = 'm' // size bytes
	pieceString pieceKind = 's'
	pieceF32    pieceKind = 'f'
	pieceF64    pieceKind = 'd'
	pieceC64    pieceKind = 'c'
	pieceC128   pieceKind = 'z'
	pieceEface  pieceKind = 'e'
	pieceIface  pieceKind = 'i'
	pieceArray  pieceKind = 'a' // n times elem, size bytes each
)

// piece is a part of a value, at off from its start.
type piece struct {
	kind      pieceKind
	off, size int64
	n         int64
	elem      []piece
}

// Regular reports whether two values of t, a comparable type, are equal exactly
// if their bytes are.
func (u *Universe) Regular(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsString|types.IsFloat|types.IsComplex) == 0
	case *types.Pointer, *types.Chan:
		return true
	case *types.Array:
		return t.Len() == 0 || u.Regular(t.Elem())
	case *types.Struct:
		return u.regularStruct(t)
	}
	return false
}

// regularStruct also wants neither blank fields nor padding.
func (u *Universe) regularStruct(t *types.Struct) bool {
	end := int64(0)
	for i, off := range u.Offsets(t) {
		f := t.Field(i)
		if off != end || f.Name() == "_" || !u.Regular(f.Type()) {
			return false
		}
		end = off + u.Size(f.Type())
	}
	return end == u.Size(t)
}

// EqPanics reports whether comparing values of t may panic: an interface in
// them may hold what cannot be compared.
func (u *Universe) EqPanics(t types.Type) bool { return holdsInterface(t) }

// HashPanics reports whether hashing a value of t may panic.
func (u *Universe) HashPanics(t types.Type) bool { return holdsInterface(t) }

func holdsInterface(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array:
		return holdsInterface(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if holdsInterface(f.Type()) {
				return true
			}
		}
	}
	return false
}

// pieces lists the pieces of a value of t at off, in source order.
func (u *Universe) pieces(ps []piece, t types.Type, off int64) []piece {
	if u.Regular(t) {
		return append(ps, piece{kind: pieceMem, off: off, size: u.Size(t)})
	}
	switch x := t.Underlying().(type) {
	case *types.Basic:
		return append(ps, piece{kind: basicPiece(x), off: off})
	case *types.Interface:
		if x.NumMethods() == 0 {
			return append(ps, piece{kind: pieceEface, off: off})
		}
		return append(ps, piece{kind: pieceIface, off: off})
	case *types.Array:
		elem := u.pieces(nil, x.Elem(), 0)
		return append(ps, piece{kind: pieceArray, off: off, size: u.Size(x.Elem()), n: x.Len(), elem: elem})
	case *types.Struct:
		for i, o := range u.Offsets(x) {
			if f := x.Field(i); f.Name() != "_" {
				ps = u.pieces(ps, f.Type(), off+o)
			}
		}
		return ps
	}
	panic(fmt.Sprintf("rtype: %v is not comparable", t))
}

func basicPiece(t *types.Basic) pieceKind {
	switch t.Kind() {
	case types.Float32:
		return pieceF32
	case types.Complex64:
		return pieceC64
	case types.Complex128, types.UntypedComplex:
		return pieceC128
	case types.String, types.UntypedString:
		return pieceString
	}
	return pieceF64
}

// mergeMem joins runs of memory that touch. Comparing may do so, but hashing
// may not: it must give what runtime.typehash gives, field by field.
func mergeMem(ps []piece) []piece {
	var out []piece
	for _, p := range ps {
		if p.kind == pieceMem && p.size == 0 {
			continue
		}
		p.elem = mergeMem(p.elem)
		if n := len(out) - 1; n >= 0 && p.kind == pieceMem && out[n].kind == pieceMem && out[n].off+out[n].size == p.off {
			out[n].size += p.size
			continue
		}
		out = append(out, p)
	}
	return out
}

// shape is a name for a list of pieces.
func shape(ps []piece) string {
	var b strings.Builder
	for _, p := range ps {
		fmt.Fprintf(&b, "%c%d", p.kind, p.off)
		switch p.kind {
		case pieceMem:
			fmt.Fprintf(&b, "+%d", p.size)
		case pieceArray:
			fmt.Fprintf(&b, "+%dx%d(%s)", p.n, p.size, shape(p.elem))
		}
	}
	if b.Len() > 60 {
		return contentName(b.String())
	}
	return b.String()
}

// This file holds the types of values and functions.

package encode

import (
	"slices"
	"strings"
)

// ValType is the type of a value, by its byte in the format.
type ValType byte

const (
	I32 ValType = 0x7f
	I64 ValType = 0x7e
	F32 ValType = 0x7d
	F64 ValType = 0x7c
)

// Void is the type of a block without results.
const Void = 0x40

func (t ValType) String() string {
	switch t {
	case I32:
		return "i32"
	case I64:
		return "i64"
	case F32:
		return "f32"
	case F64:
		return "f64"
	}
	return "?"
}

// FuncType is the signature of a function.
type FuncType struct{ Params, Results []ValType }

// Equal reports whether the signatures are the same.
func (t FuncType) Equal(u FuncType) bool {
	return slices.Equal(t.Params, u.Params) && slices.Equal(t.Results, u.Results)
}

// String is "(i32 i64) -> (i32)".
func (t FuncType) String() string {
	return list(t.Params) + " -> " + list(t.Results)
}

// IsZero reports whether there is neither parameter nor result.
func (t FuncType) IsZero() bool { return len(t.Params) == 0 && len(t.Results) == 0 }

// key is the signature as bytes, for maps.
func (t FuncType) key() string {
	b := make([]byte, 0, len(t.Params)+len(t.Results)+1)
	for _, p := range t.Params {
		b = append(b, byte(p))
	}
	b = append(b, 0)
	for _, r := range t.Results {
		b = append(b, byte(r))
	}
	return string(b)
}

func list(ts []ValType) string {
	s := make([]string, len(ts))
	for i, t := range ts {
		s[i] = t.String()
	}
	return "(" + strings.Join(s, " ") + ")"
}

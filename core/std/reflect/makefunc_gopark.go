//go:build gopark

package reflect

// This file makes functions: MakeFunc, and what the methods of a Value become as func values.
//
// The code of such a function is a bridge that writes its parameters into cells, calls runMade and reads the
// results from there (wasm/compile/bridge.go). The descriptor of a func type has its table slot, if the program
// makes functions at all. For a type that was made by FuncOf, another type of the same components
// has it. If there is none, no compiled code can call the function either, and its slot is 0: Value.Call sees
// that.
//
// In Go: makefunc.go, and callReflect and callMethod in value.go.

import (
	"internal/abi"
	"unsafe"
)

// made is a func value that was made here.
type made struct {
	code   uintptr // table slot
	ftyp   *funcType
	fn     func([]Value) []Value // nil: it is a method
	rcvr   Value
	method int
}

// bridgeOffset is where the slot of the bridge is in the descriptor of a func type.
const bridgeOffset = 52

func madeCode(t *funcType) uintptr {
	return uintptr(*(*uint32)(unsafe.Add(unsafe.Pointer(t), bridgeOffset)))
}

// isStatic reports whether the compiler made what is at p.
func isStatic(p unsafe.Pointer) bool

// allTypes gives the descriptors of the types that the compiler knows.
func allTypes() []unsafe.Pointer

// MakeFunc gives a function of type typ that calls fn.
func MakeFunc(typ Type, fn func(args []Value) (results []Value)) Value {
	if typ.Kind() != Func {
		panic("reflect: call of MakeFunc with non-Func type")
	}
	t := typ.common()
	ftyp := (*funcType)(unsafe.Pointer(t))
	m := &made{ftyp: ftyp, fn: fn}
	if isStatic(unsafe.Pointer(t)) {
		m.code = madeCode(ftyp)
	} else {
		m.code = similarCode(ftyp)
	}
	return Value{t, unsafe.Pointer(m), flag(Func)}
}

// similarCode finds the bridge of a type that has the components of t.
func similarCode(t *funcType) uintptr {
	for _, p := range allTypes() {
		if (*abi.Type)(p).Kind() != abi.Func {
			continue
		}
		u := (*funcType)(p)
		if sameComponents(t.InSlice(), u.InSlice()) && sameComponents(t.OutSlice(), u.OutSlice()) {
			return madeCode(u)
		}
	}
	return 0
}

func sameComponents(a, b []*abi.Type) bool { return string(letters(a)) == string(letters(b)) }

// letters writes a letter for each component: its WebAssembly type.
func letters(ts []*abi.Type) (list []byte) {
	for _, t := range ts {
		if _, ok := inParts(t); ok {
			list = appendLetters(list, t)
		} else {
			list = append(list, 'i')
		}
	}
	return list
}

func appendLetters(list []byte, t *abi.Type) []byte {
	switch Kind(t.Kind()) {
	case Int, Int64, Uint, Uint64, Uintptr:
		return append(list, 'l')
	case Float32:
		return append(list, 'f')
	case Float64:
		return append(list, 'd')
	case Complex64:
		return append(list, "ff"...)
	case Complex128:
		return append(list, "dd"...)
	case String:
		return append(list, "il"...)
	case Slice:
		return append(list, "ill"...)
	case Interface:
		return append(list, "ii"...)
	case Array:
		if a := (*arrayType)(unsafe.Pointer(t)); a.Len > 0 {
			return appendLetters(list, a.Elem)
		}
		return list
	case Struct:
		fields := (*structType)(unsafe.Pointer(t)).Fields
		for i := range fields {
			list = appendLetters(list, fields[i].Typ)
		}
		return list
	}
	return append(list, 'i')
}

// makeMethodValue makes the func value of v, which is a receiver and the number of a method.
func makeMethodValue(op string, v Value) Value {
	if v.flag&flagMethod == 0 {
		panic("reflect: internal error: invalid use of makeMethodValue")
	}
	ftyp := (*funcType)(unsafe.Pointer(v.Type().(*rtype)))
	rcvr := Value{v.typ(), v.ptr, v.flag&(flagRO|flagAddr|flagIndir) | flag(v.typ().Kind())}
	m := &made{code: madeCode(ftyp), ftyp: ftyp, rcvr: rcvr, method: int(v.flag) >> flagMethodShift}
	methodReceiver(op, m.rcvr, m.method) // panics now if it has no such method
	return Value{ftyp.Common(), unsafe.Pointer(m), v.flag&flagRO | flag(Func)}
}

// methodValueCallCodePtr is what Value.Pointer gives for all methods of Values.
func methodValueCallCodePtr() uintptr { return abi.FuncPCABI0(runMade) }

// runMade is what a function that was made does when it is called. The results go behind the parameters.
func runMade(m *made, row unsafe.Pointer) {
	if m.fn == nil {
		var word unsafe.Pointer
		_, _, fn := methodReceiver("call", m.rcvr, m.method)
		storeRcvr(m.rcvr, unsafe.Pointer(&word))
		invoke(*(*uintptr)(fn), word, row)
		return
	}
	c := cells{row}
	in := make([]Value, 0, m.ftyp.NumIn())
	for _, t := range m.ftyp.InSlice() {
		v := c.value(t)
		if t.IsDirectIface() {
			v = Value{t, *(*unsafe.Pointer)(v.ptr), flag(t.Kind())}
		}
		in = append(in, v)
	}
	checkRecovery(**(**uintptr)(unsafe.Pointer(&m.fn)))
	out := m.fn(in)
	if len(out) != m.ftyp.NumOut() {
		panic("reflect: wrong return count from function created by MakeFunc")
	}
	for i, t := range m.ftyp.OutSlice() {
		v := out[i]
		if v.typ() == nil {
			panic("reflect: function created by MakeFunc using " + funcName(m.fn) + " returned zero Value")
		}
		if v.flag&flagRO != 0 {
			panic("reflect: function created by MakeFunc using " + funcName(m.fn) + " returned value obtained from unexported field")
		}
		c.putValue(t, v.assignTo("reflect.MakeFunc", t, nil))
	}
}

//go:build gopark

package reflect

// This file calls functions: Value.Call and CallSlice.
//
// The arguments go into cells, 8 bytes for each component, and the results are found behind them. What
// reads and writes cells is a bridge that the linker makes for each WebAssembly signature of the program
// (wasm/compile/bridge.go). The rules by which a value has components are those of
// wasm/compile/rtype/components.go: a number is one, a string two, a small struct those of its fields; any
// other struct or array is one pointer to memory that nobody changes.
//
// In Go: value.go and abi.go, with arguments on the stack.

import (
	"internal/abi"
	"unsafe"
)

// maxComponents is the largest number of components of a struct that is not a pointer to memory.
const maxComponents = 8

// inParts says how many components t has when it is taken apart; ok is false if it is not.
func inParts(t *abi.Type) (n int, ok bool) {
	switch Kind(t.Kind()) {
	case String, Interface, Complex64, Complex128:
		return 2, true
	case Slice:
		return 3, true
	case Array:
		a := (*arrayType)(unsafe.Pointer(t))
		switch a.Len {
		case 0:
			return 0, true
		case 1:
			return inParts(a.Elem)
		}
		return 0, false
	case Struct:
		fields := (*structType)(unsafe.Pointer(t)).Fields
		for i := range fields {
			m, ok := inParts(fields[i].Typ)
			if n += m; !ok || n > maxComponents {
				return 0, false
			}
		}
		return n, true
	}
	return 1, true
}

// components is the number of cells that a value of type t takes.
func components(t *abi.Type) int {
	if n, ok := inParts(t); ok {
		return n
	}
	return 1
}

func allComponents(ts []*abi.Type) (n int) {
	for _, t := range ts {
		n += components(t)
	}
	return n
}

// cells is a place in a row of cells.
type cells struct{ at unsafe.Pointer }

func newCells(n int) unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(make([]unsafe.Pointer, n+1)))
}

// next gives the next cell.
func (c *cells) next() unsafe.Pointer {
	p := c.at
	c.at = unsafe.Add(p, 8)
	return p
}

// put writes the value of type t at p.
func (c *cells) put(t *abi.Type, p unsafe.Pointer) {
	if _, ok := inParts(t); ok {
		c.putParts(t, p)
		return
	}
	own := unsafe_New(t)
	typedmemmove(t, own, p)
	*(*unsafe.Pointer)(c.next()) = own
}

func (c *cells) putParts(t *abi.Type, p unsafe.Pointer) {
	switch Kind(t.Kind()) {
	case Bool, Uint8:
		*(*uint32)(c.next()) = uint32(*(*uint8)(p))
	case Int8:
		*(*int32)(c.next()) = int32(*(*int8)(p))
	case Int16:
		*(*int32)(c.next()) = int32(*(*int16)(p))
	case Uint16:
		*(*uint32)(c.next()) = uint32(*(*uint16)(p))
	case Int32, Uint32, Float32:
		*(*uint32)(c.next()) = *(*uint32)(p)
	case Int, Int64, Uint, Uint64, Uintptr, Float64:
		*(*uint64)(c.next()) = *(*uint64)(p)
	case Complex64:
		*(*uint32)(c.next()) = *(*uint32)(p)
		*(*uint32)(c.next()) = *(*uint32)(unsafe.Add(p, 4))
	case Complex128:
		*(*uint64)(c.next()) = *(*uint64)(p)
		*(*uint64)(c.next()) = *(*uint64)(unsafe.Add(p, 8))
	case String:
		*(*unsafe.Pointer)(c.next()) = *(*unsafe.Pointer)(p)
		*(*uint64)(c.next()) = *(*uint64)(unsafe.Add(p, 8))
	case Slice:
		*(*unsafe.Pointer)(c.next()) = *(*unsafe.Pointer)(p)
		*(*uint64)(c.next()) = *(*uint64)(unsafe.Add(p, 8))
		*(*uint64)(c.next()) = *(*uint64)(unsafe.Add(p, 16))
	case Interface:
		*(*unsafe.Pointer)(c.next()) = *(*unsafe.Pointer)(p)
		*(*unsafe.Pointer)(c.next()) = *(*unsafe.Pointer)(unsafe.Add(p, 8))
	case Array:
		if a := (*arrayType)(unsafe.Pointer(t)); a.Len > 0 {
			c.putParts(a.Elem, p)
		}
	case Struct:
		fields := (*structType)(unsafe.Pointer(t)).Fields
		for i := range fields {
			c.putParts(fields[i].Typ, unsafe.Add(p, fields[i].Offset))
		}
	default:
		*(*unsafe.Pointer)(c.next()) = *(*unsafe.Pointer)(p)
	}
}

// get reads a value of type t to p.
func (c *cells) get(t *abi.Type, p unsafe.Pointer) {
	if _, ok := inParts(t); ok {
		c.getParts(t, p)
		return
	}
	typedmemmove(t, p, *(*unsafe.Pointer)(c.next()))
}

func (c *cells) getParts(t *abi.Type, p unsafe.Pointer) {
	switch Kind(t.Kind()) {
	case Bool, Int8, Uint8:
		*(*uint8)(p) = *(*uint8)(c.next())
	case Int16, Uint16:
		*(*uint16)(p) = *(*uint16)(c.next())
	case Int32, Uint32, Float32:
		*(*uint32)(p) = *(*uint32)(c.next())
	case Int, Int64, Uint, Uint64, Uintptr, Float64:
		*(*uint64)(p) = *(*uint64)(c.next())
	case Complex64:
		*(*uint32)(p) = *(*uint32)(c.next())
		*(*uint32)(unsafe.Add(p, 4)) = *(*uint32)(c.next())
	case Complex128:
		*(*uint64)(p) = *(*uint64)(c.next())
		*(*uint64)(unsafe.Add(p, 8)) = *(*uint64)(c.next())
	case String:
		*(*unsafe.Pointer)(p) = *(*unsafe.Pointer)(c.next())
		*(*uint64)(unsafe.Add(p, 8)) = *(*uint64)(c.next())
	case Slice:
		*(*unsafe.Pointer)(p) = *(*unsafe.Pointer)(c.next())
		*(*uint64)(unsafe.Add(p, 8)) = *(*uint64)(c.next())
		*(*uint64)(unsafe.Add(p, 16)) = *(*uint64)(c.next())
	case Interface:
		*(*unsafe.Pointer)(p) = *(*unsafe.Pointer)(c.next())
		*(*unsafe.Pointer)(unsafe.Add(p, 8)) = *(*unsafe.Pointer)(c.next())
	case Array:
		if a := (*arrayType)(unsafe.Pointer(t)); a.Len > 0 {
			c.getParts(a.Elem, p)
		}
	case Struct:
		fields := (*structType)(unsafe.Pointer(t)).Fields
		for i := range fields {
			c.getParts(fields[i].Typ, unsafe.Add(p, fields[i].Offset))
		}
	default:
		*(*unsafe.Pointer)(p) = *(*unsafe.Pointer)(c.next())
	}
}

// value reads a new Value of type t.
func (c *cells) value(t *abi.Type) Value {
	if t.Size() == 0 {
		return Zero(toRType(t))
	}
	p := unsafe_New(t)
	c.get(t, p)
	return Value{t, p, flagIndir | flag(t.Kind())}
}

// putValue writes v, which has type t.
func (c *cells) putValue(t *abi.Type, v Value) {
	if v.flag&flagIndir != 0 {
		c.put(t, v.ptr)
		return
	}
	c.put(t, unsafe.Pointer(&v.ptr))
}

// bridge gives the table slot of the bridge to the function in a slot.
func bridge(slot uintptr) uintptr

// checkRecovery lets nobody recover who is called next, unless the function in slot may.
func checkRecovery(slot uintptr)

// invoke calls the function in a table slot.
func invoke(slot uintptr, ctx, cells unsafe.Pointer) {
	code := bridge(slot)
	if code == 0 {
		panic("reflect: call of a function that is not in the program")
	}
	fv := unsafe.Pointer(&code)
	call := *(*func(slot uintptr, ctx, cells unsafe.Pointer))(unsafe.Pointer(&fv))
	checkRecovery(slot)
	call(slot, ctx, cells)
}

// target finds out what a call of v calls: a table slot and its first parameter.
func (v Value) target(op string) (t *funcType, slot uintptr, ctx unsafe.Pointer) {
	if v.flag&flagMethod != 0 {
		_, t, fn := methodReceiver(op, v, int(v.flag)>>flagMethodShift)
		storeRcvr(v, unsafe.Pointer(&ctx))
		return t, *(*uintptr)(fn), ctx
	}
	ctx = v.pointer()
	if ctx == nil {
		panic("reflect.Value.Call: call of nil function")
	}
	return (*funcType)(unsafe.Pointer(v.typ())), *(*uintptr)(ctx), ctx
}

// call calls v; op is the name of the method that does.
func (v Value) call(op string, in []Value) []Value {
	t, slot, ctx := v.target(op)
	in = arguments(op, t, in)
	nin := allComponents(t.InSlice())
	row := newCells(nin + allComponents(t.OutSlice()))
	c := cells{row}
	for i, typ := range t.InSlice() {
		in[i].mustBeExported()
		c.putValue(typ, in[i].assignTo("reflect.Value.Call", typ, nil))
	}
	if slot == 0 {
		runMade((*made)(ctx), row)
	} else {
		invoke(slot, ctx, row)
	}
	var out []Value
	c = cells{unsafe.Add(row, 8*nin)}
	for _, typ := range t.OutSlice() {
		out = append(out, c.value(typ))
	}
	return out
}

// arguments checks the arguments of a call, and makes those of a variadic function a slice.
func arguments(op string, t *funcType, in []Value) []Value {
	fixed := t.NumIn()
	variadic := t.IsVariadic()
	if op == "CallSlice" {
		if !variadic {
			panic("reflect: CallSlice of non-variadic function")
		}
		variadic = false
	} else if variadic {
		fixed--
	}
	switch {
	case len(in) < fixed:
		panic("reflect: " + op + " with too few input arguments")
	case len(in) > fixed && !variadic:
		panic("reflect: " + op + " with too many input arguments")
	}
	for _, x := range in {
		if x.Kind() == Invalid {
			panic("reflect: " + op + " using zero Value argument")
		}
	}
	for i, x := range in[:fixed] {
		if typ := t.In(i); !x.Type().AssignableTo(toRType(typ)) {
			panic("reflect: " + op + " using " + x.Type().String() + " as type " + stringFor(typ))
		}
	}
	if !variadic {
		return in
	}
	slice := toRType(t.In(fixed))
	rest := MakeSlice(slice, len(in)-fixed, len(in)-fixed)
	for i, x := range in[fixed:] {
		if !x.Type().AssignableTo(slice.Elem()) {
			panic("reflect: cannot use " + x.Type().String() + " as type " + slice.Elem().String() + " in " + op)
		}
		rest.Index(i).Set(x)
	}
	return append(in[:fixed:fixed], rest)
}

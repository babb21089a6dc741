//go:build gopark

package runtime

// This file is what programs see of objects' ends: SetFinalizer, AddCleanup, and
// what packages weak and unique link to. core/rt does the work (special.go); the
// calls are made by package finalizing.
//
// In Go: mfinal.go and mcleanup.go. What a finalizer gives nobody looks at, but how it
// is called depends on it: a slice, a complex number, a small struct, or more
// than one result is a fatal error here.

import (
	"internal/abi"
	"runtime/internal/finalizing"
	"unsafe"

	"github.com/gopark/gopark/core/rt"
)

// SetFinalizer lets finalizer be called with obj when nothing else refers to obj.
func SetFinalizer(obj any, finalizer any) {
	e := efaceOf(&obj)
	if e.typ == nil {
		rt.FatalHere("runtime.SetFinalizer: first argument is nil")
		return
	}
	if e.typ.Kind() != abi.Pointer {
		rt.FatalHere("runtime.SetFinalizer: first argument is " + typeString(e.typ) + ", not pointer")
		return
	}
	elem := (*abi.PtrType)(unsafe.Pointer(e.typ)).Elem
	base := rt.ObjectOf(e.data)
	if base == 0 {
		if e.data == nil {
			rt.FatalHere("runtime.SetFinalizer: pointer not in allocated block")
		}
		return // a variable of a package, which lives for ever
	}
	if base != uintptr(e.data) && (elem.PtrBytes != 0 || elem.Size_ >= maxTinySize) {
		rt.FatalHere("runtime.SetFinalizer: pointer not at beginning of allocated block")
		return
	}
	f := efaceOf(&finalizer)
	if f.typ == nil {
		rt.RemoveFinalizer(e.data)
		return
	}
	if f.typ.Kind() != abi.Func {
		rt.FatalHere("runtime.SetFinalizer: second argument is " + typeString(f.typ) + ", not a function")
		return
	}
	ft := (*abi.FuncType)(unsafe.Pointer(f.typ))
	word, ok := finalizerTakes(ft, e.typ)
	if !ok {
		why := ""
		if ft.IsVariadic() {
			why = " because dotdotdot"
		}
		rt.FatalHere("runtime.SetFinalizer: cannot pass " + typeString(e.typ) + " to finalizer " + typeString(f.typ) + why)
		return
	}
	results, ok := finalizerGives(ft)
	if !ok {
		rt.FatalHere("runtime.SetFinalizer: finalizers with the results of " + typeString(f.typ) + " are not supported here")
		return
	}
	if !rt.AddFinalizer(e.data, &rt.Final{Fn: f.data, Word: word, Results: results}) {
		rt.FatalHere("runtime.SetFinalizer: finalizer already set")
	}
}

// maxInParts is the size above which a struct or array of any type is given as a pointer.
const maxInParts = 64

// maxTinySize is the size of objects below which Go puts several into one.
const maxTinySize = 16

// finalizerTakes reports whether a finalizer takes a pointer of type t. word is what comes in front of it
// if the parameter is an interface.
func finalizerTakes(ft *abi.FuncType, t *abi.Type) (word unsafe.Pointer, ok bool) {
	if ft.IsVariadic() || ft.InCount != 1 {
		return nil, false
	}
	in := ft.InSlice()[0]
	switch {
	case in == t:
		return nil, true
	case in.Kind() == abi.Pointer:
		same := (*abi.PtrType)(unsafe.Pointer(in)).Elem == (*abi.PtrType)(unsafe.Pointer(t)).Elem
		return nil, same && (in.Uncommon() == nil || t.Uncommon() == nil)
	case in.Kind() != abi.Interface:
		return nil, false
	}
	inter := (*abi.InterfaceType)(unsafe.Pointer(in))
	if len(inter.Methods) == 0 {
		return unsafe.Pointer(t), true
	}
	tab := assertE2I2(inter, t)
	return unsafe.Pointer(tab), tab != nil
}

// finalizerGives says what finalizers of a type give; ok is false if we cannot call them.
func finalizerGives(ft *abi.FuncType) (results uint8, ok bool) {
	out := ft.OutSlice()
	if len(out) == 0 {
		return finalizing.Nothing, true
	}
	if len(out) > 1 {
		return 0, false
	}
	switch out[0].Kind() {
	case abi.Int, abi.Int64, abi.Uint, abi.Uint64, abi.Uintptr:
		return finalizing.Long, true
	case abi.Float32:
		return finalizing.Float, true
	case abi.Float64:
		return finalizing.Double, true
	case abi.Interface:
		return finalizing.Words, true
	case abi.String:
		return finalizing.WordLong, true
	case abi.Slice, abi.Complex64, abi.Complex128:
		return 0, false
	case abi.Array, abi.Struct:
		return finalizing.Word, out[0].Size_ > maxInParts // a pointer to it
	}
	return finalizing.Word, true
}

// Cleanup is what AddCleanup returns.
type Cleanup struct {
	key uintptr
	id  uint64
}

// AddCleanup lets cleanup be called with arg some time after nothing refers to what ptr points to.
func AddCleanup[T, S any](ptr *T, cleanup func(S), arg S) Cleanup {
	if ptr == nil {
		panic(plainError("runtime.AddCleanup: ptr is nil"))
	}
	var v any = arg
	if e := efaceOf(&v); e.typ != nil && e.typ.Kind() == abi.Pointer && e.data == unsafe.Pointer(ptr) {
		panic(plainError("runtime.AddCleanup: ptr is equal to arg, cleanup will never run"))
	}
	return addCleanup(unsafe.Pointer(ptr), func() { cleanup(arg) })
}

func addCleanup(p unsafe.Pointer, fn func()) Cleanup {
	if rt.ObjectOf(p) == 0 {
		return Cleanup{} // it lives for ever
	}
	key, id := rt.AddCleanup(p, fn)
	return Cleanup{key, id}
}

// Stop cancels the cleanup, if it is not too late.
func (c Cleanup) Stop() {
	if c.id != 0 {
		rt.StopCleanup(c.key, c.id)
	}
}

//go:linkname weak_register weak.runtime_registerWeakPointer
func weak_register(p unsafe.Pointer) unsafe.Pointer { return rt.Weak(p) }

//go:linkname weak_strong weak.runtime_makeStrongFromWeak
func weak_strong(h unsafe.Pointer) unsafe.Pointer {
	if h == nil {
		return nil
	}
	return rt.Strong(h)
}

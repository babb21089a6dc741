//go:build gopark

package runtime

// This file makes maps and channels for compiled code. Maps themselves are
// internal/runtime/maps, compiled from the Go tree; it also defines mapaccess1,
// mapassign and the like. In Go: map.go, chan.go.

import (
	"internal/abi"
	"internal/runtime/maps"
	"unsafe"

	"github.com/gopark/gopark/core/rt"
	"github.com/gopark/gopark/core/sched"
)

//go:linkname maps_errNilAssign internal/runtime/maps.errNilAssign
var maps_errNilAssign error // set by gopark_main

//go:linkname maps_fatal internal/runtime/maps.fatal
func maps_fatal(s string) { rt.FatalHere(s) }

//go:linkname maps_rand internal/runtime/maps.rand
func maps_rand() uint64 { return sched.Rand64() }

//go:linkname maps_typeString internal/runtime/maps.typeString
func maps_typeString(typ *abi.Type) string { return typeString(typ) }

func makemap_small() *maps.Map { return maps.NewEmptyMap() }

func makemap(t *abi.MapType, hint int, m *maps.Map) *maps.Map {
	return maps.NewMap(t, uintptr(max(hint, 0)), m, maxAlloc)
}

//go:linkname mapaccess1
func mapaccess1(t *abi.MapType, m *maps.Map, key unsafe.Pointer) unsafe.Pointer

//go:linkname mapaccess2
func mapaccess2(t *abi.MapType, m *maps.Map, key unsafe.Pointer) (unsafe.Pointer, bool)

//go:linkname mapassign
func mapassign(t *abi.MapType, m *maps.Map, key unsafe.Pointer) unsafe.Pointer

//go:linkname mapaccess2_faststr
func mapaccess2_faststr(t *abi.MapType, m *maps.Map, key string) (unsafe.Pointer, bool)

//go:linkname mapassign_faststr
func mapassign_faststr(t *abi.MapType, m *maps.Map, key string) unsafe.Pointer

//go:linkname mapdelete_faststr
func mapdelete_faststr(t *abi.MapType, m *maps.Map, key string)

func mapdelete(t *abi.MapType, m *maps.Map, key unsafe.Pointer) { m.Delete(t, key) }
func mapclear(t *abi.MapType, m *maps.Map)                      { m.Clear(t) }

func maplen(m *maps.Map) int {
	if m == nil {
		return 0
	}
	return int(m.Used())
}

func mapIterStart(t *abi.MapType, m *maps.Map, it *maps.Iter) {
	it.Init(t, m)
	it.Next()
}

func mapIterNext(it *maps.Iter) { it.Next() }

//go:linkname mapclone maps.clone
func mapclone(m any) any {
	e := efaceOf(&m)
	c := (*maps.Map)(e.data).Clone((*abi.MapType)(unsafe.Pointer(e.typ)))
	e.data = unsafe.Pointer(c)
	return m
}

func makechan(t *abi.ChanType, size int) *rt.Hchan {
	c, ok := rt.Makechan(t.Elem.Size_, t.Elem.PtrBytes == 0, size)
	if !ok {
		panic(plainError("makechan: size out of range"))
	}
	return c
}

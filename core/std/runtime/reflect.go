//go:build gopark

package runtime

// This file holds what reflect and internal/reflectlite link to by name.

import (
	"internal/abi"
	"internal/runtime/maps"
	"unsafe"

	"github.com/gopark/gopark/core/rt"
	"github.com/gopark/gopark/core/sched"
)

//go:linkname reflect_unsafe_New reflect.unsafe_New
func reflect_unsafe_New(typ *abi.Type) unsafe.Pointer { return newobject(typ) }

//go:linkname reflectlite_unsafe_New internal/reflectlite.unsafe_New
func reflectlite_unsafe_New(typ *abi.Type) unsafe.Pointer { return newobject(typ) }

//go:linkname reflect_unsafe_NewArray reflect.unsafe_NewArray
func reflect_unsafe_NewArray(typ *abi.Type, n int) unsafe.Pointer { return newarray(typ, n) }

//go:linkname reflect_typedmemmove reflect.typedmemmove
func reflect_typedmemmove(typ *abi.Type, dst, src unsafe.Pointer) { typedmemmove(typ, dst, src) }

//go:linkname reflectlite_typedmemmove internal/reflectlite.typedmemmove
func reflectlite_typedmemmove(typ *abi.Type, dst, src unsafe.Pointer) { typedmemmove(typ, dst, src) }

//go:linkname reflect_typedmemclr reflect.typedmemclr
func reflect_typedmemclr(typ *abi.Type, p unsafe.Pointer) { typedmemclr(typ, p) }

//go:linkname reflect_typedmemclrpartial reflect.typedmemclrpartial
func reflect_typedmemclrpartial(typ *abi.Type, p unsafe.Pointer, off, size uintptr) {
	typedclear(typ, p, size)
}

//go:linkname reflect_typedarrayclear reflect.typedarrayclear
func reflect_typedarrayclear(typ *abi.Type, p unsafe.Pointer, len int) {
	typedclear(typ, p, typ.Size_*uintptr(len))
}

//go:linkname reflect_typedslicecopy reflect.typedslicecopy
func reflect_typedslicecopy(elem *abi.Type, dst, src slice) int {
	n := min(dst.len, src.len)
	typedmove(elem, dst.array, src.array, elem.Size_*uintptr(n))
	return n
}

//go:linkname reflect_memmove reflect.memmove
func reflect_memmove(dst, src unsafe.Pointer, n uintptr) { memmove(dst, src, n) }

//go:linkname reflect_memclrNoHeapPointers reflect.memclrNoHeapPointers
func reflect_memclrNoHeapPointers(p unsafe.Pointer, n uintptr) { memclr(p, n) }

//go:linkname reflect_growslice reflect.growslice
func reflect_growslice(et *abi.Type, old slice, num int) slice {
	// num more elements than the capacity: as append does it, with the old ones kept.
	num -= old.cap - old.len
	s := growslice(old.array, old.cap+num, old.cap, num, et)
	if et.PtrBytes == 0 {
		oldcap := uintptr(old.cap) * et.Size_
		memclr(unsafe.Add(s.array, oldcap), uintptr(s.cap)*et.Size_-oldcap)
	}
	s.len = old.len
	return s
}

// What is not a map's or channel's own goes through the functions of mapchan.go.

//go:linkname reflect_makemap reflect.makemap
func reflect_makemap(t *abi.MapType, cap int) *maps.Map {
	if t.Key.Equal == nil {
		panic(plainError("runtime.reflect_makemap: unsupported map key type"))
	}
	return makemap(t, cap, nil)
}

//go:linkname reflect_mapaccess reflect.mapaccess
func reflect_mapaccess(t *abi.MapType, m *maps.Map, key unsafe.Pointer) unsafe.Pointer {
	p, ok := mapaccess2(t, m, key)
	if !ok {
		return nil
	}
	return p
}

//go:linkname reflect_mapaccess_faststr reflect.mapaccess_faststr
func reflect_mapaccess_faststr(t *abi.MapType, m *maps.Map, key string) unsafe.Pointer {
	p, ok := mapaccess2_faststr(t, m, key)
	if !ok {
		return nil
	}
	return p
}

//go:linkname reflect_mapassign reflect.mapassign0
func reflect_mapassign(t *abi.MapType, m *maps.Map, key, elem unsafe.Pointer) {
	typedmemmove(t.Elem, mapassign(t, m, key), elem)
}

//go:linkname reflect_mapassign_faststr reflect.mapassign_faststr0
func reflect_mapassign_faststr(t *abi.MapType, m *maps.Map, key string, elem unsafe.Pointer) {
	typedmemmove(t.Elem, mapassign_faststr(t, m, key), elem)
}

//go:linkname reflect_mapdelete reflect.mapdelete
func reflect_mapdelete(t *abi.MapType, m *maps.Map, key unsafe.Pointer) { mapdelete(t, m, key) }

//go:linkname reflect_mapdelete_faststr reflect.mapdelete_faststr
func reflect_mapdelete_faststr(t *abi.MapType, m *maps.Map, key string) { mapdelete_faststr(t, m, key) }

//go:linkname reflect_mapclear reflect.mapclear
func reflect_mapclear(t *abi.MapType, m *maps.Map) { mapclear(t, m) }

//go:linkname reflect_maplen reflect.maplen
func reflect_maplen(m *maps.Map) int { return maplen(m) }

//go:linkname reflectlite_maplen internal/reflectlite.maplen
func reflectlite_maplen(m *maps.Map) int { return maplen(m) }

//go:linkname reflect_makechan reflect.makechan
func reflect_makechan(t *abi.ChanType, size int) *rt.Hchan { return makechan(t, size) }

//go:linkname reflect_chansend reflect.chansend0
func reflect_chansend(c *rt.Hchan, elem unsafe.Pointer, nb bool) bool {
	return rt.Chansend(c, elem, nb)
}

//go:linkname reflect_chanrecv reflect.chanrecv
func reflect_chanrecv(c *rt.Hchan, nb bool, elem unsafe.Pointer) (selected, received bool) {
	return rt.Chanrecv(c, nb, elem)
}

//go:linkname reflect_chanlen reflect.chanlen
func reflect_chanlen(c *rt.Hchan) int { return rt.Chanlen(c) }

//go:linkname reflectlite_chanlen internal/reflectlite.chanlen
func reflectlite_chanlen(c *rt.Hchan) int { return rt.Chanlen(c) }

//go:linkname reflect_chancap reflect.chancap
func reflect_chancap(c *rt.Hchan) int { return rt.Chancap(c) }

//go:linkname reflect_chanclose reflect.chanclose
func reflect_chanclose(c *rt.Hchan) { rt.Closechan(c) }

// selectCase is reflect's runtimeSelect.
type selectCase struct {
	dir uintptr        // 1 send, 2 receive, 3 default
	typ unsafe.Pointer // not looked at
	ch  *rt.Hchan
	val unsafe.Pointer
}

// chosenCase is what rt.Selectgo wants.
type chosenCase struct {
	ch   *rt.Hchan
	elem unsafe.Pointer
}

//go:linkname reflect_rselect reflect.rselect
func reflect_rselect(cases []selectCase) (int, bool) {
	list := make([]chosenCase, 0, len(cases)+1)
	orig := make([]int, 0, len(cases))
	dflt := -1
	nsends := 0
	for dir := uintptr(1); dir <= 2; dir++ { // sends first
		for i := range cases {
			switch c := &cases[i]; c.dir {
			case 3:
				dflt = i
			case dir:
				list = append(list, chosenCase{c.ch, c.val})
				orig = append(orig, i)
			}
		}
		if dir == 1 {
			nsends = len(list)
		}
	}
	if len(list) == 0 && dflt >= 0 {
		return dflt, false
	}
	n := len(list)
	chosen, ok := rt.Selectgo(unsafe.Pointer(unsafe.SliceData(list)), nsends, n-nsends, dflt < 0)
	if chosen < 0 {
		return dflt, false
	}
	return orig[chosen], ok
}

//go:linkname reflect_ifaceE2I reflect.ifaceE2I
func reflect_ifaceE2I(inter *abi.InterfaceType, e eface, dst *iface) { ifaceE2I(inter, e, dst) }

//go:linkname reflectlite_ifaceE2I internal/reflectlite.ifaceE2I
func reflectlite_ifaceE2I(inter *abi.InterfaceType, e eface, dst *iface) { ifaceE2I(inter, e, dst) }

func ifaceE2I(inter *abi.InterfaceType, e eface, dst *iface) {
	dst.tab = assertE2I(inter, e.typ)
	dst.data = e.data
}

//go:linkname reflect_typehash reflect.typehash
func reflect_typehash(t *abi.Type, p unsafe.Pointer, h uintptr) uintptr { return typehash(t, p, h) }

//go:linkname reflect_resolveNameOff reflect.resolveNameOff
func reflect_resolveNameOff(base unsafe.Pointer, off int32) unsafe.Pointer {
	return unsafe.Pointer(nameAt(abi.NameOff(off)).Bytes)
}

//go:linkname reflect_resolveTypeOff reflect.resolveTypeOff
func reflect_resolveTypeOff(base unsafe.Pointer, off int32) unsafe.Pointer {
	return unsafe.Pointer(typeAt(abi.TypeOff(off)))
}

//go:linkname reflect_resolveTextOff reflect.resolveTextOff
func reflect_resolveTextOff(base unsafe.Pointer, off int32) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(nil), uintptr(uint32(off)))
}

//go:linkname reflectlite_resolveNameOff internal/reflectlite.resolveNameOff
func reflectlite_resolveNameOff(base unsafe.Pointer, off int32) unsafe.Pointer {
	return unsafe.Pointer(nameAt(abi.NameOff(off)).Bytes)
}

//go:linkname reflectlite_resolveTypeOff internal/reflectlite.resolveTypeOff
func reflectlite_resolveTypeOff(base unsafe.Pointer, off int32) unsafe.Pointer {
	return unsafe.Pointer(typeAt(abi.TypeOff(off)))
}

// reflectOffs keeps what reflect knows by its offset, which is its address in 32
// bits: the collector would not see that.
var reflectOffs struct {
	lock sched.Mutex
	list []unsafe.Pointer
}

//go:linkname reflect_addReflectOff reflect.addReflectOff
func reflect_addReflectOff(p unsafe.Pointer) int32 {
	sched.Lock(&reflectOffs.lock)
	reflectOffs.list = append(reflectOffs.list, p)
	sched.Unlock(&reflectOffs.lock)
	return int32(uint32(uintptr(p)))
}

// typelinks are the types that reflect may want to make, by their text, from the first time that it
// does. An offset is an address.
var typelinks struct {
	lock sched.Mutex
	offs []int32
}

//go:linkname reflect_typelinks reflect.typelinks
func reflect_typelinks() ([]unsafe.Pointer, [][]int32) {
	sched.Lock(&typelinks.lock)
	if typelinks.offs == nil {
		typelinks.offs = sortedTypes()
	}
	offs := typelinks.offs
	sched.Unlock(&typelinks.lock)
	return []unsafe.Pointer{nil}, [][]int32{offs}
}

// sortedTypes lists the types without a name, by Shell's sort.
func sortedTypes() []int32 {
	all := rt.Types()
	offs := make([]int32, 0, len(all))
	for _, p := range all {
		if (*abi.Type)(p).TFlag&abi.TFlagNamed == 0 {
			offs = append(offs, int32(uint32(uintptr(p))))
		}
	}
	text := func(off int32) string { return typeString(typeAt(abi.TypeOff(off))) }
	for gap := len(offs) / 2; gap > 0; gap /= 2 {
		for i := gap; i < len(offs); i++ {
			off := offs[i]
			s := text(off)
			j := i
			for ; j >= gap && text(offs[j-gap]) > s; j -= gap {
				offs[j] = offs[j-gap]
			}
			offs[j] = off
		}
	}
	return offs
}

//go:linkname reflect_verifyNotInHeapPtr reflect.verifyNotInHeapPtr
func reflect_verifyNotInHeapPtr(p uintptr) bool { return p != ^uintptr(0) }

//go:linkname reflect_unsafeslice reflect.unsafeslice
func reflect_unsafeslice(et *abi.Type, ptr unsafe.Pointer, len int) { unsafeslice(et, ptr, len) }

// reflect_gcbits is for the tests of reflect: which words of an object are pointers. The heap does not know.
//
//go:linkname reflect_gcbits reflect.gcbits
func reflect_gcbits(x any) []byte { return nil }

// What reflect's Call and MakeFunc need besides.

//go:linkname reflect_bridge reflect.bridge
func reflect_bridge(slot uintptr) uintptr { return rt.Bridge(slot) }

//go:linkname reflect_checkRecovery reflect.checkRecovery
func reflect_checkRecovery(slot uintptr) { rt.CheckRecovery(slot) }

//go:linkname reflect_isStatic reflect.isStatic
func reflect_isStatic(p unsafe.Pointer) bool { return rt.IsStatic(p) }

//go:linkname reflect_allTypes reflect.allTypes
func reflect_allTypes() []unsafe.Pointer { return rt.Types() }

// staticuint64s are the values that a one-byte number in an interface points to.
var staticuint64s = [256]uint64{
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
	16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
	32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
	48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
	64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79,
	80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95,
	96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
	112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127,
	128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143,
	144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159,
	160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175,
	176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191,
	192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207,
	208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223,
	224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239,
	240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
}

func getStaticuint64s() *[256]uint64 {
	return &staticuint64s
}

//go:build gopark

package runtime

// This file finds the methods of a type for an interface: the table (itab) that
// is the first word of an interface value. Tables that the compiler could not
// make are made here, once, and kept for ever.
//
// A method is a table slot. That of a method which nobody calls is 0: the linker
// has dropped it. So "does not implement" cannot be seen from the slots; such
// pairs are in a hash table of their own.
//
// In Go: iface.go, type.go.

import (
	"internal/abi"
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/rt"
	"github.com/gopark/gopark/core/sched"
)

type eface struct {
	typ  *abi.Type
	data unsafe.Pointer
}

type iface struct {
	tab  *abi.ITab
	data unsafe.Pointer
}

func efaceOf(p *any) *eface { return (*eface)(unsafe.Pointer(p)) }

// itabTable is a hash table with open addressing; replaced when it gets full.
type itabTable struct {
	size  uintptr // power of two
	count uintptr
	slots *unsafe.Pointer // size of them; *abi.ITab
}

var itabs struct {
	lock sched.Mutex
	has  unsafe.Pointer // *itabTable; atomic. Pairs that implement
	not  unsafe.Pointer // likewise. Pairs that do not
}

func (t *itabTable) slot(i uintptr) *unsafe.Pointer {
	return (*unsafe.Pointer)(unsafe.Add(unsafe.Pointer(t.slots), i*8))
}

func itabHash(inter *abi.InterfaceType, typ *abi.Type) uintptr {
	return uintptr(inter.Type.Hash ^ typ.Hash)
}

// find gives the table of the pair, or nil. Without a lock.
func find(table *unsafe.Pointer, inter *abi.InterfaceType, typ *abi.Type) *abi.ITab {
	t := (*itabTable)(atomic.LoadPointer(table))
	if t == nil {
		return nil
	}
	mask := t.size - 1
	for i := itabHash(inter, typ) & mask; ; i = (i + 1) & mask {
		m := (*abi.ITab)(atomic.LoadPointer(t.slot(i)))
		if m == nil || m.Inter == inter && m.Type == typ {
			return m
		}
	}
}

// insert adds m. The lock is held.
func insert(table *unsafe.Pointer, m *abi.ITab) {
	t := (*itabTable)(*table)
	if t == nil || t.count >= t.size/4*3 {
		t = growTable(t)
		atomic.StorePointer(table, unsafe.Pointer(t))
	}
	t.put(m)
}

func (t *itabTable) put(m *abi.ITab) {
	mask := t.size - 1
	i := itabHash(m.Inter, m.Type) & mask
	for *t.slot(i) != nil {
		i = (i + 1) & mask
	}
	atomic.StorePointer(t.slot(i), unsafe.Pointer(m))
	t.count++
}

func growTable(old *itabTable) *itabTable {
	t := new(itabTable)
	t.size = 256
	if old != nil {
		t.size = 2 * old.size
	}
	t.slots = (*unsafe.Pointer)(rt.Mallocgc(t.size*8, false))
	if old != nil {
		for i := uintptr(0); i < old.size; i++ {
			if p := *old.slot(i); p != nil {
				t.put((*abi.ITab)(p))
			}
		}
	}
	return t
}

// getitab gives the table of inter and typ. If typ does not implement inter it
// gives nil or panics.
func getitab(inter *abi.InterfaceType, typ *abi.Type, canfail bool) *abi.ITab {
	m := find(&itabs.has, inter, typ)
	if m == nil {
		m = newItab(inter, typ)
	}
	if m != nil || canfail {
		return m
	}
	panic(&TypeAssertionError{nil, typ, &inter.Type, missingMethod(inter, typ, nil)})
}

// newItab makes the table, or gives nil.
func newItab(inter *abi.InterfaceType, typ *abi.Type) *abi.ITab {
	if typ.TFlag&abi.TFlagUncommon == 0 || find(&itabs.not, inter, typ) != nil {
		return nil
	}
	n := uintptr(max(len(inter.Methods), 1))
	m := (*abi.ITab)(rt.Mallocgc(unsafe.Sizeof(abi.ITab{})+(n-1)*8, false))
	m.Inter = inter
	m.Type = typ
	m.Hash = typ.Hash
	ok := missingMethod(inter, typ, m) == ""
	sched.Lock(&itabs.lock)
	defined := find(&itabs.has, inter, typ)
	if !ok {
		insert(&itabs.not, m)
		m = nil
	} else if defined != nil {
		m = defined // another M was faster
	} else {
		insert(&itabs.has, m)
	}
	sched.Unlock(&itabs.lock)
	return m
}

// missingMethod fills the slots of m, if it is not nil, and gives the name of the
// first method that typ lacks. Both lists are sorted by name.
func missingMethod(inter *abi.InterfaceType, typ *abi.Type, m *abi.ITab) string {
	var methods []abi.Method
	var pkg string
	if u := typ.Uncommon(); u != nil {
		methods = u.Methods()
		pkg = nameAt(u.PkgPath).Name()
	}
	j := 0
	for k := range inter.Methods {
		want := &inter.Methods[k]
		name := nameAt(want.Name)
		text := name.Name()
		for ; j < len(methods); j++ {
			have := &methods[j]
			if nameAt(have.Name).Name() == text && have.Mtyp == want.Typ &&
				(name.IsExported() || orElse(namePkg(nameAt(have.Name)), pkg) == orElse(namePkg(name), inter.PkgPath.Name())) {
				break
			}
		}
		if j == len(methods) {
			return text
		}
		if m != nil {
			*(*uintptr)(unsafe.Add(unsafe.Pointer(&m.Fun), uintptr(k)*8)) = uintptr(uint32(methods[j].Ifn))
		}
		j++
	}
	return ""
}

func assertE2I(inter *abi.InterfaceType, t *abi.Type) *abi.ITab {
	if t == nil {
		panic(&TypeAssertionError{nil, nil, &inter.Type, ""})
	}
	return getitab(inter, t, false)
}

func assertE2I2(inter *abi.InterfaceType, t *abi.Type) *abi.ITab {
	if t == nil {
		return nil
	}
	return getitab(inter, t, true)
}

// The offsets in type descriptors are addresses.

// namePkg is the package path that is part of a name, or "".
func namePkg(n abi.Name) string {
	if n.Bytes == nil || *n.Bytes&(1<<2) == 0 {
		return ""
	}
	i, size := n.ReadVarint(1)
	off := 1 + i + size
	if n.HasTag() {
		i, size = n.ReadVarint(off)
		off += i + size
	}
	p := (*[4]byte)(unsafe.Add(unsafe.Pointer(n.Bytes), off))
	return nameAt(abi.NameOff(uint32(p[0]) | uint32(p[1])<<8 | uint32(p[2])<<16 | uint32(p[3])<<24)).Name()
}

func orElse(s, t string) string {
	if s != "" {
		return s
	}
	return t
}

func nameAt(off abi.NameOff) abi.Name {
	return abi.Name{Bytes: (*byte)(unsafe.Add(unsafe.Pointer(nil), uintptr(uint32(off))))}
}

func typeAt(off abi.TypeOff) *abi.Type {
	if off == -1 {
		return nil
	}
	return (*abi.Type)(unsafe.Add(unsafe.Pointer(nil), uintptr(uint32(off))))
}

// typeString is the type as a program would write it: main.T.
func typeString(t *abi.Type) string {
	s := nameAt(t.Str).Name()
	if t.TFlag&abi.TFlagExtraStar != 0 {
		return s[1:]
	}
	return s
}

// pkgPathOf is the path of the package that a type belongs to, or "".
func pkgPathOf(t *abi.Type) string {
	if u := t.Uncommon(); u != nil {
		return nameAt(u.PkgPath).Name()
	}
	switch t.Kind() {
	case abi.Struct:
		return (*abi.StructType)(unsafe.Pointer(t)).PkgPath.Name()
	case abi.Interface:
		return (*abi.InterfaceType)(unsafe.Pointer(t)).PkgPath.Name()
	}
	return ""
}

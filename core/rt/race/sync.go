//go:build !gopark || goparkrace

// This file holds the objects that goroutines synchronise with, by address. They are in a hash table,
// and in a list of their page, so that they go when their memory is used for something else.

package race

import "unsafe"

// object is one of them.
type object struct {
	addr  uint32
	hash  uint32 // next in the hash table
	page  uint32 // next of the page
	vec   uint32
	moved uint32 // channel: values that passed its buffer by
}

func objectAt(ref uint32) *object { return (*object)(at(ref)) }

func bucket(addr uint32) *uint32 { return entry(det.syncs, (addr*2654435761)>>(32-14)) }

// pageOf is the entry of the table for the page that a is in, or nil: the shadow, then the first object.
func pageOf(a uintptr) *[2]uint32 {
	if a >= det.top {
		return nil
	}
	return (*[2]uint32)(at(det.pages + uint32(a>>pageBits)*8))
}

// find gives the object at an address, nil if there is none.
func find(p unsafe.Pointer) *object {
	a := address(p)
	for ref := *bucket(uint32(a)); ref != 0; {
		o := objectAt(ref)
		if o.addr == uint32(a) {
			return o
		}
		ref = o.hash
	}
	return nil
}

// get is find, and makes one.
func get(p unsafe.Pointer) *object {
	if o := find(p); o != nil {
		return o
	}
	a := address(p)
	ref := det.freeSyncs
	if ref != 0 {
		det.freeSyncs = objectAt(ref).hash
	} else {
		ref = keep(uint32(unsafe.Sizeof(object{})))
	}
	o := objectAt(ref)
	*o = object{addr: uint32(a)}
	b := bucket(o.addr)
	o.hash, *b = *b, ref
	if pg := pageOf(a); pg != nil {
		o.page, pg[1] = pg[1], ref
	}
	return o
}

// dropObjects drops what is in [a, end) of one page.
func dropObjects(pg *[2]uint32, a, end uintptr) {
	link := &pg[1]
	for *link != 0 {
		ref := *link
		o := objectAt(ref)
		if uintptr(o.addr) < a || uintptr(o.addr) >= end {
			link = &o.page
			continue
		}
		*link = o.page
		h := bucket(o.addr)
		for *h != ref {
			h = &objectAt(*h).hash
		}
		*h = o.hash
		freeVec(o.vec)
		o.hash = det.freeSyncs
		det.freeSyncs = ref
	}
}

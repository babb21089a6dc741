// This file sweeps: it frees, span by span, what marking did not reach.
//
// When marking ends every span of objects is unswept. A background goroutine sweeps
// them, and so does an allocation that wants a span of the same class; what is left
// when the next cycle begins, or when pages run out, is swept then. The mark bits
// become the alloc bits, and the mark bits are cleared for the next cycle.
//
// A span is on one list of its class, or in the cache of a P:
//
//	central.partial   swept, has free objects
//	central.full      swept, has none
//	central.unsweptPartial, unsweptFull   what these two were before
//
// All of it is guarded by heap.lock, which is held for one span at a time.
//
// In Go: mgcsweep.go. There a debt of sweeping is paid by allocation in proportion;
// here allocation sweeps what it needs, at most sweepTries spans at a time.

package rt

import "math/bits"

// sweepTries bounds how many spans an allocation sweeps in search of a free object.
const sweepTries = 100

// sweepBegin makes all spans unswept. The world is stopped, all caches are empty.
func sweepBegin() {
	for spc := range central.partial {
		central.unsweptPartial[spc], central.unsweptFull[spc] = central.partial[spc], central.full[spc]
		central.partial[spc], central.last[spc], central.full[spc] = nil, nil, nil
	}
	central.sweepClass = 0
	central.sweeping = true
}

// sweepNext takes an unswept span of class spc, or gives nil.
func sweepNext(spc uintptr) *span {
	s := central.unsweptPartial[spc]
	if s != nil {
		central.unsweptPartial[spc] = s.next
	} else if s = central.unsweptFull[spc]; s != nil {
		central.unsweptFull[spc] = s.next
	} else {
		return nil
	}
	s.next = nil
	return s
}

// sweepOne sweeps the next span of any class. It gives false if all are swept.
func sweepOne() bool {
	for central.sweepClass < numSpanClasses {
		if s := sweepNext(central.sweepClass); s != nil {
			if !sweepSpan(s) {
				giveSpan(s)
			}
			return true
		}
		central.sweepClass++
	}
	if central.sweeping {
		central.sweeping = false
		setTrigger() // now we know how many pages are free
	}
	return false
}

// sweepAll sweeps all that is left. heap.lock is held.
func sweepAll() {
	for sweepOne() {
	}
}

// sweepFor sweeps spans of class spc until one has a free object, and gives that.
func sweepFor(spc uintptr) *span {
	for range sweepTries {
		s := sweepNext(spc)
		if s == nil {
			return nil
		}
		if sweepSpan(s) {
			continue
		}
		if s.nalloc < s.nelems {
			return s
		}
		giveSpan(s)
	}
	return nil
}

// giveSpan puts a swept span on the list where it belongs.
func giveSpan(s *span) {
	if s.nalloc == s.nelems {
		s.next = central.full[s.spc]
		central.full[s.spc] = s
		return
	}
	s.next = nil
	if last := central.last[s.spc]; last != nil {
		last.next = s
	} else {
		central.partial[s.spc] = s
	}
	central.last[s.spc] = s
}

// sweepSpan sweeps one span, and says whether its pages were given back.
func sweepSpan(s *span) bool {
	n := uint32(0)
	for i := uint32(0); i < s.nwords; i++ {
		n += uint32(bits.OnesCount64(s.mark[i]))
	}
	freed := s.nalloc - n
	central.stats.Frees += uint64(freed)
	central.stats.TotalFreed += uint64(freed) * uint64(s.elemsize)
	if debugPoison {
		poison(s)
	}
	if n == 0 {
		dropBits(s)
		freePages(s)
		return true
	}
	if freed != 0 {
		s.needzero = true
	}
	s.alloc, s.mark = s.mark, s.alloc
	for i := uint32(0); i < s.nwords; i++ {
		s.mark[i] = 0
	}
	if tail := s.nelems & 63; tail != 0 {
		s.alloc[s.nwords-1] |= ^uint64(0) << tail
	}
	s.nalloc, s.word, s.avail = n, 0, 0
	return false
}

// debugPoison makes sweep overwrite what it frees; tests switch it on.
var debugPoison bool

func poison(s *span) {
	for i := uint32(0); i < s.nelems; i++ {
		if bit := uint64(1) << (i & 63); s.alloc[i>>6]&bit != 0 && s.mark[i>>6]&bit == 0 {
			p := s.base + uintptr(i)*s.elemsize
			for j := uintptr(0); j < s.elemsize; j += 8 {
				*(*uint64)(ptr(p + j)) = 0xdbdbdbdbdbdbdbdb
			}
		}
	}
}

//go:build !gopark || goparkrace

// This file is about vectors of clocks, indexed by slot. A vector is a block of words, the first its
// length, the second its class; what is behind its end is 0.

package race

// vecWords is how many clocks a block of a class holds.
func vecWords(class uint32) uint32 { return 8<<class - 2 }

// newVec gives an empty vector with room for n.
func newVec(n uint32) uint32 {
	class := uint32(0)
	for vecWords(class) < n {
		class++
	}
	v := det.freeVecs[class]
	if v != 0 {
		det.freeVecs[class] = *word(v)
	} else {
		v = keep(4 * (vecWords(class) + 2))
		*word(v + 4) = class
	}
	*word(v) = 0
	return v
}

func freeVec(v uint32) {
	if v == 0 {
		return
	}
	class := *word(v + 4)
	*word(v) = det.freeVecs[class]
	det.freeVecs[class] = v
}

// clockIn is what v knows of a slot.
func clockIn(v, slot uint32) uint32 {
	if v == 0 || slot >= *word(v) {
		return 0
	}
	return *entry(v+8, slot)
}

// grow makes room for n clocks in the vector at p.
func grow(p *uint32, n uint32) uint32 {
	v := *p
	had := uint32(0)
	if v != 0 {
		had = *word(v)
		if had >= n {
			return v
		}
	}
	if v == 0 || vecWords(*word(v + 4)) < n {
		w := newVec(n)
		for i := uint32(0); i < had; i++ {
			*entry(w+8, i) = *entry(v+8, i)
		}
		freeVec(v)
		v = w
		*p = v
	}
	for i := had; i < n; i++ {
		*entry(v+8, i) = 0
	}
	*word(v) = n
	return v
}

// join makes the vector at p know what v knows.
func join(p *uint32, v uint32) {
	if v == 0 || v == *p {
		return
	}
	n := *word(v)
	d := grow(p, n)
	for i := uint32(0); i < n; i++ {
		if c := *entry(v+8, i); c > *entry(d+8, i) {
			*entry(d+8, i) = c
		}
	}
}

// assign makes the vector at p a copy of v.
func assign(p *uint32, v uint32) {
	n := uint32(0)
	if v != 0 {
		n = *word(v)
	}
	if *p != 0 {
		*word(*p) = 0
	}
	if n == 0 {
		return
	}
	d := grow(p, n)
	for i := uint32(0); i < n; i++ {
		*entry(d+8, i) = *entry(v+8, i)
	}
}

// setClock sets one clock.
func setClock(p *uint32, slot, c uint32) {
	v := grow(p, slot+1)
	*entry(v+8, slot) = c
}

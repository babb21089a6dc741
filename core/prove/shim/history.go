// This file tells states apart, so that the search does not go on from the same one twice.
//
// Each thread has a history: a hash of all it has done, and of the write from which each of its reads took its value, with
// the history of who wrote. What a thread does next depends on its history alone: what is not atomic is ordered by what is (the
// race detector holds that), clocks stand still, and each M has random numbers of its own. So two schedules after which all
// threads have the same histories have led to the same state, in which order ever independent steps were made; and
// what can follow is the same too, if the same thread ran last, the same ones pause, and as many preemptions are left. To
// come to a known state with fewer is not worth while either.
//
// This is the reduction of CHESS (Musuvathi and Qadeer, 2007). Histories have 64 bits: with ten million states, one in 10^5
// searches overlooks one.
package shim

import "unsafe"

// What a thread can do.
const (
	began = iota + 1
	read
	wrote
	made
)

// mix adds x to a hash.
func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// sees is called for each read.
func sees(at unsafe.Pointer) {
	if t := world.current; t != nil {
		t.history = mix(mix(t.history, read), world.written[at])
	}
}

// writes is called for each write, whether it reads too or not: what it overwrites is lost, and that is different
// from being overwritten.
func writes(at unsafe.Pointer) {
	if t := world.current; t != nil {
		t.history = mix(mix(t.history, wrote), world.written[at])
		world.written[at] = t.history
	}
}

// inherit gives a new thread its history: that of who made it, since the number of a thread does not say what it does.
func (t *thread) inherit() {
	t.history = mix(made, uint64(t.id))
	if maker := world.current; maker != nil {
		maker.history = mix(maker.history, made)
		t.history = mix(t.history, maker.history)
	}
}

// state is the state, if last ran last; nil if that cannot go on.
func state(last *thread) uint64 {
	h := uint64(0)
	if last != nil {
		h = uint64(last.id) + 1
	}
	for _, t := range world.threads {
		h = mix(h, t.history)
		if t.paused {
			h = mix(h, 1)
		}
	}
	return h
}

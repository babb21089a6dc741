// This file gets the Ms of a run that is over to call their host, which ends them.
//
// An M sleeps on the word of a Note; we set every Note that the layout shows and
// wake its sleepers. An M that computes looks at its P's preempt flag at the end
// of its slice; we set all of those. What the Ms then do with a state that no
// longer makes sense does not matter: nobody looks at this memory again.

package host

// nudge may be called again and again, while Ms are still starting.
func (r *run) nudge() {
	n := nudger{mem: r.mem, l: r.p.Layout}
	n.notes()
	n.preempt()
}

// nudger forgives a layout without these names: hand-made modules in tests.
type nudger struct {
	mem *memory
	l   *Layout
}

// at is the address of a field of the struct at base, 0 if there is none.
func (n nudger) at(base uint32, typ, name string) uint32 {
	off, _, err := n.l.field(typ, name)
	if err != nil || base == 0 {
		return 0
	}
	return base + off
}

func (n nudger) word(addr uint32) uint32 {
	if addr == 0 {
		return 0
	}
	return n.mem.u32(addr)
}

func (n nudger) notes() {
	sched := n.l.Vars["sched.sched"]
	for _, name := range []string{"sysmonnote", "pollnote", "stopnote"} {
		n.wake(n.at(sched, "sched.sched", name))
	}
	for m := n.word(n.at(sched, "sched.sched", "allm")); m != 0; m = n.word(n.at(m, "sched.M", "Alllink")) {
		n.wake(n.at(m, "sched.M", "park"))
	}
}

// wake sets the Note at addr: its first word is the key.
func (n nudger) wake(addr uint32) {
	if addr != 0 {
		n.mem.setU32(addr, 1)
		n.mem.wakeAll(addr)
	}
}

func (n nudger) preempt() {
	allp := n.l.Vars["sched.allp"]
	if allp == 0 {
		return
	}
	for i := uint32(0); i < 64; i++ {
		if flag := n.at(n.mem.u32(allp+8*i), "sched.P", "preempt"); flag != 0 {
			n.mem.setU32(flag, 1)
		}
	}
}

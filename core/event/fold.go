// This file folds records into a State.
//
// Relies on: the meaning of the fields in doc.go. Records of one M come in their order;
// records of different Ms may come in any order. The state is the same in the end, because
//   - what a G, P or M does is a register, and the later stamp wins;
//   - queues are known by absolute positions: filling and emptying a place commute;
//   - a record that moves goroutines from places not yet known to be filled
//     is held back until they are.
//
// The TypeScript twin is site/ui/event.ts; both are tested against testdata/events.json.
package event

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// Apply adds one record to the state.
func (s *State) Apply(r Record) {
	s.Time = max(s.Time, r.Time)
	if s.early(r) {
		s.held = append(s.held, r)
		return
	}
	s.apply(r)
	if len(s.held) > 0 && fills(r.Kind) {
		s.retry()
	}
}

// retry applies what was held back and is possible now.
func (s *State) retry() {
	for progress := true; progress; {
		progress = false
		held := s.held
		s.held = nil
		for _, r := range held {
			if s.early(r) {
				s.held = append(s.held, r)
				continue
			}
			s.apply(r)
			progress = true
		}
	}
}

// Release applies what is still held back, as good as it goes: some records were lost.
func (s *State) Release() {
	held := s.held
	s.held = nil
	for _, r := range held {
		s.apply(r)
	}
}

// compare holds who was taken against who was in that place. They differ only if the scheduler put
// goroutines into a queue in another order than its records say.
func (s *State) compare(r Record, was uint64) {
	if was != 0 && was != r.G && s.misfit == nil {
		s.misfit = &r
	}
}

// Misfit is the first record that took another goroutine than the one that earlier records put there; nil if
// there is none.
func (s *State) Misfit() *Record { return s.misfit }

// fills says whether a record of this kind puts goroutines into places.
func fills(k kind.Kind) bool {
	switch k {
	case kind.RunqPut, kind.RunqOverflow, kind.GlobPut, kind.GlobPutHead, kind.GlobGet, kind.Steal:
		return true
	}
	return false
}

// early says whether r moves goroutines that we do not know yet.
func (s *State) early(r Record) bool {
	switch r.Kind {
	case kind.Steal:
		v := s.p(int(r.A >> 32))
		if r.N == 1 {
			return v == nil || v.ring[uint32(r.A)].g != r.G
		}
		return !v.knows(uint32(r.A), uint32(r.N))
	case kind.RunqOverflow:
		return !s.p(int(r.P)).knows(uint32(r.A), max(uint32(r.N), 1)-1)
	case kind.GlobGet:
		for at := r.A; at < r.A+uint64(r.N); at++ {
			if _, ok := s.glob.ring[at]; !ok {
				return true
			}
		}
	}
	return false
}

func (s *State) apply(r Record) {
	switch {
	case r.Kind < 16:
		s.applyRun(r)
	case r.Kind < 32:
		s.applyG(r)
	case r.Kind < 48:
		s.applyQueue(r)
	case r.Kind < 56:
		s.applyP(r)
	case r.Kind < 64:
		s.applyM(r)
	case r.Kind < 80:
		s.applyRest(r)
	default:
		s.applySyscall(r)
	}
}

func (s *State) applyRun(r Record) {
	switch r.Kind {
	case kind.Setting:
		s.settings[knob.ID(r.N)] = int64(r.A)
	case kind.ProcsChange:
		if r.Stamp > s.procsStamp {
			s.procsStamp, s.Procs = r.Stamp, int(r.A)
		}
	}
}

func (s *State) applyRest(r Record) {
	switch r.Kind {
	case kind.Sysmon:
		s.Deep = r.Rule == kind.ByDeep
		if !s.Deep {
			s.Delay = r.A
		}
	case kind.STWBegin, kind.STWEnd:
		if r.Stamp > s.stwStamp {
			s.stwStamp, s.STW = r.Stamp, r.Kind == kind.STWBegin
		}
	case kind.GCBegin, kind.GCEnd:
		if r.Stamp > s.gcStamp {
			s.gcStamp, s.GC = r.Stamp, r.Kind == kind.GCBegin
		}
	}
}

// System calls. What happens to the goroutine is in applyG; here is what happens to the P.
func (s *State) applySyscall(r Record) {
	switch r.Kind {
	case kind.SyscallEnter, kind.SyscallExit, kind.SyscallPark:
		s.applyG(r)
		if r.Kind == kind.SyscallPark {
			s.m(r.M).inCall(r.Stamp) // the Retake may be late
		}
	case kind.Retake, kind.Handoff:
		s.disown(r)
	case kind.MExit:
		s.disown(r)
		s.m(r.M).gone = true
	}
}

// disown takes the P of r from the M that has it: for Retake that is in a.
func (s *State) disown(r Record) {
	if p := s.p(int(r.P)); p != nil && r.Stamp > p.stamp {
		p.stamp = r.Stamp
		p.status, p.m, p.running = PIdle, -1, 0
	}
	if r.Kind == kind.Retake {
		s.m(uint16(r.A)).inCall(r.Stamp)
	} else if m := s.m(r.M); m.p == int(r.P) {
		m.inCall(r.Stamp)
	}
}

// inCall says that m is, or was, in a system call without P.
func (m *mState) inCall(stamp uint64) {
	if stamp > m.stamp {
		m.p, m.idle, m.spinning, m.stamp = -1, false, false, stamp
	}
}

// Goroutines.

func (s *State) g(id uint64) *gState {
	g := s.gs[id]
	if g == nil {
		g = &gState{}
		s.gs[id] = g
	}
	return g
}

func (s *State) applyG(r Record) {
	switch r.Kind {
	case kind.GoTarget:
		return
	case kind.GoWire:
		s.m(r.M).wired = r.G
	case kind.GoUnwire:
		s.m(r.M).wired = 0
	case kind.GoHand:
		s.disown(r)
	case kind.GoExit:
		if m := s.m(r.M); m.wired == r.G {
			m.wired = 0
		}
	}
	if r.Kind != kind.GoCreate && r.Kind != kind.GoReady {
		s.applyRunning(r)
	}
	if s.buried(r.G) {
		return
	}
	g := s.g(r.G)
	if r.Kind == kind.GoCreate {
		g.parent, g.created = r.A, uint32(r.B)
	}
	g.stands(r)
	if r.Stamp <= g.stamp {
		return // we know better already
	}
	g.stamp = r.Stamp
	switch r.Kind {
	case kind.GoCreate:
		g.status = Runnable
	case kind.GoStart:
		g.status = Running
	case kind.GoPark:
		g.status, g.why, g.obj = Waiting, kind.Wait(r.N), r.A
	case kind.GoReady:
		g.status = Runnable
	case kind.GoStop:
		g.status = Runnable
	case kind.SyscallEnter:
		g.status = Syscall
	case kind.SyscallExit:
		g.status = Running
	case kind.SyscallPark:
		g.status = Runnable
	case kind.GoExit:
		g.status = Dead
		s.bury(r.G)
	}
}

// stands notes the place where g is. It is a register of its own: a record that says nothing of it may have come
// before an earlier one that does.
func (g *gState) stands(r Record) {
	switch r.Kind {
	case kind.GoCreate, kind.GoPark, kind.GoStop, kind.GoLine, kind.SyscallEnter:
		if r.Stamp > g.posStamp {
			g.pos, g.posStamp = uint32(r.B), r.Stamp
		}
	}
}

// bury forgets the goroutine that died longest ago. A bit remains, since an old record
// about it may still come.
func (s *State) bury(id uint64) {
	at := &s.dead[s.died%len(s.dead)]
	s.died++
	if old := *at; old != 0 {
		delete(s.gs, old)
		if old < maxGoid {
			for uint64(len(s.gone)) <= old/64 {
				s.gone = append(s.gone, 0)
			}
			s.gone[old/64] |= 1 << (old % 64)
		}
	}
	*at = id
}

// maxGoid bounds the memory of bury: 8 MB.
const maxGoid = 1 << 26

func (s *State) buried(id uint64) bool {
	return id/64 < uint64(len(s.gone)) && s.gone[id/64]>>(id%64)&1 != 0
}

// applyRunning updates who runs on the P of r, and, for GoStart, the place it was taken from.
func (s *State) applyRunning(r Record) {
	p := s.p(int(r.P))
	if p == nil {
		return
	}
	if r.Kind == kind.GoStart {
		p.tick = max(p.tick, r.A)
	}
	if r.Kind == kind.GoStart || r.Kind == kind.GoHand {
		switch r.Rule {
		case kind.FromLocal:
			p.take(uint32(r.B), r.Stamp)
			p.moveHead(uint32(r.B) + 1)
		case kind.FromTail:
			p.take(uint32(r.B), r.Stamp)
			p.moveTail(uint32(r.B), r.Stamp)
		case kind.FromRunnext:
			p.empty(uint32(r.B))
		}
	}
	if r.Stamp <= p.stamp {
		return
	}
	p.stamp = r.Stamp
	switch r.Kind {
	case kind.GoStart:
		p.running = r.G
	case kind.GoPark, kind.GoStop, kind.GoExit:
		p.running = 0
	}
}

// Queues.

// A place in a ring is a register, too: the later stamp wins. With policy order=lifo the owner takes from
// the tail, and fills the place again.

func (p *pState) fill(pos uint32, g, stamp uint64) {
	p.moveTail(pos+1, stamp)
	if gone := p.taken[pos]; gone != 0 {
		delete(p.taken, pos)
		if gone > stamp {
			return
		}
	}
	if p.ring[pos].stamp < stamp {
		p.ring[pos] = placed{g, stamp}
	}
}

// take empties the place at pos and returns who was there, 0 if we do not know yet.
func (p *pState) take(pos uint32, stamp uint64) uint64 {
	was, ok := p.ring[pos]
	if ok && was.stamp <= stamp {
		delete(p.ring, pos)
	} else if !ok && len(p.taken) < maxTaken {
		p.taken[pos] = stamp
	}
	return was.g
}

func (p *pState) moveTail(to uint32, stamp uint64) {
	if stamp >= p.tailStamp { // one record may fill several places
		p.tailStamp = stamp
		p.tail = to
		if int32(p.head-to) > 0 {
			p.tail = p.head
		}
	}
}

// maxTaken bounds the memory when records are missing.
const maxTaken = 1 << 16

// knows says whether we know who is in the n places from pos on.
func (p *pState) knows(pos, n uint32) bool {
	if p == nil {
		return false
	}
	for i := pos; i != pos+n; i++ {
		if _, ok := p.ring[i]; !ok {
			return false
		}
	}
	return true
}

func (p *pState) moveHead(to uint32) {
	if int32(to-p.head) > 0 {
		p.head = to
	}
	if int32(p.head-p.tail) > 0 {
		p.tail = p.head
	}
}

// empty says that the n-th filling of runnext is gone.
func (p *pState) empty(n uint32) {
	if int32(n-p.emptied) > 0 {
		p.emptied = n
	}
}

func (s *State) applyQueue(r Record) {
	p := s.p(int(r.P))
	switch r.Kind {
	case kind.GlobPut:
		s.globFill(r.A, r.G)
		s.globTail(r.Stamp, r.A+1)
		return
	case kind.GlobPutHead:
		s.globFill(r.A, r.G)
		s.globHead(r.Stamp, r.A)
		if r.A >= s.glob.tail { // the queue was empty, or was renumbered
			s.globTail(r.Stamp, r.A+1)
		}
		return
	}
	if p == nil {
		return // not a record of ours
	}
	switch r.Kind {
	case kind.StealPass:
		s.m(r.M).pass = r.N
	case kind.RunqPut:
		p.fill(uint32(r.A), r.G, r.Stamp)
	case kind.RunnextPut:
		if n := uint32(r.A); int32(n-p.filled) > 0 {
			p.filled, p.next = n, r.G
		}
	case kind.RunnextDrop:
		p.empty(uint32(r.A))
	case kind.RunqDrain:
		p.take(uint32(r.A), r.Stamp)
		p.moveHead(uint32(r.A) + 1)
	case kind.RunqDrainTail:
		p.take(uint32(r.A), r.Stamp)
		p.moveTail(uint32(r.A), r.Stamp)
	case kind.RunqOverflow:
		n := max(uint32(r.N), 1) - 1
		for i := uint32(0); i < n; i++ {
			s.globFill(r.B+uint64(i), p.take(uint32(r.A)+i, r.Stamp))
		}
		s.globFill(r.B+uint64(n), r.G)
		p.moveHead(uint32(r.A) + n)
		s.globTail(r.Stamp, r.B+uint64(n)+1)
	case kind.GlobGet:
		s.compare(r, s.glob.ring[r.A])
		for i := uint64(1); i < uint64(r.N); i++ {
			p.fill(uint32(r.B+i-1), s.glob.ring[r.A+i], r.Stamp)
		}
		for i := uint64(0); i < uint64(r.N); i++ {
			delete(s.glob.ring, r.A+i)
		}
		s.globHead(r.Stamp, r.A+uint64(r.N))
	case kind.Steal:
		v := s.p(int(r.A >> 32))
		if v == nil {
			return
		}
		from, n := uint32(r.A), uint32(r.N)
		for i := uint32(0); i+1 < n; i++ {
			p.fill(uint32(r.B)+i, v.take(from+i, r.Stamp), r.Stamp)
		}
		s.compare(r, v.take(from+n-1, r.Stamp))
		v.moveHead(from + n)
	case kind.StealRunnext:
		if v := s.p(int(r.A >> 32)); v != nil {
			v.empty(uint32(r.A))
		}
	}
}

func (s *State) globFill(at, g uint64) { s.glob.ring[at] = g }

func (s *State) globHead(stamp, at uint64) {
	if stamp > s.glob.headStamp {
		s.glob.headStamp, s.glob.head = stamp, at
	}
}

func (s *State) globTail(stamp, at uint64) {
	if stamp > s.glob.tailStamp {
		s.glob.tailStamp, s.glob.tail = stamp, at
	}
}

// Ps and Ms.

const maxProcs = 64

// p returns P i, nil for none.
func (s *State) p(i int) *pState {
	if i >= maxProcs {
		return nil
	}
	for i >= len(s.ps) {
		s.ps = append(s.ps, &pState{status: PDead, m: -1, ring: map[uint32]placed{}, taken: map[uint32]uint64{}})
	}
	return s.ps[i]
}

func (s *State) m(i uint16) *mState {
	m := s.ms[i]
	if m == nil {
		m = &mState{p: -1}
		s.ms[i] = m
	}
	return m
}

func (s *State) applyP(r Record) {
	p := s.p(int(r.P))
	if p == nil {
		return
	}
	s.applyOwner(r)
	if r.Kind == kind.PNew {
		p.tick = max(p.tick, r.A)
	}
	if r.Stamp <= p.stamp {
		return
	}
	p.stamp = r.Stamp
	switch r.Kind {
	case kind.PIdle:
		p.status, p.m, p.running = PIdle, -1, 0
		p.idle, p.idleStamp = true, r.Stamp
	case kind.PGet:
		p.status, p.idle = PIdle, false
	case kind.PStart:
		p.status, p.m, p.idle, p.running = PRunning, int(r.M), false, r.G
	case kind.PStop:
		p.status, p.idle = PStopped, false
		if r.N == 0 {
			p.m, p.running = -1, 0
		}
	case kind.PNew:
		p.status, p.m, p.running, p.idle = PStopped, -1, 0, false
	case kind.PDead:
		p.status, p.m, p.running, p.idle = PDead, -1, 0, false
		p.head = p.tail
	}
}

// applyOwner updates the M that did it.
func (s *State) applyOwner(r Record) {
	m := s.m(r.M)
	if r.Stamp <= m.stamp {
		return
	}
	switch r.Kind {
	case kind.PStart:
		m.p, m.stamp = int(r.P), r.Stamp
		m.idle, m.spinning = false, r.N == 1
	case kind.PIdle, kind.PStop, kind.PDead:
		if m.p == int(r.P) && !(r.Kind == kind.PStop && r.N == 1) {
			m.p, m.stamp = -1, r.Stamp
		}
	}
}

func (s *State) applyM(r Record) {
	m := s.m(r.M)
	if r.Kind == kind.MNew || r.Kind == kind.MWake {
		m = s.m(uint16(r.A))
	}
	if r.Stamp <= m.stamp {
		return
	}
	m.stamp = r.Stamp
	switch r.Kind {
	case kind.MNew, kind.MWake:
		m.idle, m.spinning = false, r.N == 1
	case kind.MLocked:
		m.p = -1
	case kind.MPark:
		m.p, m.idle, m.idleStamp = -1, true, r.Stamp
	case kind.MPoll:
		m.poll = r.B
	case kind.MPollEnd:
		m.poll = 0
	case kind.SpinBegin:
		m.spinning = true
	case kind.SpinEnd:
		m.spinning = false
	}
}

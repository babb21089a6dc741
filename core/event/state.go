// This file defines State: what the fold knows at one moment, and View, the part of
// it that is drawn and compared.
package event

import (
	"slices"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// Status of a G in a View.
const (
	Runnable = "runnable"
	Running  = "running"
	Waiting  = "waiting"
	Syscall  = "syscall"
	Dead     = "dead"
)

// Status of a P in a View.
const (
	PIdle    = "idle"
	PRunning = "running"
	PStopped = "stopped"
	PDead    = "dead"
)

// State is the state after the records applied so far. Create it with NewState.
type State struct {
	Time  uint64 // of the latest record
	Procs int    // GOMAXPROCS
	STW   bool   // the world is stopped, or asked to stop
	GC    bool   // the collector runs
	Delay uint64 // of sysmon, ns
	Deep  bool   // sysmon sleeps deeply

	settings map[knob.ID]int64 // the knobs that are not as Go 1.26 has them

	procsStamp, stwStamp, gcStamp uint64 // of the last record about Procs, STW and GC

	gs   map[uint64]*gState
	ps   []*pState
	ms   map[uint16]*mState
	glob globState
	dead [1024]uint64 // the last that died; of older ones only the bit is kept
	died int
	gone []uint64 // bit by goid
	held []Record // came too early

	misfit *Record // see Misfit
}

// A register with a stamp is changed only by a later record about the same thing.

type gState struct {
	stamp    uint64
	status   string
	why      kind.Wait
	obj      uint64
	pos      uint32
	posStamp uint64
	created  uint32 // pos of its go statement
	parent   uint64
}

type pState struct {
	stamp   uint64
	status  string
	m       int // -1 none
	running uint64
	tick    uint64

	idle      bool
	idleStamp uint64 // when it went on the idle list

	head, tail uint32
	tailStamp  uint64            // of the last record that moved the tail
	ring       map[uint32]placed // by position: filled, and not yet taken by a record that we have
	taken      map[uint32]uint64 // by position: stamp of who took it, when the record that filled it has not come yet

	next    uint64 // goid in runnext
	filled  uint32 // number of that filling
	emptied uint32 // highest filling known to be gone
}

// placed is a goroutine in a ring.
type placed struct{ g, stamp uint64 }

type mState struct {
	stamp     uint64
	p         int // -1 none
	spinning  bool
	idle      bool
	idleStamp uint64
	poll      uint64 // sleeps until, 0 not
	wired     uint64 // goid of the goroutine that is wired to it
	gone      bool   // it has ended
	pass      uint16 // of its last StealPass
}

type globState struct {
	headStamp, tailStamp uint64
	head, tail           uint64
	ring                 map[uint64]uint64
}

// NewState returns the state before the first record.
func NewState() *State {
	return &State{
		gs:       map[uint64]*gState{},
		ms:       map[uint16]*mState{},
		settings: map[knob.ID]int64{},
		glob:     globState{head: firstGlobal, tail: firstGlobal, ring: map[uint64]uint64{}},
	}
}

const firstGlobal = 1 << 32

// View is a State in plain values. Lists are in the order of the real ones.
type View struct {
	Time   uint64   `json:"time"`
	Procs  int      `json:"procs"`
	STW    bool     `json:"stw"`
	GC     bool     `json:"gc"`
	Ps     []PView  `json:"ps"`
	Ms     []MView  `json:"ms"`
	Gs     []GView  `json:"gs"` // by goid; dead ones are left out
	Global []uint64 `json:"global"`
	IdlePs []int    `json:"idlePs"` // the first is used next
	IdleMs []int    `json:"idleMs"`
	Delay  uint64   `json:"sysmonDelay"`
	Deep   bool     `json:"sysmonDeep"`
}

// PView is a P.
type PView struct {
	ID      int      `json:"id"`
	Status  string   `json:"status"`
	M       int      `json:"m"` // -1 none
	Running uint64   `json:"running"`
	Runnext uint64   `json:"runnext"`
	Ring    []uint64 `json:"ring"`
	Tick    uint64   `json:"tick"`
}

// MView is an M.
type MView struct {
	ID       int    `json:"id"`
	P        int    `json:"p"` // -1 none
	Spinning bool   `json:"spinning"`
	Idle     bool   `json:"idle"`
	Poll     uint64 `json:"poll"`  // sleeps as the poller until then, 0 not
	Wired    uint64 `json:"wired"` // the goroutine that is wired to it, 0 none
}

// GView is a G.
type GView struct {
	ID      uint64 `json:"id"`
	Status  string `json:"status"`
	Why     string `json:"why"` // it waits
	Obj     uint64 `json:"obj"` // on what; for a sleep, until when
	Pos     uint32 `json:"pos"`
	Created uint32 `json:"created"`
	Parent  uint64 `json:"parent"`
}

// View returns the state in plain values.
func (s *State) View() View {
	v := View{
		Time: s.Time, Procs: s.Procs, STW: s.STW, GC: s.GC, Delay: s.Delay, Deep: s.Deep,
		Ps: []PView{}, Ms: []MView{}, Gs: []GView{},
		Global: s.Global(), IdlePs: s.IdlePs(), IdleMs: s.IdleMs(),
	}
	for i, p := range s.ps {
		if p.status == PDead {
			continue
		}
		v.Ps = append(v.Ps, PView{i, p.status, p.m, p.running, s.Runnext(i), s.Ring(i), p.tick})
	}
	for id, m := range s.ms {
		if id >= SysmonM || m.gone {
			continue // it never has a P, or never will
		}
		v.Ms = append(v.Ms, MView{int(id), m.p, m.spinning, m.idle, m.poll, m.wired})
	}
	slices.SortFunc(v.Ms, func(a, b MView) int { return a.ID - b.ID })
	for id, g := range s.gs {
		if g.status != Dead {
			v.Gs = append(v.Gs, s.gview(id, g))
		}
	}
	slices.SortFunc(v.Gs, func(a, b GView) int { return int(int64(a.ID - b.ID)) })
	return v
}

func (s *State) gview(id uint64, g *gState) GView {
	v := GView{ID: id, Status: g.status, Pos: g.pos, Created: g.created, Parent: g.parent}
	if g.status == Waiting {
		v.Why, v.Obj = g.why.String(), g.obj
	}
	return v
}

// G returns goroutine id, and whether it is known.
func (s *State) G(id uint64) (GView, bool) {
	g := s.gs[id]
	if g == nil {
		return GView{}, false
	}
	return s.gview(id, g), true
}

// Ring returns the goroutines in the ring of P p, oldest first. 0 is one not known (a record is missing).
func (s *State) Ring(p int) []uint64 {
	list := []uint64{}
	if p >= len(s.ps) {
		return list
	}
	q := s.ps[p]
	for at := q.head; at != q.tail && len(list) < 256; at++ {
		list = append(list, q.ring[at].g)
	}
	return list
}

// Runnext returns the goroutine in the runnext of P p, 0 none.
func (s *State) Runnext(p int) uint64 {
	if p >= len(s.ps) {
		return 0
	}
	q := s.ps[p]
	if int32(q.filled-q.emptied) <= 0 {
		return 0
	}
	return q.next
}

// Global returns the global queue, oldest first.
func (s *State) Global() []uint64 {
	list := []uint64{}
	if s.glob.tail-s.glob.head > uint64(2*len(s.glob.ring)+1000) {
		return list // nonsense: most places are not known
	}
	for at := s.glob.head; at < s.glob.tail; at++ {
		list = append(list, s.glob.ring[at])
	}
	return list
}

// IdlePs returns the idle list, the next to be used first.
func (s *State) IdlePs() []int {
	var list []int
	for i, p := range s.ps {
		if p.idle {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b int) int { return later(s.ps[a].idleStamp, s.ps[b].idleStamp) })
	return append([]int{}, list...)
}

// IdleMs returns the idle list, the next to be used first.
func (s *State) IdleMs() []int {
	var list []int
	for i, m := range s.ms {
		if m.idle {
			list = append(list, int(i))
		}
	}
	slices.SortFunc(list, func(a, b int) int { return later(s.ms[uint16(a)].idleStamp, s.ms[uint16(b)].idleStamp) })
	return append([]int{}, list...)
}

// later orders the higher stamp first.
func later(a, b uint64) int {
	if a > b {
		return -1
	}
	return 1
}

// Waiters returns the goroutines that wait, by goid.
func (s *State) Waiters() []GView {
	list := []GView{}
	for id, g := range s.gs {
		if g.status == Waiting {
			list = append(list, s.gview(id, g))
		}
	}
	slices.SortFunc(list, func(a, b GView) int { return int(int64(a.ID - b.ID)) })
	return list
}

// knob is where a switch of the policy is.
func (s *State) knob(k knob.ID) int64 {
	if v, ok := s.settings[k]; ok {
		return v
	}
	return knob.Default(k)
}

// pass is the pass of stealWork that M m is in.
func (s *State) pass(m uint16) uint16 {
	if s.ms[m] == nil {
		return 0
	}
	return s.ms[m].pass
}

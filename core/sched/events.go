// This file records what the scheduler does.
//
// Each M writes into its own ring of records; the host reads. The layout of a record and the meaning of
// its fields are documented in package event. Stamps: an M takes over the stamp of what it
// touches (see), and leaves the stamp of its record there; so causes have smaller stamps
// than effects. A record about a G that others may take is written before it is published.
// In virtual mode the stamps of Gs and Ps are times, and see moves the M's clock: an
// effect is never earlier than its cause.
//
// In Go: traceruntime.go, which records much the same for go tool trace.
package sched

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
)

const (
	recordSize  = 48
	virtualRing = 1 << 15 // records in the ring of virtual mode
	batch       = 64      // records that are published together
	noP         = 0xffff
	noM         = 0xffff
	sysmonID    = 0xfffe
	templateID  = 0xfffd
)

// EventRing holds the last records. Hosts read it: its layout is fixed.
type EventRing struct {
	buf     unsafe.Pointer
	cap     uint64
	written atomic.Uint64
	read    atomic.Uint64 // by the host
	lost    atomic.Uint64
	m       uint64 // the first one that had it
	next    *EventRing
	made    uint64 // records made; the host may read those below written
	missed  uint64 // records that found no room; lost is what the host may know of it
	room    uint64 // up to where records may be made without another look at read
	due     uint64 // so many records are to be published together
	stamp   uint64 // of the last record of the M that left it
	free    *EventRing
}

type record struct {
	time, stamp uint64
	head        uint64 // kind, rule, m, p, n: 8, 8, 16, 16 and 16 bits from the lowest
	g, a, b     uint64
}

func newRing(n int, id int32) *EventRing {
	buf := make([]record, n)
	r := new(EventRing)
	r.buf = unsafe.Pointer(&buf[0])
	r.cap = uint64(n)
	r.room = r.cap
	r.m = uint64(id)
	for {
		r.next = sched.rings.Load()
		if sched.rings.CompareAndSwap(r.next, r) {
			return r
		}
	}
}

// takeRing gives mp the ring of an M that has ended, or a new one.
func (mp *M) takeRing() {
	Lock(&sched.lock)
	r := sched.freeRings
	if r != nil {
		sched.freeRings = r.free
	}
	Unlock(&sched.lock)
	if r == nil {
		r = newRing(parRing, mp.ID)
	}
	mp.ring = r
	mp.see(r.stamp) // the stamps in a ring grow
}

// leaveRing is the last thing that an M does.
func (mp *M) leaveRing() {
	r := mp.ring
	r.stamp = mp.stamp
	Lock(&sched.lock)
	r.free = sched.freeRings
	sched.freeRings = r
	Unlock(&sched.lock)
}

// slot returns the place for the next record, nil if the ring is full: the host is too slow, and the record is
// lost. Virtual mode, which must lose nothing, lets the host read first.
func (r *EventRing) slot() *record {
	n := r.made
	if n == r.room {
		if !sched.virtual {
			r.missed++
			return nil
		}
		r.empty()
	}
	r.made = n + 1
	return (*record)(unsafe.Add(r.buf, uintptr(n&(r.cap-1))*recordSize))
}

// empty lets the host read the ring.
//
//go:cold
func (r *EventRing) empty() {
	r.publish()
	if r.made == r.room {
		drain()
		r.publish()
	}
}

// publishSome is publish, once enough records have come together: to publish costs as much as
// to make some records. The others are published when the M turns, or gives up its P.
func (r *EventRing) publishSome() {
	if r.made >= r.due {
		r.publish()
	}
}

// publish lets the host read all records made so far, and looks how far it has read.
func (r *EventRing) publish() {
	r.room = r.read.Load() + r.cap
	r.due = r.made + batch
	if r.made != r.written.Load() {
		r.written.Store(r.made)
	}
	if r.missed != r.lost.Load() {
		r.lost.Store(r.missed)
	}
}

// publishAlone is publish for an M without a P: the world may stop without it.
//
//go:cold
func (r *EventRing) publishAlone() { r.publish() }

// see makes the next stamp greater than stamp.
func (mp *M) see(stamp uint64) {
	if sched.virtual {
		if late := int64(stamp) - mp.eventTime(); late > 0 {
			mp.clock += late
		}
	} else if stamp > mp.stamp {
		mp.stamp = stamp
	}
}

// seeLock is see for sched.lock. The clocks of virtual mode do not meet there.
func (mp *M) seeLock() {
	if !sched.virtual {
		mp.see(sched.stamp)
	}
}

// next returns the stamp of the next record.
func (mp *M) next() uint64 {
	if sched.virtual {
		return uint64(mp.eventTime())
	}
	mp.stamp++
	return mp.stamp
}

// nextAfter is see and next.
func (mp *M) nextAfter(stamp uint64) uint64 {
	if sched.virtual {
		return mp.nextTime(stamp)
	}
	stamp = max(stamp, mp.stamp) + 1
	mp.stamp = stamp
	return stamp
}

// nextTime is nextAfter in virtual mode.
//
//go:cold
func (mp *M) nextTime(stamp uint64) uint64 {
	mp.see(stamp)
	return mp.next()
}

// put writes a record and returns its stamp.
func (mp *M) put(k kind.Kind, why kind.Rule, pp *P, n uint32, g, a, b uint64) uint64 {
	stamp := mp.next()
	mp.putAt(stamp, k, why, pp, n, g, a, b)
	return stamp
}

// putAt writes a record. An M that holds a P publishes its records together, when some have come
// together or it gives up the P: the world cannot stop before that. In virtual mode the driver does.
func (mp *M) putAt(stamp uint64, k kind.Kind, why kind.Rule, pp *P, n uint32, g, a, b uint64) {
	if r := mp.ring.slot(); r != nil {
		r.fill(mp, stamp, k, why, pp, n)
		r.g, r.a, r.b = g, a, b
	}
	if mp.P == nil {
		mp.ring.publishAlone()
	}
}

// fill writes what all records have.
func (r *record) fill(mp *M, stamp uint64, k kind.Kind, why kind.Rule, pp *P, n uint32) {
	head := uint64(k) | uint64(why)<<8 | mp.head | uint64(n)<<48
	if pp != nil {
		head |= pp.head
	} else {
		head |= noP << 32
	}
	r.head = head
	if sched.virtual {
		r.fillVirtual(mp)
		return
	}
	r.time, r.stamp = uint64(sched.now.get()), stamp
}

// fillVirtual is the part of fill that is different in virtual mode.
//
//go:cold
func (r *record) fillVirtual(mp *M) {
	r.time, r.stamp = uint64(mp.eventTime()), mp.ring.made
}

// eventTime is the time since the start. In parallel mode it is the time of the last
// look at the clock by any M: good enough to draw, and free.
func (mp *M) eventTime() int64 {
	if sched.virtual {
		return mp.virtualNow() - sched.start
	}
	return sched.now.get()
}

// Goroutines. These are on every path, so they are short, and call nothing that is not inlined.

func emitGo(k kind.Kind, why kind.Rule, pp *P, n uint32, gp *G, a, b uint64) {
	mp := Getm()
	stamp := mp.nextAfter(gp.stamp)
	gp.stamp = stamp
	if r := mp.ring.slot(); r != nil {
		r.fill(mp, stamp, k, why, pp, n)
		r.g, r.a, r.b = gp.Goid, a, b
	}
	if mp.P == nil {
		mp.ring.publishAlone()
	}
}

// emitOwn is emitGo for the base of mp, which has the P pp.
func (mp *M) emitOwn(k kind.Kind, why kind.Rule, pp *P, n uint32, gp *G, a, b uint64) {
	stamp := mp.nextAfter(gp.stamp)
	gp.stamp = stamp
	if r := mp.ring.slot(); r != nil {
		r.fill(mp, stamp, k, why, pp, n)
		r.g, r.a, r.b = gp.Goid, a, b
	}
}

// goidOf is the id of the running goroutine, 0 if a scheduler or timer runs.
func (mp *M) goidOf() uint64 {
	if mp.Curg == nil {
		return 0
	}
	return mp.Curg.Goid
}

// Queues.

func emitRunqPut(pp *P, gp *G, why kind.Rule, at uint32) {
	emitGo(kind.RunqPut, why, pp, 0, gp, uint64(at), 0)
}

// reserveRunnext takes the stamp of the RunnextPut to come: the record can
// be written only after the swap, but a thief may take the goroutine right after it.
func reserveRunnext(pp *P, gp *G) uint64 {
	stamp := Getm().nextAfter(gp.stamp)
	seq := pp.nextseq + 1
	pp.nextseq, gp.nextseq = seq, seq
	gp.stamp = stamp
	return stamp
}

func emitRunnextPut(pp *P, goid uint64, old *G, why kind.Rule, stamp uint64) {
	kicked := uint64(0)
	if old != nil {
		kicked = old.Goid
	}
	mp := Getm()
	if r := mp.ring.slot(); r != nil {
		r.fill(mp, stamp, kind.RunnextPut, why, pp, 0)
		r.g, r.a, r.b = goid, uint64(pp.nextseq), kicked
	}
}

func emitOverflow(pp *P, gp *G, first uint32, n int32) {
	mp := Getm()
	mp.see(gp.stamp)
	mp.seeLock()
	sched.stamp = mp.put(kind.RunqOverflow, kind.ByFull, pp, uint32(n), gp.Goid, uint64(first), sched.runqhead+uint64(sched.runq.size))
	gp.stamp = sched.stamp
}

func emitGlobPut(k kind.Kind, gp *G, why kind.Rule, at uint64) {
	mp := Getm()
	stamp := gp.stamp
	if !sched.virtual {
		stamp = max(stamp, sched.stamp)
	}
	stamp = mp.nextAfter(stamp)
	sched.stamp, gp.stamp = stamp, stamp
	if r := mp.ring.slot(); r != nil {
		r.fill(mp, stamp, k, why, mp.P, 0)
		r.g, r.a, r.b = gp.Goid, at, 0
	}
	if mp.P == nil {
		mp.ring.publishAlone()
	}
}

// emitGlobGet: gp is taken to be run, n-1 more are already in pp's ring from t on.
func emitGlobGet(pp *P, gp *G, n int32, t uint32, why kind.Rule) {
	mp := Getm()
	mp.seeLock()
	mp.see(gp.stamp)
	if sched.virtual { // else the lock has the stamp of the last who put one here
		mp.seeRing(pp, t, uint32(n-1))
	}
	sched.stamp = mp.put(kind.GlobGet, why, pp, uint32(n), gp.Goid, sched.runqhead, uint64(t))
	gp.stamp = sched.stamp
	stampRing(pp, t, uint32(n-1), sched.stamp)
}

// emitSteal: gp is taken to be run, n-1 more are already in pp's ring from t on.
func emitSteal(pp, victim *P, gp *G, n, first, t uint32) {
	mp := Getm()
	mp.seeRing(pp, t, n)
	stamp := mp.put(kind.Steal, kind.FromSteal, pp, n, gp.Goid, uint64(victim.ID)<<32|uint64(first), uint64(t))
	gp.stamp = stamp
	stampRing(pp, t, n-1, stamp)
}

// seeRing is see for n goroutines in pp's ring.
func (mp *M) seeRing(pp *P, t, n uint32) {
	for i := t; i != t+n; i++ {
		mp.see(pp.runq[i%256].get().stamp)
	}
}

func stampRing(pp *P, t, n uint32, stamp uint64) {
	for i := t; i != t+n; i++ {
		pp.runq[i%256].get().stamp = stamp
	}
}

func emitStealRunnext(pp, victim *P, gp *G) {
	emitGo(kind.StealRunnext, kind.FromSteal, pp, 1, gp, uint64(victim.ID)<<32|uint64(gp.nextseq), 0)
}

// Ps and Ms.

// emitP is for the owner of pp.
func emitP(k kind.Kind, why kind.Rule, pp *P, n uint32, a uint64) {
	mp := Getm()
	mp.see(pp.stamp)
	pp.stamp = mp.put(k, why, pp, n, 0, a, 0)
}

// emitPStart: mp has its P now. After a stop of the world it may bring its goroutine along.
func emitPStart(mp *M, why kind.Rule) {
	pp := mp.P
	mp.see(pp.stamp)
	n := uint32(0)
	if mp.spinning {
		n = 1
	}
	pp.stamp = mp.put(kind.PStart, why, pp, n, mp.goidOf(), 0, 0)
}

// emitGoHand: gp, and mp's P with it, goes to the M that gp is wired to. That one sees it when it takes the P.
func emitGoHand(mp *M, gp *G) {
	mp.see(mp.P.stamp)
	emitGo(kind.GoHand, mp.from, mp.P, 0, gp, uint64(gp.Lockedm.ID), mp.fromPos)
	mp.P.stamp = gp.stamp
}

// emitSyscallEnter is about the P too: who takes it comes later.
func emitSyscallEnter(mp *M, gp *G, n uint32) {
	mp.see(mp.P.stamp)
	emitGo(kind.SyscallEnter, kind.NoRule, mp.P, n, gp, uint64(max(mp.callFor, 0)), uint64(gp.Pos))
	mp.P.stamp = gp.stamp
}

// emitRetake: pp is taken from victim, which is held in a system call. All three
// must know: what they do next comes later.
func emitRetake(pp *P, victim *M, why kind.Rule) {
	mp, gp := Getm(), victim.Curg
	mp.see(pp.stamp)
	pp.stamp = mp.put(kind.Retake, why, pp, 0, gp.Goid, uint64(victim.ID), 0)
	gp.stamp = pp.stamp
	victim.stamp = pp.stamp
}

// emitTakenBack: mp, which does not run yet, is idle. It is recorded for it, under sched.lock.
func emitTakenBack(mp *M) {
	me := Getm()
	me.seeLock()
	me.see(mp.stamp)
	mine := me.head
	me.head = mp.head
	if mp.spinning {
		me.put(kind.SpinEnd, kind.BySTW, nil, 0, 0, uint64(sched.nmspinning.Load()), 0)
	}
	sched.stamp = me.put(kind.MPark, kind.ByStopm, nil, 0, 0, uint64(sched.nmidle), 0)
	me.head = mine
	mp.stamp = sched.stamp
	me.ring.publish()
}

// emitLocked is for what happens under sched.lock; pp, if any, is idle or owned.
func emitLocked(k kind.Kind, why kind.Rule, pp *P, n uint32, a, b uint64) {
	mp := Getm()
	mp.seeLock()
	if pp != nil {
		mp.see(pp.stamp)
	}
	sched.stamp = mp.put(k, why, pp, n, 0, a, b)
	if pp != nil {
		pp.stamp = sched.stamp
	}
	mp.ring.publish()
}

// emit is for what concerns only the M itself.
func emit(k kind.Kind, why kind.Rule, pp *P, n uint32, a, b uint64) {
	Getm().put(k, why, pp, n, 0, a, b)
}

// For core/rt.

// EmitOutput records that the program wrote n bytes.
func EmitOutput(fd, n int) {
	mp := Getm()
	mp.put(kind.Output, kind.NoRule, mp.P, uint32(fd), mp.goidOf(), uint64(n), 0)
}

// EmitExit records the end of the program. The host's exit comes next. The other Ms are
// stopped, so that what can be seen at the end belongs together.
func EmitExit(code int) {
	mp := Getm()
	if !sched.virtual {
		freezetheworld()
	}
	mp.put(kind.Exit, kind.NoRule, mp.P, 0, mp.goidOf(), uint64(code), 0)
	mp.ring.publish()
}

// NewObjID returns the next number for a channel, lock or other object to wait on.
func NewObjID() uint64 { return sched.objids.Add(1) }

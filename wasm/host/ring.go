// This file empties the event rings in the module's memory, and puts the records of several
// rings into one order.
//
// The rings are a list; export rings gives its head. In Virtual there is one and
// nobody writes while we read. In Parallel each M has its own and may be writing
// now: it stores "written" after the record that it counts, so a record below
// that is whole. A full ring loses records and counts them; no M waits for us.
//
// In Parallel an M shows its records only now and then, so a record can be here before
// one that caused it. What was read is therefore held until the end of a cut: at one moment we note how many
// records each M has made, shown or not. Everything that caused one of these is among
// them. Once all of them have been read they are released, by their stamps, which
// grow from cause to effect; and the next cut begins.

package host

import (
	"encoding/binary"
	"maps"
	"slices"

	"github.com/gopark/gopark/core/event"
)

// Offsets in an EventRing of core/sched; all fields have 8 bytes. They are fixed,
// like the record itself: a host must be able to read events of any module.
const (
	ringBuf     = 0  // address of the records
	ringCap     = 8  // how many fit, a power of two
	ringWritten = 16 // records written since the start
	ringRead    = 24 // records that we have taken
	ringLost    = 32
	ringNext    = 48 // the next ring, 0 at the end
	ringMade    = 56 // records made, perhaps not shown yet
)

// maxHeld is how many bytes are held at most: then all are released, though some may
// be in the wrong order. An M that makes records and does not show them for so long is
// not known.
const maxHeld = 1 << 20 * event.Size

// rings are the event rings of a run.
type rings struct {
	mem   *memory
	first func() (uint32, error) // address of the first ring; changes as Ms start
	buf   []byte                 // what was released since take

	queues map[uint32]*queue // by address of the ring
	held   int               // bytes in them
	cut    map[uint32]uint64 // records made by each ring at the cut; nil: none is noted
}

// queue holds what was read from one ring.
type queue struct {
	records []byte
	read    uint64 // records read since the start
}

// drain reads every record that is whole, and releases those that it can.
func (r *rings) drain(s *eventSink) error {
	head, err := r.first()
	if err != nil {
		return err
	}
	lost := uint64(0)
	for ring := head; ring != 0; ring = r.next(ring) {
		r.drainOne(ring)
		lost += r.mem.u64(ring + ringLost)
	}
	s.lost = lost
	switch {
	case len(r.queues) == 1 && r.next(head) == 0, r.held > maxHeld:
		r.release(s)
	case r.cut == nil:
		r.cut = r.noteCut(head)
	case r.cutIsRead():
		r.releaseUpTo(s, r.cut)
		r.cut = r.noteCut(head)
	}
	return nil
}

func (r *rings) next(ring uint32) uint32 { return uint32(r.mem.u64(ring + ringNext)) }

// drainOne reads one ring.
func (r *rings) drainOne(ring uint32) {
	q := r.queues[ring]
	if q == nil {
		q = new(queue)
		r.queues[ring] = q
	}
	buf := uint32(r.mem.u64(ring + ringBuf))
	size := r.mem.u64(ring + ringCap)
	from, end := r.mem.u64(ring+ringRead), r.mem.u64(ring+ringWritten)
	r.held += int(end-from) * event.Size
	for from < end {
		slot := from & (size - 1)
		n := min(end-from, size-slot) // up to the end of the buffer
		q.records = append(q.records, r.mem.slice(buf+uint32(slot*event.Size), uint32(n*event.Size))...)
		from += n
	}
	q.read = from
	r.mem.setU64(ring+ringRead, from)
}

// noteCut notes how many records all Ms have made at one moment: two looks with the same
// result. It is nil if the Ms are too busy for that; we try again at the next drain.
func (r *rings) noteCut(head uint32) map[uint32]uint64 {
	before := r.made(head)
	for range 100 {
		after := r.made(head)
		if maps.Equal(before, after) {
			return after
		}
		before = after
	}
	return nil
}

func (r *rings) made(head uint32) map[uint32]uint64 {
	made := make(map[uint32]uint64, len(r.queues))
	for ring := head; ring != 0; ring = r.next(ring) {
		made[ring] = r.mem.u64(ring + ringMade)
	}
	return made
}

// cutIsRead says whether all records made before the cut have been read.
func (r *rings) cutIsRead() bool {
	for ring, made := range r.cut {
		if q := r.queues[ring]; q == nil || q.read < made {
			return false
		}
	}
	return true
}

// release releases all that is held.
func (r *rings) release(s *eventSink) {
	all := make(map[uint32]uint64, len(r.queues))
	for ring, q := range r.queues {
		all[ring] = q.read
	}
	r.releaseUpTo(s, all)
	r.cut = nil
}

// releaseUpTo hands the records before a cut to the sink, in order.
func (r *rings) releaseUpTo(s *eventSink, cut map[uint32]uint64) {
	var parts [][]byte
	for _, ring := range slices.Sorted(maps.Keys(cut)) {
		q := r.queues[ring]
		keep := int(q.read-cut[ring]) * event.Size
		if n := len(q.records) - keep; n > 0 {
			parts = append(parts, slices.Clone(q.records[:n]))
			q.records = append(q.records[:0], q.records[n:]...)
			r.held -= n
		}
	}
	from := len(r.buf)
	r.buf = appendMerged(r.buf, parts)
	s.add(r.buf[from:])
}

// appendMerged appends the records of all parts, the lowest stamp first; parts is
// used up.
func appendMerged(to []byte, parts [][]byte) []byte {
	for len(parts) > 1 {
		best := 0
		for i := 1; i < len(parts); i++ {
			if stamp(parts[i]) < stamp(parts[best]) {
				best = i
			}
		}
		to = append(to, parts[best][:event.Size]...)
		if parts[best] = parts[best][event.Size:]; len(parts[best]) == 0 {
			parts = append(parts[:best], parts[best+1:]...)
		}
	}
	for _, last := range parts {
		to = append(to, last...)
	}
	return to
}

// stamp is that of the first record in b.
func stamp(b []byte) uint64 { return binary.LittleEndian.Uint64(b[8:]) }

// take gives what was released since the last take; good until the next drain.
func (r *rings) take() []byte {
	b := r.buf
	r.buf = r.buf[:0]
	return b
}

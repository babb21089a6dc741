// This file empties the event rings in the module's memory.
//
// The rings are a list; export rings gives its head. In Virtual there is one and
// nobody writes while we read. In Parallel each M has its own and may be writing
// now: it stores "written" after the record that it counts, so a record below
// that is whole. A full ring loses records and counts them; no M waits for us.

package host

import "github.com/gopark/gopark/core/event"

// Offsets in an EventRing of core/sched; all fields have 8 bytes. They are fixed,
// like the record itself: a host must be able to read events of any module.
const (
	ringBuf     = 0  // address of the records
	ringCap     = 8  // how many fit, a power of two
	ringWritten = 16 // records written since the start
	ringRead    = 24 // records that we have taken
	ringLost    = 32
	ringNext    = 48 // the next ring, 0 at the end
)

// rings are the event rings of a run.
type rings struct {
	mem   *memory
	first func() (uint32, error) // address of the first ring; changes as Ms start
	buf   []byte                 // what drain took since take
}

// drain moves every record that is whole to the sink, ring by ring.
func (r *rings) drain(s *eventSink) error {
	ring, err := r.first()
	if err != nil {
		return err
	}
	lost := uint64(0)
	for ; ring != 0; ring = uint32(r.mem.u64(ring + ringNext)) {
		r.drainOne(ring, s)
		lost += r.mem.u64(ring + ringLost)
	}
	s.lost = lost
	return nil
}

func (r *rings) drainOne(ring uint32, s *eventSink) {
	buf := uint32(r.mem.u64(ring + ringBuf))
	size := r.mem.u64(ring + ringCap)
	from, to := r.mem.u64(ring+ringRead), r.mem.u64(ring+ringWritten)
	for from < to {
		slot := from & (size - 1)
		n := min(to-from, size-slot) // up to the end of the buffer
		part := r.mem.slice(buf+uint32(slot*event.Size), uint32(n*event.Size))
		s.add(part)
		r.buf = append(r.buf, part...)
		from += n
	}
	r.mem.setU64(ring+ringRead, from)
}

// take gives what was drained since the last take; good until the next drain.
func (r *rings) take() []byte {
	b := r.buf
	r.buf = r.buf[:0]
	return b
}

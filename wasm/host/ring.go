// This file empties the event rings in the module's memory.
//
// The rings are a list; export rings gives its head. In Virtual there is one and
// nobody writes while we read. In Parallel each M has its own and may be writing
// now: it stores "written" after the record that it counts, so a record below
// that is whole. A full ring loses records and counts them; no M waits for us.

package host

import (
	"encoding/binary"
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
)

// rings are the event rings of a run.
type rings struct {
	mem   *memory
	first func() (uint32, error) // address of the first ring; changes as Ms start
	buf   []byte                 // what drain took since take
	parts [][]byte               // of one drain: one for each ring
}

// drain moves every record that is whole to the sink, those of several rings in the
// order of their stamps.
func (r *rings) drain(s *eventSink) error {
	ring, err := r.first()
	if err != nil {
		return err
	}
	lost := uint64(0)
	n := 0
	for ; ring != 0; ring = uint32(r.mem.u64(ring + ringNext)) {
		if n == len(r.parts) {
			r.parts = append(r.parts, nil)
		}
		if r.parts[n] = r.drainOne(ring, r.parts[n][:0]); len(r.parts[n]) > 0 {
			n++
		}
		lost += r.mem.u64(ring + ringLost)
	}
	s.lost = lost
	from := len(r.buf)
	r.buf = appendMerged(r.buf, slices.Clone(r.parts[:n]))
	s.add(r.buf[from:])
	return nil
}

// drainOne appends the records of one ring.
func (r *rings) drainOne(ring uint32, to []byte) []byte {
	buf := uint32(r.mem.u64(ring + ringBuf))
	size := r.mem.u64(ring + ringCap)
	from, end := r.mem.u64(ring+ringRead), r.mem.u64(ring+ringWritten)
	for from < end {
		slot := from & (size - 1)
		n := min(end-from, size-slot) // up to the end of the buffer
		to = append(to, r.mem.slice(buf+uint32(slot*event.Size), uint32(n*event.Size))...)
		from += n
	}
	r.mem.setU64(ring+ringRead, from)
	return to
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

// take gives what was drained since the last take; good until the next drain.
func (r *rings) take() []byte {
	b := r.buf
	r.buf = r.buf[:0]
	return b
}

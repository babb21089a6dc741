//go:build gopark

package syscall

// This file is a stream of bytes in one direction: a pipe, or half of a TCP
// connection. What is written arrives after a delay, in order. The room that a
// reader makes is known to the writer after the same delay.
//
// The sender's end keeps in used what it has sent and does not know to be read.

// A segment is bytes that arrive together.
type segment struct {
	when int64
	data []byte
}

// A credit is the news of n bytes read.
type credit struct {
	when int64
	n    int
}

type stream struct {
	segs    []segment // under way or waiting to be read
	last    int64     // when the last of them arrives: none overtakes another
	fin     int64     // when the end arrives, 0: no end yet
	credits []credit
	used    int
	size    int // used is never more
	enough  int // so much room is worth telling a writer about

	delay int64 // of the news of a read

	reader, writer      *watch
	wantRead, wantWrite bool // was told EAGAIN, and has not been called since
}

// push sends what there is room for; it arrives at the time when.
func (s *stream) push(p []byte, now, when int64) (int, Errno) {
	s.settle(now)
	n := min(len(p), s.size-s.used)
	if n == 0 && len(p) > 0 {
		s.callWriter()
		return 0, EAGAIN
	}
	s.used += n
	s.last = max(s.last, when)
	if k := len(s.segs) - 1; k >= 0 && s.segs[k].when == s.last {
		s.segs[k].data = append(s.segs[k].data, p[:n]...)
	} else {
		s.segs = append(s.segs, segment{s.last, append([]byte(nil), p[:n]...)})
	}
	s.arriving()
	return n, 0
}

// end sends the end of the stream.
func (s *stream) end(when int64) {
	if s.fin == 0 {
		s.last = max(s.last, when)
		s.fin = s.last
		s.arriving()
	}
}

// arriving tells a reader who wants to know when to look.
func (s *stream) arriving() {
	if s.wantRead {
		s.wantRead = false
		s.reader.ready('r', s.last)
	}
}

// pull reads what has arrived. At the end it gives 0.
func (s *stream) pull(p []byte, now int64) (int, Errno) {
	n := 0
	for n < len(p) && len(s.segs) > 0 && s.segs[0].when <= now {
		seg := &s.segs[0]
		k := copy(p[n:], seg.data)
		n += k
		if seg.data = seg.data[k:]; len(seg.data) == 0 {
			s.segs = s.segs[1:]
		}
	}
	switch {
	case n > 0:
		s.credit(n, now+s.delay)
		return n, 0
	case len(p) == 0 || len(s.segs) == 0 && s.fin != 0 && s.fin <= now:
		return 0, 0
	}
	s.callReader()
	return 0, EAGAIN
}

// callReader arranges for a reader to be told when there is something to read.
func (s *stream) callReader() {
	switch {
	case len(s.segs) > 0:
		s.reader.ready('r', s.segs[0].when)
	case s.fin != 0:
		s.reader.ready('r', s.fin)
	default:
		s.wantRead = true
	}
}

// credit gives room for n bytes back, from the time when on.
func (s *stream) credit(n int, when int64) {
	if s.delay == 0 {
		s.used -= n
	} else {
		s.credits = append(s.credits, credit{when, n})
	}
	if s.wantWrite {
		s.callWriter()
	}
}

// settle makes the room of which the writer knows by now.
func (s *stream) settle(now int64) {
	for len(s.credits) > 0 && s.credits[0].when <= now {
		s.used -= s.credits[0].n
		s.credits = s.credits[1:]
	}
}

// callWriter arranges for a writer to be told when there is enough room.
func (s *stream) callWriter() {
	room, when := s.size-s.used, int64(0)
	for _, c := range s.credits {
		if room >= s.enough {
			break
		}
		room += c.n
		when = c.when
	}
	s.wantWrite = room < s.enough
	if !s.wantWrite {
		s.writer.ready('w', when)
	}
}

// unread reports whether there are bytes that nobody has read.
func (s *stream) unread() bool { return len(s.segs) > 0 }

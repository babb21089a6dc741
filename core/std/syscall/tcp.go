//go:build gopark

package syscall

// This file is TCP: connections of two streams.
//
// A segment takes the latency L for its way. To connect takes two ways for who
// connects, and the third one brings the connection to who listens. One that is
// refused is known after two ways.
//
// A segment that is lost is sent again when its time is up: after 200 ms and two
// ways, and each time after twice as long; a SYN after 1 s. So it is in Linux. But all
// that follows waits for it: there is no fast retransmission, nor does the sender
// slow down. Acknowledgements are never lost.
//
// Who closes while it has unread bytes, or gets bytes afterwards, answers with a reset.

const (
	mss        = 1460        // bytes of a segment
	window     = 256 << 10   // bytes sent and not yet read
	firstRTO   = 200_000_000 // ns, besides two ways
	synRTO     = 1_000_000_000
	synRetries = 6  // tcp_syn_retries
	retries    = 15 // tcp_retries2
)

// tcp is what a socket has for TCP.
type tcp struct {
	in, out    *stream
	other      *socket // the other end
	connecting bool    // Connect has begun, and nobody has asked how it ended
	up         int64   // when the connection stands, 0: never
	ended      bool    // we sent the end
	deaf       bool    // shut down for reading

	listening  bool
	backlog    int
	queue      []*socket // connections to accept, by the time up
	wantAccept bool
}

// stands reports whether the connection stands.
func (s *socket) stands(now int64) bool {
	if s.up > now {
		s.ready('w', s.up)
	}
	return s.up != 0 && s.up <= now && !s.gone
}

// transmit returns how long a segment is late because it was lost, and false if the
// sender gives up.
func transmit(rto int64, tries int) (late int64, ok bool) {
	for ; lost(); rto *= 2 {
		late += rto
		if tries--; tries < 0 {
			return late, false
		}
	}
	return late, true
}

func rto() int64 { return firstRTO + 2*netLatency() }

func Listen(fd int, backlog int) error {
	mu.Lock()
	defer mu.Unlock()
	_, s, err := sock(fd)
	switch {
	case err != 0:
		return err
	case s.typ != SOCK_STREAM:
		return EOPNOTSUPP
	case s.in != nil:
		return EINVAL
	}
	if err := s.autobind(); err != 0 {
		return err
	}
	s.listening = true
	s.backlog = max(backlog, 1)
	return nil
}

// connectTCP begins a connection.
func (s *socket) connectTCP(to addr) Errno {
	switch {
	case s.listening:
		return EISCONN
	case s.connecting:
		return EALREADY
	case s.in != nil:
		return EISCONN
	}
	to, err := s.route(to)
	if err != 0 {
		return err
	}
	way := netLatency()
	late, ok := transmit(synRTO, synRetries)
	s.connecting = true
	at := nanotime() + late
	if !ok {
		s.fail(ETIMEDOUT, at)
		return EINPROGRESS
	}
	l := find(SOCK_STREAM, to)
	if l == nil || !l.listening || len(l.queue) > l.backlog {
		s.fail(ECONNREFUSED, at+2*way)
		return EINPROGRESS
	}
	s.peer = to
	s.up = at + 2*way
	l.arrive(s, at+3*way)
	return EINPROGRESS
}

// arrive puts the listener's end of a connection into its queue.
func (l *socket) arrive(from *socket, when int64) {
	c := &socket{family: l.family, typ: SOCK_STREAM, local: from.peer, peer: from.local}
	c.up = when
	join(from, c)
	join(c, from)
	i := len(l.queue)
	for i > 0 && l.queue[i-1].up > when {
		i--
	}
	l.queue = append(l.queue, nil)
	copy(l.queue[i+1:], l.queue[i:])
	l.queue[i] = c
	if l.wantAccept {
		l.wantAccept = false
		l.ready('r', when)
	}
}

// join makes the stream from one end to the other.
func join(from, to *socket) {
	q := &stream{size: window, enough: window / 3, delay: netLatency(), writer: &from.watch, reader: &to.watch}
	q.last = to.up
	from.out, to.in = q, q
	from.other = to
}

func Accept4(fd int, flags int) (int, Sockaddr, error) {
	for pause := int64(0); ; {
		mu.Lock()
		f, l, err := sock(fd)
		if err != 0 {
			mu.Unlock()
			return -1, nil, err
		}
		c, err := l.accept(nanotime())
		if err == 0 {
			nfd := newFD(&open{object: c, flag: flags&SOCK_NONBLOCK | O_RDWR})
			mu.Unlock()
			return nfd, c.sockaddr(c.peer), nil
		}
		mu.Unlock()
		passed()
		if !f.again(err, &pause) {
			return -1, nil, err
		}
	}
}

func Accept(fd int) (int, Sockaddr, error) { return Accept4(fd, 0) }

// accept takes the first connection that has arrived.
func (l *socket) accept(now int64) (*socket, Errno) {
	if !l.listening {
		return nil, EINVAL
	}
	if len(l.queue) > 0 && l.queue[0].up <= now {
		c := l.queue[0]
		l.queue = l.queue[1:]
		return c, 0
	}
	if l.wantAccept = len(l.queue) == 0; !l.wantAccept {
		l.ready('r', l.queue[0].up)
	}
	return nil, EAGAIN
}

func (s *socket) receiveTCP(p []byte) (int, Errno) {
	if s.in == nil {
		return 0, ENOTCONN
	}
	now := nanotime()
	n, err := s.in.pull(p, now)
	if err != EAGAIN {
		return n, err
	}
	if e := s.takeError(now); e != 0 {
		return 0, e
	}
	if s.gone || s.deaf {
		return 0, 0
	}
	return 0, EAGAIN
}

func (s *socket) sendTCP(p []byte) (int, Errno) {
	now := nanotime()
	if e := s.takeError(now); e != 0 {
		return 0, e
	}
	switch {
	case s.gone || s.ended:
		return 0, EPIPE
	case s.out == nil:
		return 0, ENOTCONN
	case !s.stands(now):
		return 0, EAGAIN
	}
	done := 0
	for {
		part := p[done:min(done+mss, len(p))]
		n, err := s.sendSegment(part, now)
		done += n
		if err != 0 && done == 0 {
			return 0, err
		}
		if n < len(part) || done == len(p) {
			return done, 0
		}
	}
}

func (s *socket) sendSegment(p []byte, now int64) (int, Errno) {
	late, ok := transmit(rto(), retries)
	when := max(now+netLatency()+late, s.out.last)
	switch {
	case !ok:
		s.fail(ETIMEDOUT, now+late)
	case s.other.closed:
		s.fail(s.resetError(), when+netLatency())
	default:
		return s.out.push(p, now, when)
	}
	return len(p), 0
}

// resetError is what a reset means to us: a broken pipe if we have seen the end.
func (s *socket) resetError() Errno {
	if s.in.fin != 0 {
		return EPIPE
	}
	return ECONNRESET
}

// sendEnd sends the end of our stream.
func (s *socket) sendEnd(now int64) {
	if !s.ended {
		s.ended = true
		late, _ := transmit(rto(), retries)
		s.out.end(now + netLatency() + late)
	}
}

func (s *socket) shutdown(how int) Errno {
	if s.out == nil {
		return ENOTCONN
	}
	now := nanotime()
	if how == SHUT_RD || how == SHUT_RDWR {
		s.deaf = true
		s.ready('r', now)
	}
	if how == SHUT_WR || how == SHUT_RDWR {
		s.sendEnd(now)
	}
	return 0
}

// closeTCP ends the connection, or all that wait to be accepted.
func (s *socket) closeTCP() {
	now := nanotime()
	for _, c := range s.queue {
		c.closed = true
		c.other.fail(ECONNRESET, max(now, c.up)+netLatency())
	}
	if s.out == nil || s.gone {
		return
	}
	switch {
	case s.linger0 || s.in.unread() && s.in.segs[0].when <= now:
		s.other.fail(ECONNRESET, max(now, s.out.last)+netLatency())
		return
	case s.in.unread():
		s.other.fail(EPIPE, s.in.segs[0].when+netLatency())
	}
	s.sendEnd(now)
}

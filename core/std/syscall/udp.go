//go:build gopark

package syscall

// This file is UDP: datagrams arrive after the latency, or never. One that finds the
// receiver's buffer full is dropped. One to a port that nobody has comes back as an
// error, if the sender is connected.

const (
	maxGram    = 65507
	gramBuffer = 208 << 10 // rmem_default
)

type gram struct {
	when int64
	from addr
	data []byte
}

// udp is what a socket has for UDP.
type udp struct {
	grams    []gram
	held     int // bytes in grams
	wantGram bool
}

// connectUDP sets the peer.
func (s *socket) connectUDP(to addr) Errno {
	to, err := s.route(to)
	if err != 0 {
		return err
	}
	s.peer = to
	if s.local.isAny() {
		s.local.ip = source(to)
	}
	return 0
}

func (s *socket) sendUDP(p []byte, dest *addr) (int, Errno) {
	now := nanotime()
	if e := s.takeError(now); e != 0 {
		return 0, e
	}
	to := s.peer
	if dest != nil {
		to = *dest
	}
	switch {
	case to == addr{}:
		return 0, EDESTADDRREQ
	case len(p) > maxGram:
		return 0, EMSGSIZE
	}
	to, err := s.route(to)
	if err != 0 {
		return 0, err
	}
	if lost() {
		return len(p), 0
	}
	from := s.local
	if from.isAny() {
		from.ip = source(to)
	}
	r := find(SOCK_DGRAM, to)
	switch {
	case r != nil && (r.peer == addr{} || r.peer == from):
		r.deliver(gram{now + netLatency(), from, append([]byte(nil), p...)})
	case r == nil && dest == nil:
		s.fail(ECONNREFUSED, now+2*netLatency())
	}
	return len(p), 0
}

func (s *socket) deliver(g gram) {
	if s.held+len(g.data) > gramBuffer {
		return
	}
	s.held += len(g.data)
	s.grams = append(s.grams, g)
	if s.wantGram {
		s.wantGram = false
		s.ready('r', g.when)
	}
}

func (s *socket) receiveUDP(p []byte) (int, addr, Errno) {
	now := nanotime()
	if e := s.takeError(now); e != 0 {
		return 0, addr{}, e
	}
	if len(s.grams) > 0 && s.grams[0].when <= now {
		g := s.grams[0]
		s.grams = s.grams[1:]
		s.held -= len(g.data)
		return copy(p, g.data), g.from, 0
	}
	if s.wantGram = len(s.grams) == 0; !s.wantGram {
		s.ready('r', s.grams[0].when)
	}
	return 0, addr{}, EAGAIN
}

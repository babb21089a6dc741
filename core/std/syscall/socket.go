//go:build gopark

package syscall

// This file is the sockets of a network in memory, TCP (tcp.go) and UDP (udp.go), by
// the calls that package net makes. The machine is alone: its addresses are those of
// the loopback, 127.0.0.0/8 and ::1, but what is sent takes the network's latency.
//
// There are no Unix domain sockets, no raw sockets and no groups.

// A socket is one end of a connection, a listener, or an end for datagrams.
type socket struct {
	watch
	family, typ int
	only6       bool // does not want IPv4
	linger0     bool // Close resets the connection
	opts        map[[2]int]int
	local, peer addr
	bound       bool // it is in ports
	closed      bool

	// What comes from afar: an error, and when it comes. gone says that the
	// connection is no more, but the error has been told already.
	err   Errno
	errAt int64
	gone  bool

	tcp
	udp
}

// Socket makes a socket.
func Socket(family, typ, proto int) (int, error) {
	if family != AF_INET && family != AF_INET6 {
		return -1, EAFNOSUPPORT
	}
	s := &socket{family: family, typ: typ &^ (SOCK_NONBLOCK | SOCK_CLOEXEC)}
	if s.typ != SOCK_STREAM && s.typ != SOCK_DGRAM {
		return -1, ESOCKTNOSUPPORT
	}
	mu.Lock()
	defer mu.Unlock()
	return newFD(&open{object: s, flag: typ&SOCK_NONBLOCK | O_RDWR}), nil
}

// sock returns the socket with number fd. The caller holds mu.
func sock(fd int) (*open, *socket, Errno) {
	f, err := file(fd, anyWay)
	if err != 0 {
		return nil, nil, err
	}
	s, ok := f.object.(*socket)
	if !ok {
		return nil, nil, ENOTSOCK
	}
	return f, s, 0
}

func (s *socket) stat(st *Stat_t) { st.Mode = S_IFSOCK | 0777 }
func (s *socket) poll() *watch    { return &s.watch }
func (s *socket) latency() int64  { return 0 }

func (s *socket) read(f *open, p []byte) (int, Errno) {
	n, _, err := s.receive(p)
	return n, err
}

func (s *socket) write(f *open, p []byte) (int, Errno) { return s.send(p, nil) }

// receive reads bytes, or one datagram, and says where that is from.
func (s *socket) receive(p []byte) (n int, from addr, err Errno) {
	if s.typ == SOCK_DGRAM {
		return s.receiveUDP(p)
	}
	n, err = s.receiveTCP(p)
	return n, s.peer, err
}

// send sends to an address, nil: to the peer.
func (s *socket) send(p []byte, to *addr) (int, Errno) {
	if s.typ == SOCK_DGRAM {
		return s.sendUDP(p, to)
	}
	return s.sendTCP(p)
}

func (s *socket) close(f *open) {
	s.unbind()
	if s.typ == SOCK_STREAM {
		s.closeTCP()
	}
	s.closed = true
}

// watched tells a new poll descriptor when a connection will stand, or have failed.
func (s *socket) watched() {
	if s.connecting {
		s.ready('w', max(s.up, s.errAt))
	}
}

// fail tells the socket of an error, from the time when on.
func (s *socket) fail(err Errno, when int64) {
	if s.err == 0 && !s.gone {
		s.err, s.errAt = err, when
		s.ready('r'+'w', when)
	}
}

// takeError returns the error that has come, once.
func (s *socket) takeError(now int64) Errno {
	err := s.err
	if err == 0 {
		return 0
	}
	if s.errAt > now {
		s.ready('r'+'w', s.errAt)
		return 0
	}
	s.err = 0
	s.gone = s.typ == SOCK_STREAM
	s.connecting = false
	return err
}

func Connect(fd int, sa Sockaddr) error {
	to, family := fromSockaddr(sa)
	mu.Lock()
	f, s, err := sock(fd)
	switch {
	case err != 0:
	case family != s.family:
		err = EAFNOSUPPORT
	case s.typ == SOCK_DGRAM:
		err = s.connectUDP(to)
	default:
		err = s.connectTCP(to)
	}
	mu.Unlock()
	passed()
	if err == EINPROGRESS && f.flag&O_NONBLOCK == 0 {
		block(max(s.up, s.errAt) - nanotime())
		mu.Lock()
		err = s.takeError(nanotime())
		mu.Unlock()
	}
	return fail(err)
}

func Shutdown(fd int, how int) error {
	mu.Lock()
	defer mu.Unlock()
	_, s, err := sock(fd)
	if err == 0 {
		err = s.shutdown(how)
	}
	return fail(err)
}

func Getsockname(fd int) (Sockaddr, error) {
	mu.Lock()
	defer mu.Unlock()
	_, s, err := sock(fd)
	if err != 0 {
		return nil, err
	}
	return s.sockaddr(s.local), nil
}

func Getpeername(fd int) (Sockaddr, error) {
	mu.Lock()
	defer mu.Unlock()
	_, s, err := sock(fd)
	switch {
	case err != 0:
		return nil, err
	case s.peer == addr{} || s.typ == SOCK_STREAM && !s.stands(nanotime()):
		return nil, ENOTCONN
	}
	return s.sockaddr(s.peer), nil
}

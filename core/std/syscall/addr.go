//go:build gopark

package syscall

// This file is addresses and ports: which socket has which.

// An addr is an IP address and a port. An IPv4 address is kept in its IPv6 form.
type addr struct {
	ip   [16]byte
	port uint16
}

// A Sockaddr is an address in the form that the calls take.
type Sockaddr interface{ addr() (a addr, family int) }

type SockaddrInet4 struct {
	Port int
	Addr [4]byte
}

type SockaddrInet6 struct {
	Port   int
	ZoneId uint32
	Addr   [16]byte
}

// SockaddrUnix is here for the packages that name it.
type SockaddrUnix struct{ Name string }

func (sa *SockaddrInet4) addr() (addr, int) { return addr{ip4(sa.Addr), uint16(sa.Port)}, AF_INET }
func (sa *SockaddrInet6) addr() (addr, int) { return addr{sa.Addr, uint16(sa.Port)}, AF_INET6 }
func (sa *SockaddrUnix) addr() (addr, int)  { return addr{}, AF_UNIX }

func fromSockaddr(sa Sockaddr) (a addr, family int) {
	if sa == nil {
		return addr{}, AF_UNSPEC
	}
	return sa.addr()
}

// sockaddr gives an address in the form of the socket's family.
func (s *socket) sockaddr(a addr) Sockaddr {
	if s.family == AF_INET6 {
		return &SockaddrInet6{Port: int(a.port), Addr: a.ip}
	}
	return &SockaddrInet4{Port: int(a.port), Addr: [4]byte(a.ip[12:])}
}

var mapped = [16]byte{10: 0xff, 11: 0xff}

func ip4(a [4]byte) [16]byte {
	ip := mapped
	copy(ip[12:], a[:])
	return ip
}

func (a addr) is4() bool { return [12]byte(a.ip[:]) == [12]byte(mapped[:]) }

// isAny reports whether a is 0.0.0.0 or ::, which stand for every address.
func (a addr) isAny() bool { return a.ip == mapped || a.ip == [16]byte{} }

func (a addr) isLocal() bool {
	return a.is4() && a.ip[12] == 127 || a.ip == [16]byte{15: 1}
}

// source is the address from which we send to another.
func source(to addr) [16]byte {
	if to.is4() {
		return ip4([4]byte{127, 0, 0, 1})
	}
	return [16]byte{15: 1}
}

// A port is of one type of socket.
type port struct {
	typ  int
	port uint16
}

const (
	firstPort = 32768 // of those that are given out: ip_local_port_range
	lastPort  = 60999
)

var (
	ports    map[port][]*socket
	nextPort uint16 = firstPort
)

// hears reports whether a socket bound to s.local gets what is sent to a.
func (s *socket) hears(a addr) bool {
	if s.local.ip == a.ip {
		return true
	}
	return s.local.isAny() && (a.is4() == s.local.is4() || a.is4() && !s.only6)
}

// clashes reports whether two sockets could not tell who is meant.
func (s *socket) clashes(a addr, only6 bool) bool {
	other := socket{local: a, only6: only6}
	return s.hears(a) || other.hears(s.local)
}

// find returns the socket that gets what is sent to an address.
func find(typ int, to addr) (best *socket) {
	for _, s := range ports[port{typ, to.port}] {
		if s.hears(to) && (best == nil || s.local.ip == to.ip || s.listening && !best.listening) {
			best = s
		}
	}
	return best
}

// bind gives s an address; port 0 is any free one.
func (s *socket) bind(a addr) Errno {
	switch {
	case s.bound:
		return EINVAL
	case !a.isAny() && !a.isLocal():
		return EADDRNOTAVAIL
	}
	if a.port == 0 {
		return s.bindFree(a)
	}
	for _, other := range ports[port{s.typ, a.port}] {
		if other.clashes(a, s.only6) {
			return EADDRINUSE
		}
	}
	s.hold(a)
	return 0
}

// bindFree gives s the next port that nobody has.
func (s *socket) bindFree(a addr) Errno {
	for range lastPort - firstPort + 1 {
		a.port = nextPort
		if nextPort++; nextPort > lastPort {
			nextPort = firstPort
		}
		if len(ports[port{s.typ, a.port}]) == 0 {
			s.hold(a)
			return 0
		}
	}
	return EADDRNOTAVAIL
}

func (s *socket) hold(a addr) {
	if ports == nil {
		ports = map[port][]*socket{}
	}
	s.local, s.bound = a, true
	at := port{s.typ, a.port}
	ports[at] = append(ports[at], s)
}

func (s *socket) unbind() {
	if !s.bound {
		return
	}
	s.bound = false
	at := port{s.typ, s.local.port}
	list := ports[at]
	for i, other := range list {
		if other == s {
			ports[at] = append(list[:i:i], list[i+1:]...)
			break
		}
	}
	if len(ports[at]) == 0 {
		delete(ports, at)
	}
}

// autobind gives an address to a socket that has none.
func (s *socket) autobind() Errno {
	if s.bound {
		return 0
	}
	var a addr
	if s.family == AF_INET {
		a.ip = mapped
	}
	return s.bind(a)
}

// route prepares sending: every address but our own is out of reach. A socket that
// has no address gets one.
func (s *socket) route(to addr) (addr, Errno) {
	if to.isAny() {
		to.ip = source(to)
	}
	if !to.isLocal() {
		return to, ENETUNREACH
	}
	if err := s.autobind(); err != 0 {
		return to, err
	}
	if s.typ == SOCK_STREAM && s.local.isAny() {
		s.local.ip = source(to)
	}
	return to, 0
}

func Bind(fd int, sa Sockaddr) error {
	a, family := fromSockaddr(sa)
	mu.Lock()
	defer mu.Unlock()
	_, s, err := sock(fd)
	switch {
	case err != 0:
	case family != s.family:
		err = EAFNOSUPPORT
	default:
		err = s.bind(a)
	}
	return fail(err)
}

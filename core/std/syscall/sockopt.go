//go:build gopark

package syscall

// This file is the options of sockets. Most are only remembered: they are about what
// a real network does. A buffer's size is that of the whole stream, as the last of
// the two ends has set it.

// The numbers are those of Linux.
const (
	AF_UNSPEC = 0
	AF_UNIX   = 1
	AF_INET   = 2
	AF_INET6  = 10

	SOCK_STREAM    = 1
	SOCK_DGRAM     = 2
	SOCK_RAW       = 3
	SOCK_SEQPACKET = 5
	SOCK_NONBLOCK  = 04000
	SOCK_CLOEXEC   = 02000000

	SHUT_RD   = 0
	SHUT_WR   = 1
	SHUT_RDWR = 2

	IPPROTO_IP   = 0
	IPPROTO_TCP  = 6
	IPPROTO_UDP  = 17
	IPPROTO_IPV6 = 41

	SOL_SOCKET   = 1
	SO_REUSEADDR = 2
	SO_TYPE      = 3
	SO_ERROR     = 4
	SO_BROADCAST = 6
	SO_SNDBUF    = 7
	SO_RCVBUF    = 8
	SO_KEEPALIVE = 9
	SO_LINGER    = 13

	TCP_NODELAY   = 1
	TCP_KEEPIDLE  = 4
	TCP_KEEPINTVL = 5
	TCP_KEEPCNT   = 6

	IP_MULTICAST_IF     = 32
	IP_MULTICAST_LOOP   = 34
	IP_ADD_MEMBERSHIP   = 35
	IPV6_MULTICAST_IF   = 17
	IPV6_MULTICAST_LOOP = 19
	IPV6_JOIN_GROUP     = 20
	IPV6_V6ONLY         = 26

	MSG_CMSG_CLOEXEC = 0x40000000

	SOMAXCONN = 4096 // as /proc/sys/net/core/somaxconn has it
)

type Linger struct{ Onoff, Linger int32 }

type (
	IPMreq  struct{ Multiaddr, Interface [4]byte }
	IPMreqn struct {
		Multiaddr, Address [4]byte
		Ifindex            int32
	}
	IPv6Mreq struct {
		Multiaddr [16]byte
		Interface uint32
	}
)

func SetsockoptInt(fd, level, opt, value int) error {
	mu.Lock()
	defer mu.Unlock()
	_, s, err := sock(fd)
	if err != 0 {
		return err
	}
	if s.opts == nil {
		s.opts = map[[2]int]int{}
	}
	s.opts[[2]int{level, opt}] = value
	switch {
	case level == IPPROTO_IPV6 && opt == IPV6_V6ONLY:
		s.only6 = value != 0
	case level == SOL_SOCKET && opt == SO_RCVBUF && s.in != nil:
		s.in.resize(2 * value)
	case level == SOL_SOCKET && opt == SO_SNDBUF && s.out != nil:
		s.out.resize(2 * value)
	}
	return nil
}

// resize changes how much a stream holds. In Linux too the size asked for is doubled.
func (s *stream) resize(n int) {
	s.size = max(n, 4608)
	s.enough = s.size / 3
}

func GetsockoptInt(fd, level, opt int) (int, error) {
	mu.Lock()
	defer mu.Unlock()
	_, s, err := sock(fd)
	switch {
	case err != 0:
		return -1, err
	case level == SOL_SOCKET && opt == SO_ERROR:
		return int(s.takeError(nanotime())), nil
	case level == SOL_SOCKET && opt == SO_TYPE:
		return s.typ, nil
	}
	return s.opts[[2]int{level, opt}], nil
}

func SetsockoptLinger(fd, level, opt int, l *Linger) error {
	mu.Lock()
	defer mu.Unlock()
	_, s, err := sock(fd)
	if err == 0 {
		s.linger0 = l.Onoff != 0 && l.Linger == 0
	}
	return fail(err)
}

func SetsockoptByte(fd, level, opt int, value byte) error {
	return SetsockoptInt(fd, level, opt, int(value))
}

func SetsockoptInet4Addr(fd, level, opt int, value [4]byte) error { return EOPNOTSUPP }
func SetsockoptIPMreq(fd, level, opt int, m *IPMreq) error        { return EOPNOTSUPP }
func SetsockoptIPMreqn(fd, level, opt int, m *IPMreqn) error      { return EOPNOTSUPP }
func SetsockoptIPv6Mreq(fd, level, opt int, m *IPv6Mreq) error    { return EOPNOTSUPP }

// Rlimit is a limit of the process.
type Rlimit struct{ Cur, Max uint64 }

const RLIMIT_NOFILE = 7

func Getrlimit(resource int, lim *Rlimit) error {
	*lim = Rlimit{1 << 20, 1 << 20}
	return nil
}

//go:build gopark

package syscall

// This file is the calls that send and receive with an address. Those for one family
// are what package internal/syscall/unix links to. There is no out-of-band data.

// recv receives once on a socket. A blocking socket waits.
func recv(fd int, p []byte) (n int, from addr, s *socket, err error) {
	for pause := int64(0); ; {
		mu.Lock()
		f, s, e := sock(fd)
		if e != 0 {
			mu.Unlock()
			return -1, addr{}, nil, e
		}
		n, from, e = s.receive(p)
		mu.Unlock()
		passed()
		if !f.again(e, &pause) {
			n, err = result(n, e)
			return n, from, s, err
		}
	}
}

// sendTo sends once. A blocking socket waits.
func sendTo(fd int, p []byte, sa Sockaddr) (int, error) {
	var to *addr
	if a, family := fromSockaddr(sa); family != AF_UNSPEC {
		to = &a
	}
	for pause := int64(0); ; {
		mu.Lock()
		f, s, e := sock(fd)
		if e != 0 {
			mu.Unlock()
			return -1, e
		}
		n, e := s.send(p, to)
		mu.Unlock()
		passed()
		if !f.again(e, &pause) {
			return result(n, e)
		}
	}
}

func Recvfrom(fd int, p []byte, flags int) (n int, from Sockaddr, err error) {
	n, a, s, err := recv(fd, p)
	if err == nil {
		from = s.sockaddr(a)
	}
	return n, from, err
}

func Sendto(fd int, p []byte, flags int, to Sockaddr) error {
	_, err := sendTo(fd, p, to)
	return err
}

func Recvmsg(fd int, p, oob []byte, flags int) (n, oobn int, recvflags int, from Sockaddr, err error) {
	n, from, err = Recvfrom(fd, p, flags)
	return n, 0, 0, from, err
}

func SendmsgN(fd int, p, oob []byte, to Sockaddr, flags int) (int, error) {
	if len(oob) > 0 {
		return 0, EOPNOTSUPP
	}
	return sendTo(fd, p, to)
}

func Sendmsg(fd int, p, oob []byte, to Sockaddr, flags int) error {
	_, err := SendmsgN(fd, p, oob, to, flags)
	return err
}

func recvfromInet4(fd int, p []byte, flags int, from *SockaddrInet4) (int, error) {
	n, a, _, err := recv(fd, p)
	from.Port, from.Addr = int(a.port), [4]byte(a.ip[12:])
	return n, err
}

func recvfromInet6(fd int, p []byte, flags int, from *SockaddrInet6) (int, error) {
	n, a, _, err := recv(fd, p)
	from.Port, from.Addr = int(a.port), a.ip
	return n, err
}

func recvmsgInet4(fd int, p, oob []byte, flags int, from *SockaddrInet4) (n, oobn int, recvflags int, err error) {
	n, err = recvfromInet4(fd, p, flags, from)
	return n, 0, 0, err
}

func recvmsgInet6(fd int, p, oob []byte, flags int, from *SockaddrInet6) (n, oobn int, recvflags int, err error) {
	n, err = recvfromInet6(fd, p, flags, from)
	return n, 0, 0, err
}

func sendtoInet4(fd int, p []byte, flags int, to *SockaddrInet4) error {
	return Sendto(fd, p, flags, to)
}

func sendtoInet6(fd int, p []byte, flags int, to *SockaddrInet6) error {
	return Sendto(fd, p, flags, to)
}

func sendmsgNInet4(fd int, p, oob []byte, to *SockaddrInet4, flags int) (int, error) {
	return SendmsgN(fd, p, oob, to, flags)
}

func sendmsgNInet6(fd int, p, oob []byte, to *SockaddrInet6, flags int) (int, error) {
	return SendmsgN(fd, p, oob, to, flags)
}

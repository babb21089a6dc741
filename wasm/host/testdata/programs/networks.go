// Package net besides the echo: addresses, errors and their texts, deadlines,
// ends of connections, datagrams, net.Pipe, names.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"syscall"
	"time"
)

var port = regexp.MustCompile(`:[0-9]{5}\b`)

// text is an error with its ports hidden.
func text(err error) string {
	if err == nil {
		return "ok"
	}
	return port.ReplaceAllString(err.Error(), ":PORT")
}

func kind(err error) string {
	var ne net.Error
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Sprint("deadline ", errors.As(err, &ne) && ne.Timeout())
	case errors.Is(err, net.ErrClosed):
		return "closed"
	case errors.Is(err, io.EOF):
		return "EOF"
	case errors.Is(err, syscall.ECONNRESET):
		return "reset"
	case errors.Is(err, syscall.EPIPE):
		return "broken pipe"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refused"
	}
	return err.Error()
}

// pair makes a connection.
func pair() (client, server *net.TCPConn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer l.Close()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	s, err := l.Accept()
	if err != nil {
		panic(err)
	}
	return c.(*net.TCPConn), s.(*net.TCPConn)
}

func addresses() {
	c, s := pair()
	defer c.Close()
	defer s.Close()
	fmt.Println(c.LocalAddr().String() == s.RemoteAddr().String(), s.LocalAddr().String() == c.RemoteAddr().String())
	fmt.Println(c.LocalAddr().Network(), c.RemoteAddr().(*net.TCPAddr).IP)
	for _, addr := range []string{"127.0.0.1:0", ":0", "0.0.0.0:0", "localhost:0"} {
		l, err := net.Listen("tcp4", addr)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(text(errors.New(l.Addr().String())))
		d, err := net.Dial("tcp", l.Addr().String())
		fmt.Println(text(err))
		if err == nil {
			d.Close()
		}
		l.Close()
	}
	for _, addr := range []string{"127.0.0.1", "127.0.0.1:http2", "256.0.0.1:80", "[::1:80", "127.0.0.1:99999"} {
		_, err := net.Dial("tcp", addr)
		fmt.Println(err)
	}
	fmt.Println(net.JoinHostPort("::1", "80"), net.ParseIP("10.1.2.3").IsPrivate())
	names, err := net.LookupHost("localhost")
	fmt.Println(len(names) > 0, names[0], err)
	n, err := net.LookupPort("tcp", "http")
	fmt.Println(n, err)
}

func faults() {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	_, err := net.Listen("tcp", l.Addr().String())
	fmt.Println(text(err), errors.Is(err, syscall.EADDRINUSE))
	l.Close()
	fmt.Println(text(l.Close()))
	_, err = l.Accept()
	fmt.Println(text(err))
	_, err = net.Dial("tcp", l.Addr().String())
	fmt.Println(text(err), kind(err))
	var op *net.OpError
	fmt.Println(errors.As(err, &op), op.Op, op.Net, op.Source)
	l, err = net.Listen("tcp", l.Addr().String())
	fmt.Println(text(err))
	l.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = new(net.Dialer).DialContext(ctx, "tcp", "127.0.0.1:1")
	fmt.Println(err)
	_, err = net.Dial("tcp6x", "127.0.0.1:1")
	fmt.Println(err)
	_, err = net.DialTimeout("tcp", l.Addr().String(), time.Second)
	fmt.Println(kind(err))
}

func deadlines() {
	c, s := pair()
	defer c.Close()
	defer s.Close()
	start := time.Now()
	c.SetReadDeadline(start.Add(20 * time.Millisecond))
	_, err := c.Read(make([]byte, 1))
	fmt.Println(text(err), kind(err), time.Since(start) >= 20*time.Millisecond)
	c.SetReadDeadline(time.Time{})
	time.AfterFunc(time.Millisecond, func() { s.Write([]byte("late")) })
	b := make([]byte, 10)
	n, err := c.Read(b)
	fmt.Println(string(b[:n]), err)
	time.AfterFunc(time.Millisecond, func() { c.SetReadDeadline(time.Unix(1, 0)) })
	_, err = c.Read(b)
	fmt.Println(kind(err))
	c.SetWriteDeadline(time.Now().Add(50 * time.Millisecond))
	for err = nil; err == nil; { // nobody reads: it gets full
		_, err = c.Write(make([]byte, 1<<16))
	}
	fmt.Println(kind(err))
	l, _ := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	l.SetDeadline(time.Now().Add(5 * time.Millisecond))
	_, err = l.Accept()
	fmt.Println(kind(err))
	l.Close()
}

func ends() {
	c, s := pair()
	s.Write([]byte("last words"))
	s.Close()
	b, err := io.ReadAll(c)
	fmt.Println(string(b), err)
	_, err = s.Read(b)
	fmt.Println(kind(err), kind(s.Close()))
	c.Write([]byte("x")) // is answered with a reset
	time.Sleep(20 * time.Millisecond)
	_, err = c.Write([]byte("x"))
	fmt.Println(kind(err))
	c.Close()

	c, s = pair()
	c.Write([]byte("never read"))
	time.Sleep(20 * time.Millisecond)
	s.Close()
	_, err = c.Read(make([]byte, 1))
	fmt.Println(kind(err))
	c.Close()

	c, s = pair()
	done := make(chan string)
	go func() {
		_, err := c.Read(make([]byte, 1))
		done <- kind(err)
	}()
	time.Sleep(time.Millisecond)
	c.Close()
	fmt.Println(<-done)
	s.Close()

	c, s = pair()
	s.SetLinger(0)
	s.Close()
	time.Sleep(20 * time.Millisecond)
	_, err = c.Read(make([]byte, 1))
	fmt.Println(kind(err))
	c.Close()

	c, s = pair()
	s.CloseRead()
	n, err := s.Read(make([]byte, 1))
	fmt.Println(n, kind(err))
	v := net.Buffers{[]byte("one "), []byte("two "), []byte("three")}
	k, err := v.WriteTo(s)
	s.Close()
	b, _ = io.ReadAll(c)
	fmt.Println(k, err, string(b))
	c.Close()
}

func datagrams() {
	s, err := net.ListenPacket("udp", "127.0.0.1:0")
	fmt.Println(text(err), s.LocalAddr().Network())
	c, err := net.Dial("udp", s.LocalAddr().String())
	fmt.Println(text(err))
	fmt.Fprint(c, "first")
	fmt.Fprint(c, "second")
	b := make([]byte, 4)
	n, from, err := s.ReadFrom(b)
	fmt.Println(string(b[:n]), from.String() == c.LocalAddr().String(), err)
	b = make([]byte, 100)
	n, from, err = s.ReadFrom(b)
	fmt.Println(string(b[:n]), err)
	s.WriteTo([]byte("answer"), from)
	n, err = c.Read(b)
	fmt.Println(string(b[:n]), err)
	u := s.(*net.UDPConn)
	n, err = u.WriteToUDPAddrPort([]byte("by netip"), c.LocalAddr().(*net.UDPAddr).AddrPort())
	fmt.Println(n, err)
	n, err = c.Read(b)
	fmt.Println(string(b[:n]), err)
	s.SetReadDeadline(time.Now().Add(5 * time.Millisecond))
	_, _, err = s.ReadFrom(b)
	fmt.Println(kind(err))
	_, err = s.WriteTo(make([]byte, 70000), from)
	fmt.Println(text(err))
	s.Close()
	c.Write([]byte("to nobody"))
	_, err = c.Read(b)
	fmt.Println(text(err), kind(err))
	c.Close()
}

func pipe() {
	a, b := net.Pipe()
	go func() {
		fmt.Fprint(a, "over a pipe")
		a.Close()
	}()
	all, err := io.ReadAll(b)
	fmt.Println(string(all), err, b.LocalAddr())
	_, err = b.Write([]byte("x"))
	fmt.Println(err)
	a, b = net.Pipe()
	b.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err = b.Read(make([]byte, 1))
	fmt.Println(kind(err))
	a.Close()
}

func main() {
	addresses()
	faults()
	deadlines()
	ends()
	datagrams()
	pipe()
}

// Output:
// true true
// tcp 127.0.0.1
// 127.0.0.1:PORT
// ok
// 0.0.0.0:PORT
// ok
// 0.0.0.0:PORT
// ok
// 127.0.0.1:PORT
// ok
// dial tcp: address 127.0.0.1: missing port in address
// dial tcp: lookup tcp/http2: unknown port
// dial tcp: lookup 256.0.0.1: no such host
// dial tcp: address [::1:80: missing ']' in address
// dial tcp: address 99999: invalid port
// [::1]:80 true
// true 127.0.0.1 <nil>
// 80 <nil>
// listen tcp 127.0.0.1:PORT: bind: address already in use true
// close tcp 127.0.0.1:PORT: use of closed network connection
// accept tcp 127.0.0.1:PORT: use of closed network connection
// dial tcp 127.0.0.1:PORT: connect: connection refused refused
// true dial tcp <nil>
// ok
// dial tcp 127.0.0.1:1: operation was canceled
// dial tcp6x: unknown network tcp6x
// refused
// read tcp 127.0.0.1:PORT->127.0.0.1:PORT: i/o timeout deadline true true
// late <nil>
// deadline true
// deadline true
// deadline true
// last words <nil>
// closed closed
// broken pipe
// reset
// closed
// reset
// 0 EOF
// 13 <nil> one two three
// ok udp
// ok
// firs true <nil>
// second <nil>
// answer <nil>
// 8 <nil>
// by netip <nil>
// deadline true
// write udp 127.0.0.1:PORT->127.0.0.1:PORT: sendto: message too long
// read udp 127.0.0.1:PORT->127.0.0.1:PORT: read: connection refused refused
// over a pipe <nil> pipe
// io: read/write on closed pipe
// deadline true

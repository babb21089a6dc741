// TCP: an echo server with ten and a hundred connections at once, and what package
// bufio, io.Copy and io.ReadAll make of a connection.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
)

// serve answers on l until it is closed, and returns then.
func serve(l net.Listener, answer func(net.Conn)) {
	var wg sync.WaitGroup
	for {
		c, err := l.Accept()
		if err != nil {
			wg.Wait()
			fmt.Println("accept:", errors.Is(err, net.ErrClosed))
			return
		}
		wg.Go(func() {
			answer(c)
			c.Close()
		})
	}
}

func echo(c net.Conn) { io.Copy(c, c) }

// shout answers lines in capitals.
func shout(c net.Conn) {
	in, out := bufio.NewScanner(c), bufio.NewWriter(c)
	for in.Scan() {
		fmt.Fprintln(out, strings.ToUpper(in.Text()))
		out.Flush()
	}
}

func clients(n int, addr string, ask func(i int, c net.Conn) bool) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	good := 0
	for i := range n {
		wg.Go(func() {
			c, err := net.Dial("tcp", addr)
			if err != nil {
				fmt.Println(err)
				return
			}
			defer c.Close()
			if ask(i, c) {
				mu.Lock()
				good++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	fmt.Println(good, "of", n)
}

func lines(i int, c net.Conn) bool {
	r := bufio.NewReader(c)
	for j := range 3 {
		want := fmt.Sprintf("CLIENT %d LINE %d\n", i, j)
		fmt.Fprint(c, strings.ToLower(want))
		if got, err := r.ReadString('\n'); got != want || err != nil {
			fmt.Printf("%q %v\n", got, err)
			return false
		}
	}
	return true
}

// half sends all, says that this is the end, and reads until the other end does.
func half(i int, c net.Conn) bool {
	text := strings.Repeat(fmt.Sprint(i), 1000)
	io.WriteString(c, text)
	c.(*net.TCPConn).CloseWrite()
	b, err := io.ReadAll(c)
	_, werr := c.Write([]byte("x"))
	return string(b) == text && err == nil && werr != nil
}

// flood sends more than fits on the way.
func flood(i int, c net.Conn) bool {
	const size = 3 << 20
	go func() {
		c.Write(make([]byte, size))
		c.(*net.TCPConn).CloseWrite()
	}()
	n, err := io.Copy(io.Discard, c)
	return n == size && err == nil
}

func run(n int, answer func(net.Conn), ask func(int, net.Conn) bool) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	done := make(chan bool)
	go func() {
		serve(l, answer)
		done <- true
	}()
	clients(n, l.Addr().String(), ask)
	l.Close()
	<-done
}

func main() {
	run(10, shout, lines)
	run(100, shout, lines)
	run(10, echo, half)
	run(100, echo, half)
	run(1, echo, flood)
}

// Output:
// 10 of 10
// accept: true
// 100 of 100
// accept: true
// 10 of 10
// accept: true
// 100 of 100
// accept: true
// 1 of 1
// accept: true

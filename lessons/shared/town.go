// The town: 1,000 short jobs in groups, 10 file reads, 10 connection reads, and one loop that never ends.
package main

import (
	"fmt"
	"net"
	"os"
	"sync"
	"time"
)

// job works a little. The first of its group of 20 collects what the others found.
func job(id int, found chan int) {
	n := id
	for i := range 100 {
		n = n*31 + i
	}
	if id != 0 {
		found <- n
		return
	}
	for range 19 {
		n += <-found
	}
}

func readConn(address string) {
	c, _ := net.Dial("tcp", address)
	c.Read(make([]byte, 1))
}

func main() {
	os.WriteFile("town.txt", make([]byte, 100), 0o644)
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	go func() { // the server answers everybody with one byte
		for {
			c, _ := l.Accept()
			c.Write([]byte("x"))
		}
	}()
	var all sync.WaitGroup
	for group := range 50 {
		found := make(chan int, 20)
		for id := range 20 {
			all.Go(func() { job(id, found) })
		}
		if group%5 == 0 {
			all.Go(func() { os.ReadFile("town.txt") })
			all.Go(func() { readConn(l.Addr().String()) })
		}
		if group == 25 {
			go func() { // somebody never ends
				for {
				}
			}()
		}
	}
	done := make(chan bool)
	go func() { all.Wait(); close(done) }()
	select {
	case <-done:
		fmt.Println("done")
	case <-time.After(time.Second):
		fmt.Println("deadline")
	}
}

// The workload of the eight steps (steps_test.go): 1,000 short jobs, 10 file reads, 10 connection reads and an
// endless loop, and a main that waits for all but the loop, with a deadline.
package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	jobs  = 1000
	group = 20 // so many jobs work on one result
	reads = 10
)

var sums [jobs / group]int

// job computes a little. The first of a group waits for what the others found; these go on.
func job(id int, found chan int) {
	n := id
	for i := range 100 {
		n = n*31 + i
	}
	if id%group != 0 {
		found <- n
		return
	}
	for range group - 1 {
		n += <-found
	}
	sums[id/group] = n
}

// startJobs starts the jobs from first up to end.
func startJobs(first, end int, all *sync.WaitGroup) {
	for ; first < end; first += group {
		found := make(chan int, group)
		for id := first; id < first+group; id++ {
			all.Go(func() { job(id, found) })
		}
	}
}

// serve answers each connection with one byte.
func serve(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		c.Write([]byte("x"))
		c.Close()
	}
}

func readFile(name string) {
	if _, err := os.ReadFile(name); err != nil {
		panic(err)
	}
}

func readConn(address string) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		panic(err)
	}
	if _, err := c.Read(make([]byte, 1)); err != nil {
		panic(err)
	}
}

func endless() {
	for {
	}
}

func main() {
	name := filepath.Join(os.TempDir(), "eight.txt")
	if err := os.WriteFile(name, make([]byte, 100), 0o644); err != nil {
		panic(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	var all sync.WaitGroup
	startJobs(0, jobs/2, &all)
	go serve(l)
	go endless()
	for range reads {
		all.Go(func() { readFile(name) })
		all.Go(func() { readConn(l.Addr().String()) })
	}
	startJobs(jobs/2, jobs, &all)
	done := make(chan bool)
	go func() { all.Wait(); close(done) }()
	select {
	case <-done:
		fmt.Println("done")
	case <-time.After(time.Second):
		fmt.Println("deadline")
	}
}

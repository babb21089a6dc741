//go:build ignore

package main

import (
	"fmt"
	"runtime"
	"sync/atomic"
)

const relay = 300

var jobs, notes atomic.Int32

func note() { notes.Add(1) }

// job starts the next one, and a note about it.
func job() {
	if jobs.Add(1) < relay {
		go job()
		go note() // takes runnext: the next job moves to the ring
	}
}

func main() {
	go job()
	runtime.Gosched() // main waits in the global queue
	fmt.Println("main is back after", jobs.Load(), "jobs")
}

// Watch the number of goroutines, and the memory, while the same 200 jobs are done in three ways: by four workers, by at
// most four goroutines at a time, by a goroutine each. At first the jobs are tiny: one worker gets nearly all.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

const jobs = 200

func job() { time.Sleep(time.Millisecond) }

func memory() uint64 {
	var m runtime.MemStats
	runtime.Gosched() // so that the new ones have begun
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

func main() {
	var wg sync.WaitGroup
	queue := make(chan func())
	var done [4]int
	for w := range done {
		wg.Go(func() {
			for f := range queue {
				f()
				done[w]++
			}
		})
	}
	for range jobs {
		queue <- func() {}
	}
	fmt.Println("tiny", done)

	before := memory()
	for range jobs {
		queue <- job
	}
	used := memory() - before
	close(queue)
	wg.Wait()
	fmt.Println("pool", used)

	slots := make(chan bool, 4)
	before = memory()
	for range jobs {
		slots <- true // main waits here: back-pressure
		wg.Go(func() {
			job()
			<-slots
		})
	}
	used = memory() - before
	wg.Wait()
	fmt.Println("semaphore", used)

	before = memory()
	for range jobs {
		wg.Go(job)
	}
	used = memory() - before
	wg.Wait()
	fmt.Println("unbounded", used)
}

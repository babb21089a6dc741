// Timeouts, a ticker, a timer that is stopped and one that is reset. Nothing waits for less than there is to wait for, and no wait has an upper bound.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

func main() {
	start := time.Now()
	never := make(chan int)
	var lines [5]string
	var wg sync.WaitGroup
	wg.Go(func() {
		select {
		case <-never:
			lines[0] = "got a value from nobody"
		case <-time.After(5 * time.Millisecond):
			lines[0] = "timeout"
		}
	})
	wg.Go(func() {
		ticker := time.NewTicker(time.Millisecond)
		defer ticker.Stop()
		last := start
		for range 5 {
			if now := <-ticker.C; now.After(last) {
				last = now
			}
		}
		lines[1] = fmt.Sprint("five ticks took five ms: ", last.Sub(start) >= 5*time.Millisecond)
	})
	wg.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Millisecond)
		defer cancel()
		<-ctx.Done()
		lines[2] = fmt.Sprint("deadline: ", errors.Is(ctx.Err(), context.DeadlineExceeded))
	})
	wg.Go(func() {
		fired := make(chan struct{})
		tm := time.AfterFunc(time.Hour, func() { close(fired) })
		was := tm.Reset(2 * time.Millisecond)
		<-fired
		lines[3] = fmt.Sprint("reset while it ran: ", was, "; stopped after it fired: ", tm.Stop())
	})
	wg.Go(func() {
		tm := time.NewTimer(time.Hour)
		stopped := tm.Stop()
		select {
		case <-tm.C:
			lines[4] = "a stopped timer fired"
		default:
			lines[4] = fmt.Sprint("stopped in time: ", stopped)
		}
	})
	wg.Wait()
	for _, line := range lines {
		fmt.Println(line)
	}
}

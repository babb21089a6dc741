// Package time: sleeping, timers, tickers; nothing here depends on the machine's speed.
package main

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const unit = 50 * time.Millisecond

func main() {
	began := time.Now()
	time.Sleep(unit)
	fmt.Println(time.Since(began) >= unit)
	var mu sync.Mutex
	var order []int
	var wg sync.WaitGroup
	for i := 5; i > 0; i-- {
		wg.Go(func() {
			time.Sleep(time.Duration(i) * unit)
			mu.Lock()
			order = append(order, i)
			mu.Unlock()
		})
	}
	wg.Wait()
	slices.Sort(order) // on a slow machine two may wake up together
	fmt.Println(order)

	fired := make(chan string, 4)
	t := time.AfterFunc(unit, func() { fired <- "first" })
	stopped := time.AfterFunc(time.Hour, func() { fired <- "never" })
	fmt.Println(stopped.Stop(), stopped.Stop())
	fmt.Println(<-fired, t.Stop(), t.Reset(unit))
	fmt.Println(<-fired)

	tick := time.NewTicker(unit)
	n := 0
	for range tick.C {
		if n++; n == 3 {
			tick.Reset(2 * unit)
		}
		if n == 5 {
			break
		}
	}
	tick.Stop()
	fmt.Println(n)

	timer := time.NewTimer(time.Hour)
	fmt.Println(timer.Reset(unit))
	at := <-timer.C
	fmt.Println(!at.Before(began), timer.Stop())

	var count atomic.Int32
	for i := range 200 {
		wg.Add(1)
		time.AfterFunc(time.Duration(i%7)*time.Millisecond, func() { defer wg.Done(); count.Add(1) })
	}
	wg.Wait()
	fmt.Println(count.Load())

	d := 90*time.Minute + 30*time.Second + 500*time.Millisecond
	fmt.Println(d, d.Round(time.Minute), d.Truncate(time.Hour), d.Hours(), time.Duration(1500), time.Duration(0))
	p, err := time.ParseDuration("1h15m30.918s")
	fmt.Println(p, err)
	select {
	case <-time.After(0):
		fmt.Println("at once")
	case <-time.After(time.Minute):
	}
}

// Output:
// true
// [1 2 3 4 5]
// true false
// first false false
// first
// 5
// true
// true false
// 200
// 1h30m30.5s 1h31m0s 1h0m0s 1.5084722222222222 1.5µs 0s
// 1h15m30.918s <nil>
// at once

// Package runtime, as far as a program's result may depend on it.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

func main() {
	fmt.Println(runtime.NumGoroutine())
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() { <-stop })
	}
	fmt.Println(runtime.NumGoroutine())
	close(stop)
	wg.Wait()
	for runtime.NumGoroutine() > 1 {
		runtime.Gosched()
	}
	fmt.Println(runtime.NumGoroutine(), runtime.GOMAXPROCS(0) >= 1, runtime.NumCPU() >= 1)
	old := runtime.GOMAXPROCS(2)
	fmt.Println(runtime.GOMAXPROCS(old))
	fmt.Println(strings.HasPrefix(runtime.Version(), "go1."), runtime.Compiler)
	debug.SetGCPercent(debug.SetGCPercent(50))
	runtime.GC()
	fmt.Println(len(os.Args), os.Getenv("NOT_SET_ANYWHERE") == "")
	_, ok := os.LookupEnv("NOT_SET_ANYWHERE")
	fmt.Println(ok)
	turns := []string{}
	done := make(chan bool)
	ping, pong := make(chan int), make(chan int)
	go func() {
		for v := range ping {
			turns = append(turns, fmt.Sprint("pong", v))
			pong <- v + 1
		}
		done <- true
	}()
	for i := 0; i < 6; i += 2 {
		ping <- i
		turns = append(turns, fmt.Sprint("ping", <-pong))
	}
	close(ping)
	<-done
	fmt.Println(turns)
	n := 0
	x := &n
	runtime.KeepAlive(x)
	runtime.LockOSThread()
	c := make(chan int)
	go func() { c <- 1 }()
	n += <-c
	runtime.UnlockOSThread()
	fmt.Println(n)
	defer fmt.Println("deferred calls do not run on Exit")
	println("to stderr", 1, true, 'x', 2.5, "s")
	os.Exit(0)
}

// Output:
// 1
// 11
// 1 true true
// 2
// true gc
// 1 true
// false
// [pong0 ping1 pong2 ping3 pong4 ping5]
// 1

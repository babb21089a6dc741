package main

import (
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"time"
)

func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	t := time.NewTicker(10 * time.Millisecond)
	defer t.Stop()
	time.AfterFunc(time.Millisecond, func() { fmt.Println("after") })
	select {
	case <-t.C:
	case <-c:
	}
	runtime.Gosched()
	fmt.Println(runtime.NumGoroutine(), time.Since(time.Now()) < time.Hour)
}

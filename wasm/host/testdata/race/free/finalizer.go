// A finalizer comes after all that was done with its object.

package main

import (
	"runtime"
	"time"
)

type object struct{ n int }

func use(done chan int) {
	o := &object{1}
	runtime.SetFinalizer(o, func(o *object) { done <- o.n })
	for i := range 3 {
		o.n += i
	}
}

func main() {
	done := make(chan int, 1)
	go use(done)
	time.Sleep(time.Millisecond)
	runtime.GC()
	select {
	case n := <-done:
		println(n)
	case <-time.After(time.Second):
	}
}

// Wrappers of go and defer statements and of method values are in no stack.
package main

import (
	"fmt"
	"runtime"
	"strings"
)

type T struct{}

func (T) show(n int) { show(n) }

func show(n int) {
	var pcs [10]uintptr
	fr := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	var names []string
	for {
		x, more := fr.Next()
		names = append(names, x.Function)
		if !more {
			break
		}
	}
	fmt.Println(n, strings.Join(names, " "))
}

func init() {
	defer fmt.Println("Goexit in init does not end the program")
	done := make(chan bool)
	go func() {
		defer close(done)
		runtime.Goexit()
	}()
	<-done
}

func main() {
	c := make(chan int)
	go func() {
		defer close(c)
		defer show(2)
	}()
	<-c
	f := T{}.show
	f(3)
	d := make(chan int)
	go func() {
		defer close(d)
		var s interface{ show(int) } = &T{}
		s.show(4)
	}()
	<-d
}

// Output:
// Goexit in init does not end the program
// 2 main.show main.main.func1 runtime.goexit
// 3 main.show main.T.show main.main runtime.main runtime.goexit
// 4 main.show main.T.show main.main.func2 runtime.goexit

// The end of a goroutine orders nothing.

package main

import "runtime"

func main() {
	s := ""
	go func() { s = "done" }()
	for runtime.NumGoroutine() > 1 {
		runtime.Gosched()
	}
	println(s)
}

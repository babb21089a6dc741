// What Once wrote is read without Once.

package main

import "sync"

var (
	once  sync.Once
	value int
)

func main() {
	done := make(chan bool)
	go func() {
		once.Do(func() { value = 1 })
		done <- true
	}()
	println(value < 2)
	<-done
}

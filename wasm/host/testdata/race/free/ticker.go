// What was done before a timer was set may be seen by who receives from it.

package main

import "time"

func main() {
	n := 0
	t := time.NewTicker(time.Millisecond)
	c := make(chan int)
	go func() {
		for range 3 {
			<-t.C
			n++
		}
		t.Stop()
		c <- n
	}()
	println(<-c)
}

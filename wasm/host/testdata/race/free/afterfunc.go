// What was done before AfterFunc, its function may see; and Stop that came too late waits by a channel.

package main

import "time"

func main() {
	n := 1
	done := make(chan bool)
	time.AfterFunc(time.Millisecond, func() {
		n++
		done <- true
	})
	<-done
	println(n)
}

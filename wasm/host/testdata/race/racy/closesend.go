// A channel is closed while somebody may send on it.

package main

func main() {
	c := make(chan int, 1)
	done := make(chan bool)
	go func() {
		defer func() {
			recover()
			done <- true
		}()
		c <- 1
	}()
	close(c)
	<-done
}

// A value is ready before it is sent; what the receiver did before, the sender may see.

package main

func main() {
	c := make(chan bool)
	var a, b int
	go func() {
		a = 1
		c <- true
		println(b)
		c <- true
	}()
	b = 2
	<-c
	println(a)
	<-c
}

// Watch the last goroutine park: nobody is left who could wake anybody.
package main

func main() {
	c := make(chan int)
	go func() { c <- 1; <-c }()
	<-c
	c <- 2
	<-c
}

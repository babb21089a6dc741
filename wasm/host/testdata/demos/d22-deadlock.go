// Watch everybody wait for everybody: nobody can ever go on, and the program ends with a message and exit code 2. With a
// sleeper it is no deadlock, though nobody runs: time will wake one.
package main

import (
	"fmt"
	"time"
)

const sleeper = false

func main() {
	a, b := make(chan int), make(chan int)
	go func() { b <- <-a }()
	go func() { a <- <-b }()
	if sleeper {
		go func() {
			time.Sleep(50 * time.Millisecond)
			a <- 1
		}()
	}
	fmt.Println("waiting")
	fmt.Println(<-a)
}

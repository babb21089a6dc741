// The prime sieve: a chain of goroutines, each of which drops the multiples of one prime. Channels keep the numbers in order.
package main

import "fmt"

func from2(stop <-chan struct{}) <-chan int {
	out := make(chan int)
	go func() {
		for i := 2; ; i++ {
			select {
			case out <- i:
			case <-stop:
				return
			}
		}
	}()
	return out
}

func filter(in <-chan int, prime int, stop <-chan struct{}) <-chan int {
	out := make(chan int)
	go func() {
		for {
			select {
			case n := <-in:
				if n%prime == 0 {
					continue
				}
				select {
				case out <- n:
				case <-stop:
					return
				}
			case <-stop:
				return
			}
		}
	}()
	return out
}

func main() {
	stop := make(chan struct{})
	numbers := from2(stop)
	for range 30 {
		prime := <-numbers
		fmt.Print(prime, " ")
		numbers = filter(numbers, prime, stop)
	}
	close(stop)
	fmt.Println()
}

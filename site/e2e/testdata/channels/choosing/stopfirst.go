//go:build ignore

package main

import "fmt"

// work does jobs until there are no more, or until stop is closed.
func work(name string, jobs <-chan int, stop <-chan bool) {
	for {
		select {
		case <-stop:
			fmt.Println(name, "stopped")
			return
		default:
		}
		select {
		case <-stop:
			fmt.Println(name, "stopped")
			return
		case n, ok := <-jobs:
			if !ok {
				fmt.Println(name, "done")
				return
			}
			fmt.Println(name, "job", n)
		}
	}
}

func fill() <-chan int {
	jobs := make(chan int, 3)
	for n := range 3 {
		jobs <- n
	}
	close(jobs)
	return jobs
}

func main() {
	stop := make(chan bool)
	work("day", fill(), stop)
	close(stop)
	work("evening", fill(), stop)
}

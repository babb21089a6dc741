// Three stages, the middle one four goroutines wide. Squares arrive in any order; they are sorted before they are printed.
package main

import (
	"fmt"
	"slices"
	"sync"
)

func generate(n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range n {
			out <- i
		}
	}()
	return out
}

func square(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for n := range in {
			out <- n * n
		}
	}()
	return out
}

func merge(ins ...<-chan int) <-chan int {
	out := make(chan int, 8)
	var wg sync.WaitGroup
	for _, in := range ins {
		wg.Go(func() {
			for n := range in {
				out <- n
			}
		})
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

func main() {
	numbers := generate(200)
	var all []int
	for n := range merge(square(numbers), square(numbers), square(numbers), square(numbers)) {
		all = append(all, n)
	}
	slices.Sort(all)
	sum := 0
	for _, n := range all {
		sum += n
	}
	fmt.Println(len(all), all[0], all[len(all)-1], sum)
	fmt.Println(all[:12])
}

// The prime sieve of goroutines, and other shapes of many small goroutines.
package main

import (
	"fmt"
	"sync"
)

func generate(ch chan<- int) {
	for i := 2; ; i++ {
		ch <- i
	}
}

func filter(in <-chan int, out chan<- int, prime int) {
	for i := range in {
		if i%prime != 0 {
			out <- i
		}
	}
}

func mergesort(xs []int) []int {
	if len(xs) < 2 {
		return xs
	}
	var l, r []int
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); l = mergesort(xs[:len(xs)/2]) }()
	go func() { defer wg.Done(); r = mergesort(xs[len(xs)/2:]) }()
	wg.Wait()
	out := make([]int, 0, len(xs))
	for len(l) > 0 && len(r) > 0 {
		if l[0] <= r[0] {
			out, l = append(out, l[0]), l[1:]
		} else {
			out, r = append(out, r[0]), r[1:]
		}
	}
	return append(append(out, l...), r...)
}

func philosophers(n, meals int) int {
	forks := make([]sync.Mutex, n)
	eaten := make([]int, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			a, b := i, (i+1)%n
			if b < a {
				a, b = b, a
			}
			for range meals {
				forks[a].Lock()
				forks[b].Lock()
				eaten[i]++
				forks[b].Unlock()
				forks[a].Unlock()
			}
		})
	}
	wg.Wait()
	sum := 0
	for _, e := range eaten {
		sum += e
	}
	return sum
}

func ring(n, laps int) int {
	first := make(chan int, 1)
	in := first
	for range n - 1 {
		out := make(chan int)
		go func(in, out chan int) {
			for v := range in {
				out <- v + 1
			}
			close(out)
		}(in, out)
		in = out
	}
	token := 0
	for range laps {
		first <- token
		token = <-in + 1
	}
	close(first)
	return token
}

func barrier(workers, rounds int) (bad int) {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	arrived, phase := 0, 0
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for r := range rounds {
				mu.Lock()
				if phase != r {
					bad++
				}
				if arrived++; arrived == workers {
					arrived, phase = 0, phase+1
					cond.Broadcast()
				} else {
					for phase == r {
						cond.Wait()
					}
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	return
}

func main() {
	ch := make(chan int)
	go generate(ch)
	for range 25 {
		prime := <-ch
		fmt.Print(prime, " ")
		next := make(chan int)
		go filter(ch, next, prime)
		ch = next
	}
	fmt.Println()
	xs := make([]int, 500)
	for i := range xs {
		xs[i] = i * 7919 % 503
	}
	s := mergesort(xs)
	fmt.Println(s[0], s[1], s[250], s[499])
	fmt.Println(philosophers(5, 100), ring(50, 20), barrier(8, 30))
}

// Output:
// 2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 61 67 71 73 79 83 89 97
// 0 1 251 502
// 500 1000 0

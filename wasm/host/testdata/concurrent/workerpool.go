// Eight workers take jobs from one channel. Who does which job is open; each result has the number of its job.
package main

import (
	"fmt"
	"sync"
)

type job struct{ id, n int }

type result struct{ id, steps int }

// collatz counts the steps until n is 1.
func collatz(n int) (steps int) {
	for ; n != 1; steps++ {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
	}
	return steps
}

func main() {
	jobs, results := make(chan job), make(chan result)
	var workers sync.WaitGroup
	for range 8 {
		workers.Go(func() {
			for j := range jobs {
				results <- result{j.id, collatz(j.n)}
			}
		})
	}
	go func() {
		for i := range 300 {
			jobs <- job{i, i + 1}
		}
		close(jobs)
		workers.Wait()
		close(results)
	}()
	steps := make([]int, 300)
	for r := range results {
		steps[r.id] = r.steps
	}
	best, total := 0, 0
	for i, s := range steps {
		total += s
		if s > steps[best] {
			best = i
		}
	}
	fmt.Printf("%d jobs, %d steps; the most, %d, from %d\n", len(steps), total, steps[best], best+1)
	fmt.Println(steps[:20])
}

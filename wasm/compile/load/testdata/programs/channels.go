package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

func worker(ctx context.Context, in <-chan int, out chan<- int, wg *sync.WaitGroup) {
	defer wg.Done()
	for {
		select {
		case v, ok := <-in:
			if !ok {
				return
			}
			out <- v * v
		case <-ctx.Done():
			return
		}
	}
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	in, out := make(chan int), make(chan int, 10)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go worker(ctx, in, out, &wg)
	}
	for i := range 10 {
		in <- i
	}
	close(in)
	wg.Wait()
	close(out)
	sum := 0
	for v := range out {
		sum += v
	}
	fmt.Println(sum)
}

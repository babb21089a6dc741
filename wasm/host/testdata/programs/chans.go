// Channels: buffering, closing, direction, nil, channels of channels.
package main

import (
	"fmt"
	"sync"
)

func produce(n int) <-chan int {
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
	out := make(chan int, 3)
	go func() {
		defer close(out)
		for v := range in {
			out <- v * v
		}
	}()
	return out
}

func merge(ins ...<-chan int) <-chan int {
	var wg sync.WaitGroup
	out := make(chan int)
	for _, in := range ins {
		wg.Go(func() {
			for v := range in {
				out <- v
			}
		})
	}
	go func() { wg.Wait(); close(out) }()
	return out
}

type request struct {
	n     int
	reply chan<- [5]int
}

func server(reqs <-chan request) {
	for r := range reqs {
		var a [5]int
		for i := range a {
			a[i] = r.n * i
		}
		r.reply <- a
	}
}

func main() {
	sum := 0
	for v := range square(produce(20)) {
		sum += v
	}
	fmt.Println(sum)
	total, n := 0, 0
	for v := range merge(produce(10), square(produce(10)), produce(100)) {
		total += v
		n++
	}
	fmt.Println(total, n)
	c := make(chan string, 3)
	c <- "a"
	c <- "b"
	fmt.Println(len(c), cap(c), <-c, len(c))
	close(c)
	v, ok := <-c
	w, ok2 := <-c
	fmt.Printf("%q %v %q %v\n", v, ok, w, ok2)
	reqs := make(chan request)
	go server(reqs)
	for i := range 3 {
		reply := make(chan [5]int)
		reqs <- request{i, reply}
		fmt.Print(<-reply, " ")
	}
	close(reqs)
	fmt.Println()
	done := make(chan struct{})
	results := make([]int, 50)
	for i := range results {
		go func() {
			results[i] = i * i
			done <- struct{}{}
		}()
	}
	for range results {
		<-done
	}
	fmt.Println(results[49], results[7])
	chain := make(chan int)
	first := chain
	for range 100 {
		next := make(chan int)
		go func(in, out chan int) { out <- 1 + <-in }(chain, next)
		chain = next
	}
	first <- 0
	fmt.Println(<-chain)
	cc := make(chan chan func() int, 1)
	inner := make(chan func() int, 1)
	cc <- inner
	(<-cc) <- func() int { return 42 }
	fmt.Println((<-inner)())
	for _, f := range []func(){
		func() { c <- "x" },
		func() { close(c) },
		func() { var n chan int; close(n) },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			f()
		}()
	}
}

// Output:
// 2470
// 5280 120
// 2 3 a 1
// "b" true "" false
// [0 0 0 0 0] [0 1 2 3 4] [0 2 4 6 8]
// 2401 49
// 100
// 42
// send on closed channel
// close of closed channel
// close of nil channel

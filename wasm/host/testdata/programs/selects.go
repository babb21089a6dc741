// Select: default, nil cases, timeouts, send and receive together, cancellation.
package main

import (
	"fmt"
	"time"
)

func tryRecv(c <-chan int) string {
	select {
	case v, ok := <-c:
		return fmt.Sprint(v, ok)
	default:
		return "empty"
	}
}

func trySend(c chan<- int, v int) bool {
	select {
	case c <- v:
		return true
	default:
		return false
	}
}

func fanIn(a, b <-chan int) (sum, n int) {
	for a != nil || b != nil {
		select {
		case v, ok := <-a:
			if !ok {
				a = nil
				continue
			}
			sum += v
			n++
		case v, ok := <-b:
			if !ok {
				b = nil
				continue
			}
			sum += 1000 * v
			n++
		}
	}
	return
}

func gen(n int, stop <-chan struct{}) (<-chan int, <-chan int) {
	c, made := make(chan int), make(chan int, 1)
	go func() {
		i := 0
		defer func() { close(c); made <- i }()
		for ; i < n; i++ {
			select {
			case c <- i:
			case <-stop:
				return
			}
		}
	}()
	return c, made
}

func main() {
	c := make(chan int, 2)
	fmt.Println(tryRecv(c), trySend(c, 1), trySend(c, 2), trySend(c, 3), tryRecv(c), tryRecv(nil), trySend(nil, 1))
	close(c)
	fmt.Println(tryRecv(c), tryRecv(c))
	a, _ := gen(50, nil)
	b, _ := gen(30, nil)
	fmt.Println(fanIn(a, b))
	stop := make(chan struct{})
	d, made := gen(1<<30, stop)
	for v := range d {
		if v == 10 {
			close(stop)
			break
		}
	}
	for range d {
	}
	if n := <-made; n >= 10 {
		fmt.Println("stopped in time")
	}
	select {
	case <-make(chan int):
		fmt.Println("never")
	case <-time.After(20 * time.Millisecond):
		fmt.Println("timeout")
	}
	ticks := 0
	deadline := time.After(time.Second)
	tick := time.NewTicker(100 * time.Millisecond)
loop:
	for {
		select {
		case <-tick.C:
			if ticks++; ticks == 3 {
				tick.Stop()
				break loop
			}
		case <-deadline:
			break loop
		}
	}
	fmt.Println(ticks)
	// Every case is evaluated once, in order, also those not taken.
	var log []string
	ch := func(s string, c chan int) chan int { log = append(log, s); return c }
	val := func() int { log = append(log, "value"); return 7 }
	full := make(chan int, 1)
	select {
	case <-ch("first", nil):
	case ch("second", full) <- val():
	case arr()[0] = <-ch("third", nil):
	}
	fmt.Println(log, <-full)
	counts := [3]int{}
	cs := [3]chan int{make(chan int, 100), make(chan int, 100), make(chan int, 100)}
	for i := range 300 {
		cs[i%3] <- i
	}
	for range 300 {
		select {
		case <-cs[0]:
			counts[0]++
		case <-cs[1]:
			counts[1]++
		case <-cs[2]:
			counts[2]++
		}
	}
	fmt.Println(counts)
}

func arr() []int { return make([]int, 1) }

// Output:
// empty true true false 1 true empty false
// 2 true 0 false
// 436225 80
// stopped in time
// timeout
// 3
// [first second value third] 7
// [100 100 100]

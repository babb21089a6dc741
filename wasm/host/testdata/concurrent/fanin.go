// A select takes from three senders and from a fourth that says when it is enough. What came is sorted before it is printed.
package main

import (
	"fmt"
	"slices"
	"sync"
)

func main() {
	a, b, c := make(chan string), make(chan string, 3), make(chan string)
	enough := make(chan struct{})
	var senders sync.WaitGroup
	send := func(to chan<- string, name string, n int) {
		senders.Go(func() {
			for i := range n {
				to <- fmt.Sprintf("%s%02d", name, i)
			}
		})
	}
	send(a, "a", 20)
	send(b, "b", 30)
	send(c, "c", 25)
	go func() {
		senders.Wait()
		close(enough)
	}()

	var got []string
	for done := false; !done; {
		select {
		case s := <-a:
			got = append(got, s)
		case s := <-b:
			got = append(got, s)
		case s := <-c:
			got = append(got, s)
		case <-enough:
			done = true
		}
	}
	close(b)
	for s := range b { // what was still in the buffer
		got = append(got, s)
	}
	// Whatever came between: those of one sender came in its order.
	for _, name := range "abc" {
		var of []string
		for _, s := range got {
			if s[0] == byte(name) {
				of = append(of, s)
			}
		}
		fmt.Println(string(name), len(of), slices.IsSorted(of))
	}
	slices.Sort(got)
	fmt.Println(got[0], got[len(got)-1], len(got))
}

// One goroutine owns the list of subscribers and talks through channels. All subscribe before anything is published, so all get everything, in order.
package main

import (
	"fmt"
	"strings"
	"sync"
)

type broker struct {
	subscribe chan chan<- string
	publish   chan string
	stop      chan struct{}
}

func (b *broker) run() {
	var all []chan<- string
	for {
		select {
		case s := <-b.subscribe:
			all = append(all, s)
		case m := <-b.publish:
			for _, s := range all {
				s <- m
			}
		case <-b.stop:
			for _, s := range all {
				close(s)
			}
			return
		}
	}
}

func main() {
	b := &broker{make(chan chan<- string), make(chan string), make(chan struct{})}
	go b.run()
	heard := make([]string, 5)
	var listeners sync.WaitGroup
	for i := range heard {
		in := make(chan string, i) // some can fall behind
		b.subscribe <- in
		listeners.Go(func() {
			var words []string
			for m := range in {
				words = append(words, m)
			}
			heard[i] = strings.Join(words, " ")
		})
	}
	for _, m := range strings.Fields("do not communicate by sharing memory share memory by communicating") {
		b.publish <- m
	}
	close(b.stop)
	listeners.Wait()
	for i, h := range heard {
		fmt.Println(i, h)
	}
}

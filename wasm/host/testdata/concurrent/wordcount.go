// Goroutines count words into one map under a Mutex. The counts are sums; the words are sorted before they are printed.
package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

const text = `a scheduler has a queue of its own for every processor
when a queue is empty it takes half of another queue
and when all queues are empty a thread goes to sleep
until a goroutine is ready and wakes a thread up again
a goroutine that waits for a channel is in no queue at all`

type counter struct {
	mu     sync.Mutex
	counts map[string]int
}

func (c *counter) add(word string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[word]++
}

func main() {
	c := counter{counts: map[string]int{}}
	var wg sync.WaitGroup
	for range 10 {
		for line := range strings.Lines(text) {
			wg.Go(func() {
				for _, word := range strings.Fields(line) {
					c.add(word)
				}
			})
		}
	}
	wg.Wait()
	words := slices.Sorted(maps.Keys(c.counts))
	slices.SortStableFunc(words, func(a, b string) int { return c.counts[b] - c.counts[a] })
	for _, w := range words[:10] {
		fmt.Println(c.counts[w], w)
	}
	fmt.Println(len(words), "words")
}

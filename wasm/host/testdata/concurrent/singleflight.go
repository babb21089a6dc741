// Callers that ask for the same key at the same time share one call. How many calls there are is open; each caller gets the value of its key.
package main

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

type call struct {
	done  chan struct{}
	value string
}

type flight struct {
	mu      sync.Mutex
	calls   map[string]*call
	running map[string]int
	twice   int
}

func (f *flight) do(key string, work func(string) string) string {
	f.mu.Lock()
	if c := f.calls[key]; c != nil {
		f.mu.Unlock()
		<-c.done
		return c.value
	}
	c := &call{done: make(chan struct{})}
	f.calls[key] = c
	if f.running[key]++; f.running[key] > 1 {
		f.twice++
	}
	f.mu.Unlock()
	c.value = work(key)
	f.mu.Lock()
	delete(f.calls, key)
	f.running[key]--
	f.mu.Unlock()
	close(c.done)
	return c.value
}

func main() {
	f := flight{calls: map[string]*call{}, running: map[string]int{}}
	keys := strings.Fields("ant bee cat dog")
	right := make([]int, len(keys))
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 60 {
		wg.Go(func() {
			k := i % len(keys)
			got := f.do(keys[k], func(key string) string {
				time.Sleep(200 * time.Microsecond)
				return strings.ToUpper(key)
			})
			if got == strings.ToUpper(keys[k]) {
				mu.Lock()
				right[k]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	fmt.Println(right, f.twice)
}

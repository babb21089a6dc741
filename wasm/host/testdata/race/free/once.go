// Once.

package main

import "sync"

var (
	once  sync.Once
	value int
)

func get() int {
	once.Do(func() { value = 42 })
	return value
}

func main() {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() { println(get()) })
	}
	wg.Wait()
}

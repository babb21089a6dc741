// Double-checked locking: the first look is not under the lock.

package main

import "sync"

type config struct{ n int }

var (
	mu  sync.Mutex
	cfg *config
)

func get() *config {
	if cfg == nil {
		mu.Lock()
		if cfg == nil {
			cfg = &config{42}
		}
		mu.Unlock()
	}
	return cfg
}

func main() {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { println(get().n) })
	}
	wg.Wait()
}

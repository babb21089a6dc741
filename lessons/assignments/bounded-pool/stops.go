//go:build ignore

package main

import (
	"fmt"
	"sync"
)

// thumbnail makes one small picture, or says that it cannot.
func thumbnail(n int) error {
	x := n
	for i := range 1_000 + 2_000*(n%5) {
		x = (x*31 + i) % 1_000_003
	}
	if n >= 12 && n%4 == 0 {
		return fmt.Errorf("picture %d is broken", n)
	}
	return nil
}

// thumbnails makes n of them, workers at a time. After the first error it makes no more.
func thumbnails(n, workers int) error {
	jobs := make(chan int)
	errs := make(chan error, workers) // room for each worker's last word
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range jobs {
				if err := thumbnail(i); err != nil {
					errs <- err
					return
				}
			}
		})
	}
	var failed error
	for i := 0; i < n && failed == nil; i++ {
		select {
		case jobs <- i:
		case failed = <-errs:
		}
	}
	close(jobs)
	wg.Wait()
	if failed == nil && len(errs) > 0 {
		failed = <-errs // of the last pictures
	}
	return failed
}

func main() {
	fmt.Println(thumbnails(1000, 4))
}

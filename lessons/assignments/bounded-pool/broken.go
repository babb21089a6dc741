//go:build ignore

package main

import "fmt"

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
	errs := make(chan error)
	for range workers {
		go func() {
			for i := range jobs {
				if err := thumbnail(i); err != nil {
					errs <- err
					return
				}
			}
		}()
	}
	for i := range n {
		jobs <- i
	}
	close(jobs)
	select {
	case err := <-errs:
		return err
	default:
		return nil
	}
}

func main() {
	fmt.Println(thumbnails(1000, 4))
}

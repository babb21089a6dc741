// The variable err of the outer function is used by two goroutines.

package main

import (
	"errors"
	"sync"
)

func work(i int) (int, error) {
	if i > 0 {
		return 0, errors.New("no")
	}
	return i, nil
}

func main() {
	var err error
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			_, err = work(i)
			if err != nil {
				println(err.Error())
			}
		})
	}
	wg.Wait()
}

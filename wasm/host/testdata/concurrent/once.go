// Forty goroutines ask for the same values. Each is made once, by whoever is first, and all get it.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var made [3]atomic.Int64

type config struct {
	once sync.Once
	name string
}

func (c *config) load() string {
	c.once.Do(func() {
		made[0].Add(1)
		c.name = "gopher"
	})
	return c.name
}

func main() {
	var c config
	table := sync.OnceValue(func() []int {
		made[1].Add(1)
		var squares []int
		for i := range 100 {
			squares = append(squares, i*i)
		}
		return squares
	})
	broken := sync.OnceFunc(func() {
		made[2].Add(1)
		panic("cannot be made")
	})
	var names, sums, panics atomic.Int64
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			if c.load() == "gopher" {
				names.Add(1)
			}
			sums.Add(int64(table()[i]))
			defer func() {
				if recover() == "cannot be made" {
					panics.Add(1)
				}
			}()
			broken()
		})
	}
	wg.Wait()
	fmt.Println(names.Load(), sums.Load(), panics.Load())
	fmt.Println(made[0].Load(), made[1].Load(), made[2].Load())
}

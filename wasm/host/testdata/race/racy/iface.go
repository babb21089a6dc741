// An interface variable is written and called.

package main

import "sync"

type shape interface{ sides() int }
type square struct{}
type triangle struct{ n int }

func (square) sides() int      { return 4 }
func (t *triangle) sides() int { return t.n }

func main() {
	var s shape = square{}
	var wg sync.WaitGroup
	wg.Go(func() { s = &triangle{3} })
	println(s.sides() > 0)
	wg.Wait()
}

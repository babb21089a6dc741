// Results of an errgroup.

package main

import (
	"fmt"
	"golang.org/x/sync/errgroup"
)

func main() {
	var g errgroup.Group
	g.SetLimit(2)
	squares := make([]int, 6)
	for i := range squares {
		g.Go(func() error {
			squares[i] = i * i
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		panic(err)
	}
	fmt.Println(squares)
}

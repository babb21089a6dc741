// Matrices are multiplied row by row. Goroutines take the next row from a counter; no two write the same one.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type matrix [][]float64

func newMatrix(n int, f func(i, j int) float64) matrix {
	m := make(matrix, n)
	for i := range m {
		m[i] = make([]float64, n)
		for j := range m[i] {
			m[i][j] = f(i, j)
		}
	}
	return m
}

func multiply(a, b matrix, workers int) matrix {
	n := len(a)
	c := newMatrix(n, func(i, j int) float64 { return 0 })
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				for j := range n {
					for k := range n {
						c[i][j] += a[i][k] * b[k][j]
					}
				}
			}
		})
	}
	wg.Wait()
	return c
}

func main() {
	a := newMatrix(48, func(i, j int) float64 { return float64((i*7+j*3)%11) / 2 })
	b := newMatrix(48, func(i, j int) float64 { return float64((i*5+j)%13) / 4 })
	c := multiply(a, b, 6)
	trace := 0.0
	for i := range c {
		trace += c[i][i]
	}
	fmt.Println(trace, c[0][:5], c[47][47])
}

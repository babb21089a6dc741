package main

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand"
	randv2 "math/rand/v2"
)

type number interface {
	~int | ~float64
}

func sum[T number](xs ...T) (s T) {
	for _, x := range xs {
		s += x
	}
	return s
}

type stack[T any] struct{ items []T }

func (s *stack[T]) push(x T) { s.items = append(s.items, x) }

func main() {
	var s stack[float64]
	s.push(math.Sqrt(2))
	fact := big.NewInt(1).MulRange(1, 30)
	fmt.Println(sum(1, 2), sum(s.items...), fact, bits.OnesCount(7), rand.Intn(3), randv2.N(10), randv2.IntN(2))
}

// Slices: sharing, growth, three-index, copy, the slices package.
package main

import (
	"fmt"
	"slices"
)

func sum(xs ...int) (total int) {
	for _, x := range xs {
		total += x
	}
	return
}

func main() {
	a := []int{0, 1, 2, 3, 4, 5, 6, 7}
	b := a[2:5]
	b = append(b, 50)
	fmt.Println(a, b, len(b), cap(b))
	c := a[2:5:5]
	c = append(c, 99)
	c[0] = -1
	fmt.Println(a, c, len(c))
	fmt.Println(copy(a[1:], a), a)
	var nilSlice []string
	fmt.Println(nilSlice == nil, len(nilSlice), append(nilSlice, "x"), sum(), sum(a...), sum(1, 2))
	grid := make([][]rune, 3)
	for i := range grid {
		grid[i] = slices.Repeat([]rune{'.'}, 4)
		grid[i][i] = '#'
	}
	for _, row := range grid {
		fmt.Println(string(row))
	}
	slices.Reverse(a)
	i, found := slices.BinarySearchFunc(a, 3, func(e, t int) int { return t - e })
	fmt.Println(a, slices.Index(a, 3), i, found, slices.Contains(a, 42), slices.Max(a))
	a = slices.Insert(a, 1, 100, 200)
	a = slices.Delete(a, 3, 5)
	a = slices.Compact(append(a, a[len(a)-1]))
	fmt.Println(a, slices.Equal(a, slices.Clone(a)))
	clear(a[:2])
	arr := [4]int(a[:4])
	p := (*[2]int)(a)
	p[1] = 7
	fmt.Println(a, arr, *p)
	for chunk := range slices.Chunk([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Print(chunk)
	}
	fmt.Println()
	defer func() { fmt.Println(recover()) }()
	n := len(a)
	_ = a[n:][1]
}

// Output:
// [0 1 2 3 4 50 6 7] [2 3 4 50] 4 6
// [0 1 2 3 4 50 6 7] [-1 3 4 99] 4
// 7 [0 0 1 2 3 4 50 6]
// true 0 [x] 0 66 3
// #...
// .#..
// ..#.
// [6 50 4 3 2 1 0 0] 3 3 true false 50
// [6 100 200 3 2 1 0] true
// [0 7 200 3 2 1 0] [0 0 200 3] [0 7]
// [1 2][3 4][5]
// runtime error: index out of range [1] with length 0

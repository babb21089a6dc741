// Arrays and structs are values: every copy stands alone.
package main

import "fmt"

type cell struct {
	pos  [3]int
	tag  string
	next *cell
}

type board [2][3]cell

func change(b board) board {
	b[1][2].pos[0] = 77
	b[0][0].tag = "changed"
	return b
}

func swap(a, b [4]int) ([4]int, [4]int) { return b, a }

type holder struct{ big [10]int }

func (h holder) with(i, v int) holder { h.big[i] = v; return h }
func (h *holder) set(i, v int)        { h.big[i] = v }

func main() {
	var b board
	c := change(b)
	fmt.Println(b[1][2].pos, c[1][2].pos, b[0][0].tag == "", c[0][0].tag, b == c, b == board{})
	x, y := [4]int{1, 2, 3, 4}, [...]int{3: 9}
	x, y = swap(x, y)
	fmt.Println(x, y, x == y, len(y))
	for i, v := range x { // ranges over a copy
		x[3] = 100
		if i == 3 {
			fmt.Println(v, x[3])
		}
	}
	var h holder
	g := h.with(3, 33)
	h.set(4, 44)
	k := h
	k.set(5, 55)
	fmt.Println(h.big, g.big, k.big)
	list := []holder{h, g}
	for _, e := range list {
		e.set(0, 1)
	}
	for i := range list {
		list[i].set(1, 2)
	}
	fmt.Println(list[0].big, list[1].big)
	m := map[[2]int]holder{{1, 2}: g}
	e := m[[2]int{1, 2}]
	e.set(9, 9)
	fmt.Println(m[[2]int{1, 2}].big, e.big, m[[2]int{}].big)
	var any1, any2 any = h, h
	h.set(0, -1)
	fmt.Println(any1 == any2, any1 == any(h), any1.(holder).big[0])
	ch := make(chan holder, 1)
	ch <- h
	h.set(0, -2)
	got := <-ch
	fmt.Println(got.big[0], h.big[0])
	f := func() int { return h.big[0] }
	h.set(0, -3)
	fmt.Println(f())
	pp := &h.big[2]
	*pp = 222
	q := &h.big
	q[6] = 66
	fmt.Println(h.big)
	single := [1]string{"one"}
	other := single
	other[0] = "two"
	fmt.Println(single, other, [0]int{} == [0]int{})
}

// Output:
// [0 0 0] [77 0 0] true changed false true
// [0 0 0 9] [1 2 3 4] false 4
// 9 100
// [0 0 0 0 44 0 0 0 0 0] [0 0 0 33 0 0 0 0 0 0] [0 0 0 0 44 55 0 0 0 0]
// [0 2 0 0 44 0 0 0 0 0] [0 2 0 33 0 0 0 0 0 0]
// [0 0 0 33 0 0 0 0 0 0] [0 0 0 33 0 0 0 0 0 9] [0 0 0 0 0 0 0 0 0 0]
// true false 0
// -1 -2
// -3
// [-3 0 222 0 44 0 66 0 0 0]
// [one] [two] true

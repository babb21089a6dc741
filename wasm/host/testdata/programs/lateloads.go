// Operands that are loads are read after the calls in the same expression, as
// cmd/compile does; the language leaves the order open.
package main

import "fmt"

type C struct{ hits int }

func (c *C) get(n int) int { c.hits += n; return c.hits }

var calls int

func lazy() int { calls++; return calls }

func two(c *C) (int, int) { return c.hits, c.get(5) }

func main() {
	c := &C{}
	fmt.Println(c.hits, c.get(1))
	fmt.Println(calls, lazy())
	x := c.hits
	y := c.get(10)
	fmt.Println(x, y)
	fmt.Println(calls+lazy(), calls*10+lazy()*100)
	fmt.Println(two(c))
	z := 1
	f := func() int { z = 7; return 1 }
	fmt.Println(z, f(), z)
	s := []int{1, 2, 3}
	g := func() int { s[0] = 100; return 5 }
	fmt.Println(s[0], g(), s[0]+g())
	w := z + f()
	fmt.Println(w)
	str := "a"
	h := func() string { str = "b"; return "c" }
	fmt.Println(str + h() + str)
}

// Output:
// 1 1
// 1 1
// 1 11
// 5 330
// 16 16
// 7 1 7
// 100 5 105
// 8
// bcb

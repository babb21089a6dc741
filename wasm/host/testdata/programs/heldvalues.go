// Captured variables: by value or by address, it must not show.
package main

import (
	"fmt"
	"sync"
)

type pair struct {
	a int
	s string
}

func (p pair) sum() int     { return p.a + len(p.s) }
func (p *pair) grow()       { p.a *= 2 }
func apply(f func()) func() { return f }

func loops() {
	var fs []func() int
	for i := range 3 {
		fs = append(fs, func() int { return i * 10 })
	}
	for i := 0; i < 3; i++ {
		fs = append(fs, func() int { i += 100; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), " ", f(), " ")
	}
	fmt.Println()
}

func params(n int, s string, xs []int, p pair, e error, any any) func() string {
	inner := func() string { return fmt.Sprint(n, s, xs, p.a, p.s, e, any) }
	xs[0] = 99 // the slice is captured, not its elements
	return func() string { return "<" + inner() + ">" }
}

func setBefore() func() int {
	x := 1
	x = 2 // set again, before the closure
	return func() int { return x }
}

func setAfter() int {
	x := 1
	f := func() int { return x }
	x = 5
	return f()
}

func setInside() (int, int) {
	x := 1
	f := func() { x *= 7 }
	f()
	f()
	return x, x + 1
}

func address() int {
	x := 3
	p := &x
	f := func() int { return x }
	*p = 4
	return f()
}

func shadow() string {
	x := "outer"
	f := func() string {
		x := x + "+"
		g := func() string { return x + "g" }
		return g()
	}
	return f() + x
}

func methods() {
	p := pair{3, "abc"}
	sum := p.sum // a copy of p
	grow := p.grow
	grow()
	fmt.Println(sum(), p.sum(), p.a)
	q := &p
	f := func() int { return q.sum() }
	q.grow()
	fmt.Println(f())
}

func named(n int) (result int, err error) {
	defer func() {
		if r := recover(); r != nil {
			result, err = n, fmt.Errorf("caught %v", r)
		}
	}()
	var zero []int
	return zero[n], nil
}

func conditional(yes bool) func() int {
	x := 0
	if yes {
		x = 10
	}
	return func() int { return x }
}

func again() {
	var fs []func() int
	n := 0
loop:
	x := n * n // a new x each time round
	fs = append(fs, func() int { return x })
	if n++; n < 4 {
		goto loop
	}
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fmt.Println()
}

func iterate(yield func(int) bool) {
	for i := range 4 {
		if !yield(i) {
			return
		}
	}
}

func generic[T any](x T) func() T { return func() T { return x } }

func main() {
	loops()
	fmt.Println(params(1, "two", []int{3}, pair{4, "five"}, nil, 6)())
	fmt.Println(setBefore()(), setAfter(), address(), shadow())
	fmt.Println(setInside())
	methods()
	fmt.Println(named(2))
	fmt.Println(conditional(true)(), conditional(false)())
	again()
	total, limit := 0, 2
	for v := range iterate {
		if v > limit {
			break
		}
		total += v
		apply(func() { total += limit })()
	}
	fmt.Println(total, generic(7)(), generic("x")(), generic(pair{1, "y"})())
	var wg sync.WaitGroup
	out := make([]int, 20)
	for i := range out {
		k := i * i
		wg.Go(func() { out[i] = k })
	}
	wg.Wait()
	fmt.Println(out)
}

// Output:
// 0 0 10 10 20 20 100 200 101 201 102 202
// <1two[99] 4five<nil> 6>
// 2 5 4 outer+gouter
// 49 50
// 6 9 6
// 15
// 2 caught runtime error: index out of range [2] with length 0
// 10 0
// 0 1 4 9
// 9 7 x {1 y}
// [0 1 4 9 16 25 36 49 64 81 100 121 144 169 196 225 256 289 324 361]

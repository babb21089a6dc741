// Range over functions: break, return and defer inside, iter.Pull, nesting.
package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

func count(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Print("[end]")
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func filter[T any](seq iter.Seq[T], keep func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range seq {
			if keep(v) && !yield(v) {
				return
			}
		}
	}
}

func enumerate[T any](seq iter.Seq[T]) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		i := 0
		for v := range seq {
			if !yield(i, v) {
				return
			}
			i++
		}
	}
}

type tree struct {
	l, r *tree
	v    int
}

func (t *tree) all(yield func(int) bool) bool {
	return t == nil || t.l.all(yield) && yield(t.v) && t.r.all(yield)
}

func find(seq iter.Seq[int], want int) (string, bool) {
	for i, v := range enumerate(seq) {
		defer fmt.Print("(deferred ", i, ")")
		if v == want {
			return fmt.Sprint("at ", i), true
		}
	}
	return "none", false
}

func bad(yield func(int) bool) {
	yield(1)
	yield(2)
}

func main() {
	for i := range count(3) {
		fmt.Print(i, " ")
	}
	fmt.Println()
	for i := range filter(count(100), func(i int) bool { return i%7 == 3 }) {
		if i > 30 {
			break
		}
		fmt.Print(i, " ")
	}
	fmt.Println()
	fmt.Println(find(count(10), 4))
	fmt.Println(find(count(2), 4))
	t := &tree{&tree{nil, nil, 1}, &tree{&tree{nil, nil, 3}, nil, 4}, 2}
	for v := range func(y func(int) bool) { t.all(y) } {
		fmt.Print(v, " ")
	}
	fmt.Println()
outer:
	for i := range count(5) {
		for j := range count(5) {
			if j == 2 {
				continue outer
			}
			if i == 2 {
				break outer
			}
			fmt.Print(i, j, " ")
		}
	}
	fmt.Println()
	next, stop := iter.Pull(filter(count(10), func(i int) bool { return i%2 == 1 }))
	for range 3 {
		v, ok := next()
		fmt.Print(v, ok, " ")
	}
	stop()
	v, ok := next()
	fmt.Println(v, ok)
	fmt.Println(slices.Sorted(maps.Values(map[string]int{"a": 3, "b": 1, "c": 2})), slices.Collect(maps.Keys(map[int]bool{7: true})))
	for range 2 {
		func() {
			defer func() { fmt.Println(recover()) }()
			for i := range bad {
				if i == 1 {
					break
				}
			}
		}()
	}
	sum := 0
	func() {
		defer func() { fmt.Println(" ", recover(), sum) }()
		for i := range count(5) {
			sum += i
			if i == 3 {
				panic("in the body")
			}
		}
	}()
	for i := range 3 {
		defer func() { fmt.Print(i, ";") }()
	}
	for i, s := range slices.Backward([]string{"x", "y"}) {
		fmt.Print(i, s, " ")
	}
	fmt.Println()
}

// Output:
// 0 1 2 [end]
// 3 10 17 24 [end]
// [end](deferred 4)(deferred 3)(deferred 2)(deferred 1)(deferred 0)at 4 true
// [end](deferred 1)(deferred 0)none false
// 1 2 3 4
// 0 0 0 1 [end]1 0 1 1 [end][end][end]
// 1 true 3 true 5 true [end]0 false
// [1 2 3] [7]
// runtime error: range function continued iteration after function for loop body returned false
// runtime error: range function continued iteration after function for loop body returned false
// [end]  in the body 6
// 1y 0x
// 2;1;0;

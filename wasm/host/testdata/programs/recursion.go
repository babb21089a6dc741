// Recursion: deep, mutual, through closures, interfaces and goroutines.
package main

import "fmt"

func ackermann(m, n int) int {
	switch {
	case m == 0:
		return n + 1
	case n == 0:
		return ackermann(m-1, 1)
	}
	return ackermann(m-1, ackermann(m, n-1))
}

func even(n int) bool { return n == 0 || odd(n-1) }
func odd(n int) bool  { return n != 0 && even(n-1) }

func depth(n int) (a, b int) {
	if n == 0 {
		return 1, 0
	}
	x, y := depth(n - 1)
	return y + 1, x + 2
}

func permute(xs []int, visit func([]int)) {
	if len(xs) == 0 {
		visit(nil)
		return
	}
	for i, x := range xs {
		rest := append(append([]int{}, xs[:i]...), xs[i+1:]...)
		permute(rest, func(p []int) { visit(append([]int{x}, p...)) })
	}
}

type expr interface{ eval(env map[string]int) int }
type num int
type ref string
type bin struct {
	op   byte
	l, r expr
}

func (n num) eval(map[string]int) int     { return int(n) }
func (r ref) eval(env map[string]int) int { return env[string(r)] }
func (b bin) eval(env map[string]int) int {
	l, r := b.l.eval(env), b.r.eval(env)
	switch b.op {
	case '+':
		return l + r
	case '*':
		return l * r
	}
	return l - r
}

func grow(d int) expr {
	if d == 0 {
		return ref("x")
	}
	return bin{"+-*"[d%3], grow(d - 1), bin{'+', num(d), grow(d - 1)}}
}

func parallelFib(n int) int {
	if n < 10 {
		return fib(n)
	}
	c := make(chan int)
	go func() { c <- parallelFib(n - 1) }()
	return parallelFib(n-2) + <-c
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

type big struct{ a [20]int }

func pass(b big, n int) big {
	if n == 0 {
		return b
	}
	b.a[n%20] += n
	return pass(b, n-1)
}

func main() {
	fmt.Println(ackermann(2, 9), even(100001), odd(100001))
	fmt.Println(depth(200000))
	n := 0
	permute([]int{1, 2, 3, 4, 5}, func(p []int) {
		if p[0] < p[4] {
			n++
		}
	})
	fmt.Println(n)
	fmt.Println(grow(8).eval(map[string]int{"x": 3}))
	fmt.Println(parallelFib(20), fib(22))
	fmt.Println(pass(big{}, 1000).a)
	var walk func(n int) func() int
	walk = func(n int) func() int {
		if n == 0 {
			return func() int { return 0 }
		}
		inner := walk(n - 1)
		return func() int { return inner() + n }
	}
	fmt.Println(walk(1000)())
	done := make(chan int)
	go func() { _, b := depth(50000); done <- b }()
	go func() { a, _ := depth(60000); done <- a }()
	fmt.Println(<-done + <-done)
}

// Output:
// 21 false true
// 300001 300000
// 60
// -7
// 6765 17711
// [25500 24550 24600 24650 24700 24750 24800 24850 24900 24950 25000 25050 25100 25150 25200 25250 25300 25350 25400 25450]
// 500500
// 165001

// Closures share variables; loop variables are new in each iteration.
package main

import "fmt"

func counter() (inc func() int, get func() int) {
	n := 0
	return func() int { n++; return n }, func() int { return n }
}

func compose(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

func fib() func() int {
	a, b := 0, 1
	return func() int {
		defer func() { a, b = b, a+b }()
		return a
	}
}

type op struct {
	name string
	f    func(float64, float64) float64
}

func main() {
	inc, get := counter()
	inc()
	inc()
	fmt.Println(get(), inc(), get())
	var fs []func() int
	for i := 0; i < 4; i++ {
		fs = append(fs, func() int { i *= 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), " ", f(), " ")
	}
	fmt.Println()
	double := func(x int) int { return 2 * x }
	fmt.Println(compose(double, func(x int) int { return x + 1 }, double)(5))
	f := fib()
	for range 10 {
		fmt.Print(f(), " ")
	}
	fmt.Println()
	var hanoi func(n int, a, b, c string) int
	hanoi = func(n int, a, b, c string) int {
		if n == 0 {
			return 0
		}
		return hanoi(n-1, a, c, b) + 1 + hanoi(n-1, c, b, a)
	}
	fmt.Println(hanoi(10, "a", "b", "c"))
	for _, o := range []op{{"+", func(a, b float64) float64 { return a + b }}, {"/", func(a, b float64) float64 { return a / b }}} {
		fmt.Print(o.name, o.f(1, 4), " ")
	}
	fmt.Println(func(a, b int) int { return a*10 + b }(1, 2))
	x := 1
	change := func() { x++ }
	y := &x
	change()
	*y *= 5
	fmt.Println(x)
	big := [6]int{1, 2, 3}
	set := func(i, v int) { big[i] = v }
	set(5, 50)
	fmt.Println(big)
	memo := map[int]int{}
	var collatz func(int) int
	collatz = func(n int) int {
		if n == 1 {
			return 0
		}
		if v, ok := memo[n]; ok {
			return v
		}
		next := n / 2
		if n%2 == 1 {
			next = 3*n + 1
		}
		memo[n] = 1 + collatz(next)
		return memo[n]
	}
	best := 0
	for i := 1; i < 1000; i++ {
		if collatz(i) > collatz(best+1) {
			best = i - 1
		}
	}
	fmt.Println(best+1, collatz(best+1), len(memo))
}

// Output:
// 2 3 3
// 0 0 10 100 20 200 30 300
// 22
// 0 1 1 2 3 5 8 13 21 34
// 1023
// +5 /0.25 12
// 10
// [1 2 3 0 0 50]
// 871 178 2227

// Defer: order, when arguments are evaluated, changed results, loops.
package main

import (
	"fmt"
	"os"
)

type res struct{ name string }

func (r *res) Close()    { fmt.Print("close ", r.name, "; ") }
func (r res) show(n int) { fmt.Print(r.name, n, "; ") }

func named() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
			n *= 2
		}
	}()
	n = 21
	panic("boom")
}

func order() {
	for i := range 4 {
		defer fmt.Print(i, " ")
	}
	x := 1
	defer fmt.Println("x then", x)
	x = 2
	defer func() { fmt.Print("x now ", x, "; ") }()
	r := &res{"r"}
	defer r.Close()
	defer r.show(1)
	r = &res{"s"}
	defer r.Close()
}

func deep(n int) (out string) {
	defer func() { out += fmt.Sprint(n) }()
	if n > 0 {
		return deep(n - 1)
	}
	return ">"
}

func conditional(n int) {
	if n%2 == 0 {
		defer fmt.Print("even ")
	}
	defer fmt.Print("n=", n, " ")
}

func early(xs []int) (sum int) {
	defer func() { sum = -sum }()
	for _, x := range xs {
		if x < 0 {
			return
		}
		sum += x
	}
	return sum * 100
}

func main() {
	order()
	fmt.Println()
	fmt.Println(named())
	fmt.Println(deep(5))
	for i := range 3 {
		conditional(i)
	}
	fmt.Println()
	fmt.Println(early([]int{1, 2, -1, 5}), early([]int{1, 2}))
	func() {
		defer fmt.Fprintln(os.Stdout, "method value deferred")
		defer func(s string) { fmt.Print(s, " ") }("arg")
	}()
	func() {
		var f func()
		defer func() { fmt.Println(recover()) }()
		defer f()
		fmt.Print("nil func is called at the end: ")
	}()
	many := 0
	func() {
		for i := range 1000 {
			defer func() { many += i }()
		}
	}()
	fmt.Println(many)
}

// Output:
// close s; r1; close r; x now 2; x then 1
// 3 2 1 0
// 42 recovered: boom
// >012345
// n=0 even n=1 n=2 even
// -3 -300
// arg method value deferred
// nil func is called at the end: runtime error: invalid memory address or nil pointer dereference
// 499500

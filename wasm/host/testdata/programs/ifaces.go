// Interfaces: type switches, assertions, comparison, nil in its two forms.
package main

import (
	"errors"
	"fmt"
	"io"
)

type shape interface{ Area() float64 }
type square float64
type rect struct{ w, h float64 }
type empty struct{}

func (s square) Area() float64 { return float64(s * s) }
func (r rect) Area() float64   { return r.w * r.h }
func (*empty) Area() float64   { return 0 }

type myErr struct{ code int }

func (e *myErr) Error() string { return fmt.Sprint("code ", e.code) }

func mayFail(n int) error {
	var e *myErr
	if n > 0 {
		e = &myErr{n}
	}
	return e // never nil as an interface
}

func kind(x any) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case int, int64:
		return fmt.Sprintf("integer %v", v)
	case string:
		return "string " + v
	case []int:
		return fmt.Sprint("slice of ", len(v))
	case func() int:
		return fmt.Sprint("func giving ", v())
	case shape:
		return fmt.Sprintf("shape %.1f", v.Area())
	case error:
		return "error " + v.Error()
	case chan<- int, map[string]int:
		return fmt.Sprintf("other %T", v)
	default:
		return fmt.Sprintf("unknown %T", v)
	}
}

func try(f func()) {
	defer func() {
		r := recover()
		_, isRuntime := r.(interface{ RuntimeError() })
		fmt.Println(isRuntime, r)
	}()
	f()
}

func main() {
	for _, x := range []any{nil, 1, int64(2), "s", []int{1, 2}, func() int { return 7 }, square(3), rect{2, 3},
		&rect{1, 1}, io.EOF, make(chan<- int), map[string]int{}, 1.5, struct{}{}, &empty{}, [2]int{}} {
		fmt.Println(kind(x))
	}
	fmt.Println(mayFail(0) == nil, mayFail(3))
	var a, b any = 1, 1.0
	var s1, s2 shape = rect{1, 2}, rect{1, 2}
	fmt.Println(a == b, a == 1, s1 == s2, s1 == shape(square(1)), any(s1) == any(rect{1, 2}), a != nil)
	n, ok := a.(string)
	fmt.Printf("%q %v\n", n, ok)
	_, ok = s1.(interface{ Perimeter() float64 })
	fmt.Println(ok)
	try(func() { _ = a.(string) })
	try(func() { _ = a.(shape) })
	try(func() { _ = s1.(square) })
	try(func() { var s shape; _ = s.(square) })
	try(func() { fmt.Println(any([]int{1}) == any([]int{1})) })
	try(func() { var s shape; s.Area() })
	try(func() { panic(errors.New("plain")) })
	var e *myErr
	fmt.Println(errors.As(fmt.Errorf("wrap: %w", &myErr{4}), &e), e.code)
}

// Output:
// nil
// integer 1
// integer 2
// string s
// slice of 2
// func giving 7
// shape 9.0
// shape 6.0
// shape 1.0
// error EOF
// other chan<- int
// other map[string]int
// unknown float64
// unknown struct {}
// shape 0.0
// unknown [2]int
// false code 3
// false true true false true true
// "" false
// false
// true interface conversion: interface {} is int, not string
// true interface conversion: int is not main.shape: missing method Area
// true interface conversion: main.shape is main.rect, not main.square
// true interface conversion: main.shape is nil, not main.square
// true runtime error: comparing uncomparable type []int
// true runtime error: invalid memory address or nil pointer dereference
// false plain
// true 4

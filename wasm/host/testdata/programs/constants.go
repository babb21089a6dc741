// Constants: iota, untyped arithmetic beyond 64 bits, typed kinds.
package main

import (
	"fmt"
	"time"
)

type bits uint8

const (
	read bits = 1 << iota
	write
	_
	exec
)

const (
	kb = 1 << (10 * (iota + 1))
	mb
	gb
)

const (
	huge  = 1 << 100
	ratio = huge >> 98
	third = 1.0 / 3
	mixed = 'a' + 1.0
	text  = "const" + "ant"
	yes   = len(text) == 8 && huge > mb
)

const (
	a, b = iota, iota * 10
	c, d
	_, _
	e, f
)

const timeout = 3 * time.Second / 2

func (b bits) String() string {
	s := ""
	for i, name := range []string{"r", "w", "?", "x"} {
		if b&(1<<i) != 0 {
			s += name
		} else {
			s += "-"
		}
	}
	return s
}

func main() {
	fmt.Println(read, write, exec, read|exec, (read|write)&^write)
	fmt.Println(kb, mb, gb, ratio, third, mixed, text, yes)
	fmt.Println(a, b, c, d, e, f, timeout, timeout.Milliseconds())
	var x uint8 = 255
	const mask = 0xf0
	fmt.Println(x&mask, x|mask>>4, ^x, -5>>1, uint32(1)<<31, 07, 0b11, 1e3, 0x1p-2, 'x', "é"[0])
	var f32 float32 = third
	var f64 = third
	fmt.Println(f32, f64, float32(f64) == f32, 7/2, 7/2.0, 7%3, -7/2)
	const big = 1e100
	fmt.Println(big/1e99, int64(big/1e85), 5.0 == 5, complex(1, 2) == 1+2i)
	arr := [...]string{2: "two", 0: "zero", 4: "four"}
	fmt.Println(len(arr), arr, fmt.Sprintf("%T %T %T %T", 'a', 1.0, 1i, 1<<3))
	type local = map[string][]int
	fmt.Printf("%T %v\n", local{}, local{"k": {1}})
}

// Output:
// r--- -w-- ---x r--x r---
// 1024 1048576 1073741824 4 0.3333333333333333 98 constant true
// 0 0 1 10 3 30 1.5s 1500
// 240 255 0 -3 2147483648 7 3 1000 0.25 120 195
// 0.33333334 0.3333333333333333 true 3 3.5 1 -3
// 10 1000000000000000 true true
// 5 [zero  two  four] int32 float64 complex128 int
// map[string][]int map[k:[1]]

// Package fmt: verbs, flags, widths, and how every kind of value is shown.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

type point struct {
	X, Y int
	name string
}
type temp float64
type secret string
type weird struct{ a any }

func (t temp) String() string   { return fmt.Sprintf("%.1f°", float64(t)) }
func (secret) GoString() string { return "secret!" }
func (w weird) Format(f fmt.State, c rune) {
	wid, ok := f.Width()
	fmt.Fprintf(f, "<%c %d %v %v>", c, wid, ok, f.Flag('+'))
}

type bomb struct{}

func (bomb) String() string { panic("no") }

func main() {
	p := point{1, -2, "p"}
	fmt.Printf("%v|%+v|%#v|%T|%v|%+v\n", p, p, p, p, &p, &p)
	fmt.Printf("%d|%5d|%-5d|%05d|%+d|%x|%X|%#x|%o|%#o|%b|%c|%U|%#U|%q\n", 42, 42, 42, 42, 42, 255, 255, 255, 8, 8, 5, 'A', 'é', 'é', 'x')
	fmt.Printf("%s|%10s|%-10s|%.2s|%q|%#q|%x|% X|%5t|%v\n", "hi", "hi", "hi", "hello", "a\tb", "raw", "hex", "hex", true, false)
	fmt.Printf("%f|%.2f|%8.3f|%-8.1f|%e|%g|%G|%+.1f|%06.2f|% d\n", 3.14159, 3.14159, 3.14159, 3.14159, 314.159, 1e-7, 1e20, 2.0, 3.14159, 7)
	fmt.Printf("%v %v %v %v\n", []int{1, 2}, []string{"a b", "c"}, map[string]int{"z": 1, "a": 2}, [2]bool{true})
	fmt.Printf("%#v %#v %#v %#v\n", []int{1}, map[string]bool{"k": true}, struct{ A any }{nil}, []any{1, "x", nil, 2.5})
	fmt.Printf("%v %s %d|%v|%#v|%+v\n", temp(21.55), temp(3), 7, []temp{1, 2}, secret("x"), weird{1})
	fmt.Printf("%*d|%-*d|%.*f|%[2]d %[1]d|%[3]*.[2]*[1]f\n", 5, 1, 4, 2, 1, 3.14159)
	fmt.Printf("%[2]d %[1]d|%6.2f%%\n", 1, 2, 99.5)
	fmt.Printf("%d %s|%!|%z|%d\n", "str", 5, 1)
	fmt.Printf("%d\n", 1, 2)
	fmt.Printf("%v %v %v %v\n", nil, error(nil), []any{nil}, (*point)(nil))
	fmt.Printf("%s %v %d\n", errors.New("err"), fmt.Errorf("w: %w", errors.New("in")), []byte("ab"))
	fmt.Printf("%s %x %v %q\n", []byte("bytes"), []byte{1, 171}, []byte("a"), []string{"q", "r"})
	fmt.Printf("%v %s\n", bomb{}, bomb{})
	fmt.Printf("%t %v %p\n", true, struct{}{}, nil)
	fmt.Printf("%6v|%-6v|%06v|%v\n", "ab", 12, 12, 'x')
	fmt.Printf("%v %.3v %8.2v|\n", 1+2i, 3.14159, 2.71828)
	fmt.Println(fmt.Sprint("a", 1, 2, "b", "c", 3.0), fmt.Sprintln("x", 1), fmt.Sprint(), fmt.Sprint(nil, nil))
	fmt.Fprintf(os.Stdout, "%s\n", strings.Repeat("=", 10))
	type inner struct {
		P *int
		S []string
		M map[int]string
	}
	type outer struct {
		inner
		E error
		F func()
		C chan int
	}
	fmt.Printf("%v %+v\n", outer{inner: inner{S: []string{"s"}, M: map[int]string{1: "m"}}}, outer{})
	fmt.Printf("%x %X %#v %v\n", "héé", -255, int8(-3), uint8(200))
	var n1, n2 int
	var s string
	c, err := fmt.Sscanf("10-20:word", "%d-%d:%s", &n1, &n2, &s)
	fmt.Println(c, err, n1, n2, s)
	c, err = fmt.Sscan("7 eight", &n1, &n2)
	fmt.Println(c, err, n1)
	var f float64
	var b bool
	c, err = fmt.Sscanln("2.5 true 0x1f", &f, &b, &n2)
	fmt.Println(c, err, f, b, n2, string(fmt.Appendf(nil, "%03d", 7)))
}

// Output:
// {1 -2 p}|{X:1 Y:-2 name:p}|main.point{X:1, Y:-2, name:"p"}|main.point|&{1 -2 p}|&{X:1 Y:-2 name:p}
// 42|   42|42   |00042|+42|ff|FF|0xff|10|010|101|A|U+00E9|U+00E9 'é'|'x'
// hi|        hi|hi        |he|"a\tb"|`raw`|686578|68 65 78| true|false
// 3.141590|3.14|   3.142|3.1     |3.141590e+02|1e-07|1E+20|+2.0|003.14| 7
// [1 2] [a b c] map[a:2 z:1] [true false]
// []int{1} map[string]bool{"k":true} struct { A interface {} }{A:interface {}(nil)} []interface {}{1, "x", interface {}(nil), 2.5}
// 21.6° 3.0° 7|[1.0° 2.0°]|secret!|<v 0 false true>
//     1|2   |3.1|1 5|%!f(int=   5)
// 2 1|%!f(int=    02)%
// %!d(string=str) %!s(int=5)|%!!(int=1)|%!z(MISSING)|%!d(MISSING)
// 1
// %!(EXTRA int=2)<nil> <nil> [<nil>] <nil>
// err w: in [97 98]
// bytes 01ab [97] ["q" "r"]
// %!v(PANIC=String method: no) %!s(PANIC=String method: no)
// true {} %!p(<nil>)
//     ab|12    |000012|120
// (1+2i) 3.14      2.7|
// a1 2bc3 x 1
//   <nil> <nil>
// ==========
// {{<nil> [s] map[1:m]} <nil> <nil> <nil>} {inner:{P:<nil> S:[] M:map[]} E:<nil> F:<nil> C:<nil>}
// 68c3a9c3a9 -FF -3 200
// 3 <nil> 10 20 word
// 1 expected integer 7
// 3 <nil> 2.5 true 31 007

// Types that reflect makes are those that the program has.
package main

import (
	"fmt"
	"reflect"
)

type T struct{ x int }

func main() {
	var x any = [2]T{}
	var p any = &[2]T{}
	fmt.Println(reflect.PointerTo(reflect.TypeOf(x)) == reflect.TypeOf(p))
	var y any = []T{}
	var q any = &[]T{}
	fmt.Println(reflect.PointerTo(reflect.TypeOf(y)) == reflect.TypeOf(q))
}

func init() {
	s := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(1)), 0, 3)
	s = reflect.Append(s, reflect.ValueOf(5))
	xs, ok := s.Interface().([]int)
	fmt.Println(xs, ok)
	m := reflect.MakeMap(reflect.MapOf(reflect.TypeOf(""), reflect.TypeOf(T{})))
	m.SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(T{3}))
	mm, ok := m.Interface().(map[string]T)
	fmt.Println(mm, ok)
	c, ok := reflect.MakeChan(reflect.ChanOf(reflect.BothDir, reflect.TypeOf(1.5)), 1).Interface().(chan float64)
	fmt.Println(cap(c), ok)
	f := reflect.FuncOf([]reflect.Type{reflect.TypeOf(1)}, []reflect.Type{reflect.TypeOf("")}, false)
	fmt.Println(f == reflect.TypeOf(func(int) string { return "" }))
	a := reflect.ArrayOf(3, reflect.TypeOf(uint8(1)))
	fmt.Println(a == reflect.TypeOf([3]uint8{}), a)
	st := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeOf(1), Tag: `json:"a"`}})
	fmt.Println(st == reflect.TypeOf(struct {
		A int `json:"a"`
	}{}), st)
	_, ok = reflect.New(reflect.TypeOf(T{})).Interface().(*T)
	fmt.Println(ok)
}

// Output:
// [5] true
// map[a:{3}] true
// 1 true
// true
// true [3]uint8
// true struct { A int "json:\"a\"" }
// true
// true
// true

// Package reflect: types, fields and tags, setting, making, DeepEqual.
package main

import (
	"fmt"
	"reflect"
	"strings"
)

type inner struct{ N int }

type sample struct {
	Name string `json:"name" max:"10"`
	Age  int    `json:"age"`
	Tags []string
	M    map[string]int
	inner
	priv *sample
}

func (s sample) Hello(greeting string) string { return greeting + " " + s.Name }
func (s *sample) Grow(by int)                 { s.Age += by }

type shower interface{ Hello(string) string }

func describe(v reflect.Value, depth int) string {
	switch v.Kind() {
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if !f.IsExported() {
				continue
			}
			parts = append(parts, f.Name+":"+describe(v.Field(i), depth+1))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case reflect.Slice, reflect.Array:
		return fmt.Sprintf("%d x %s", v.Len(), v.Type().Elem())
	case reflect.Map:
		return fmt.Sprintf("map of %d", v.Len())
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		return "&" + describe(v.Elem(), depth+1)
	}
	return fmt.Sprintf("%v(%v)", v.Kind(), v)
}

func main() {
	s := &sample{Name: "Ann", Age: 30, Tags: []string{"a"}, M: map[string]int{"k": 1}}
	v := reflect.ValueOf(s)
	t := v.Type()
	fmt.Println(t, t.Kind(), t.Elem().Name(), t.Elem().NumField(), t.NumMethod(), t.Elem().NumMethod(), t.Elem().PkgPath())
	for i := range t.Elem().NumField() {
		f := t.Elem().Field(i)
		fmt.Print(f.Name, " ", f.Type, " ", f.Tag.Get("json"), " ", f.Anonymous, " ", f.Offset, "; ")
	}
	fmt.Println()
	fmt.Println(describe(v, 0))
	v.Elem().FieldByName("Age").SetInt(31)
	v.Elem().Field(0).SetString("Bea")
	fmt.Println(s.Age, s.Name, v.Elem().FieldByName("priv").CanSet(), v.Elem().FieldByName("N").Int())
	fmt.Println(v.MethodByName("Hello").Type(), v.MethodByName("Grow").IsValid(), v.MethodByName("Shrink").IsValid())
	fmt.Println(reflect.TypeOf(strings.Repeat))
	fmt.Println(t.Implements(reflect.TypeFor[shower]()), reflect.TypeOf(42).AssignableTo(reflect.TypeOf(int64(0))), reflect.TypeOf(42).ConvertibleTo(reflect.TypeOf("")))
	sl := reflect.MakeSlice(reflect.TypeOf([]int{}), 0, 4)
	sl = reflect.Append(sl, reflect.ValueOf(1), reflect.ValueOf(2))
	m := reflect.MakeMap(reflect.TypeOf(map[string]bool{}))
	m.SetMapIndex(reflect.ValueOf("x"), reflect.ValueOf(true))
	n := reflect.New(reflect.TypeOf(0))
	n.Elem().SetInt(7)
	fmt.Println(sl.Interface(), sl.Len(), m.Interface(), *n.Interface().(*int))
	fmt.Println(reflect.DeepEqual(map[string][]int{"a": {1}}, map[string][]int{"a": {1}}), reflect.DeepEqual(s, &sample{}), reflect.DeepEqual([]int(nil), []int{}))
	fmt.Println(reflect.ValueOf(3.7).Convert(reflect.TypeOf(0)), reflect.Zero(reflect.TypeOf(inner{})), reflect.ValueOf(nil).IsValid())
	for _, x := range []any{int8(1), "s", 1.5, true, []byte{1}, [2]int{}, map[int]bool{}, func(int) error { return nil }, make(chan<- int), struct{}{}, &inner{}, 2i, uintptr(3)} {
		fmt.Print(reflect.TypeOf(x).Kind(), "/", reflect.TypeOf(x), " ")
	}
	fmt.Println()
	iter := reflect.ValueOf(map[string]int{"only": 1}).MapRange()
	for iter.Next() {
		fmt.Println(iter.Key(), iter.Value())
	}
	swap := reflect.Swapper([]int{1, 2})
	swap(0, 1)
	func() {
		defer func() { fmt.Println(recover() != nil) }()
		reflect.ValueOf(5).SetInt(6)
	}()
	ch := reflect.MakeChan(reflect.TypeOf(make(chan int)), 1)
	ch.Send(reflect.ValueOf(9))
	got, ok := ch.Recv()
	fmt.Println(got, ok, ch.Len())
}

// Output:
// *main.sample ptr sample 6 2 1 main
// Name string name false 0; Age int age false 16; Tags []string  false 24; M map[string]int  false 48; inner main.inner  true 56; priv *main.sample  false 64;
// &{Name:string(Ann) Age:int(30) Tags:1 x string M:map of 1}
// 31 Bea false 0
// func(string) string true false
// func(string, int) string
// true false true
// [1 2] 2 map[x:true] 7
// true false false
// 3 {0} false
// int8/int8 string/string float64/float64 bool/bool slice/[]uint8 array/[2]int map/map[int]bool func/func(int) error chan/chan<- int struct/struct {} ptr/*main.inner complex128/complex128 uintptr/uintptr
// only 1
// true
// 9 true 0

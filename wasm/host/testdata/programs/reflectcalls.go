package main

// Calls by reflection, methods as func values, functions that reflect makes: all of them suspend.

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"time"
)

type T struct{ a, b int }

func (t T) Sum(c int) int { return t.a + t.b + c }
func (t *T) Inc(by ...int) int {
	for _, x := range by {
		t.a += x
	}
	return t.a
}

type Big struct {
	x [5]int
	s string
}

func (b Big) Get(i int) (int, string, error) {
	if i > 4 {
		panic("too big")
	}
	return b.x[i], b.s, nil
}

type S interface{ Sum(int) int }

func add(a int8, b uint16, c float32, d float64, e string, f []int, g any, h complex64) string {
	return fmt.Sprint(a, b, c, d, e, f, g, h)
}

func main() {
	v := reflect.ValueOf(add)
	out := v.Call([]reflect.Value{reflect.ValueOf(int8(-3)), reflect.ValueOf(uint16(65535)), reflect.ValueOf(float32(1.5)), reflect.ValueOf(2.5), reflect.ValueOf("str"), reflect.ValueOf([]int{1, 2}), reflect.ValueOf("any"), reflect.ValueOf(complex64(1 + 2i))})
	fmt.Println(out[0])
	t := T{1, 2}
	fmt.Println(reflect.ValueOf(t).Method(0).Call([]reflect.Value{reflect.ValueOf(10)})[0].Int())
	fmt.Println(reflect.ValueOf(&t).MethodByName("Inc").Call([]reflect.Value{reflect.ValueOf(10), reflect.ValueOf(5)})[0])
	fmt.Println(reflect.ValueOf(&t).MethodByName("Inc").CallSlice([]reflect.Value{reflect.ValueOf([]int{1, 1, 1})})[0])
	m := reflect.ValueOf(&t).Method(1).Interface().(func(int) int)
	fmt.Println(m(100))
	b := Big{[5]int{1, 2, 3, 4, 5}, "big"}
	r := reflect.ValueOf(b).Method(0).Call([]reflect.Value{reflect.ValueOf(3)})
	fmt.Println(r[0], r[1], r[2])
	g := reflect.ValueOf(b).Method(0).Interface().(func(int) (int, string, error))
	fmt.Println(g(2))
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		g(7)
	}()
	for i := 0; i < reflect.TypeOf(&t).NumMethod(); i++ {
		mm := reflect.TypeOf(&t).Method(i)
		fmt.Println(mm.Name, mm.Type, mm.Func.Kind())
	}
	fmt.Println(reflect.TypeOf(&t).Method(1).Func.Call([]reflect.Value{reflect.ValueOf(&t), reflect.ValueOf(1)})[0])
	var s S = t
	fmt.Println(reflect.ValueOf(&s).Elem().Method(0).Call([]reflect.Value{reflect.ValueOf(1)})[0])

	// preemption through a reflect call
	var wg sync.WaitGroup
	var lines [3]string
	for i := range 3 {
		wg.Add(1)
		c := make(chan int, 1)
		go func() {
			defer wg.Done()
			time.Sleep(time.Duration(i+1) * 10 * time.Millisecond)
			f := reflect.ValueOf(func(b Big, n int) (Big, int) { runtime.Gosched(); runtime.GC(); b.x[0] = <-c; return b, n + 1 })
			o := f.Call([]reflect.Value{reflect.ValueOf(b), reflect.ValueOf(i)})
			lines[i] = fmt.Sprint(o[0].Interface().(Big).x, o[1])
		}()
		c <- i * 10
	}
	wg.Wait()
	fmt.Println(lines)
	swap := func(in []reflect.Value) []reflect.Value { runtime.Gosched(); return []reflect.Value{in[1], in[0]} }
	var is func(int, string) (string, int)
	reflect.ValueOf(&is).Elem().Set(reflect.MakeFunc(reflect.TypeOf(is), swap))
	fmt.Println(is(1, "x"))
	var bs func(Big, *T) (*T, Big)
	reflect.ValueOf(&bs).Elem().Set(reflect.MakeFunc(reflect.TypeOf(bs), swap))
	fmt.Println(bs(b, nil))
	ft := reflect.FuncOf([]reflect.Type{reflect.TypeOf(1.5), reflect.TypeOf("")}, []reflect.Type{reflect.TypeOf(""), reflect.TypeOf(1.5)}, false)
	fmt.Println(ft, reflect.MakeFunc(ft, swap).Call([]reflect.Value{reflect.ValueOf(2.5), reflect.ValueOf("y")}))
	func() {
		defer func() { fmt.Println(recover()) }()
		v.Call(nil)
	}()
	func() { // a method of a Value may recover, and goes on panicking if it likes
		defer func() { fmt.Println(recover()) }()
		defer reflect.ValueOf(b).Method(1).Interface().(func())()
		panic("deferred method")
	}()
	func() { // what Call calls may not
		defer func() { fmt.Println("outside", recover()) }()
		defer reflect.ValueOf(func() { fmt.Println("inside", recover()) }).Call(nil)
		panic("deferred call")
	}()
	func() { // nor what a function calls that was made
		defer func() { fmt.Println("outside", recover()) }()
		helper := func() { fmt.Println("helper", recover()) }
		defer reflect.MakeFunc(reflect.TypeOf(helper), func([]reflect.Value) []reflect.Value { helper(); return nil }).Interface().(func())()
		panic("deferred made")
	}()
	func() { // nor does a Goexit stop
		done := make(chan bool)
		go func() {
			defer close(done)
			defer func() { fmt.Println("exit", recover()) }()
			reflect.ValueOf(runtime.Goexit).Call(nil)
		}()
		<-done
	}()
	type F func(a, b uint8) bool
	var f F
	reflect.ValueOf(&f).Elem().Set(reflect.MakeFunc(reflect.TypeOf(f), func(in []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(in[0].Uint() < in[1].Uint())}
	}))
	fmt.Println(f(1, 2), f(255, 2))
	var k interface{ Method(int) reflect.Value } = reflect.ValueOf(small{7})
	fmt.Println(k.Method(0).Call(nil)[0])
	h := reflect.ValueOf(func(a [1]string, p pair, e struct{}, n nine, z [0]int) ([1]string, pair, nine, struct{}) {
		n.a++
		return a, p, n, e
	})
	res := h.Call([]reflect.Value{reflect.ValueOf([1]string{"one"}), reflect.ValueOf(pair{-1, 2, "p"}), reflect.ValueOf(struct{}{}), reflect.ValueOf(nine{1, 2, 3, 4, 5, 6, 7, 8, 9}), reflect.ValueOf([0]int{})})
	fmt.Println(res[0], res[1], res[2], res[3])
	fmt.Println(depth(reflect.ValueOf(depth), 2000))
}

// depth calls itself by reflection.
func depth(f reflect.Value, n int) int {
	if n == 0 {
		runtime.Gosched()
		return 0
	}
	return 1 + int(f.Call([]reflect.Value{reflect.ValueOf(f), reflect.ValueOf(n - 1)})[0].Int())
}

func (b Big) Recovers() { fmt.Println("recovers", recover()) }

// small has a method that nobody calls but reflect.
type small struct{ n int }

func (s small) Twice() int { return 2 * s.n }

type pair struct {
	a int8
	b uint16
	c string
}

type nine struct{ a, b, c, d, e, f, g, h, i int }

// Output:
// -3 65535 1.5 2.5str[1 2]any(1+2i)
// 13
// 16
// 19
// 121
// 4 big <nil>
// 3 big <nil>
// recovered too big
// Inc func(*main.T, ...int) int func
// Sum func(*main.T, int) int func
// 22
// 22
// [[0 2 3 4 5] 1 [10 2 3 4 5] 2 [20 2 3 4 5] 3]
// x 1
// <nil> {[1 2 3 4 5] big}
// func(float64, string) (string, float64) [y <float64 Value>]
// reflect: Call with too few input arguments
// recovers deferred method
// <nil>
// inside <nil>
// outside deferred call
// helper <nil>
// outside deferred made
// exit <nil>
// true false
// 14
// [one] {-1 2 p} {2 2 3 4 5 6 7 8 9} {}
// 2000

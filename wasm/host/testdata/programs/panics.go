// Panic and recover: nesting, new panics in defers, runtime errors, Goexit.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
)

func try(name string, f func()) {
	defer func() {
		r := recover()
		var re runtime.Error
		if e, ok := r.(error); ok && errors.As(e, &re) {
			fmt.Println(name, "runtime error:", strings.TrimPrefix(re.Error(), "runtime error: "))
			return
		}
		fmt.Println(name, r)
	}()
	f()
}

type node struct {
	v    int
	next *node
}

func down(n int, f func()) {
	if n == 0 {
		f()
		return
	}
	defer func() { depth++ }()
	down(n-1, f)
}

var depth int

func replaced() {
	defer func() { panic(fmt.Sprint("third after ", recover())) }()
	defer func() { panic("second") }()
	panic("first")
}

func inner() (s string) {
	defer func() {
		defer func() { s += fmt.Sprint(" inner:", recover()) }()
		s += fmt.Sprint("outer:", recover())
		panic("again")
	}()
	panic("once")
}

func helper() any { return recover() } // not called by the deferred call machinery directly

func main() {
	zero, idx := 0, 5
	arr := []int{1, 2, 3}
	var np *node
	var fn func()
	try("divide", func() { fmt.Println(1 / zero) })
	try("index", func() { fmt.Println(arr[idx]) })
	try("slice", func() { fmt.Println(arr[idx:]) })
	try("slice order", func() { fmt.Println(arr[idx-2 : zero]) })
	try("string index", func() { fmt.Println("abc"[idx]) })
	try("nil pointer", func() { fmt.Println(np.next.v) })
	try("nil func", func() { fn() })
	try("negative make", func() { _ = make([]int, zero-1) })
	try("array", func() { _ = [4]int(arr) })
	try("shift", func() { fmt.Println(1 << (zero - 1)) })
	try("closed", func() { c := make(chan int); close(c); close(c) })
	try("custom", func() { panic(node{v: 3}) })
	try("nil panic", func() { panic(nil) })
	try("deep", func() { down(100, func() { panic("from below") }) })
	fmt.Println(depth)
	try("replaced", replaced)
	fmt.Println(inner())
	try("helper in defer", func() {
		defer func() { fmt.Print("helper gives ", helper(), "; ") }()
		panic("kept")
	})
	var wg sync.WaitGroup
	var log []string
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() { log = append(log, fmt.Sprint("recover in Goexit: ", recover())) }()
		defer func() { log = append(log, "deferred") }()
		runtime.Goexit()
		log = append(log, "never")
	}()
	wg.Wait()
	fmt.Println(log)
	rounds := 0
	for range 1000 {
		func() {
			defer func() {
				if recover() != nil {
					rounds++
				}
			}()
			down(3, func() { _ = arr[idx] })
		}()
	}
	fmt.Println(rounds, depth)
}

// Output:
// divide runtime error: integer divide by zero
// index runtime error: index out of range [5] with length 3
// slice runtime error: slice bounds out of range [5:3]
// slice order runtime error: slice bounds out of range [3:0]
// string index runtime error: index out of range [5] with length 3
// nil pointer runtime error: invalid memory address or nil pointer dereference
// nil func runtime error: invalid memory address or nil pointer dereference
// negative make runtime error: makeslice: len out of range
// array runtime error: cannot convert slice with length 3 to array or pointer to array with length 4
// shift runtime error: negative shift amount
// closed runtime error: close of closed channel
// custom {3 <nil>}
// nil panic runtime error: panic called with nil argument
// deep from below
// 100
// replaced third after second
// outer:once inner:again
// helper gives <nil>; helper in defer kept
// [deferred recover in Goexit: <nil>]
// 1000 3100

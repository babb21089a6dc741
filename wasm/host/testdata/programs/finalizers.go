package main

// Finalizers, cleanups, weak pointers and what package unique forgets.

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"
	"unique"
	"weak"
)

var said struct {
	sync.Mutex
	lines []string
}

func say(what ...any) {
	said.Lock()
	said.lines = append(said.lines, fmt.Sprint(what...))
	said.Unlock()
}

type node struct {
	name string
	next *node
}

func (n *node) Close() error { say("closed", n.name); return errors.New("ignored") }

type closer interface{ Close() error }

//go:noinline
func garbage() (weak.Pointer[node], weak.Pointer[node]) {
	b := &node{"b", nil}
	a := &node{"a", b}
	runtime.SetFinalizer(a, (*node).Close)
	runtime.SetFinalizer(b, func(c closer) { c.Close() })
	d := &node{"d", nil}
	runtime.AddCleanup(d, func(s string) { say("cleanup", s) }, "of d")
	e := &node{"e", nil}
	c := runtime.AddCleanup(e, func(n int) { say("never", n) }, 1)
	c.Stop()
	f := &node{"f", nil}
	runtime.SetFinalizer(f, func(x any) int { say("any", x.(*node).name); return 1 })
	runtime.SetFinalizer(f, nil)
	h := &node{"h", nil}
	runtime.SetFinalizer(h, func(h *node) (big [20]int) { saved = h; return })
	g := &node{"g", nil}
	runtime.SetFinalizer(g, func(x any) string { time.Sleep(time.Millisecond); say("any", x.(*node).name); return "" })
	return weak.Make(a), weak.Make(b)
}

func use(depth int) int {
	var x [64]int
	if depth > 0 {
		return use(depth-1) + x[depth%64]
	}
	return 0
}

func collect() {
	use(100)
	runtime.GC()
	time.Sleep(20 * time.Millisecond)
	said.Lock()
	slices.Sort(said.lines) // cleanups run beside finalizers
	for _, l := range said.lines {
		fmt.Println(l)
	}
	said.lines = nil
	said.Unlock()
}

var saved *node

func main() {
	wa, wb := garbage()
	fmt.Println(wa.Value() != nil, wb.Value() != nil)
	keep := &node{"keep", nil}
	wk := weak.Make(keep)
	fmt.Println(wk == weak.Make(keep), wk == wa)
	for i := range 3 {
		collect()
		fmt.Println(i, wa.Value() != nil, wb.Value() != nil, wk.Value().name)
	}
	runtime.KeepAlive(keep)
	fmt.Println(saved.name)
	for _, wrong := range []func(){
		func() { runtime.AddCleanup(keep, func(*node) {}, keep) },
		func() { runtime.AddCleanup[node](nil, func(int) {}, 1) },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			wrong()
		}()
	}
	u := unique.Make("hello")
	for range 3 {
		unique.Make(fmt.Sprint("x", 1))
		collect()
	}
	fmt.Println(u == unique.Make("hel"+fmt.Sprint("lo")), u.Value())
	fmt.Println(runtime.NumGoroutine())
}

// Output:
// true true
// true false
// anyg
// cleanupof d
// closeda
// 0 false true keep
// closedb
// 1 false false keep
// 2 false false keep
// h
// runtime.AddCleanup: ptr is equal to arg, cleanup will never run
// runtime.AddCleanup: ptr is nil
// true hello
// 1

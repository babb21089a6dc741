// Package sync/atomic: counters, swaps, a lock-free stack, published values.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

type node struct {
	v    int
	next *node
}

type stack struct{ top atomic.Pointer[node] }

func (s *stack) push(v int) {
	n := &node{v: v}
	for {
		n.next = s.top.Load()
		if s.top.CompareAndSwap(n.next, n) {
			return
		}
	}
}

func (s *stack) pop() (int, bool) {
	for {
		n := s.top.Load()
		if n == nil {
			return 0, false
		}
		if s.top.CompareAndSwap(n, n.next) {
			return n.v, true
		}
	}
}

type spinlock struct{ held atomic.Bool }

func (l *spinlock) lock() {
	for !l.held.CompareAndSwap(false, true) {
		runtime.Gosched()
	}
}
func (l *spinlock) unlock() { l.held.Store(false) }

func main() {
	var wg sync.WaitGroup
	var n32 int32
	var n64 atomic.Int64
	var u atomic.Uint32
	var up atomic.Uintptr
	for i := range 50 {
		wg.Go(func() {
			for range 100 {
				atomic.AddInt32(&n32, 1)
				n64.Add(int64(i))
				u.Or(1 << (i % 20))
				up.Add(1)
			}
		})
	}
	wg.Wait()
	fmt.Println(n32, n64.Load(), u.Load(), up.Load())
	var s stack
	var popped, sum atomic.Int64
	for g := range 10 {
		wg.Go(func() {
			for i := range 100 {
				s.push(g*100 + i)
			}
		})
		wg.Go(func() {
			for range 100 {
				if v, ok := s.pop(); ok {
					popped.Add(1)
					sum.Add(int64(v))
				}
			}
		})
	}
	wg.Wait()
	for v, ok := s.pop(); ok; v, ok = s.pop() {
		popped.Add(1)
		sum.Add(int64(v))
	}
	fmt.Println(popped.Load(), sum.Load())
	var l spinlock
	shared := 0
	for range 20 {
		wg.Go(func() {
			for range 50 {
				l.lock()
				shared++
				l.unlock()
			}
		})
	}
	wg.Wait()
	fmt.Println(shared)
	var v atomic.Value
	fmt.Println(v.Load())
	v.Store([]int{1, 2})
	old := v.Swap([]int{3})
	fmt.Println(old, v.Load(), v.CompareAndSwap(nil, []int{}))
	func() {
		defer func() { fmt.Println(recover()) }()
		v.Store("other type")
	}()
	x := uint64(10)
	fmt.Println(atomic.CompareAndSwapUint64(&x, 10, 20), atomic.SwapUint64(&x, 30), atomic.LoadUint64(&x), atomic.AddUint64(&x, ^uint64(0)))
	var a32 atomic.Int32
	fmt.Println(a32.And(0), a32.Or(12), a32.And(6), a32.Load(), a32.Swap(-1), a32.CompareAndSwap(-1, 5), a32.Load())
	type config struct{ name string }
	var p atomic.Pointer[config]
	p.Store(&config{"one"})
	fmt.Println(p.Load().name, p.Swap(&config{"two"}).name, p.Load().name)
}

// Output:
// 5000 122500 1048575 5000
// 1000 499500
// 1000
// <nil>
// [1 2] [3] false
// sync/atomic: store of inconsistently typed value into Value
// true 20 30 29
// 0 0 12 4 4 true 5
// one one two

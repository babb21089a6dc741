// A bounded queue of two conditions; sync.Once and its kin; atomics; sync.Map.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type Queue[T any] struct {
	mu    sync.Mutex
	full  sync.Cond
	empty sync.Cond
	items []T
	max   int
}

func New[T any](max int) *Queue[T] {
	q := &Queue[T]{max: max}
	q.full.L, q.empty.L = &q.mu, &q.mu
	return q
}
func (q *Queue[T]) Put(x T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == q.max {
		q.full.Wait()
	}
	q.items = append(q.items, x)
	q.empty.Signal()
}
func (q *Queue[T]) Get() T {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.empty.Wait()
	}
	x := q.items[0]
	q.items = q.items[1:]
	q.full.Signal()
	return x
}

type config struct{ name string }

func main() {
	q := New[int](2)
	var wg sync.WaitGroup
	var sum atomic.Int64
	for c := range 3 {
		wg.Go(func() {
			for range 10 {
				sum.Add(int64(q.Get()))
			}
			_ = c
		})
	}
	for i := range 30 {
		q.Put(i)
	}
	wg.Wait()
	fmt.Println(sum.Load())

	var once sync.Once
	for range 3 {
		once.Do(func() { fmt.Println("once") })
	}
	v := sync.OnceValue(func() int { fmt.Println("computing"); return 42 })
	fmt.Println(v(), v())
	a, err := sync.OnceValues(func() (int, error) { return 1, fmt.Errorf("bad") })()
	fmt.Println(a, err)
	f := sync.OnceFunc(func() { panic("oops") })
	for range 2 {
		func() {
			defer func() { fmt.Println("r:", recover()) }()
			f()
		}()
	}
	var p atomic.Pointer[config]
	fmt.Println(p.Load(), p.CompareAndSwap(nil, &config{"a"}), p.Load().name)
	var av atomic.Value
	av.Store([]int{1})
	fmt.Println(av.Load().([]int), av.Swap([]int{2}))
	func() {
		defer func() { fmt.Println(recover()) }()
		av.Store("string")
	}()
	var u atomic.Uint32
	fmt.Println(u.Or(6), u.And(3), u.Load(), u.Add(^uint32(0)))
	var b atomic.Bool
	fmt.Println(b.Swap(true), b.Load())
	var m sync.Map
	for i := range 5 {
		m.Store(i, i*i)
	}
	x, loaded := m.LoadOrStore(3, "no")
	fmt.Println(x, loaded)
	fmt.Println(m.LoadAndDelete(4))
	fmt.Println(m.CompareAndSwap(2, 4, "four"))
	n := 0
	m.Range(func(k, v any) bool { n++; return true })
	fmt.Println(n)
	m.Clear()
	pool := sync.Pool{New: func() any { return new([64]byte) }}
	pool.Put(pool.Get())
	var rw sync.RWMutex
	rw.RLock()
	fmt.Println(rw.TryLock(), rw.TryRLock())
}

// Output:
// 435
// once
// computing
// 42 42
// 1 bad
// r: oops
// r: oops
// <nil> true a
// [1] [1]
// sync/atomic: store of inconsistently typed value into Value
// 0 6 2 1
// false true
// 9 true
// 16 true
// true
// 4
// false true

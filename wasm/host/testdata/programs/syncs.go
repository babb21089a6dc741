// Package sync: every type of it, with many goroutines.
package main

import (
	"fmt"
	"sort"
	"sync"
)

type account struct {
	mu      sync.Mutex
	balance int
}

func (a *account) add(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
}

type cache struct {
	sync.RWMutex
	m map[int]int
}

func (c *cache) get(k int) int {
	c.RLock()
	v, ok := c.m[k]
	c.RUnlock()
	if ok {
		return v
	}
	c.Lock()
	defer c.Unlock()
	if v, ok := c.m[k]; ok {
		return v
	}
	c.m[k] = k * k
	return c.m[k]
}

type queue struct {
	mu       sync.Mutex
	notEmpty *sync.Cond
	items    []int
}

func (q *queue) put(v int) {
	q.mu.Lock()
	q.items = append(q.items, v)
	q.mu.Unlock()
	q.notEmpty.Signal()
}

func (q *queue) get() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.notEmpty.Wait()
	}
	v := q.items[0]
	q.items = q.items[1:]
	return v
}

func main() {
	var acc account
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 50 {
				acc.add(i % 3)
			}
		}()
	}
	wg.Wait()
	fmt.Println(acc.balance)

	c := cache{m: map[int]int{}}
	sums := make([]int, 8)
	for g := range sums {
		wg.Go(func() {
			for i := range 200 {
				sums[g] += c.get(i % 20)
			}
		})
	}
	wg.Wait()
	fmt.Println(sums, len(c.m))

	q := &queue{}
	q.notEmpty = sync.NewCond(&q.mu)
	got := make(chan int)
	for range 5 {
		go func() {
			s := 0
			for range 20 {
				s += q.get()
			}
			got <- s
		}()
	}
	for i := range 100 {
		q.put(i)
	}
	total := 0
	for range 5 {
		total += <-got
	}
	fmt.Println(total)

	var once sync.Once
	calls := 0
	for range 10 {
		wg.Go(func() { once.Do(func() { calls++ }) })
	}
	wg.Wait()
	lazy := sync.OnceValue(func() string { calls++; return "computed" })
	fmt.Println(lazy(), lazy())
	fmt.Println(calls)

	var m sync.Map
	for i := range 10 {
		wg.Go(func() { m.Store(i%5, i); m.LoadOrStore("first", "x") })
	}
	wg.Wait()
	var keys []string
	m.Range(func(k, v any) bool { keys = append(keys, fmt.Sprint(k)); return true })
	sort.Strings(keys)
	_, loaded := m.LoadAndDelete(3)
	_, ok := m.Load(3)
	fmt.Println(keys, loaded, ok)

	pool := sync.Pool{New: func() any { return new([8]int) }}
	p := pool.Get().(*[8]int)
	p[0]++
	pool.Put(p)
	fmt.Println(len(pool.Get().(*[8]int)))

	var rw sync.RWMutex
	rw.RLock()
	fmt.Println(rw.TryRLock(), rw.TryLock())
	rw.RUnlock()
	rw.RUnlock()
	fmt.Println(rw.TryLock())
	start := sync.NewCond(&acc.mu)
	ready, woken := 0, 0
	for range 7 {
		wg.Go(func() {
			acc.mu.Lock()
			ready++
			for ready < 8 {
				start.Wait()
			}
			woken++
			acc.mu.Unlock()
		})
	}
	for {
		acc.mu.Lock()
		if ready == 7 {
			ready = 8
			acc.mu.Unlock()
			break
		}
		acc.mu.Unlock()
		wait := make(chan int)
		go close(wait)
		<-wait
	}
	start.Broadcast()
	wg.Wait()
	fmt.Println(woken)
}

// Output:
// 4950
// [24700 24700 24700 24700 24700 24700 24700 24700] 20
// 4950
// computed computed
// 2
// [0 1 2 3 4 first] true false
// 8
// true false
// true
// 7

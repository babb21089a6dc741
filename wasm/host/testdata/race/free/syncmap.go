// A sync.Map hands on pointers.

package main

import "sync"

func main() {
	var m sync.Map
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			v, loaded := m.LoadOrStore(i/2, &[]int{i})
			if loaded {
				_ = (*v.(*[]int))[0]
			}
		})
	}
	wg.Wait()
	n := 0
	m.Range(func(_, v any) bool {
		n += len(*v.(*[]int))
		return true
	})
	println(n)
}

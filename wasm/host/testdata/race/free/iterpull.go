// Two goroutines of an iterator take turns.

package main

import "iter"

func main() {
	n := 0
	next, stop := iter.Pull(func(yield func(int) bool) {
		for i := range 3 {
			n += i
			if !yield(n) {
				return
			}
		}
	})
	for {
		v, ok := next()
		if !ok {
			break
		}
		n += v
	}
	stop()
	println(n)
}

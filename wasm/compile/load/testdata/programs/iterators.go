package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

func pairs[K comparable, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for k, v := range m {
			if !yield(k, v) {
				return
			}
		}
	}
}

func main() {
	m := map[string]int{"a": 1, "b": 2}
	for k, v := range pairs(m) {
		fmt.Println(k, v)
	}
	keys := slices.Sorted(maps.Keys(m))
	next, stop := iter.Pull(slices.Values(keys))
	defer stop()
	fmt.Println(next())
	fmt.Println(maps.Clone(m), slices.Collect(maps.Values(m)))
}

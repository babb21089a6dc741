// What a learner may write: 60 lines with channels, a struct, generics and fmt. seed is
// another number in each edit.
package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"
)

const seed = 0

type job struct {
	id   int
	name string
}

type result struct {
	job
	size int
	err  error
}

func mapOf[K comparable, V any](list []V, key func(V) K) map[K]V {
	m := make(map[K]V, len(list))
	for _, v := range list {
		m[key(v)] = v
	}
	return m
}

func work(j job) result {
	if j.id == seed {
		return result{j, 0, errors.New("no luck")}
	}
	return result{j, len(strings.Repeat(j.name, j.id)), nil}
}

func main() {
	jobs := make(chan job)
	results := make(chan result, 4)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for j := range jobs {
				results <- work(j)
			}
		})
	}
	go func() {
		for i, name := range strings.Fields("one two three four five six") {
			jobs <- job{i, name}
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()
	var all []result
	for r := range results {
		all = append(all, r)
	}
	sort.Slice(all, func(i, k int) bool { return all[i].id < all[k].id })
	fmt.Println(len(mapOf(all, func(r result) int { return r.id })), all)
}

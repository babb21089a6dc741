// Map and reduce: mappers send pairs to reducers by the letter of the key. Each reducer has keys of its own, and adds up.
package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

type pair struct {
	key   string
	count int
}

const reducers = 4

func reducerOf(key string) int { return int(key[0]) % reducers }

func mapDocument(text string, to []chan pair) {
	local := map[string]int{}
	for _, word := range strings.Fields(text) {
		local[word]++
	}
	for word, n := range local { // in any order
		to[reducerOf(word)] <- pair{word, n}
	}
}

func main() {
	documents := []string{
		"the ring holds what the processor runs next",
		"the thief takes half of the ring",
		"what is left of the ring the owner runs",
		"a parked thread holds no processor",
		"the owner wakes a parked thread",
	}
	to := make([]chan pair, reducers)
	results := make([]map[string]int, reducers)
	var mapping, reducing sync.WaitGroup
	for i := range to {
		to[i] = make(chan pair)
		results[i] = map[string]int{}
		reducing.Go(func() {
			for p := range to[i] {
				results[i][p.key] += p.count
			}
		})
	}
	for range 20 {
		for _, d := range documents {
			mapping.Go(func() { mapDocument(d, to) })
		}
	}
	mapping.Wait()
	for _, c := range to {
		close(c)
	}
	reducing.Wait()
	all := map[string]int{}
	for _, r := range results {
		maps.Copy(all, r)
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		fmt.Println(key, all[key])
	}
}

package main

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
)

type person struct {
	name string
	age  int
}

func main() {
	ps := []person{{"a", 3}, {"b", 1}}
	slices.SortFunc(ps, func(a, b person) int { return cmp.Compare(a.age, b.age) })
	xs := []int{3, 1, 2}
	slices.Sort(xs)
	sort.Slice(ps, func(i, j int) bool { return ps[i].name < ps[j].name })
	i, ok := slices.BinarySearch(xs, 2)
	fmt.Println(ps, xs, i, ok, slices.Max(xs))
}

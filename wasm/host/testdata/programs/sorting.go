// Sorting and searching: sort, slices, heaps and lists.
package main

import (
	"cmp"
	"container/heap"
	"container/list"
	"container/ring"
	"fmt"
	"slices"
	"sort"
	"strings"
)

type person struct {
	name string
	age  int
}

type byAge []person

func (a byAge) Len() int           { return len(a) }
func (a byAge) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a byAge) Less(i, j int) bool { return a[i].age < a[j].age }

type intHeap []int

func (h intHeap) Len() int           { return len(h) }
func (h intHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h intHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *intHeap) Push(x any)        { *h = append(*h, x.(int)) }
func (h *intHeap) Pop() any {
	old := *h
	v := old[len(old)-1]
	*h = old[:len(old)-1]
	return v
}

func random(n int) []int {
	x := uint32(12345)
	out := make([]int, n)
	for i := range out {
		x = x*1664525 + 1013904223
		out[i] = int(x >> 20)
	}
	return out
}

func main() {
	people := []person{{"Ann", 30}, {"Bob", 25}, {"Cid", 30}, {"Dan", 25}, {"Eve", 41}}
	a := slices.Clone(people)
	sort.Stable(byAge(a))
	fmt.Println(a)
	slices.SortStableFunc(a, func(x, y person) int { return -cmp.Compare(x.age, y.age) })
	fmt.Println(a)
	slices.SortFunc(a, func(x, y person) int {
		return cmp.Or(cmp.Compare(x.age, y.age), -strings.Compare(x.name, y.name))
	})
	fmt.Println(a, sort.IsSorted(byAge(a)))
	xs := random(5000)
	ys, zs := slices.Clone(xs), slices.Clone(xs)
	sort.Ints(xs)
	slices.Sort(ys)
	sort.Sort(sort.Reverse(sort.IntSlice(zs)))
	slices.Reverse(zs)
	fmt.Println(slices.Equal(xs, ys), slices.Equal(xs, zs), xs[0], xs[2500], xs[4999])
	fmt.Println(sort.SearchInts(xs, 2000), sort.Search(100, func(i int) bool { return i*i >= 50 }))
	i, ok := slices.BinarySearch(xs, xs[777])
	fmt.Println(i <= 777, ok, slices.IsSorted(xs), slices.Min(zs))
	h := &intHeap{5, 2, 8}
	heap.Init(h)
	heap.Push(h, 3)
	(*h)[0] = 9
	heap.Fix(h, 0)
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h), " ")
	}
	fmt.Println()
	l := list.New()
	e4 := l.PushBack(4)
	e1 := l.PushFront(1)
	l.InsertBefore(3, e4)
	l.InsertAfter("two", e1)
	l.MoveToFront(e4)
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value, " ")
	}
	fmt.Println(l.Len(), l.Remove(e1))
	r := ring.New(4)
	for i := range r.Len() {
		r.Value = i
		r = r.Next()
	}
	r.Do(func(v any) { fmt.Print(v, " ") })
	fmt.Println()
	ss := []string{"banana", "Apple", "cherry"}
	sort.Strings(ss)
	fmt.Println(ss, slices.SortedFunc(slices.Values(ss), func(a, b string) int { return len(a) - len(b) }))
	sort.Slice(xs, func(i, j int) bool { return xs[i]%10 < xs[j]%10 || xs[i]%10 == xs[j]%10 && xs[i] < xs[j] })
	fmt.Println(xs[0], xs[4999])
}

// Output:
// [{Bob 25} {Dan 25} {Ann 30} {Cid 30} {Eve 41}]
// [{Eve 41} {Ann 30} {Cid 30} {Bob 25} {Dan 25}]
// [{Dan 25} {Bob 25} {Cid 30} {Ann 30} {Eve 41}] true
// true true 0 2058 4095
// 2425 8
// true true true 0
// 3 5 8 9
// 4 1 two 3 4 1
// 0 1 2 3
// [Apple banana cherry] [Apple banana cherry]
// 0 4089

package main

import (
	"container/heap"
	"container/list"
	"fmt"
	"regexp"
	"unique"
)

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

func main() {
	h := &ints{3, 1}
	heap.Init(h)
	heap.Push(h, 2)
	l := list.New()
	l.PushBack(heap.Pop(h))
	fmt.Println(l.Len(), regexp.MustCompile(`a+`).FindString("caat"), unique.Make("x").Value())
}

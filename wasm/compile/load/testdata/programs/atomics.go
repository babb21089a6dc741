package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type config struct{ n int }

var current atomic.Pointer[config]

func main() {
	var n atomic.Int64
	var v atomic.Value
	v.Store("x")
	current.Store(&config{1})
	old := current.Swap(&config{2})
	f := sync.OnceValue(func() config { return config{3} })
	var m sync.Map
	m.Store(1, 2)
	fmt.Println(n.Add(2), v.Load(), old.n, f(), current.Load().n)
}

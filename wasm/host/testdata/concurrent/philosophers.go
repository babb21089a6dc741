// Five philosophers, who take the lower fork first: nobody starves and there is no deadlock. All eat as often as they want.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

type philosopher struct {
	first, second *sync.Mutex
	meals         int
}

func (p *philosopher) dine(want int) {
	for p.meals < want {
		p.first.Lock()
		runtime.Gosched() // the worst moment
		p.second.Lock()
		p.meals++
		p.second.Unlock()
		p.first.Unlock()
		runtime.Gosched()
	}
}

func main() {
	const n = 5
	var forks [n]sync.Mutex
	var table [n]philosopher
	var wg sync.WaitGroup
	for i := range table {
		left, right := i, (i+1)%n
		table[i].first, table[i].second = &forks[min(left, right)], &forks[max(left, right)]
		wg.Go(func() { table[i].dine(40) })
	}
	wg.Wait()
	for i := range table {
		fmt.Println("philosopher", i, "ate", table[i].meals, "times")
	}
}

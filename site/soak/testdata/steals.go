// Steals makes many short goroutines on few Ps, so that the others run dry all the time, and steal. It counts
// how often each goroutine ran to its end.
//
//	steals FAMILIES EACH DEPTH YIELDS
//
// Each family makes EACH goroutines one after the other, and never lets more than DEPTH wait: it looks on
// until thieves have taken some, and if none comes, lets them run on its own P. Each yields so many times.
package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
)

const patience = 100_000 // looks

type family struct {
	ran  []atomic.Int32
	done atomic.Int64
	_    [64]byte // cache lines of their own
}

func (f *family) live(depth int64, yields int) {
	for i := range f.ran {
		go f.child(i, yields)
		for look := 0; int64(i)-f.done.Load() >= depth; look++ {
			if look == patience {
				look = 0
				runtime.Gosched()
			}
		}
	}
	for f.done.Load() < int64(len(f.ran)) {
		runtime.Gosched()
	}
}

func (f *family) child(i, yields int) {
	for range yields {
		runtime.Gosched()
	}
	f.ran[i].Add(1)
	f.done.Add(1)
}

// wrong is how many goroutines did not run exactly once.
func (f *family) wrong() (n int) {
	for i := range f.ran {
		if f.ran[i].Load() != 1 {
			n++
		}
	}
	return n
}

// arg is an argument.
func arg(i int) int {
	n, err := strconv.Atoi(os.Args[i])
	if err != nil {
		panic(err)
	}
	return n
}

func main() {
	families, depth, yields := make([]family, arg(1)), int64(arg(3)), arg(4)
	var wg sync.WaitGroup
	for i := range families {
		f := &families[i]
		f.ran = make([]atomic.Int32, arg(2))
		wg.Go(func() { f.live(depth, yields) })
	}
	wg.Wait()
	wrong := 0
	for i := range families {
		wrong += families[i].wrong()
	}
	fmt.Println(wrong, "ran not exactly once")
}

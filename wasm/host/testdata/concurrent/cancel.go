// A search by several goroutines. The one that finds the answer cancels the others; only one can find it.
package main

import (
	"context"
	"fmt"
	"sync"
)

// search looks for the factor of n in [from, to).
func search(ctx context.Context, n, from, to int, found chan<- int) error {
	for d := from; ; d++ {
		if d >= to {
			<-ctx.Done() // nothing here: wait for the others
			return ctx.Err()
		}
		if d%64 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if n%d == 0 {
			found <- d
			return nil
		}
	}
}

func main() {
	const p, q = 5003, 7919
	ctx, cancel := context.WithCancelCause(context.Background())
	found := make(chan int)
	errs := make([]error, 6)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() { errs[i] = search(ctx, p*q, 2+i*1000, 2+(i+1)*1000, found) })
	}
	d := <-found
	cancel(fmt.Errorf("found %d", d))
	wg.Wait()
	fmt.Println(d, p*q/d, context.Cause(ctx))
	for i, err := range errs {
		fmt.Println(i, err)
	}
}

// Package context: cancellation trees, deadlines, values, causes.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type key string

var errWhy = errors.New("because")

func worker(ctx context.Context, n int, out chan<- int) error {
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			return fmt.Errorf("worker %d: %w", n, context.Cause(ctx))
		case out <- i:
		}
	}
}

func main() {
	root := context.WithValue(context.Background(), key("user"), "gopher")
	ctx, cancel := context.WithCancelCause(root)
	out := make(chan int)
	var wg sync.WaitGroup
	errs := make([]error, 3)
	for i := range errs {
		wg.Go(func() { errs[i] = worker(ctx, i, out) })
	}
	for range 100 {
		<-out
	}
	cancel(errWhy)
	wg.Wait()
	fmt.Println(errors.Join(errs...))
	fmt.Println(errors.Is(errs[1], errWhy), ctx.Err(), ctx.Value(key("user")), ctx.Value("user"))

	began := time.Now()
	short, stop := context.WithTimeout(root, 10*time.Millisecond)
	defer stop()
	long, stopLong := context.WithTimeoutCause(short, time.Hour, errWhy)
	defer stopLong()
	<-long.Done()
	fmt.Println(long.Err(), context.Cause(long), time.Since(began) >= 10*time.Millisecond)
	_, has := root.Deadline()
	d, hasLong := long.Deadline()
	fmt.Println(has, hasLong, time.Until(d) < time.Hour/2, errors.Is(long.Err(), context.DeadlineExceeded))

	parent, cancelParent := context.WithCancel(context.Background())
	child, cancelChild := context.WithCancel(parent)
	free := context.WithoutCancel(child)
	fired := make(chan string, 2)
	context.AfterFunc(child, func() { fired <- "after child" })
	stopAfter := context.AfterFunc(parent, func() { fired <- "never" })
	fmt.Println(stopAfter(), stopAfter())
	cancelParent()
	fmt.Println(<-fired, child.Err(), free.Err(), context.Cause(child))
	cancelChild()
	fmt.Println(root, context.Background(), context.TODO())
}

// Output:
// worker 0: because
// worker 1: because
// worker 2: because
// true context canceled gopher <nil>
// context deadline exceeded context deadline exceeded true
// false true true true
// true false
// after child context canceled <nil> context canceled
// context.Background.WithValue(main.key, gopher) context.Background context.TODO

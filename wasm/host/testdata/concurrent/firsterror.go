// A group of goroutines that ends with the first error. Only one of them fails, and the others go on until they are told to stop.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// group is a small errgroup.
type group struct {
	wg     sync.WaitGroup
	once   sync.Once
	err    error
	cancel context.CancelFunc
}

func newGroup(ctx context.Context) (*group, context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	return &group{cancel: cancel}, ctx
}

func (g *group) start(f func() error) {
	g.wg.Go(func() {
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
				g.cancel()
			})
		}
	})
}

func (g *group) wait() error {
	g.wg.Wait()
	g.cancel()
	return g.err
}

var errBroken = errors.New("page 7 is broken")

func main() {
	g, ctx := newGroup(context.Background())
	stopped := make([]bool, 12)
	for page := range stopped {
		g.start(func() error {
			if page == 7 {
				return fmt.Errorf("fetch: %w", errBroken)
			}
			<-ctx.Done()
			stopped[page] = true
			return nil
		})
	}
	err := g.wait()
	fmt.Println(err, errors.Is(err, errBroken), ctx.Err())
	fmt.Println(stopped)

	g, _ = newGroup(context.Background())
	var squares [10]int
	for i := range squares {
		g.start(func() error {
			squares[i] = i * i
			return nil
		})
	}
	fmt.Println(g.wait(), squares)
}

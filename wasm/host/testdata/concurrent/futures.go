// Futures: a value that a goroutine will have some time. A tree of them is added up; who is ready first does not matter.
package main

import (
	"errors"
	"fmt"
)

type future[T any] struct {
	done  chan struct{}
	value T
	err   error
}

func async[T any](f func() (T, error)) *future[T] {
	fu := &future[T]{done: make(chan struct{})}
	go func() {
		defer close(fu.done)
		defer func() {
			if r := recover(); r != nil {
				fu.err = fmt.Errorf("it panicked: %v", r)
			}
		}()
		fu.value, fu.err = f()
	}()
	return fu
}

func (fu *future[T]) await() (T, error) {
	<-fu.done
	return fu.value, fu.err
}

func all[T any](futures ...*future[T]) ([]T, error) {
	var values []T
	var errs []error
	for _, fu := range futures {
		v, err := fu.await()
		values, errs = append(values, v), append(errs, err)
	}
	return values, errors.Join(errs...)
}

func sum(from, to int) *future[int] {
	return async(func() (int, error) {
		if to-from <= 10 {
			s := 0
			for i := from; i < to; i++ {
				s += i
			}
			return s, nil
		}
		mid := (from + to) / 2
		parts, err := all(sum(from, mid), sum(mid, to))
		return parts[0] + parts[1], err
	})
}

func main() {
	fmt.Println(sum(0, 1000).await())
	zero := 0
	values, err := all(
		async(func() (int, error) { return 1, nil }),
		async(func() (int, error) { return 2, errors.New("it failed") }),
		async(func() (int, error) { return 3 / zero, nil }),
	)
	fmt.Println(values)
	fmt.Println(err)
}

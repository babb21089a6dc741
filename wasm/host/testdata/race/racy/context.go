// A result is left behind when the context ends first.

package main

import (
	"context"
	"time"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	var result int
	go func() {
		time.Sleep(time.Millisecond)
		result = 42
	}()
	<-ctx.Done()
	println(result >= 0)
	time.Sleep(2 * time.Millisecond)
}

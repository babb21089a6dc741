// A result is taken after the goroutine has ended.

package main

import (
	"context"
	"time"
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	cause := ""
	done := make(chan struct{})
	go func() {
		<-ctx.Done()
		cause = ctx.Err().Error()
		close(done)
	}()
	<-done
	println(cause)
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
)

type myErr struct{ code int }

func (e *myErr) Error() string { return "code " + strconv.Itoa(e.code) }

func try(n int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %w", r.(error))
		}
	}()
	panic(&myErr{n})
}

func main() {
	err := try(3)
	var me *myErr
	fmt.Println(errors.As(err, &me), me)
	_, err = os.Open("nowhere")
	var pe *fs.PathError
	fmt.Println(errors.Is(err, fs.ErrNotExist), errors.As(err, &pe))
	if me, ok := errors.AsType[*myErr](err); ok {
		os.Exit(me.code)
	}
}

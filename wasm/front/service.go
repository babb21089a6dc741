//go:build js && wasm

package main

// This file is the call into the compiler, and all that this program knows of it.

import (
	"errors"

	"github.com/gopark/gopark/wasm/compile"
	"github.com/gopark/gopark/wasm/compile/load"
)

// memoryBytes is the memory of a program: what the page gives it
// (site/ui/engine/instance.ts, defaultPages).
const memoryBytes = 256 << 20

// service is a compiler with as much of its library as has come.
type service struct {
	compiler *compile.Compiler
	index    *compile.Index
}

// newService unpacks the first part of the library. It keeps the bytes.
func newService(first, index []byte) (*service, error) {
	if len(first) == 0 {
		return nil, errors.New("the compiler came without its library")
	}
	library, err := compile.DecodeArchive(first)
	if err != nil {
		return nil, err
	}
	x, err := compile.ReadIndex(index)
	if err != nil {
		return nil, err
	}
	compiler, err := compile.New(compile.Config{Archive: library})
	if err != nil {
		return nil, err
	}
	return &service{compiler, x}, nil
}

// missing lists the parts of the library that files need, and that have not come yet.
func (s *service) missing(files []load.File) ([]int, error) {
	if s == nil {
		return nil, errors.New("a program came before the library")
	}
	return s.compiler.Missing(s.index, files...), nil
}

// add unpacks a part. It keeps the bytes.
func (s *service) add(part []byte) error {
	if s == nil {
		return errors.New("a part of the library came before the first")
	}
	a, err := compile.DecodeArchive(part)
	if err != nil {
		return err
	}
	return s.compiler.Add(a)
}

// warm compiles a program that uses what most programs use, so that the user's first
// one finds the packages unpacked and this code compiled by the browser.
func (s *service) warm() error {
	_, _, err := s.compile([]load.File{{Name: "main.go", Data: []byte(`package main

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

type pair[T any] struct{ a, b T }

func main() {
	var wg sync.WaitGroup
	c := make(chan pair[string], 1)
	wg.Go(func() { c <- pair[string]{strings.ToUpper("a"), fmt.Sprint(1)} })
	select {
	case p := <-c:
		fmt.Println(p, map[string]int{"a": 1})
	case <-time.After(time.Second):
	}
	wg.Wait()
}
`)}})
	return err
}

// compile makes a module, or says what is wrong with the program.
func (s *service) compile(files []load.File) ([]byte, []load.Diagnostic, error) {
	out, diagnostics, err := s.compiler.Compile(files...)
	if err != nil || len(diagnostics) > 0 {
		return nil, diagnostics, err
	}
	linked, err := out.Link(compile.LinkOptions{MemoryBytes: memoryBytes, Shared: true})
	var faults compile.Faults
	if errors.As(err, &faults) {
		return nil, faults, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return linked.Module, nil, nil
}

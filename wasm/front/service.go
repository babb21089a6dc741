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

// service is a compiler with its library.
type service struct{ compiler *compile.Compiler }

// newService unpacks the library. It keeps the bytes.
func newService(archive []byte) (*service, error) {
	if len(archive) == 0 {
		return nil, errors.New("the compiler came without its library")
	}
	library, err := compile.DecodeArchive(archive)
	if err != nil {
		return nil, err
	}
	compiler, err := compile.New(compile.Config{Archive: library})
	if err != nil {
		return nil, err
	}
	return &service{compiler}, nil
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
	if s == nil {
		return nil, nil, errors.New("a program came before the library")
	}
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

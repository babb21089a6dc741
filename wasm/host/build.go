// This file goes from Go source to a module, for all who run programs natively:
// the command, the tests and the site generator.

package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/gopark/gopark/wasm/compile"
	"github.com/gopark/gopark/wasm/compile/load"
)

// Builder compiles programs; it keeps the standard library compiled between them.
type Builder struct {
	mu sync.Mutex // a Compiler serves one caller at a time
	c  *compile.Compiler
}

// NewBuilder makes a builder on this machine's Go tree.
func NewBuilder() (*Builder, error) {
	c, err := compile.New(compile.Config{})
	if err != nil {
		return nil, fmt.Errorf("prepare compiler: %w", err)
	}
	return &Builder{c: c}, nil
}

// Build compiles a main package to a module whose memory has that many bytes (0:
// DefaultMemory). Diagnostics are faults of the program.
func (b *Builder) Build(memory uint64, files ...load.File) (module []byte, ds []load.Diagnostic, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	out, ds, err := b.c.Compile(files...)
	if err != nil || len(ds) > 0 {
		return nil, ds, err
	}
	if memory == 0 {
		memory = DefaultMemory
	}
	memory = (memory + PageSize - 1) &^ (PageSize - 1)
	linked, err := out.Link(compile.LinkOptions{MemoryBytes: memory, Shared: true, Names: true})
	if err != nil {
		return nil, nil, err
	}
	return linked.Module, nil, nil
}

// ReadFiles reads the files of a main package, under their base names.
func ReadFiles(paths ...string) ([]load.File, error) {
	files := make([]load.File, len(paths))
	for i, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		files[i] = load.File{Name: filepath.Base(p), Data: data}
	}
	return files, nil
}

// Archive is the compiled standard library, for the compile service of the page.
func (b *Builder) Archive() ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return nil, errors.New("the compiler cannot write an archive yet")
}

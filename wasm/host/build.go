// This file goes from Go source to a module, for all who run programs natively:
// the command, the tests and the site generator.

package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/wasm/compile"
	"github.com/gopark/gopark/wasm/compile/load"
)

// Builder compiles programs; it keeps the standard library compiled between them.
type Builder struct {
	mu      sync.Mutex // a Compiler serves one caller at a time
	c       *compile.Compiler
	library []byte
	races   bool
}

// NewBuilder makes a builder on this machine's Go tree. The library is compiled
// once for all (library.go).
func NewBuilder() (*Builder, error) { return newBuilder(false) }

// NewRaceBuilder makes a builder of programs that find their data races. They need RaceMemory more than others.
func NewRaceBuilder() (*Builder, error) { return newBuilder(true) }

// RaceMemory is what the race detector needs at the end of memory.
const RaceMemory = race.Bytes

func newBuilder(races bool) (*Builder, error) {
	b, err := library(races)
	if err != nil {
		return nil, err
	}
	a, err := compile.DecodeArchive(b)
	if err != nil {
		return nil, fmt.Errorf("read the compiled library: %w", err)
	}
	c, err := compile.New(compile.Config{Archive: a, Race: races})
	if err != nil {
		return nil, fmt.Errorf("prepare compiler: %w", err)
	}
	return &Builder{c: c, library: b, races: races}, nil
}

// NewBuilderOf makes a builder with another runtime: core has what folder core/ has. All is compiled anew.
func NewBuilderOf(core fs.FS) (*Builder, error) {
	c, err := compile.New(compile.Config{Overlay: core})
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
	if b.races {
		memory += RaceMemory
	}
	memory = (memory + PageSize - 1) &^ (PageSize - 1)
	linked, err := out.Link(compile.LinkOptions{MemoryBytes: memory, Shared: true, Names: true})
	var faults compile.Faults
	if errors.As(err, &faults) {
		return nil, faults, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return linked.Module, nil, nil
}

// Ours makes a builder of the same library for a program of this repository: it may import the
// packages of core that read records.
func (b *Builder) Ours() (*Builder, error) {
	a, err := compile.DecodeArchive(b.library)
	if err != nil {
		return nil, fmt.Errorf("read the compiled library: %w", err)
	}
	c, err := compile.New(compile.Config{Archive: a, Ours: true, Race: b.races})
	if err != nil {
		return nil, fmt.Errorf("prepare compiler: %w", err)
	}
	return &Builder{c: c, library: b.library, races: b.races}, nil
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

// Parts are the compiled standard library, for the compile service of the page.
func (b *Builder) Parts() ([]compile.Part, *compile.Index, error) {
	a, err := compile.DecodeArchive(b.library)
	if err != nil {
		return nil, nil, fmt.Errorf("read the compiled library: %w", err)
	}
	return a.Public().Parts()
}

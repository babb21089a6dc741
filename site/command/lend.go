package command

// This file lends the engine to the site generator, which knows nothing of compilers. What was made once is not made
// again as long as the command runs: a lesson that changed is soon to be seen.

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host"
)

// memo keeps what was made, by what it was made of. Errors are not kept.
type memo struct {
	mu   sync.Mutex
	made map[[32]byte][]byte
}

func (m *memo) get(make func() ([]byte, error), of ...[]byte) ([]byte, error) {
	sum := sha256.New()
	for _, b := range of {
		fmt.Fprintf(sum, "%d\n", len(b))
		sum.Write(b)
	}
	key := [32]byte(sum.Sum(nil))
	m.mu.Lock()
	defer m.mu.Unlock()
	if b, ok := m.made[key]; ok {
		return b, nil
	}
	b, err := make()
	if err == nil {
		m.made[key] = b
	}
	return b, err
}

// lend gives the generator the engine, until done.
func lend(h home) (o build.Options, done func(), err error) {
	builder, err := host.NewBuilder()
	if err != nil {
		return o, nil, err
	}
	version, err := host.EngineVersion()
	if err != nil {
		return o, nil, err
	}
	engine := host.NewEngine("")
	kept := &memo{made: map[[32]byte][]byte{}}
	return build.Options{
		Root: h.dir, Engine: version, Cache: build.NewCache(),
		Compile: func(file string, src []byte) ([]byte, error) {
			return kept.get(func() ([]byte, error) { return compile(builder, file, src) }, []byte("compile"), []byte(file), src)
		},
		Record: func(module []byte, p *lesson.Program) ([]byte, error) {
			how, err := json.Marshal(p.Base())
			if err != nil {
				return nil, err
			}
			return kept.get(func() ([]byte, error) { return record(engine, module, p) }, []byte("record"), module, how, []byte(p.File))
		},
		Library: sync.OnceValues(func() (*build.Library, error) { return library(builder) }),
		Figures: func() ([]byte, error) {
			return kept.get(func() ([]byte, error) { return figures(builder, h.dir) }, []byte("figures"))
		},
		Front: func() ([]byte, error) { return kept.get(h.front, []byte("front")) },
	}, func() { engine.Close() }, nil
}

// front is the compile service. Of sources that do not change it is built once for a version of Go.
func (h home) front() ([]byte, error) {
	file := filepath.Join(h.dir, "front-"+runtime.Version()+".wasm")
	if !h.ours {
		if b, err := os.ReadFile(file); err == nil {
			return b, nil
		}
	}
	b, err := build.BuildFront(h.dir)
	if err == nil && !h.ours {
		if tmp := file + fmt.Sprint(".", os.Getpid()); os.WriteFile(tmp, b, 0o644) == nil {
			os.Rename(tmp, file)
		}
	}
	return b, err
}

// library is the standard library in parts.
func library(b *host.Builder) (*build.Library, error) {
	parts, index, err := b.Parts()
	if err != nil {
		return nil, err
	}
	lib := &build.Library{Packages: index.Packages}
	for _, p := range parts {
		lib.Parts = append(lib.Parts, build.Part{Name: p.Name, Data: p.Data})
	}
	return lib, nil
}

func compile(b *host.Builder, file string, src []byte) ([]byte, error) {
	module, ds, err := b.Build(0, load.File{Name: file, Data: src})
	if len(ds) > 0 {
		return nil, errors.New(load.Text(ds))
	}
	return module, err
}

// figures compiles site/figures.
func figures(b *host.Builder, root string) ([]byte, error) {
	ours, err := b.Ours()
	if err != nil {
		return nil, err
	}
	names, err := build.FiguresFiles(root)
	if err != nil {
		return nil, err
	}
	files, err := host.ReadFiles(names...)
	if err != nil {
		return nil, err
	}
	module, ds, err := ours.Build(0, files...)
	if len(ds) > 0 {
		return nil, errors.New(load.Text(ds))
	}
	return module, err
}

// record runs a module as a lesson says, in virtual time, and gives its event file.
func record(engine *host.Engine, module []byte, o *lesson.Program) ([]byte, error) {
	p, err := engine.Load(module)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	set, err := o.Settings.Knobs()
	if err != nil {
		return nil, err
	}
	var events bytes.Buffer
	_, err = p.Run(context.Background(), host.Options{
		Procs: o.Settings.Procs, Seed: uint64(o.Seed), Set: set, Until: o.Settings.End(), Events: &events, Args: []string{strings.TrimSuffix(o.File, ".go")},
	})
	return events.Bytes(), err
}

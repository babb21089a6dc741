package build

// This file lends the real engine to the tests of this package, once.

import (
	"bytes"
	"context"
	"errors"
	"sync"

	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host"
)

var theEngine = sync.OnceValues(func() (*host.Builder, error) { return host.NewBuilder() })

func compileProgram(file string, src []byte) ([]byte, error) {
	builder, err := theEngine()
	if err != nil {
		return nil, err
	}
	module, ds, err := builder.Build(0, load.File{Name: file, Data: src})
	if len(ds) > 0 {
		return nil, errors.New(load.Text(ds))
	}
	return module, err
}

// figuresProgram compiles site/figures.
func figuresProgram() ([]byte, error) {
	builder, err := theEngine()
	if err != nil {
		return nil, err
	}
	ours, err := builder.Ours()
	if err != nil {
		return nil, err
	}
	names, err := FiguresFiles(repoRoot)
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

func recordProgram(module []byte, p *lesson.Program) ([]byte, error) {
	engine := host.NewEngine("")
	defer engine.Close()
	program, err := engine.Load(module)
	if err != nil {
		return nil, err
	}
	set, err := p.Settings.Knobs()
	if err != nil {
		return nil, err
	}
	var events bytes.Buffer
	_, err = program.Run(context.Background(), host.Options{Procs: p.Settings.Procs, Seed: uint64(p.Seed), Set: set, Until: p.Settings.End(), Events: &events, Args: []string{"main"}})
	return events.Bytes(), err
}

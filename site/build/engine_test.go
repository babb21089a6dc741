package build

// This file lends the real engine to the tests of this package, once.

import (
	"bytes"
	"context"
	"errors"
	"sync"

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

func recordProgram(module []byte, procs int, seed uint64) ([]byte, error) {
	engine := host.NewEngine("")
	defer engine.Close()
	program, err := engine.Load(module)
	if err != nil {
		return nil, err
	}
	var events bytes.Buffer
	_, err = program.Run(context.Background(), host.Options{Procs: procs, Seed: seed, Events: &events, Args: []string{"main"}})
	return events.Bytes(), err
}

// This file is the host's interface: load a module once, run it as often as you
// like. A run shares nothing with another one but compiled code.

package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gopark/gopark/core/policy"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/wasm/compile/load"
)

// DefaultMemory is the size of a run's memory, MaxMemory the largest one, MinMemory
// the smallest one in which the scheduler and fmt start.
const (
	DefaultMemory = 256 << 20
	MaxMemory     = 1 << 30
	MinMemory     = 4 << 20
)

// Engine compiles modules to machine code and keeps what it compiled.
type Engine struct {
	rt    wazero.Runtime
	cache wazero.CompilationCache
}

// NewEngine makes an engine. Compiled code is kept in folder cacheDir too, if one
// is given; failing to use that folder is no error.
func NewEngine(cacheDir string) *Engine {
	cache := wazero.NewCompilationCache()
	if cacheDir != "" {
		if onDisk, err := wazero.NewCompilationCacheWithDir(filepath.Join(cacheDir, "wazero")); err == nil {
			cache = onDisk
		}
	}
	config := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesThreads).
		WithCompilationCache(cache)
	ctx := context.Background()
	e := &Engine{rt: wazero.NewRuntimeWithConfig(ctx, config), cache: cache}
	if err := instantiateImports(ctx, e.rt); err != nil {
		panic(err) // our own table of imports is wrong
	}
	return e
}

// Close frees the compiled code.
func (e *Engine) Close() error {
	ctx := context.Background()
	return errors.Join(e.rt.Close(ctx), e.cache.Close(ctx))
}

// Program is a module that is ready to run.
type Program struct {
	engine   *Engine
	compiled wazero.CompiledModule
	memory   memoryImport
	Layout   *Layout
}

// Load compiles a module.
func (e *Engine) Load(wasm []byte) (*Program, error) {
	info, err := scan(wasm)
	if err != nil {
		return nil, fmt.Errorf("load module: %w", err)
	}
	layout, err := parseLayout(info.layout)
	if err != nil {
		return nil, fmt.Errorf("load module: %w", err)
	}
	ctx := experimental.WithCompilationWorkers(context.Background(), runtime.NumCPU())
	compiled, err := e.rt.CompileModule(ctx, wasm)
	if err != nil {
		return nil, fmt.Errorf("load module: %w", err)
	}
	return &Program{engine: e, compiled: compiled, memory: info.memory, Layout: layout}, nil
}

// Close frees the program's code, unless another Program shares it.
func (p *Program) Close() error { return p.compiled.Close(context.Background()) }

// Options of a run. The zero value runs with one P, seed 0, in virtual time.
type Options struct {
	Procs    int              // GOMAXPROCS, 1 to 64
	Seed     uint64           // of every random choice
	Parallel bool             // one thread per M and real time
	Slice    int              // most fuel of a slice; 0 is the usual 20,000
	Set      []policy.Setting // what is not as in Go 1.26: switches of the policy, and costs
	Memory   uint64           // bytes; 0 is DefaultMemory
	Timeout  time.Duration    // 0: none
	Args     []string         // Args[0] is the program's name
	Env      []string         // "NAME=value"
	Dir      string           // the directory in which the program starts; "" is /
	Files    []load.File      // what the file system of the program begins with besides; Name is the path
	Stdin    io.Reader
	Stdout   io.Writer
	Stderr   io.Writer
	Events   io.Writer    // the event file is written here
	Sinks    []event.Sink // and so are these; Run closes them

	// Until ends a Virtual run at this time, if the program has not ended before; that is no
	// error. 0: never.
	Until time.Duration

	// Steps is the number of driver steps between two stops of a Virtual run;
	// 0 lets the host choose. No event depends on it.
	Steps int
	// OnStop is called at each stop: in Virtual between two calls of vrun, in Parallel
	// when the run has ended. An error from it ends the run.
	OnStop func(*Stop) error
}

// Stop is a moment at which no M runs.
type Stop struct {
	Events []byte // records since the last stop
	Final  bool   // the run is over
	run    *run
}

// Result of a run.
type Result struct {
	Code    int    // exit code of the program
	Digest  string // SHA-256 of the event file, in hex
	Events  uint64 // records
	Lost    uint64 // records lost to full rings (Parallel only)
	Until   bool   // ended by Options.Until
	Elapsed time.Duration
}

// Errors of a run that is not the program's own end.
var (
	ErrTimeout = errors.New("the program did not end in time")
	ErrStopped = errors.New("the program was stopped")
)

// Bug is our fault: the module trapped, or the host broke.
type Bug struct{ Err error }

func (b Bug) Error() string { return "internal error: " + b.Err.Error() }
func (b Bug) Unwrap() error { return b.Err }

// VirtualStart is the first moment of virtual time: 2009-11-10 23:00:00 UTC.
var VirtualStart = time.Date(2009, time.November, 10, 23, 0, 0, 0, time.UTC)

// Run runs the program once, from its start to its end.
func (p *Program) Run(ctx context.Context, o Options) (Result, error) {
	if o.Procs == 0 {
		o.Procs = 1
	}
	if o.Procs < 1 || o.Procs > 64 {
		return Result{}, fmt.Errorf("procs must be 1 to 64, not %d", o.Procs)
	}
	if o.Parallel && !p.memory.shared {
		return Result{}, errors.New("this module was linked without shared memory: it runs in virtual time only")
	}
	if o.Parallel && o.Until > 0 {
		return Result{}, errors.New("only a run in virtual time can end at a given time")
	}
	if o.Timeout > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, ErrTimeout)
		defer cancel()
	}
	r, err := newRun(p, o)
	if err != nil {
		return Result{}, err
	}
	start := time.Now()
	if o.Parallel {
		err = r.parallel(ctx)
	} else {
		err = r.virtual(ctx)
	}
	if !r.abandoned { // else somebody still writes there
		err = errors.Join(err, r.sink.close())
	}
	res := r.result()
	res.Elapsed = time.Since(start)
	return res, err
}

// stopCause words the end of ctx.
func stopCause(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), ErrTimeout) {
		return ErrTimeout
	}
	return ErrStopped
}

// This file holds the state of one run, common to Virtual and Parallel: its
// memory, the boot of an instance, the exit code.

package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/sys"
)

// run is one run of a program.
type run struct {
	p     *Program
	o     Options
	mem   *memory
	sink  *eventSink
	rings *rings
	ctx   context.Context // for every call into the module: carries the run
	start time.Time

	outMu, inMu sync.Mutex // guard the writers, and Stdin

	ended  atomic.Bool // from now on every import ends its caller
	exited atomic.Bool // the program called exit
	code   atomic.Int32

	abandoned bool    // a thread still runs in it: leave everything as it is
	threads   threads // Parallel
	vsteps    int     // Virtual: steps of the next call of vrun
	until     bool    // Virtual: ended by Options.Until
	finished  bool    // no M is left in the memory: it may be freed
}

func newRun(p *Program, o Options) (*run, error) {
	r := &run{p: p, o: o, vsteps: 64, start: time.Now(), sink: newEventSink(o.Events, o.Sinks)}
	r.threads.init()
	pages, err := p.memory.pages(o.Memory)
	if err != nil {
		return nil, err
	}
	ctx := context.WithValue(context.Background(), runKey{}, r)
	if r.mem, err = newMemory(ctx, p.engine.rt, p.memory, pages); err != nil {
		return nil, Bug{fmt.Errorf("make memory: %w", err)}
	}
	r.ctx = experimental.WithImportResolver(ctx, func(name string) api.Module {
		if name == p.memory.module {
			return r.mem.mod
		}
		return nil // "gopark/1" is found by its name
	})
	return r, nil
}

// instance makes one more instance of the program over the run's memory.
func (r *run) instance() (api.Module, error) {
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	mod, err := r.p.engine.rt.InstantiateModule(r.ctx, r.p.compiled, config)
	if err != nil {
		return nil, Bug{fmt.Errorf("instantiate module: %w", err)}
	}
	return mod, nil
}

// call calls an export; a missing one, and a trap, are bugs. ended reports that
// the program, or the host, ended the run during the call.
func (r *run) call(mod api.Module, name string, args ...uint64) (result uint64, ended bool, err error) {
	f := mod.ExportedFunction(name)
	if f == nil {
		return 0, false, Bug{fmt.Errorf("module has no export %s", name)}
	}
	res, err := f.Call(r.ctx, args...)
	var exit *sys.ExitError
	switch {
	case errors.As(err, &exit):
		return 0, true, nil
	case err != nil:
		return 0, false, Bug{fmt.Errorf("%s: %w", name, err)}
	case len(res) > 0:
		result = res[0]
	}
	return result, false, nil
}

// boot prepares memory and scheduler: the first thing in every run.
func (r *run) boot(mod api.Module) (ended bool, err error) {
	if _, ended, err = r.call(mod, "_initmem"); ended || err != nil {
		return ended, err
	}
	for _, arg := range r.o.Args {
		if err := r.addString(mod, "addarg", arg); err != nil {
			return false, err
		}
	}
	for _, env := range r.o.Env {
		if err := r.addString(mod, "addenv", env); err != nil {
			return false, err
		}
	}
	if err := r.addFiles(mod); err != nil {
		return false, err
	}
	for _, s := range r.o.Set {
		if _, _, err := r.call(mod, "setknob", uint64(uint32(s.Knob)), uint64(s.Value)); err != nil {
			return false, err
		}
	}
	mode := uint64(0)
	wall := VirtualStart
	if r.o.Parallel {
		mode, wall = 1, time.Now()
	}
	if _, ended, err = r.call(mod, "boot", uint64(r.o.Procs), mode, r.o.Seed, uint64(r.o.Slice), uint64(wall.UnixNano())); ended || err != nil {
		return ended, err
	}
	if r.o.Until > 0 {
		_, ended, err = r.call(mod, "until", uint64(r.o.Until))
	}
	return ended, err
}

// ringsOf finds the event rings through an instance that is ours alone, or idle
// whenever we look.
func (r *run) ringsOf(mod api.Module) *rings {
	first := func() (uint32, error) {
		p, _, err := r.call(mod, "rings")
		return uint32(p), err
	}
	return &rings{mem: r.mem, first: first, queues: map[uint32]*queue{}}
}

// addString hands a string to the module through its own memory.
func (r *run) addString(mod api.Module, export, s string) error {
	p, _, err := r.call(mod, "alloc", uint64(len(s)))
	if err != nil {
		return err
	}
	copy(r.bytes(p, uint64(len(s))), s)
	_, _, err = r.call(mod, export, p, uint64(len(s)))
	return err
}

// addFiles hands over the directory and the files that the program begins with.
func (r *run) addFiles(mod api.Module) error {
	if r.o.Dir == "" && len(r.o.Files) == 0 {
		return nil
	}
	given := []string{cmp.Or(r.o.Dir, "/")}
	for _, f := range r.o.Files {
		given = append(given, f.Name, string(f.Data))
	}
	for _, s := range given {
		if err := r.addString(mod, "addfile", s); err != nil {
			return err
		}
	}
	return nil
}

// exit records the program's exit code; the first one counts.
func (r *run) exit(code int32) {
	if r.exited.CompareAndSwap(false, true) {
		r.code.Store(code)
		r.threads.finish()
	}
}

// result ends the event file and frees what it can.
func (r *run) result() Result {
	if r.abandoned {
		return Result{}
	}
	res := Result{
		Code:   int(r.code.Load()),
		Digest: r.sink.digest(),
		Events: r.sink.records,
		Lost:   r.sink.lost,
		Until:  r.until,
	}
	if r.finished {
		r.mem.mod.Close(r.ctx)
		r.mem.free()
	}
	return res
}

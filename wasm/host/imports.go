// This file is module "gopark/1": everything a program can ask of its host.
//
// The functions are the same for all runs; which run calls is in the context of
// the call. Once a run has ended, every one of them ends its caller instead of
// returning, so that no M outlives its run for long.

package host

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/sys"
)

type runKey struct{}

const (
	i32 = api.ValueTypeI32
	i64 = api.ValueTypeI64
)

// hostFuncs lists the imports: name, parameters, results, code.
var hostFuncs = []struct {
	name            string
	params, results []api.ValueType
	call            func(r *run, stack []uint64)
}{
	{"write", []api.ValueType{i32, i32, i32}, nil, (*run).write},
	{"read", []api.ValueType{i32, i32, i32}, []api.ValueType{i32}, (*run).read},
	{"exit", []api.ValueType{i32}, nil, (*run).exitImport},
	{"nanotime", nil, []api.ValueType{i64}, (*run).nanotime},
	{"walltime", nil, []api.ValueType{i64}, (*run).walltime},
	{"newosproc", []api.ValueType{i32}, nil, (*run).newosproc},
	{"drain", nil, nil, (*run).drainImport},
	{"debug", []api.ValueType{i32, i32}, nil, (*run).debug},
}

// instantiateImports gives the runtime its one instance of module "gopark/1".
func instantiateImports(ctx context.Context, rt wazero.Runtime) error {
	b := rt.NewHostModuleBuilder("gopark/1")
	for _, f := range hostFuncs {
		call := api.GoFunc(func(ctx context.Context, stack []uint64) {
			r := ctx.Value(runKey{}).(*run)
			if r.ended.Load() {
				panic(sys.NewExitError(0))
			}
			f.call(r, stack)
		})
		b.NewFunctionBuilder().WithGoFunction(call, f.params, f.results).Export(f.name)
	}
	_, err := b.Instantiate(ctx)
	return err
}

// write: fd, address, length. Errors are dropped, as a program's own are.
func (r *run) write(stack []uint64) {
	r.outMu.Lock()
	defer r.outMu.Unlock()
	if w := r.output(uint32(stack[0])); w != nil {
		w.Write(r.bytes(stack[1], stack[2]))
	}
}

func (r *run) output(fd uint32) io.Writer {
	switch fd {
	case 1:
		return r.o.Stdout
	case 2:
		return r.o.Stderr
	}
	return nil
}

// read: fd, address, length; gives the number of bytes, -1 at the end of the input.
func (r *run) read(stack []uint64) {
	n := -1
	if buf := r.bytes(stack[1], stack[2]); uint32(stack[0]) == 0 && r.o.Stdin != nil {
		r.inMu.Lock()
		got, err := r.o.Stdin.Read(buf)
		for got == 0 && err == nil && len(buf) > 0 {
			got, err = r.o.Stdin.Read(buf)
		}
		r.inMu.Unlock()
		if got > 0 || len(buf) == 0 {
			n = got
		}
	}
	stack[0] = uint64(uint32(int32(n)))
}

// exitImport: exit code. It does not return.
func (r *run) exitImport(stack []uint64) {
	r.exit(int32(stack[0]))
	panic(sys.NewExitError(uint32(stack[0])))
}

func (r *run) nanotime(stack []uint64) { stack[0] = uint64(time.Since(r.start)) }

func (r *run) walltime(stack []uint64) {
	if r.o.Parallel {
		stack[0] = uint64(time.Now().UnixNano())
	} else {
		stack[0] = uint64(VirtualStart.UnixNano())
	}
}

// newosproc: number of an M. A thread is started for it.
func (r *run) newosproc(stack []uint64) { r.startM(uint32(stack[0])) }

// drainImport: the event ring is full in the middle of a step (Virtual only).
func (r *run) drainImport([]uint64) {
	if err := r.rings.drain(r.sink); err != nil {
		panic(err)
	}
}

// debug: address, length of a line for the developer of the runtime.
func (r *run) debug(stack []uint64) {
	if r.o.Stderr == nil {
		return
	}
	r.outMu.Lock()
	defer r.outMu.Unlock()
	fmt.Fprintf(r.o.Stderr, "gopark debug: %s\n", r.bytes(stack[0], stack[1]))
}

// bytes gives n bytes of the memory at addr. A range outside it is our own bug.
func (r *run) bytes(addr, n uint64) []byte {
	b := r.mem.slice(uint32(addr), uint32(n))
	if b == nil && uint32(n) > 0 {
		panic(fmt.Errorf("host call with bytes outside memory: %d at %#x", uint32(n), uint32(addr)))
	}
	return b
}

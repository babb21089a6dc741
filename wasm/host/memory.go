// This file makes the memory of a run and reads it while threads write to it.
//
// A memory belongs to a tiny module of its own, which exports it under the name
// the program's module imports, and "wake", with which the host ends the sleep of
// an M (memory.atomic.notify). Its bytes come straight from the operating system:
// 256 MiB of Go heap would have to be cleared by hand for every run.

package host

import (
	"context"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// memory is the memory of one run.
type memory struct {
	mod   api.Module
	bytes []byte
	ctx   context.Context
	mu    sync.Mutex // guards wake: an api.Function serves one caller at a time
	wake  api.Function
	free  func()
}

// newMemory instantiates the memory's module.
func newMemory(ctx context.Context, rt wazero.Runtime, want memoryImport, pages uint32) (*memory, error) {
	m := &memory{free: func() {}}
	alloc := experimental.MemoryAllocatorFunc(func(_, size uint64) experimental.LinearMemory {
		m.bytes, m.free = allocate(size)
		return fixedMemory(m.bytes)
	})
	m.ctx = experimental.WithMemoryAllocator(ctx, alloc)
	compiled, err := rt.CompileModule(ctx, memoryModule(want.name, pages, want.shared))
	if err != nil {
		return nil, err
	}
	m.mod, err = rt.InstantiateModule(m.ctx, compiled, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		m.free()
		return nil, err
	}
	m.wake = m.mod.ExportedFunction("wake")
	return m, nil
}

// fixedMemory never moves and never grows. Its bytes are freed by the run, once
// every thread has left it, not by wazero.
type fixedMemory []byte

func (f fixedMemory) Reallocate(size uint64) []byte { return f[:size] }
func (f fixedMemory) Free()                         {}

// wakeAll wakes every thread that sleeps on the word at addr.
func (m *memory) wakeAll(addr uint32) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wake.Call(m.ctx, uint64(addr), 1<<31-1)
}

// u32, u64 read whole words; Ms may be writing to them.
func (m *memory) u32(addr uint32) uint32 {
	return atomic.LoadUint32((*uint32)(unsafe.Pointer(&m.bytes[addr])))
}

func (m *memory) u64(addr uint32) uint64 {
	return atomic.LoadUint64((*uint64)(unsafe.Pointer(&m.bytes[addr])))
}

func (m *memory) setU32(addr, v uint32) {
	atomic.StoreUint32((*uint32)(unsafe.Pointer(&m.bytes[addr])), v)
}

func (m *memory) setU64(addr uint32, v uint64) {
	atomic.StoreUint64((*uint64)(unsafe.Pointer(&m.bytes[addr])), v)
}

// slice gives n bytes at addr, or nil if they are not all there.
func (m *memory) slice(addr, n uint32) []byte {
	if uint64(addr)+uint64(n) > uint64(len(m.bytes)) {
		return nil
	}
	return m.bytes[addr : uint64(addr)+uint64(n)]
}

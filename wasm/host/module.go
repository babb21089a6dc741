// This file reads what the host must know of a module before it runs it: which
// memory it imports, and the text of its section "gopark.layout". It looks at
// section headers only; wazero does the rest.

package host

import (
	"errors"
	"fmt"
)

// PageSize is the unit of a wasm memory's size.
const PageSize = 64 << 10

// memoryImport is the memory that a module asks for, in pages.
type memoryImport struct {
	module, name string
	min, max     uint32
	shared       bool
}

// moduleInfo is what scan finds.
type moduleInfo struct {
	memory memoryImport
	layout []byte // text of custom section "gopark.layout", nil if there is none
}

var errNotWasm = errors.New("not a WebAssembly module")

// wasmReader walks over the bytes of a module; the first error stays.
type wasmReader struct {
	b   []byte
	err error
}

func (r *wasmReader) bytes(n uint32) []byte {
	if r.err != nil || uint64(n) > uint64(len(r.b)) {
		r.err = errNotWasm
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *wasmReader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *wasmReader) uleb() uint32 {
	var v uint64
	for shift := 0; shift < 35; shift += 7 {
		c := r.byte()
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			break
		}
	}
	return uint32(v)
}

func (r *wasmReader) name() string { return string(r.bytes(r.uleb())) }

// scan reads the sections of a module.
func scan(wasm []byte) (moduleInfo, error) {
	var info moduleInfo
	if len(wasm) < 8 || string(wasm[:8]) != "\x00asm\x01\x00\x00\x00" {
		return info, errNotWasm
	}
	r := &wasmReader{b: wasm[8:]}
	for len(r.b) > 0 && r.err == nil {
		id := r.byte()
		body := &wasmReader{b: r.bytes(r.uleb())}
		if r.err != nil {
			break
		}
		switch id {
		case 0:
			if body.name() == "gopark.layout" {
				info.layout = body.b
			}
		case 2:
			info.memory = body.memoryImport()
			r.err = body.err
		}
	}
	if r.err == nil && info.memory.name == "" {
		return info, fmt.Errorf("module imports no memory")
	}
	return info, r.err
}

// memoryImport finds the memory in the body of an import section.
func (r *wasmReader) memoryImport() (found memoryImport) {
	for n := r.uleb(); n > 0 && r.err == nil; n-- {
		module, name := r.name(), r.name()
		switch kind := r.byte(); kind {
		case 0: // function: type index
			r.uleb()
		case 1: // table: element type, limits
			r.byte()
			r.limits()
		case 2:
			found = r.limits()
			found.module, found.name = module, name
		case 3: // global: type, mutability
			r.byte()
			r.byte()
		default:
			r.err = errNotWasm
		}
	}
	return found
}

func (r *wasmReader) limits() memoryImport {
	flags := r.byte()
	lim := memoryImport{min: r.uleb(), max: 65536, shared: flags&2 != 0}
	if flags&1 != 0 {
		lim.max = r.uleb()
	}
	return lim
}

// pages chooses the size of the memory for a run: want bytes (0: the module's own
// minimum, at least 256 MiB if it allows that).
func (m memoryImport) pages(want uint64) (uint32, error) {
	if want == 0 {
		return max(m.min, min(m.max, DefaultMemory/PageSize)), nil
	}
	n := (want + PageSize - 1) / PageSize
	if n < uint64(m.min) {
		return 0, fmt.Errorf("memory of %d MiB is too small: the program itself needs %d MiB", want>>20, (uint64(m.min)*PageSize+(1<<20)-1)>>20)
	}
	if n > uint64(m.max) {
		return 0, fmt.Errorf("memory of %d MiB is more than the module allows (%d MiB)", want>>20, uint64(m.max)*PageSize>>20)
	}
	return uint32(n), nil
}

//go:build gopark

package syscall

// This file is the three standard files, which are the host's. A read of the
// standard input blocks its thread until the host has some.

import "unsafe"

type host struct{ fd int32 }

// hostWrite writes to the host, and records that.
//
//go:linkname hostWrite runtime.syscall_hostWrite
func hostWrite(fd int32, p unsafe.Pointer, n int32)

//go:wasmimport gopark/1 read
func hostRead(fd int32, p unsafe.Pointer, n int32) int32

// input reads from the host; 0 at the end.
func (h *host) input(p []byte) int {
	if len(p) == 0 {
		return 0
	}
	c := &hostInput{h.fd, int32(min(len(p), 1<<30)), unsafe.Pointer(&p[0])}
	hostCall(readHost, unsafe.Pointer(c))
	return max(int(c.n), 0) // at the end of the input it is -1
}

// hostInput is a read from the host: n is how much there is room for, then how much was read.
type hostInput struct {
	fd, n int32
	p     unsafe.Pointer
}

func readHost(arg unsafe.Pointer) {
	c := (*hostInput)(arg)
	c.n = hostRead(c.fd, c.p, c.n)
}

func (h *host) output(p []byte) {
	if len(p) == 0 {
		return
	}
	passed()
	hostWrite(h.fd, unsafe.Pointer(&p[0]), int32(len(p)))
}

func (h *host) stat(st *Stat_t) { st.Mode = S_IFCHR | 0620 }
func (h *host) close(f *open)   {}
func (h *host) poll() *watch    { return nil }
func (h *host) watched()        {}
func (h *host) latency() int64  { return 0 }

// Read and Write know the host and do not come here: they must not hold mu.
func (h *host) read(*open, []byte) (int, Errno)  { return 0, EIO }
func (h *host) write(*open, []byte) (int, Errno) { return 0, EIO }

//go:build gopark

package syscall

// This file implements pipes: a stream without delay. As in Linux it holds 64 KiB,
// and a write of at most PIPE_BUF bytes is never split.

const (
	pipeSize = 64 << 10
	pipeBuf  = 4 << 10 // PIPE_BUF
)

// A pipe is what the two ends have in common.
type pipe struct {
	stream
	noReader bool
}

// A pipeEnd is one of them.
type pipeEnd struct {
	*pipe
	watch
}

// Pipe2 makes a pipe: what is written to p[1] is read from p[0].
func Pipe2(p []int, flags int) error {
	if len(p) != 2 {
		return EINVAL
	}
	q := &pipe{stream: stream{size: pipeSize, enough: pipeBuf}}
	r, w := &pipeEnd{pipe: q}, &pipeEnd{pipe: q}
	q.reader, q.writer = &r.watch, &w.watch
	mu.Lock()
	defer mu.Unlock()
	flags &= O_NONBLOCK
	p[0] = newFD(&open{object: r, flag: flags | O_RDONLY})
	p[1] = newFD(&open{object: w, flag: flags | O_WRONLY})
	return nil
}

func Pipe(p []int) error { return Pipe2(p, 0) }

func (e *pipeEnd) read(f *open, p []byte) (int, Errno) { return e.pull(p, nanotime()) }

func (e *pipeEnd) write(f *open, p []byte) (int, Errno) {
	if e.noReader {
		return 0, EPIPE
	}
	if len(p) <= pipeBuf && e.size-e.used < len(p) {
		e.callWriter()
		return 0, EAGAIN
	}
	now := nanotime()
	return e.push(p, now, now)
}

func (e *pipeEnd) close(f *open) {
	now := nanotime()
	if f.flag&O_ACCMODE == O_WRONLY {
		e.end(now)
		return
	}
	e.noReader = true
	e.writer.ready('w', now) // it will get EPIPE
}

func (e *pipeEnd) stat(st *Stat_t) { st.Mode = S_IFIFO | 0600 }
func (e *pipeEnd) poll() *watch    { return &e.watch }
func (e *pipeEnd) watched()        {}
func (e *pipeEnd) latency() int64  { return 0 }

//go:build gopark

package syscall

// This file implements pipes. A reader waits for bytes, a writer for room, as
// in Linux; both wait as goroutines, so that no thread is blocked.

import "sync"

const pipeSize = 64 << 10

type pipe struct {
	mu                 sync.Mutex
	changed            sync.Cond // L is &mu
	data               []byte
	noReader, noWriter bool
}

// Pipe makes a pipe: what is written to p[1] is read from p[0].
func Pipe(p []int) error {
	if len(p) != 2 {
		return EINVAL
	}
	q := new(pipe)
	q.changed.L = &q.mu
	mu.Lock()
	defer mu.Unlock()
	p[0] = newFD(&open{pipe: q, flag: O_RDONLY})
	p[1] = newFD(&open{pipe: q, flag: O_WRONLY})
	return nil
}

// read waits until there is something to read. It returns 0 at the end.
func (q *pipe) read(p []byte) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.data) == 0 && !q.noWriter && !q.noReader {
		q.changed.Wait()
	}
	n := copy(p, q.data)
	q.data = q.data[:copy(q.data, q.data[n:])]
	q.changed.Broadcast()
	return n
}

// write waits until all is in the pipe.
func (q *pipe) write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	done := 0
	for done < len(p) {
		for len(q.data) == pipeSize && !q.noReader {
			q.changed.Wait()
		}
		if q.noReader {
			return done, EPIPE
		}
		n := min(len(p)-done, pipeSize-len(q.data))
		q.data = append(q.data, p[done:done+n]...)
		done += n
		q.changed.Broadcast()
	}
	return done, nil
}

// close closes the end that was opened with flag.
func (q *pipe) close(flag int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if flag&O_WRONLY != 0 {
		q.noWriter = true
	} else {
		q.noReader = true
	}
	q.changed.Broadcast()
}

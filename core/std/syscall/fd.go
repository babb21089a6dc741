//go:build gopark

package syscall

// This file is the table of open files, and the calls that take a descriptor.
//
// A descriptor is a number for an open; dup makes two numbers for one. What is open
// is an object: a file or directory (fs.go), an end of a pipe (pipe.go), a socket
// (socket.go), a standard file of the host (stdio.go).
//
// mu guards everything of the package that changes. No call waits while it holds
// it: a file's latency comes after the change (latency.go), and pipes and sockets
// say EAGAIN.

import (
	"sync"
	"unsafe"
)

const (
	O_RDONLY    = 0
	O_WRONLY    = 1
	O_RDWR      = 2
	O_ACCMODE   = 3
	O_CREAT     = 0100
	O_EXCL      = 0200
	O_TRUNC     = 01000
	O_APPEND    = 02000
	O_NONBLOCK  = 04000
	O_NDELAY    = O_NONBLOCK
	O_DIRECTORY = 0200000
	O_NOFOLLOW  = 0400000
	O_SYNC      = 04010000
	O_CLOEXEC   = 02000000

	F_GETFL         = 3
	F_SETFL         = 4
	F_DUPFD_CLOEXEC = 1030
)

// An object is what can be open. Its methods are called with mu held.
type object interface {
	read(f *open, p []byte) (int, Errno)
	write(f *open, p []byte) (int, Errno)
	stat(st *Stat_t)
	close(f *open)  // the last descriptor is gone
	poll() *watch   // nil: it is always ready, as a file on disk
	watched()       // a poll descriptor has been added
	latency() int64 // how long a read or write blocks the thread
}

// An open is an open file.
type open struct {
	object
	flag int
	off  int64
	refs int
}

var (
	mu    sync.Mutex
	opens = []*open{
		{object: &host{0}, refs: 1},
		{object: &host{1}, flag: O_WRONLY, refs: 1},
		{object: &host{2}, flag: O_WRONLY, refs: 1},
	}
)

// fail turns 0 into no error.
func fail(err Errno) error {
	if err == 0 {
		return nil
	}
	return err
}

// newFD returns the lowest free number for f. The caller holds mu.
func newFD(f *open) int {
	f.refs++
	for fd, g := range opens {
		if g == nil {
			opens[fd] = f
			return fd
		}
	}
	opens = append(opens, f)
	return len(opens) - 1
}

// anyWay is for a call that neither reads nor writes.
const anyWay = -1

// file returns an open file that may be used in the way of flag. The caller holds mu.
func file(fd, flag int) (*open, Errno) {
	if fd < 0 || fd >= len(opens) || opens[fd] == nil {
		return nil, EBADF
	}
	f := opens[fd]
	if way := f.flag & O_ACCMODE; flag != anyWay && way != O_RDWR && way != flag {
		return nil, EBADF
	}
	return f, 0
}

func Close(fd int) error {
	mu.Lock()
	defer mu.Unlock()
	f, err := file(fd, anyWay)
	if err != 0 {
		return err
	}
	opens[fd] = nil
	if f.refs--; f.refs == 0 {
		f.object.close(f)
	}
	return nil
}

func Dup(fd int) (int, error) {
	mu.Lock()
	defer mu.Unlock()
	f, err := file(fd, anyWay)
	if err != 0 {
		return -1, err
	}
	return newFD(f), nil
}

// fcntl is what package internal/syscall/unix calls.
//
//go:linkname fcntl runtime.fcntl
func fcntl(fd, cmd, arg int32) (val, errno int32) {
	mu.Lock()
	defer mu.Unlock()
	f, err := file(int(fd), anyWay)
	if err != 0 {
		return -1, int32(err)
	}
	switch cmd {
	case F_GETFL:
		return int32(f.flag), 0
	case F_SETFL:
		const can = O_APPEND | O_NONBLOCK
		f.flag = f.flag&^can | int(arg)&can
		return 0, 0
	case F_DUPFD_CLOEXEC:
		return int32(newFD(f)), 0
	}
	return -1, int32(EINVAL)
}

func SetNonblock(fd int, nonblocking bool) error {
	mu.Lock()
	defer mu.Unlock()
	f, err := file(fd, anyWay)
	if err != 0 {
		return err
	}
	f.flag &^= O_NONBLOCK
	if nonblocking {
		f.flag |= O_NONBLOCK
	}
	return nil
}

// CloseOnExec does nothing: nothing is ever executed.
func CloseOnExec(fd int) {}

// again reports whether a call on f that had this result must be tried again: the
// thread has waited then.
func (f *open) again(err Errno, pause *int64) bool {
	if err != EAGAIN || f.flag&O_NONBLOCK != 0 {
		return false
	}
	*pause = min(max(*pause*2, 10_000), 1_000_000)
	block(*pause)
	return true
}

func Read(fd int, p []byte) (n int, err error) {
	for pause := int64(0); ; {
		mu.Lock()
		f, e := file(fd, O_RDONLY)
		if e != 0 {
			mu.Unlock()
			return -1, e
		}
		if h, ok := f.object.(*host); ok {
			mu.Unlock()
			return h.input(p), nil
		}
		n, e = f.object.read(f, p)
		mu.Unlock()
		block(f.latency())
		if !f.again(e, &pause) {
			return result(n, e)
		}
	}
}

func Write(fd int, p []byte) (n int, err error) {
	for pause, done := int64(0), 0; ; {
		mu.Lock()
		f, e := file(fd, O_WRONLY)
		if e != 0 {
			mu.Unlock()
			return -1, e
		}
		if h, ok := f.object.(*host); ok {
			mu.Unlock()
			h.output(p)
			return len(p), nil
		}
		n, e = f.object.write(f, p[done:])
		mu.Unlock()
		block(f.latency())
		if e == 0 && f.flag&O_NONBLOCK == 0 && done+n < len(p) {
			done += n // a blocking write is for the whole
			continue
		}
		if !f.again(e, &pause) {
			return result(done+n, e)
		}
	}
}

// result is what a call that moves bytes returns.
func result(n int, err Errno) (int, error) {
	if err != 0 {
		return -1, err
	}
	return n, nil
}

// writev is what package internal/poll calls: one write of several pieces.
//
//go:linkname writev internal/poll.syscall_writev
func writev(fd int, list []Iovec) (int, error) {
	var all []byte
	for _, v := range list {
		all = append(all, unsafe.Slice(v.Base, v.Len)...)
	}
	return Write(fd, all)
}

// An Iovec is one piece of memory.
type Iovec struct {
	Base *byte
	Len  uint64
}

func (v *Iovec) SetLen(length int) { v.Len = uint64(length) }

func Fstat(fd int, st *Stat_t) error {
	mu.Lock()
	defer mu.Unlock()
	f, err := file(fd, anyWay)
	if err == 0 {
		*st = Stat_t{Dev: 1, Nlink: 1, Blksize: 4096}
		f.object.stat(st)
	}
	return fail(err)
}

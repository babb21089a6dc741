//go:build gopark

// Package syscall is the operating system that a program sees, a small Linux of one
// process: three standard files of the host (stdio.go), a file system in memory
// (fs.go, file.go), pipes (pipe.go), a network of which this machine is all
// (socket.go, tcp.go, udp.go). fd.go has the table of what is open.
//
// Errors have the numbers and words of Linux (tables.go). A call that touches the
// disk blocks its thread (latency.go); pipes and sockets never do, but tell the
// poller when to try again (poll.go), so that Go's own packages os, internal/poll
// and net work here as they do there.
package syscall

import (
	"errors"
	"internal/oserror"
	"internal/strconv"
	"sync"
	"unsafe"
)

// An Errno is the number of a system error.
type Errno uintptr

func (e Errno) Error() string {
	if int(e) < len(errorTexts) && errorTexts[e] != "" {
		return errorTexts[e]
	}
	return "errno " + strconv.Itoa(int(e))
}

// Is says which of the portable errors e stands for.
func (e Errno) Is(target error) bool {
	switch target {
	case oserror.ErrPermission:
		return e == EACCES || e == EPERM
	case oserror.ErrExist:
		return e == EEXIST || e == ENOTEMPTY
	case oserror.ErrNotExist:
		return e == ENOENT
	case errors.ErrUnsupported:
		return e == ENOSYS || e == ENOTSUP || e == EOPNOTSUPP
	}
	return false
}

func (e Errno) Temporary() bool { return e == EINTR || e == EMFILE || e == ENFILE || e.Timeout() }
func (e Errno) Timeout() bool   { return e == EAGAIN || e == EWOULDBLOCK || e == ETIMEDOUT }

// A Signal is the number of a signal. None is ever delivered.
type Signal int

func (s Signal) Signal() {}

func (s Signal) String() string {
	if 0 <= s && int(s) < len(signalTexts) && signalTexts[s] != "" {
		return signalTexts[s]
	}
	return "signal " + strconv.Itoa(int(s))
}

const (
	Stdin  = 0
	Stdout = 1
	Stderr = 2
)

const ImplementsGetwd = true

type (
	Timespec struct{ Sec, Nsec int64 }
	Timeval  struct{ Sec, Usec int64 }
)

// passed is for a system call that did not block: it takes a moment.
//
//go:linkname passed runtime.syscall_passed
func passed()

// hostCall makes a system call of fn(arg), which may block the thread.
//
//go:linkname hostCall runtime.syscall_host
func hostCall(fn func(unsafe.Pointer), arg unsafe.Pointer)

//go:linkname now time.now
func now() (sec int64, nsec int32, mono int64)

// nanosleep is a system call that takes ns nanoseconds.
//
//go:linkname nanosleep runtime.syscall_nanosleep
func nanosleep(ns int64)

// Nanosleep blocks the thread, not only the goroutine: time.Sleep is what
// blocks a goroutine.
func Nanosleep(time, leftover *Timespec) error {
	if time.Sec < 0 || time.Nsec < 0 || time.Nsec >= 1e9 {
		return EINVAL
	}
	nanosleep(time.Nano())
	if leftover != nil {
		*leftover = Timespec{}
	}
	return nil
}

func Gettimeofday(tv *Timeval) error {
	sec, nsec, _ := now()
	*tv = Timeval{sec, int64(nsec) / 1000}
	return nil
}

func setTimespec(sec, nsec int64) Timespec { return Timespec{sec, nsec} }
func setTimeval(sec, usec int64) Timeval   { return Timeval{sec, usec} }

// ForkLock is never needed: there is no fork.
var ForkLock sync.RWMutex

// There is one process, which belongs to user 1.

func Getpid() int               { return 3 }
func Getppid() int              { return 2 }
func Getuid() int               { return 1 }
func Geteuid() int              { return 1 }
func Getgid() int               { return 1 }
func Getegid() int              { return 1 }
func Getgroups() ([]int, error) { return []int{1}, nil }
func Umask(mask int) int        { return 0 }

// Kill ends the program if the signal is for it, as an uncaught signal does.
func Kill(pid int, sig Signal) error {
	if pid != Getpid() {
		return ESRCH
	}
	switch sig {
	case 0, SIGCHLD, SIGCONT, SIGURG, SIGWINCH: // nothing happens
	default:
		Exit(128 + int(sig))
	}
	return nil
}

// The types below are here for the packages that name them.

type (
	SysProcAttr struct{}
	WaitStatus  uint32
	Rusage      struct{ Utime, Stime Timeval }
)

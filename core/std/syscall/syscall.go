//go:build gopark

// Package syscall is the operating system that a program sees: three standard
// files of the host, a file system in memory (fs.go, pipe.go), one process.
//
// Errors have the numbers and words of Linux (tables.go). What reads or writes
// brackets itself with entersyscall and exitsyscall, as in Go, so that the P can
// be taken away meanwhile.
package syscall

import (
	"errors"
	"internal/oserror"
	"internal/strconv"
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

//go:linkname runtime_entersyscall runtime.entersyscall
func runtime_entersyscall()

//go:linkname runtime_exitsyscall runtime.exitsyscall
func runtime_exitsyscall()

//go:linkname now time.now
func now() (sec int64, nsec int32, mono int64)

// nanosleep is a system call that takes ns nanoseconds.
//
//go:linkname nanosleep runtime.syscall_nanosleep
func nanosleep(ns int64)

//go:wasmimport gopark/1 write
func hostWrite(fd int32, p unsafe.Pointer, n int32)

//go:wasmimport gopark/1 read
func hostRead(fd int32, p unsafe.Pointer, n int32) int32

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
	if sig != 0 {
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

//go:build gopark

// Package os is Go's down to the system calls. This file and its neighbours
// take the place of the files for one operating system: a File is a file of
// package syscall, whose file system is in memory.
package os

import (
	"io"
	"io/fs"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	DevNull                     = "/dev/null"
	supportsCreateWithStickyBit = true
)

// file is what a File points to.
type file struct {
	sysfd      int
	name       string
	appendMode bool
	closed     atomic.Bool
	dirinfo    atomic.Pointer[dirInfo]
}

// dirInfo is what is left to read of an open directory.
type dirInfo struct{ names []string }

func newFile(fd int, name string) *File { return &File{&file{sysfd: fd, name: name}} }

func newFileFromNewFile(fd uintptr, name string) *File {
	if int(fd) < 0 {
		return nil
	}
	return newFile(int(fd), name)
}

func openFileNolog(name string, flag int, perm FileMode) (*File, error) {
	fd, err := syscall.Open(name, flag|syscall.O_CLOEXEC, syscallMode(perm))
	if err != nil {
		return nil, &PathError{Op: "open", Path: name, Err: err}
	}
	return newFile(fd, name), nil
}

func openDirNolog(name string) (*File, error) {
	f, err := openFileNolog(name, O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	if fi, err := f.Stat(); err == nil && !fi.IsDir() {
		f.Close()
		return nil, &PathError{Op: "open", Path: name, Err: syscall.ENOTDIR}
	}
	return f, nil
}

// Pipe returns the two ends of a pipe.
func Pipe() (r, w *File, err error) {
	var p [2]int
	if e := syscall.Pipe(p[:]); e != nil {
		return nil, nil, NewSyscallError("pipe", e)
	}
	return newFile(p[0], "|0"), newFile(p[1], "|1"), nil
}

func (f *File) checkValid(op string) error {
	if f == nil {
		return ErrInvalid
	}
	if f.closed.Load() {
		return &PathError{Op: op, Path: f.name, Err: ErrClosed}
	}
	return nil
}

func (f *File) Close() error {
	if err := f.checkValid("close"); err != nil {
		return err
	}
	if f.closed.Swap(true) {
		return &PathError{Op: "close", Path: f.name, Err: ErrClosed}
	}
	return f.wrapErr("close", syscall.Close(f.sysfd))
}

func (f *File) read(b []byte) (int, error) {
	n, err := syscall.Read(f.sysfd, b)
	return atEnd(n, err, b)
}

func (f *File) pread(b []byte, off int64) (int, error) {
	n, err := syscall.Pread(f.sysfd, b, off)
	return atEnd(n, err, b)
}

// atEnd turns a read of nothing into io.EOF.
func atEnd(n int, err error, b []byte) (int, error) {
	if err != nil {
		return 0, err
	}
	if n == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (f *File) write(b []byte) (int, error) { return syscall.Write(f.sysfd, b) }

func (f *File) pwrite(b []byte, off int64) (int, error) {
	return syscall.Pwrite(f.sysfd, b, off)
}

func (f *File) seek(off int64, whence int) (int64, error) {
	f.dirinfo.Store(nil)
	return syscall.Seek(f.sysfd, off, whence)
}

func (f *File) readFrom(r io.Reader) (n int64, handled bool, err error) { return 0, false, nil }
func (f *File) writeTo(w io.Writer) (n int64, handled bool, err error)  { return 0, false, nil }

// epipecheck ends the program if nobody reads its standard output any more.
func epipecheck(f *File, err error) {}

func (f *File) Truncate(size int64) error {
	if err := f.checkValid("truncate"); err != nil {
		return err
	}
	return f.wrapErr("truncate", syscall.Ftruncate(f.sysfd, size))
}

// Sync does nothing: memory is all there is.
func (f *File) Sync() error { return f.checkValid("sync") }

func (f *File) Stat() (FileInfo, error) {
	if err := f.checkValid("stat"); err != nil {
		return nil, err
	}
	st := fileStat{name: base(f.name)}
	err := syscall.Fstat(f.sysfd, &st.sys)
	return st.fill(err, "stat", f.name)
}

// readdir reads up to n entries of a directory, all if n <= 0, in one of the
// three forms.
func (f *File) readdir(n int, mode readdirMode) (names []string, entries []DirEntry, infos []FileInfo, err error) {
	d := f.dirinfo.Load()
	if d == nil {
		all, err := syscall.Names(f.sysfd)
		if err != nil {
			return nil, nil, nil, &PathError{Op: "readdirent", Path: f.name, Err: err}
		}
		d = &dirInfo{all}
		f.dirinfo.Store(d)
	}
	if n > 0 && len(d.names) == 0 {
		return nil, nil, nil, io.EOF
	}
	if n <= 0 || n > len(d.names) {
		n = len(d.names)
	}
	names, d.names = d.names[:n], d.names[n:]
	if mode == readdirName {
		return names, nil, nil, nil
	}
	for _, name := range names {
		fi, err := lstatNolog(joinPath(f.name, name))
		if err != nil {
			continue // it was removed meanwhile
		}
		infos = append(infos, fi)
		entries = append(entries, fs.FileInfoToDirEntry(fi))
	}
	return nil, entries, infos, nil
}

func (f *File) chmod(mode FileMode) error {
	if err := f.checkValid("chmod"); err != nil {
		return err
	}
	return f.wrapErr("chmod", syscall.Chmod(f.name, syscallMode(mode)))
}

func (f *File) setDeadline(time.Time) error      { return f.noDeadline() }
func (f *File) setReadDeadline(time.Time) error  { return f.noDeadline() }
func (f *File) setWriteDeadline(time.Time) error { return f.noDeadline() }

func (f *File) noDeadline() error {
	if err := f.checkValid("SetDeadline"); err != nil {
		return err
	}
	return ErrNoDeadline
}

func newRawConn(f *File) (syscall.RawConn, error) { return nil, syscall.ENOTSUP }

func (f *File) fd() uintptr {
	if f == nil || f.closed.Load() {
		return ^uintptr(0)
	}
	return uintptr(f.sysfd)
}

//go:build gopark

package os

// This file holds what is done to files by name.

import (
	"syscall"
	"time"
)

// base returns the last name in path.
func base(path string) string {
	for len(path) > 1 && path[len(path)-1] == '/' {
		path = path[:len(path)-1]
	}
	for i := len(path) - 2; i >= 0; i-- {
		if path[i] == '/' {
			return path[i+1:]
		}
	}
	return path
}

func pathErr(op, path string, err error) error {
	if err == nil {
		return nil
	}
	return &PathError{Op: op, Path: path, Err: err}
}

func statNolog(name string) (FileInfo, error) { return statAs("stat", name) }

// lstatNolog is the same: there are no links.
func lstatNolog(name string) (FileInfo, error) { return statAs("lstat", name) }

func statAs(op, name string) (FileInfo, error) {
	st := fileStat{name: base(name)}
	err := syscall.Stat(name, &st.sys)
	return st.fill(err, op, name)
}

// fill turns the system's description into Go's.
func (fs *fileStat) fill(err error, op, path string) (FileInfo, error) {
	if err != nil {
		return nil, &PathError{Op: op, Path: path, Err: err}
	}
	fs.size = fs.sys.Size
	fs.modTime = time.Unix(fs.sys.Mtim.Sec, fs.sys.Mtim.Nsec)
	fs.mode = FileMode(fs.sys.Mode & 0777)
	switch fs.sys.Mode & syscall.S_IFMT {
	case syscall.S_IFDIR:
		fs.mode |= ModeDir
	case syscall.S_IFIFO:
		fs.mode |= ModeNamedPipe
	case syscall.S_IFCHR:
		fs.mode |= ModeDevice | ModeCharDevice
	}
	return fs, nil
}

func syscallMode(m FileMode) uint32 { return uint32(m.Perm()) }

func Remove(name string) error {
	err := syscall.Unlink(name)
	if err == syscall.EISDIR {
		err = syscall.Rmdir(name)
	}
	return pathErr("remove", name, err)
}

func removeAll(path string) error {
	if path == "" {
		return nil
	}
	if endsWithDot(path) {
		return &PathError{Op: "RemoveAll", Path: path, Err: syscall.EINVAL}
	}
	err := Remove(path)
	if err == nil || IsNotExist(err) {
		return nil
	}
	entries, rerr := ReadDir(path)
	if rerr != nil {
		return err
	}
	for _, e := range entries {
		if err := removeAll(joinPath(path, e.Name())); err != nil {
			return err
		}
	}
	return Remove(path)
}

func rename(from, to string) error {
	if err := syscall.Rename(from, to); err != nil {
		return &LinkError{"rename", from, to, err}
	}
	return nil
}

func Truncate(name string, size int64) error {
	f, err := OpenFile(name, O_WRONLY, 0)
	if err != nil {
		err.(*PathError).Op = "truncate"
		return err
	}
	defer f.Close()
	return f.Truncate(size)
}

func chmod(name string, mode FileMode) error {
	return pathErr("chmod", name, syscall.Chmod(name, syscallMode(mode)))
}

func Chtimes(name string, atime, mtime time.Time) error {
	if mtime.IsZero() {
		return nil
	}
	ts := syscall.NsecToTimespec(mtime.UnixNano())
	return pathErr("chtimes", name, syscall.UtimesNano(name, []syscall.Timespec{ts, ts}))
}

// There are no links and no owners.

func Symlink(from, to string) error { return &LinkError{"symlink", from, to, syscall.ENOTSUP} }
func Link(from, to string) error    { return &LinkError{"link", from, to, syscall.ENOTSUP} }

func readlink(name string) (string, error) {
	return "", &PathError{Op: "readlink", Path: name, Err: syscall.EINVAL}
}

func Chown(name string, uid, gid int) error {
	return &PathError{Op: "chown", Path: name, Err: syscall.ENOTSUP}
}

func Lchown(name string, uid, gid int) error {
	return &PathError{Op: "lchown", Path: name, Err: syscall.ENOTSUP}
}

func tempDir() string {
	if dir := Getenv("TMPDIR"); dir != "" {
		return dir
	}
	return "/tmp"
}

func hostname() (string, error) { return "gopark", nil }

// Executable fails: the program is not a file here.
func Executable() (string, error) {
	return "", syscall.ENOTSUP
}

func fixLongPath(path string) string { return path }

// Calls are never interrupted.

func ignoringEINTR(fn func() error) error                   { return fn() }
func ignoringEINTR2[T any](fn func() (T, error)) (T, error) { return fn() }

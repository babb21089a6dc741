//go:build gopark

package syscall

// This file reads and writes open files and directories.

import (
	"slices"
	"unsafe"
)

func (n *node) poll() *watch  { return nil }
func (n *node) watched()      {}
func (n *node) close(f *open) {}

func (n *node) latency() int64 {
	if n.mode&S_IFMT == S_IFCHR {
		return 0
	}
	return fileLatency()
}

func (n *node) stat(st *Stat_t) {
	st.Ino, st.Mode, st.Size = n.ino, n.mode, int64(len(n.data))
	st.Blocks = (st.Size + 511) / 512
	st.Atim, st.Mtim, st.Ctim = n.mtime, n.mtime, n.mtime
}

func (n *node) read(f *open, p []byte) (int, Errno) {
	k, err := n.readAt(p, f.off)
	f.off += int64(k)
	return k, err
}

func (n *node) readAt(p []byte, off int64) (int, Errno) {
	if n.isDir() {
		return 0, EISDIR
	}
	if off >= int64(len(n.data)) {
		return 0, 0
	}
	return copy(p, n.data[off:]), 0
}

func (n *node) write(f *open, p []byte) (int, Errno) {
	if f.flag&O_APPEND != 0 {
		f.off = int64(len(n.data))
	}
	k, err := n.writeAt(p, f.off)
	f.off += int64(k)
	return k, err
}

func (n *node) writeAt(p []byte, off int64) (int, Errno) {
	if n.mode&S_IFMT == S_IFCHR {
		return len(p), 0 // /dev/null
	}
	if end := off + int64(len(p)); end > int64(len(n.data)) {
		n.resize(end)
	}
	copy(n.data[off:], p)
	n.touch()
	return len(p), 0
}

func (n *node) resize(size int64) {
	if size <= int64(len(n.data)) {
		n.data = n.data[:size:size] // what is cut off must not come back
		return
	}
	n.data = append(n.data, make([]byte, size-int64(len(n.data)))...)
}

func (n *node) truncate(size int64) Errno {
	switch {
	case n.isDir():
		return EISDIR
	case size < 0:
		return EINVAL
	}
	n.resize(size)
	n.touch()
	return 0
}

// onDisk returns an open file or directory. The caller holds mu.
func onDisk(fd, way int, otherwise Errno) (*open, *node, Errno) {
	f, err := file(fd, way)
	if err != 0 {
		return nil, nil, err
	}
	n, ok := f.object.(*node)
	if !ok {
		return nil, nil, otherwise
	}
	return f, n, 0
}

func Pread(fd int, p []byte, off int64) (n int, err error) {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	_, node, e := onDisk(fd, O_RDONLY, ESPIPE)
	if e == 0 {
		n, e = node.readAt(p, off)
	}
	return result(n, e)
}

func Pwrite(fd int, p []byte, off int64) (n int, err error) {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	_, node, e := onDisk(fd, O_WRONLY, ESPIPE)
	if e == 0 {
		n, e = node.writeAt(p, off)
	}
	return result(n, e)
}

func Seek(fd int, off int64, whence int) (int64, error) {
	mu.Lock()
	defer mu.Unlock()
	f, n, err := onDisk(fd, anyWay, ESPIPE)
	if err != 0 {
		return -1, err
	}
	switch whence {
	case 1:
		off += f.off
	case 2:
		off += int64(len(n.data))
	}
	if off < 0 || whence < 0 || whence > 2 {
		return -1, EINVAL
	}
	f.off = off
	return off, nil
}

func Ftruncate(fd int, size int64) error {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	_, n, err := onDisk(fd, O_WRONLY, EINVAL)
	if err == EBADF && fd >= 0 && fd < len(opens) && opens[fd] != nil {
		err = EINVAL // it is open, but not for writing
	}
	if err == 0 {
		err = n.truncate(size)
	}
	return fail(err)
}

// Fsync waits for the disk.
func Fsync(fd int) error {
	mu.Lock()
	_, _, err := onDisk(fd, anyWay, EINVAL)
	mu.Unlock()
	if err == 0 {
		disk()
	}
	return fail(err)
}

func Fchmod(fd int, perm uint32) error {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	_, n, err := onDisk(fd, anyWay, EINVAL)
	if err == 0 {
		n.mode = n.mode&S_IFMT | perm&07777
	}
	return fail(err)
}

// Dirent is an entry of a directory, as ReadDirent writes it. Name is as long as it
// needs to be, and ends with a zero.
type Dirent struct {
	Ino    uint64
	Off    int64
	Reclen uint16
	Type   uint8
	Name   [256]int8
}

const (
	DT_UNKNOWN = 0
	DT_FIFO    = 1
	DT_CHR     = 2
	DT_DIR     = 4
	DT_BLK     = 6
	DT_REG     = 8
	DT_LNK     = 10
	DT_SOCK    = 12
)

// ReadDirent fills buf with entries of a directory, those from f.off on in the order
// in which they were made. So one that is removed meanwhile hides no other.
func ReadDirent(fd int, buf []byte) (n int, err error) {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	f, dir, e := onDisk(fd, O_RDONLY, ENOTDIR)
	switch {
	case e != 0:
		return -1, e
	case !dir.isDir():
		return -1, ENOTDIR
	}
	for _, name := range dir.names() {
		kid := dir.kids[name]
		if int64(kid.ino) <= f.off {
			continue
		}
		size := kid.putDirent(buf[n:], name)
		if size == 0 {
			break
		}
		n += size
		f.off = int64(kid.ino)
	}
	return n, nil
}

// names returns the names in a directory, the oldest first.
func (n *node) names() []string {
	names := make([]string, 0, len(n.kids))
	for name := range n.kids {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return int(n.kids[a].ino) - int(n.kids[b].ino) })
	return names
}

// putDirent writes an entry and returns its size, 0 if there is no room.
func (n *node) putDirent(buf []byte, name string) int {
	var d Dirent
	head := int(unsafe.Offsetof(d.Name))
	size := (head + len(name) + 1 + 7) &^ 7
	if size > len(buf) {
		return 0
	}
	d.Ino, d.Off, d.Reclen, d.Type = n.ino, int64(n.ino), uint16(size), uint8(n.mode&S_IFMT>>12)
	copy(buf, unsafe.Slice((*byte)(unsafe.Pointer(&d)), head))
	clear(buf[head:size])
	copy(buf[head:], name)
	return size
}

//go:build gopark

package syscall

// This file is a file system in memory. It begins with / and /tmp, both empty,
// and lasts as long as the program. There are no links, owners or permissions.
//
// mu guards everything in this file. Nothing here blocks for long but pipes and
// the standard input, which are read without mu.

import (
	"sync"
	"unsafe"
)

const (
	O_RDONLY  = 0
	O_WRONLY  = 1
	O_RDWR    = 2
	O_CREAT   = 0100
	O_EXCL    = 0200
	O_TRUNC   = 01000
	O_APPEND  = 02000
	O_SYNC    = 04010000
	O_CLOEXEC = 02000000

	S_IFMT  = 0170000
	S_IFIFO = 0010000
	S_IFCHR = 0020000
	S_IFDIR = 0040000
	S_IFREG = 0100000
)

// A node is a file or a directory.
type node struct {
	mode  uint32 // S_IF… and permission bits
	ino   uint64
	mtime Timespec
	data  []byte
	kids  map[string]*node // of a directory
}

// An open is an open file: of a node, of a pipe, or of the host.
type open struct {
	node *node
	pipe *pipe
	host bool
	flag int
	off  int64
}

// Stat_t describes a file.
type Stat_t struct {
	Dev, Ino uint64
	Mode     uint32
	Size     int64
	Mtim     Timespec
}

var (
	mu     sync.Mutex
	root   *node
	cwd    = "/"
	lastID uint64
	opens  = []*open{{host: true}, {host: true, flag: O_WRONLY}, {host: true, flag: O_WRONLY}}
)

// newNode makes a file or directory of that mode. The caller holds mu.
func newNode(mode uint32) *node {
	lastID++
	n := &node{mode: mode, ino: lastID}
	n.touch()
	if n.isDir() {
		n.kids = map[string]*node{}
	}
	return n
}

func (n *node) touch() {
	sec, nsec, _ := now()
	n.mtime = Timespec{sec, int64(nsec)}
}

func (n *node) isDir() bool { return n.mode&S_IFMT == S_IFDIR }

// split returns the names that lead to path, without . and ..
func split(path string) []string {
	if path == "" || path[0] != '/' {
		path = cwd + "/" + path
	}
	var names []string
	for start := 0; start < len(path); {
		end := start
		for end < len(path) && path[end] != '/' {
			end++
		}
		switch name := path[start:end]; name {
		case "", ".":
		case "..":
			names = names[:max(0, len(names)-1)]
		default:
			names = append(names, name)
		}
		start = end + 1
	}
	return names
}

// walk follows names from the root. The caller holds mu.
func walk(names []string) (*node, Errno) {
	if root == nil {
		root = newNode(S_IFDIR | 0755)
		root.kids["tmp"] = newNode(S_IFDIR | 0777)
	}
	n := root
	for _, name := range names {
		if !n.isDir() {
			return nil, ENOTDIR
		}
		if n = n.kids[name]; n == nil {
			return nil, ENOENT
		}
	}
	return n, 0
}

func lookup(path string) (*node, Errno) {
	if path == "" {
		return nil, ENOENT
	}
	return walk(split(path))
}

// parent returns the directory that holds path, and the name in it.
func parent(path string) (dir *node, name string, err Errno) {
	names := split(path)
	if path == "" {
		return nil, "", ENOENT
	}
	if len(names) == 0 {
		return nil, "", EBUSY
	}
	dir, err = walk(names[:len(names)-1])
	if err == 0 && !dir.isDir() {
		err = ENOTDIR
	}
	return dir, names[len(names)-1], err
}

// add puts a new file or directory at path.
func add(path string, mode uint32) (*node, Errno) {
	dir, name, err := parent(path)
	if err != 0 {
		return nil, err
	}
	if dir.kids[name] != nil {
		return nil, EEXIST
	}
	n := newNode(mode)
	dir.kids[name] = n
	dir.touch()
	return n, 0
}

// fail turns 0 into no error.
func fail(err Errno) error {
	if err == 0 {
		return nil
	}
	return err
}

func Open(path string, flag int, perm uint32) (fd int, err error) {
	mu.Lock()
	defer mu.Unlock()
	n, e := lookup(path)
	switch {
	case e == ENOENT && flag&O_CREAT != 0:
		n, e = add(path, S_IFREG|perm&0777)
	case e == 0 && flag&(O_CREAT|O_EXCL) == O_CREAT|O_EXCL:
		e = EEXIST
	case e == 0 && n.isDir() && flag&(O_WRONLY|O_RDWR|O_TRUNC) != 0:
		e = EISDIR
	}
	if e != 0 {
		return -1, e
	}
	if flag&O_TRUNC != 0 {
		n.data = nil
		n.touch()
	}
	return newFD(&open{node: n, flag: flag}), nil
}

// newFD returns the lowest free number for f. The caller holds mu.
func newFD(f *open) int {
	for fd, g := range opens {
		if g == nil {
			opens[fd] = f
			return fd
		}
	}
	opens = append(opens, f)
	return len(opens) - 1
}

// file returns an open file that may be used in the way of flag. The caller holds mu.
func file(fd, flag int) (*open, Errno) {
	if fd < 0 || fd >= len(opens) || opens[fd] == nil {
		return nil, EBADF
	}
	f := opens[fd]
	if way := f.flag & 3; flag >= 0 && way != O_RDWR && way != flag {
		return nil, EBADF
	}
	return f, 0
}

func Close(fd int) error {
	mu.Lock()
	defer mu.Unlock()
	f, err := file(fd, -1)
	if err != 0 {
		return err
	}
	opens[fd] = nil
	if f.pipe != nil {
		f.pipe.close(f.flag)
	}
	return nil
}

func Read(fd int, p []byte) (n int, err error) {
	mu.Lock()
	f, e := file(fd, O_RDONLY)
	if e == 0 && f.node != nil {
		n, e = f.node.read(p, f.off)
		f.off += int64(n)
	}
	mu.Unlock()
	switch {
	case e != 0:
		return -1, e
	case f.pipe != nil:
		return f.pipe.read(p), nil
	case f.host && len(p) > 0:
		runtime_entersyscall()
		n = int(hostRead(int32(fd), unsafe.Pointer(&p[0]), int32(min(len(p), 1<<30))))
		runtime_exitsyscall()
		n = max(n, 0) // at the end of the input it is -1
	}
	return n, nil
}

func Write(fd int, p []byte) (n int, err error) {
	mu.Lock()
	f, e := file(fd, O_WRONLY)
	if e == 0 && f.node != nil {
		if f.flag&O_APPEND != 0 {
			f.off = int64(len(f.node.data))
		}
		f.node.write(p, f.off)
		f.off += int64(len(p))
	}
	mu.Unlock()
	switch {
	case e != 0:
		return -1, e
	case f.pipe != nil:
		return f.pipe.write(p)
	case f.host && len(p) > 0:
		runtime_entersyscall()
		hostWrite(int32(fd), unsafe.Pointer(&p[0]), int32(len(p)))
		runtime_exitsyscall()
	}
	return len(p), nil
}

func (n *node) read(p []byte, off int64) (int, Errno) {
	if n.isDir() {
		return 0, EISDIR
	}
	if off >= int64(len(n.data)) {
		return 0, 0
	}
	return copy(p, n.data[off:]), 0
}

func (n *node) write(p []byte, off int64) {
	if end := off + int64(len(p)); end > int64(len(n.data)) {
		n.resize(end)
	}
	copy(n.data[off:], p)
	n.touch()
}

func (n *node) resize(size int64) {
	if size <= int64(len(n.data)) {
		n.data = n.data[:size]
		return
	}
	n.data = append(n.data, make([]byte, size-int64(len(n.data)))...)
}

func Pread(fd int, p []byte, off int64) (n int, err error) {
	mu.Lock()
	defer mu.Unlock()
	f, e := file(fd, O_RDONLY)
	if e == 0 && f.node == nil {
		e = ESPIPE
	}
	if e == 0 {
		n, e = f.node.read(p, off)
	}
	return n, fail(e)
}

func Pwrite(fd int, p []byte, off int64) (n int, err error) {
	mu.Lock()
	defer mu.Unlock()
	f, e := file(fd, O_WRONLY)
	if e == 0 && f.node == nil {
		e = ESPIPE
	}
	if e != 0 {
		return -1, e
	}
	f.node.write(p, off)
	return len(p), nil
}

func Seek(fd int, off int64, whence int) (int64, error) {
	mu.Lock()
	defer mu.Unlock()
	f, e := file(fd, -1)
	if e == 0 && f.node == nil {
		e = ESPIPE
	}
	if e != 0 {
		return -1, e
	}
	switch whence {
	case 1:
		off += f.off
	case 2:
		off += int64(len(f.node.data))
	}
	if off < 0 || whence < 0 || whence > 2 {
		return -1, EINVAL
	}
	f.off = off
	return off, nil
}

func Ftruncate(fd int, size int64) error {
	mu.Lock()
	defer mu.Unlock()
	f, e := file(fd, O_WRONLY)
	if e == 0 && (f.node == nil || size < 0) {
		e = EINVAL
	}
	if e != 0 {
		return e
	}
	f.node.resize(size)
	f.node.touch()
	return nil
}

func (n *node) stat(st *Stat_t) {
	*st = Stat_t{Dev: 1, Ino: n.ino, Mode: n.mode, Size: int64(len(n.data)), Mtim: n.mtime}
}

func Stat(path string, st *Stat_t) error {
	mu.Lock()
	defer mu.Unlock()
	n, err := lookup(path)
	if err != 0 {
		return err
	}
	n.stat(st)
	return nil
}

func Fstat(fd int, st *Stat_t) error {
	mu.Lock()
	defer mu.Unlock()
	f, err := file(fd, -1)
	switch {
	case err != 0:
		return err
	case f.node != nil:
		f.node.stat(st)
	case f.pipe != nil:
		*st = Stat_t{Mode: S_IFIFO | 0600}
	default:
		*st = Stat_t{Mode: S_IFCHR | 0620}
	}
	return nil
}

func Mkdir(path string, perm uint32) error {
	mu.Lock()
	defer mu.Unlock()
	_, err := add(path, S_IFDIR|perm&0777)
	if err == EBUSY {
		err = EEXIST
	}
	return fail(err)
}

// remove takes path away if it is a directory, or if it is none.
func remove(path string, wantDir bool) Errno {
	mu.Lock()
	defer mu.Unlock()
	dir, name, err := parent(path)
	if err != 0 {
		return err
	}
	n := dir.kids[name]
	switch {
	case n == nil:
		return ENOENT
	case n.isDir() && !wantDir:
		return EISDIR
	case !n.isDir() && wantDir:
		return ENOTDIR
	case len(n.kids) > 0:
		return ENOTEMPTY
	}
	delete(dir.kids, name)
	dir.touch()
	return 0
}

func Unlink(path string) error { return fail(remove(path, false)) }
func Rmdir(path string) error  { return fail(remove(path, true)) }

func Rename(from, to string) error {
	mu.Lock()
	defer mu.Unlock()
	dir, name, err := parent(from)
	if err != 0 {
		return err
	}
	n := dir.kids[name]
	if n == nil {
		return ENOENT
	}
	newDir, newName, err := parent(to)
	if err != 0 {
		return err
	}
	switch old := newDir.kids[newName]; {
	case old == n:
		return nil
	case old != nil && old.isDir() && !n.isDir():
		return EISDIR
	case old != nil && !old.isDir() && n.isDir():
		return ENOTDIR
	case old != nil && len(old.kids) > 0:
		return ENOTEMPTY
	case n.isDir() && n.holds(newDir):
		return EINVAL
	}
	delete(dir.kids, name)
	newDir.kids[newName] = n
	dir.touch()
	newDir.touch()
	return nil
}

// holds reports whether m is n or below it.
func (n *node) holds(m *node) bool {
	if n == m {
		return true
	}
	for _, kid := range n.kids {
		if kid.holds(m) {
			return true
		}
	}
	return false
}

func Chdir(path string) error {
	mu.Lock()
	defer mu.Unlock()
	n, err := lookup(path)
	if err == 0 && !n.isDir() {
		err = ENOTDIR
	}
	if err != 0 {
		return err
	}
	to := ""
	for _, name := range split(path) {
		to += "/" + name
	}
	cwd = to
	if to == "" {
		cwd = "/"
	}
	return nil
}

func Getwd() (string, error) {
	mu.Lock()
	defer mu.Unlock()
	return cwd, nil
}

func Chmod(path string, perm uint32) error {
	mu.Lock()
	defer mu.Unlock()
	n, err := lookup(path)
	if err == 0 {
		n.mode = n.mode&S_IFMT | perm&07777
	}
	return fail(err)
}

// UtimesNano sets the time of the last change: ts[1].
func UtimesNano(path string, ts []Timespec) error {
	mu.Lock()
	defer mu.Unlock()
	n, err := lookup(path)
	if err == 0 {
		n.mtime = ts[1]
	}
	return fail(err)
}

// Names returns the names in an open directory, in no order.
func Names(fd int) ([]string, error) {
	mu.Lock()
	defer mu.Unlock()
	f, err := file(fd, O_RDONLY)
	if err == 0 && (f.node == nil || !f.node.isDir()) {
		err = ENOTDIR
	}
	if err != 0 {
		return nil, err
	}
	names := make([]string, 0, len(f.node.kids))
	for name := range f.node.kids {
		names = append(names, name)
	}
	return names, nil
}

//go:build gopark

package syscall

import _ "unsafe" // for linkname

// This file is a file system in memory: the tree, and the calls that take a path.
// It begins with /tmp, /dev/null, what package net reads in /etc and what the host
// gives, and lasts as long as the program. There are no links, owners or permissions.
//
// The caller of a method or helper holds mu. Each call by path waits for the disk
// when it is done (latency.go).

const (
	S_IFMT   = 0170000
	S_IFIFO  = 0010000
	S_IFCHR  = 0020000
	S_IFDIR  = 0040000
	S_IFBLK  = 0060000
	S_IFREG  = 0100000
	S_IFLNK  = 0120000
	S_IFSOCK = 0140000
	S_ISUID  = 04000
	S_ISGID  = 02000
	S_ISVTX  = 01000
)

// A node is a file or a directory.
type node struct {
	mode  uint32 // S_IF… and permission bits
	ino   uint64
	mtime Timespec
	data  []byte
	kids  map[string]*node // of a directory
}

// Stat_t describes a file.
type Stat_t struct {
	Dev, Ino, Nlink  uint64
	Mode             uint32
	Uid, Gid         uint32
	Size             int64
	Blksize, Blocks  int64
	Atim, Mtim, Ctim Timespec // all the time of the last change
}

var (
	root   *node
	cwd    = "/"
	lastID uint64
)

// firstFiles is what is there at the beginning. The names of hosts are those of
// this machine, and there is no name server.
var firstFiles = []struct {
	path string
	mode uint32
	data string
}{
	{"/tmp", S_IFDIR | 0777, ""},
	{"/dev", S_IFDIR | 0755, ""},
	{"/dev/null", S_IFCHR | 0666, ""},
	{"/etc", S_IFDIR | 0755, ""},
	{"/etc/hosts", S_IFREG | 0644, "127.0.0.1\tlocalhost gopark\n::1\tlocalhost\n"},
	{"/etc/nsswitch.conf", S_IFREG | 0644, "hosts: files\n"},
}

// newNode makes a file or directory of that mode.
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
		begin()
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

//go:linkname hostFiles runtime.syscall_files
func hostFiles() []string

// begin makes the tree, once.
func begin() {
	if root != nil {
		return
	}
	root = newNode(S_IFDIR | 0755)
	for _, f := range firstFiles {
		n := newNode(f.mode)
		n.data = []byte(f.data)
		dir, name, _ := parent(f.path)
		dir.kids[name] = n
	}
	given := hostFiles()
	if len(given) == 0 {
		return
	}
	cwd = given[0]
	makeAll(split(cwd))
	for i := 1; i+1 < len(given); i += 2 {
		names := split(given[i])
		dir := makeAll(names[:len(names)-1])
		n := newNode(S_IFREG | 0644)
		n.data = []byte(given[i+1])
		dir.kids[names[len(names)-1]] = n
	}
}

// makeAll gives the directory to which names lead, and makes what is missing.
func makeAll(names []string) *node {
	n := root
	for _, name := range names {
		if n.kids[name] == nil {
			n.kids[name] = newNode(S_IFDIR | 0755)
		}
		n = n.kids[name]
	}
	return n
}

// walk follows names from the root.
func walk(names []string) (*node, Errno) {
	begin()
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

// openNode finds or makes what Open opens.
func openNode(path string, flag int, perm uint32) (*node, Errno) {
	n, err := lookup(path)
	switch {
	case err == ENOENT && flag&O_CREAT != 0:
		return add(path, S_IFREG|perm&07777)
	case err != 0:
	case flag&(O_CREAT|O_EXCL) == O_CREAT|O_EXCL:
		err = EEXIST
	case n.isDir() && (flag&O_ACCMODE != O_RDONLY || flag&(O_TRUNC|O_CREAT) != 0):
		err = EISDIR
	case !n.isDir() && flag&O_DIRECTORY != 0:
		err = ENOTDIR
	}
	return n, err
}

func Open(path string, flag int, perm uint32) (fd int, err error) {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	n, e := openNode(path, flag, perm)
	if e != 0 {
		return -1, e
	}
	if flag&O_TRUNC != 0 {
		n.data = nil
		n.touch()
	}
	return newFD(&open{object: n, flag: flag &^ (O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC)}), nil
}

// fill describes n.
func (n *node) fill(st *Stat_t) {
	*st = Stat_t{Dev: 1, Nlink: 1, Blksize: 4096}
	n.stat(st)
}

func Stat(path string, st *Stat_t) error {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	n, err := lookup(path)
	if err == 0 {
		n.fill(st)
	}
	return fail(err)
}

// Lstat is Stat: there are no links.
func Lstat(path string, st *Stat_t) error { return Stat(path, st) }

// Fstatat describes what an open directory holds under a name.
//
//go:linkname Fstatat internal/syscall/unix.syscall_fstatat
func Fstatat(fd int, name string, st *Stat_t) error {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	f, err := file(fd, anyWay)
	if err != 0 {
		return err
	}
	dir, ok := f.object.(*node)
	switch {
	case !ok || !dir.isDir():
		return ENOTDIR
	case dir.kids[name] == nil:
		return ENOENT
	}
	dir.kids[name].fill(st)
	return nil
}

func Mkdir(path string, perm uint32) error {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	_, err := add(path, S_IFDIR|perm&07777)
	if err == EBUSY {
		err = EEXIST
	}
	return fail(err)
}

// remove takes path away if it is a directory, or if it is none.
func remove(path string, wantDir bool) Errno {
	defer disk()
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
	defer disk()
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
	}
	if _, inside := n.pathTo(newDir); inside {
		return EINVAL
	}
	delete(dir.kids, name)
	newDir.kids[newName] = n
	dir.touch()
	newDir.touch()
	return nil
}

func Chdir(path string) error {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	n, err := lookup(path)
	if err == 0 {
		err = n.enter()
	}
	return fail(err)
}

func Fchdir(fd int) error {
	mu.Lock()
	defer mu.Unlock()
	_, n, err := onDisk(fd, anyWay, ENOTDIR)
	if err == 0 {
		err = n.enter()
	}
	return fail(err)
}

// enter makes n the working directory.
func (n *node) enter() Errno {
	if !n.isDir() {
		return ENOTDIR
	}
	path, found := root.pathTo(n)
	if !found {
		return ENOENT // it was removed
	}
	if cwd = path; cwd == "" {
		cwd = "/"
	}
	return 0
}

// pathTo returns the path from n to a directory m below it.
func (n *node) pathTo(m *node) (string, bool) {
	if n == m {
		return "", true
	}
	for name, kid := range n.kids {
		if path, found := kid.pathTo(m); found {
			return "/" + name + path, true
		}
	}
	return "", false
}

func Getwd() (string, error) {
	mu.Lock()
	defer mu.Unlock()
	begin()
	return cwd, nil
}

func Chmod(path string, perm uint32) error {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	n, err := lookup(path)
	if err == 0 {
		n.mode = n.mode&S_IFMT | perm&07777
	}
	return fail(err)
}

const omitTime = 1<<30 - 2 // UTIME_OMIT

// UtimesNano sets the time of the last change: ts[1].
func UtimesNano(path string, ts []Timespec) error {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	n, err := lookup(path)
	if err == 0 {
		if ts[1].Nsec != omitTime {
			n.mtime = ts[1]
		}
	}
	return fail(err)
}

func Truncate(path string, size int64) error {
	defer disk()
	mu.Lock()
	defer mu.Unlock()
	n, err := lookup(path)
	if err == 0 {
		err = n.truncate(size)
	}
	return fail(err)
}

// There are no links and no owners.

func Link(from, to string) error                    { return EOPNOTSUPP }
func Symlink(from, to string) error                 { return EOPNOTSUPP }
func Readlink(path string, buf []byte) (int, error) { return -1, EINVAL }
func Chown(path string, uid, gid int) error         { return EOPNOTSUPP }
func Lchown(path string, uid, gid int) error        { return EOPNOTSUPP }
func Fchown(fd int, uid, gid int) error             { return EOPNOTSUPP }

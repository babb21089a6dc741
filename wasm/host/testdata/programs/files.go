// Package os on files: what each call gives, and the errors with their texts.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

var dir string

// say prints an error without the name of the directory.
func say(what string, err error) {
	if err == nil {
		fmt.Println(what, "ok")
		return
	}
	var is []string
	for _, e := range []error{fs.ErrExist, fs.ErrNotExist, fs.ErrClosed, fs.ErrInvalid, os.ErrNoDeadline} {
		if errors.Is(err, e) {
			is = append(is, e.Error())
		}
	}
	fmt.Println(what+":", strings.ReplaceAll(err.Error(), dir, "DIR"), is)
}

func path(name string) string { return filepath.Join(dir, name) }

func whole() {
	say("write file", os.WriteFile(path("a"), []byte("hello\n"), 0o644))
	b, err := os.ReadFile(path("a"))
	fmt.Printf("%q %v\n", b, err)
	_, err = os.ReadFile(path("none"))
	say("read none", err)
	_, err = os.ReadFile(dir)
	say("read directory", err)
	say("write in none", os.WriteFile(path("none/x"), nil, 0o644))
	say("write below a file", os.WriteFile(path("a/x"), nil, 0o644))
}

func open() {
	f, err := os.OpenFile(path("b"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	say("create", err)
	_, err = os.OpenFile(path("b"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	say("create again", err)
	fmt.Fprint(f, "0123456789")
	off, err := f.Seek(-4, io.SeekEnd)
	fmt.Println(off, err)
	p := make([]byte, 8)
	n, err := f.Read(p)
	fmt.Printf("%q %v\n", p[:n], err)
	n, err = f.Read(p)
	fmt.Println(n, err)
	n, err = f.ReadAt(p, 5)
	fmt.Printf("%q %v\n", p[:n], err)
	n, err = f.WriteAt([]byte("ab"), 12)
	fmt.Println(n, err)
	f.Seek(0, io.SeekStart)
	b, err := io.ReadAll(f)
	fmt.Printf("%q %v\n", b, err)
	_, err = f.Seek(-1, io.SeekStart)
	say("seek before the start", err)
	say("truncate", f.Truncate(3))
	say("truncate further", f.Truncate(5))
	f.Seek(0, io.SeekStart)
	b, err = io.ReadAll(f)
	fmt.Printf("%q %v\n", b, err)
	say("sync", f.Sync())
	say("deadline of a file", f.SetDeadline(time.Now()))
	say("close", f.Close())
	say("close again", f.Close())
	_, err = f.Read(p)
	say("read closed", err)
	say("seek closed", func() error { _, err := f.Seek(0, 0); return err }())
}

func ways() {
	f, _ := os.Open(path("b"))
	_, err := f.WriteString("x")
	say("write to what was opened for reading", err)
	f.Close()
	f, _ = os.OpenFile(path("b"), os.O_WRONLY|os.O_APPEND, 0)
	_, err = f.Read(make([]byte, 1))
	say("read from what was opened for writing", err)
	f.WriteString("one")
	_, err = f.WriteAt([]byte("x"), 0)
	fmt.Println(err)
	f.Close()
	f, _ = os.OpenFile(path("b"), os.O_WRONLY|os.O_APPEND, 0)
	f.WriteString(",two")
	f.Close()
	b, _ := os.ReadFile(path("b"))
	fmt.Printf("%q\n", b)
	f, _ = os.Create(path("b"))
	f.Close()
	fi, err := os.Stat(path("b"))
	fmt.Println(fi.Name(), fi.Size(), fi.Mode(), fi.IsDir(), err)
	_, err = os.Open(path("none"))
	say("open none", err)
	_, err = os.OpenFile(dir, os.O_WRONLY, 0)
	say("open a directory for writing", err)
	say("truncate by name", os.Truncate(path("a"), 2))
	say("truncate none", os.Truncate(path("none"), 2))
	var nobody *os.File
	say("close nil", nobody.Close())
}

func directories() {
	say("mkdir", os.Mkdir(path("d"), 0o755))
	say("mkdir again", os.Mkdir(path("d"), 0o755))
	say("mkdir below none", os.Mkdir(path("none/d"), 0o755))
	say("mkdir all", os.MkdirAll(path("d/e/f"), 0o755))
	say("mkdir all over a file", os.MkdirAll(path("a/e"), 0o755))
	for _, name := range []string{"d/z", "d/y", "d/e/x"} {
		os.WriteFile(path(name), []byte(name), 0o640)
	}
	entries, err := os.ReadDir(path("d"))
	for _, e := range entries {
		info, err := e.Info()
		fmt.Println(e, e.Type(), info.Size() >= 0, err)
	}
	say("read directory", err)
	f, _ := os.Open(path("d"))
	total := 0
	for {
		names, err := f.Readdirnames(2)
		total += len(names)
		if err != nil {
			fmt.Println(total, err)
			break
		}
	}
	f.Close()
	_, err = os.ReadDir(path("a"))
	say("read a file as a directory", err)
	filepath.WalkDir(path("d"), func(p string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, p)
		fmt.Print(rel, " ")
		return err
	})
	fmt.Println()
	say("remove what is not empty", os.Remove(path("d")))
	say("remove file", os.Remove(path("d/z")))
	say("remove none", os.Remove(path("d/z")))
	say("rename", os.Rename(path("d/y"), path("y")))
	say("rename none", os.Rename(path("d/y"), path("y")))
	say("rename over a file", os.Rename(path("a"), path("y")))
	say("rename a directory", os.Rename(path("d"), path("g")))
	say("rename into itself", os.Rename(path("g"), path("g/e/h")))
	say("rename over a directory", os.Rename(path("y"), path("g")))
	b, err := os.ReadFile(path("g/e/x"))
	fmt.Printf("%q %v\n", b, err)
	say("remove all", os.RemoveAll(path("g")))
	say("remove all of none", os.RemoveAll(path("g")))
	_, err = os.Stat(path("g"))
	say("stat", err)
	_, err = os.Lstat(path("g"))
	say("lstat", err)
	matches, err := filepath.Glob(path("*"))
	for i, m := range matches {
		matches[i] = filepath.Base(m)
	}
	fmt.Println(matches, err)
}

func others() {
	f, err := os.CreateTemp(dir, "t-*.txt")
	fmt.Println(strings.HasPrefix(filepath.Base(f.Name()), "t-"), strings.HasSuffix(f.Name(), ".txt"), err)
	f.Close()
	d, err := os.MkdirTemp(dir, "d")
	fi, _ := os.Stat(d)
	fmt.Println(fi.IsDir(), fi.Mode(), err)
	say("chmod", os.Chmod(path("y"), 0o400))
	when := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	say("chtimes", os.Chtimes(path("y"), when, when))
	fi, _ = os.Stat(path("y"))
	fmt.Println(fi.Mode(), fi.ModTime().UTC())
	say("chdir", os.Chdir(d))
	say("write", os.WriteFile("here", []byte("x"), 0o644))
	wd, _ := os.Getwd()
	_, err = os.Stat(filepath.Join(wd, "here"))
	fmt.Println(wd == d, err)
	say("chdir to none", os.Chdir("none"))
	root, err := os.OpenRoot(d)
	say("root", err)
	b, err := root.ReadFile("here")
	fmt.Println(string(b), err)
	_, err = root.Open("../y")
	say("out of the root", err)
	fs.WalkDir(os.DirFS(d), ".", func(p string, e fs.DirEntry, err error) error {
		fmt.Print(p, " ")
		return err
	})
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	n, werr := null.WriteString("gone")
	m, rerr := null.Read(make([]byte, 4))
	fmt.Println(err, n, werr, m, rerr)
	same, _ := os.Stat(path("y"))
	fmt.Println(os.SameFile(fi, same), os.Getenv("NONE") == "")
	var st syscall.Stat_t
	fmt.Println(syscall.Stat(path("y"), &st), st.Size, st.Mode&syscall.S_IFMT == syscall.S_IFREG)
	var errno syscall.Errno
	_, err = os.Open(path("none"))
	fmt.Println(errors.As(err, &errno), errno == syscall.ENOENT, errno)
}

// together has goroutines write and read one file and many.
func together() {
	log, _ := os.OpenFile(path("log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			for range 5 {
				fmt.Fprintf(log, "%03d\n", i)
			}
			name := path(fmt.Sprint("own", i))
			os.WriteFile(name, []byte(strings.Repeat(string(rune('a'+i)), 1000)), 0o644)
			b, err := os.ReadFile(name)
			if err != nil || len(b) != 1000 || b[999] != byte('a'+i) {
				fmt.Println(i, len(b), err)
			}
		})
	}
	wg.Wait()
	log.Close()
	f, _ := os.Open(path("log"))
	count := map[string]int{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		count[lines.Text()]++
	}
	fmt.Println(len(count), count["000"], count["019"], lines.Err())
}

func main() {
	var err error
	if dir, err = os.MkdirTemp("", "files"); err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	whole()
	open()
	ways()
	directories()
	others()
	together()
}

// Output:
// write file ok
// "hello\n" <nil>
// read none: open DIR/none: no such file or directory [file does not exist]
// read directory: read DIR: is a directory []
// write in none: open DIR/none/x: no such file or directory [file does not exist]
// write below a file: open DIR/a/x: not a directory []
// create ok
// create again: open DIR/b: file exists [file already exists]
// 6 <nil>
// "6789" <nil>
// 0 EOF
// "56789" EOF
// 2 <nil>
// "0123456789\x00\x00ab" <nil>
// seek before the start: seek DIR/b: invalid argument []
// truncate ok
// truncate further ok
// "012\x00\x00" <nil>
// sync ok
// deadline of a file: file type does not support deadline [file type does not support deadline]
// close ok
// close again: close DIR/b: file already closed [file already closed]
// read closed: read DIR/b: file already closed [file already closed]
// seek closed: seek DIR/b: file already closed [file already closed]
// write to what was opened for reading: write DIR/b: bad file descriptor []
// read from what was opened for writing: read DIR/b: bad file descriptor []
// os: invalid use of WriteAt on file opened with O_APPEND
// "012\x00\x00one,two"
// b 0 -rw------- false <nil>
// open none: open DIR/none: no such file or directory [file does not exist]
// open a directory for writing: open DIR: is a directory []
// truncate by name ok
// truncate none: truncate DIR/none: no such file or directory [file does not exist]
// close nil: invalid argument [invalid argument]
// mkdir ok
// mkdir again: mkdir DIR/d: file exists [file already exists]
// mkdir below none: mkdir DIR/none/d: no such file or directory [file does not exist]
// mkdir all ok
// mkdir all over a file: mkdir DIR/a: not a directory []
// d e/ d--------- true <nil>
// - y ---------- true <nil>
// - z ---------- true <nil>
// read directory ok
// 3 EOF
// read a file as a directory: open DIR/a: not a directory []
// d d/e d/e/f d/e/x d/y d/z
// remove what is not empty: remove DIR/d: directory not empty [file already exists]
// remove file ok
// remove none: remove DIR/d/z: no such file or directory [file does not exist]
// rename ok
// rename none: rename DIR/d/y DIR/y: no such file or directory [file does not exist]
// rename over a file ok
// rename a directory ok
// rename into itself: rename DIR/g DIR/g/e/h: invalid argument []
// rename over a directory: rename DIR/y DIR/g: file exists [file already exists]
// "d/e/x" <nil>
// remove all ok
// remove all of none ok
// stat: stat DIR/g: no such file or directory [file does not exist]
// lstat: lstat DIR/g: no such file or directory [file does not exist]
// [b y] <nil>
// true true <nil>
// true drwx------ <nil>
// chmod ok
// chtimes ok
// -r-------- 2020-01-02 03:04:05 +0000 UTC
// chdir ok
// write ok
// true <nil>
// chdir to none: chdir none: no such file or directory [file does not exist]
// root ok
// x <nil>
// out of the root: openat ../y: path escapes from parent []
// . here <nil> 4 <nil> 0 EOF
// true true
// <nil> 2 true
// true true no such file or directory
// 20 5 5 <nil>

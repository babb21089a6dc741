package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"sort"
	"strings"
	"sync"
	"time"
)

func check(ok bool, what string) {
	if !ok {
		fmt.Println("FAIL", what)
	}
}

func main() {
	fmt.Println(len(os.Args), os.Getpid())
	_, err := os.Open("/nowhere")
	fmt.Println(err, os.IsNotExist(err), errors.Is(err, fs.ErrNotExist))
	check(os.WriteFile("/tmp/a.txt", []byte("hello\nworld\n"), 0o644) == nil, "write")
	b, err := os.ReadFile("/tmp/a.txt")
	fmt.Printf("%q %v\n", b, err)
	f, err := os.OpenFile("/tmp/a.txt", os.O_APPEND|os.O_RDWR, 0)
	fmt.Fprintf(f, "more\n")
	f.Seek(0, io.SeekStart)
	s := bufio.NewScanner(f)
	for s.Scan() {
		fmt.Print(s.Text(), ";")
	}
	fmt.Println()
	fi, _ := f.Stat()
	fmt.Println(fi.Name(), fi.Size(), fi.Mode(), fi.IsDir(), time.Since(fi.ModTime()) < time.Minute)
	fmt.Println(f.Close(), f.Close())
	_, err = f.Write(nil)
	fmt.Println(err)
	fmt.Println(os.Mkdir("/tmp", 0o777))
	fmt.Println(os.MkdirAll("/tmp/x/y/z", 0o755), os.Remove("/tmp/x"))
	fmt.Println(os.Rename("/tmp/a.txt", "/tmp/x/y/b.txt"), os.Rename("/tmp/x", "/tmp/x/y/q"))
	var names []string
	filepath.WalkDir("/tmp", func(p string, d fs.DirEntry, err error) error { names = append(names, p); return err })
	sort.Strings(names)
	fmt.Println(names)
	es, err := os.ReadDir("/tmp/x")
	fmt.Println(es, err)
	fmt.Println(fs.ReadFile(os.DirFS("/tmp/x"), "y/b.txt"))
	fmt.Println(os.Chdir("/tmp/x/y"))
	wd, err := os.Getwd()
	fmt.Println(wd, err)
	st, err := os.Stat("../y/b.txt")
	fmt.Println(st.Name(), err)
	fmt.Println(os.Truncate("b.txt", 3))
	b, _ = os.ReadFile("b.txt")
	fmt.Printf("%q\n", b)
	fmt.Println(os.RemoveAll("/tmp/x"))
	_, err = os.Stat("/tmp/x")
	fmt.Println(err)
	d, err := os.MkdirTemp("", "foo")
	fmt.Println(strings.HasPrefix(d, "/tmp/foo"), err)
	t, err := os.CreateTemp(d, "bar*.txt")
	fmt.Println(strings.HasPrefix(t.Name(), d+"/bar"), err)
	fmt.Println(os.Setenv("A", "1"), os.Getenv("A"), os.ExpandEnv("$A-$B"))
	r, w, _ := os.Pipe()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		data, err := io.ReadAll(r)
		fmt.Println(len(data), err)
	}()
	n, err := w.Write(make([]byte, 200000))
	fmt.Println(n, err)
	w.Close()
	wg.Wait()
	r.Close()
	r, w, _ = os.Pipe()
	r.Close()
	_, err = w.Write([]byte("x"))
	fmt.Println(err)
	in, err := io.ReadAll(os.Stdin)
	fmt.Printf("%q %v\n", in, err)
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	signal.Stop(c)
	fmt.Println(os.Interrupt, os.Kill)
	h, err := os.Hostname()
	fmt.Println(h, err)
	_, err = os.Readlink("/tmp")
	fmt.Println(err)
	_, err = f.ReadAt(nil, 1)
	fmt.Println(err, os.Stdout.SetDeadline(time.Now()))
	_, err = os.StartProcess("/bin/ls", nil, nil)
	fmt.Println(err, len(debug.Stack()) > 0)
	log.SetFlags(0)
	log.Println("to stderr")
	_, err = os.Open("/tmp/")
	fmt.Println(err)
	_, err = os.Create("/tmp")
	fmt.Println(err)
	defer fmt.Println("not printed")
	os.Exit(3)
}

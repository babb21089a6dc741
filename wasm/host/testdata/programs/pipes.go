// os.Pipe: a reader waits in the poller, deadlines hold, a closed end is noticed.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

func kind(err error) string {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "deadline"
	case errors.Is(err, os.ErrClosed):
		return "closed"
	case err == nil:
		return "ok"
	}
	return err.Error()
}

func lines() {
	r, w, err := os.Pipe()
	fmt.Println(r.Name(), w.Name(), err)
	go func() {
		for i := range 5 {
			fmt.Fprintln(w, "line", i)
			time.Sleep(time.Millisecond)
		}
		w.Close()
	}()
	in := bufio.NewScanner(r)
	for in.Scan() {
		fmt.Println(in.Text())
	}
	n, err := r.Read(make([]byte, 1))
	fmt.Println(n, err)
	fi, _ := r.Stat()
	fmt.Println(fi.Mode()&os.ModeNamedPipe != 0)
}

func deadlines() {
	r, w, _ := os.Pipe()
	start := time.Now()
	fmt.Println(kind(r.SetReadDeadline(start.Add(20 * time.Millisecond))))
	_, err := r.Read(make([]byte, 1))
	fmt.Println(err, kind(err), time.Since(start) >= 20*time.Millisecond)
	_, err = r.Read(make([]byte, 1))
	fmt.Println(kind(err))
	r.SetReadDeadline(time.Time{})
	go w.Write([]byte("x"))
	n, err := r.Read(make([]byte, 1))
	fmt.Println(n, kind(err))
	r.SetDeadline(time.Now().Add(-time.Second))
	_, err = r.Read(make([]byte, 1))
	fmt.Println(kind(err))
	r.SetDeadline(time.Now().Add(time.Hour))
	time.AfterFunc(5*time.Millisecond, func() { r.SetReadDeadline(time.Now()) }) // moves it nearer
	_, err = r.Read(make([]byte, 1))
	fmt.Println(kind(err))
	w.SetWriteDeadline(time.Now().Add(10 * time.Millisecond))
	total := 0
	for err == nil || kind(err) == "deadline" && total == 0 {
		var n int
		n, err = w.Write(make([]byte, 10000))
		total += n
	}
	fmt.Println(total > 60000, total <= 65536, kind(err))
}

func closes() {
	r, w, _ := os.Pipe()
	r.Close()
	_, err := w.Write([]byte("x"))
	fmt.Println(err)
	fmt.Println(kind(w.Close()), kind(w.Close()))
	r, w, _ = os.Pipe()
	done := make(chan string)
	go func() {
		_, err := r.Read(make([]byte, 1))
		done <- kind(err)
	}()
	time.Sleep(2 * time.Millisecond)
	fmt.Println("close", kind(r.Close()), <-done)
	w.Close()
	r, w, _ = os.Pipe()
	go func() {
		_, err := w.Write(make([]byte, 1<<20))
		done <- kind(err)
	}()
	time.Sleep(2 * time.Millisecond)
	w.Close()
	n, _ := io.Copy(io.Discard, r)
	fmt.Println(n, <-done)
}

func large() {
	r, w, _ := os.Pipe()
	const size = 1 << 20
	go func() {
		n, err := io.Copy(w, io.LimitReader(zeros{}, size))
		fmt.Println(n, err)
		w.Close()
	}()
	n, err := io.Copy(io.Discard, r)
	fmt.Println(n == size, err)
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// many has each reader get what its writer sends.
func many() {
	var wg sync.WaitGroup
	sum := make(chan int, 100)
	for i := range 100 {
		r, w, _ := os.Pipe()
		wg.Go(func() {
			b, _ := io.ReadAll(r)
			sum <- len(b)
			r.Close()
		})
		wg.Go(func() {
			w.Write(make([]byte, i))
			w.Close()
		})
	}
	wg.Wait()
	close(sum)
	total := 0
	for n := range sum {
		total += n
	}
	fmt.Println(total)
}

func main() {
	lines()
	deadlines()
	closes()
	large()
	many()
}

// Output:
// |0 |1 <nil>
// line 0
// line 1
// line 2
// line 3
// line 4
// 0 EOF
// true
// ok
// read |0: i/o timeout deadline true
// deadline
// 1 ok
// deadline
// deadline
// true true deadline
// write |1: broken pipe
// ok closed
// close ok closed
// 65536 closed
// 1048576 <nil>
// true <nil>
// 4950

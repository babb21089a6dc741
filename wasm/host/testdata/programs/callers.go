// Callers, Caller and log's line numbers, also while a panic unwinds.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"

	"strings"
)

type T struct{}

func (T) m() { where("method") }

func where(s string) {
	_, file, line, ok := runtime.Caller(1)
	fmt.Println(s, filepath.Base(file), line, ok)
}

func trace() {
	pcs := make([]uintptr, 20)
	n := runtime.Callers(0, pcs)
	fr := runtime.CallersFrames(pcs[:n])
	for {
		f, more := fr.Next()
		if strings.HasPrefix(f.Function, "runtime.panicmem") || strings.HasPrefix(f.Function, "runtime.sigpanic") {
			continue
		}
		if strings.HasPrefix(f.Function, "main.") {
			fmt.Println(f.Function, filepath.Base(f.File), f.Line)
		} else {
			fmt.Println(f.Function)
		}
		if !more {
			break
		}
	}
}

func a(n int) {
	if n == 0 {
		trace()
		return
	}
	a(n - 1)
}

func boom() {
	var p *int
	*p = 1
}

func inner() {
	defer func() {
		r := recover()
		fmt.Println("recovered", r)
		trace()

	}()
	boom()
}

func main() {
	where("main")
	T{}.m()
	func() { where("closure") }()
	a(2)
	done := make(chan bool)
	go func() { defer close(done); a(1) }()
	<-done
	inner()
	pc, _, _, _ := runtime.Caller(0)
	fmt.Println(runtime.FuncForPC(pc).Name(), runtime.FuncForPC(12345), runtime.FuncForPC(1<<40))
	log.SetFlags(log.Lshortfile)
	log.SetOutput(os.Stdout)
	log.Println("hi")
	l := log.New(os.Stdout, "x ", log.Lshortfile)
	l.Printf("there")
	defer fmt.Println("end")
	defer trace()
}

// Output:
// main callers.go 67 true
// method callers.go 16 true
// closure callers.go 69 true
// runtime.Callers
// main.trace callers.go 25
// main.a callers.go 45
// main.a callers.go 48
// main.a callers.go 48
// main.main callers.go 70
// runtime.main
// runtime.goexit
// runtime.Callers
// main.trace callers.go 25
// main.a callers.go 45
// main.a callers.go 48
// main.main.func2 callers.go 72
// runtime.goexit
// recovered runtime error: invalid memory address or nil pointer dereference
// runtime.Callers
// main.trace callers.go 25
// main.inner.func1 callers.go 60
// runtime.gopanic
// main.boom callers.go 53
// main.inner callers.go 63
// main.main callers.go 74
// runtime.main
// runtime.goexit
// main.main <nil> <nil>
// callers.go:79: hi
// x callers.go:81: there
// runtime.Callers
// main.trace callers.go 25
// main.main callers.go 84
// runtime.main
// runtime.goexit
// end

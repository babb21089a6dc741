// These benchmarks time the compiler.

package compile

import (
	"testing"

	"github.com/gopark/gopark/wasm/compile/load"
)

const hello = `package main

import "fmt"

func main() { fmt.Println("hello") }
`

// BenchmarkLibrary compiles fmt and what it needs, from source.
func BenchmarkLibrary(b *testing.B) {
	for b.Loop() {
		c, err := New(Config{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := c.CompileStd("runtime", "fmt"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkProgram compiles and links a program when the library is compiled.
func BenchmarkProgram(b *testing.B) {
	c, err := New(Config{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		out, ds, err := c.Compile(load.File{Name: "main.go", Data: []byte(hello)})
		if err != nil || len(ds) > 0 {
			b.Fatal(err, ds)
		}
		if _, err := out.Link(LinkOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

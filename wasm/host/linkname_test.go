package host

import (
	"strings"
	"testing"

	"github.com/gopark/gopark/wasm/compile/load"
)

// A go:linkname to what is not there, or is something else, is the program's fault.
func TestLinknameFaultsArePlaced(t *testing.T) {
	const source = `package main

import (
	"fmt"
	_ "unsafe"
)

//go:linkname f runtime.doesNotExist
func f() int

//go:linkname g runtime.nanotime
func g(a string) string

//go:linkname h fmt.Sprint
func h() {}

func main() {
	h()
	fmt.Println(f(), g(""))
}
`
	for _, row := range []struct{ without, want string }{ // a fault hides others
		{"", "main.go:14:1: go:linkname h: fmt.Sprint is defined twice"},
		{"//go:linkname h", "main.go:8:1: go:linkname f: undefined: runtime.doesNotExist, referred to by main.main"},
		{"//go:linkname h", "main.go:11:1: go:linkname g: main.main calls runtime.nanotime as "},
	} {
		src := source
		if row.without != "" {
			src = strings.Replace(src, row.without, "//", 1)
		}
		_, why := buildSources(t, load.File{Name: "main.go", Data: []byte(src)})
		if !strings.Contains(why, row.want) {
			t.Errorf("%s\nis not in\n%s", row.want, why)
		}
	}
}

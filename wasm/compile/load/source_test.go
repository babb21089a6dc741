//go:build !js

package load

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestFilesOfTheGoTreeWithoutSomeFunctions: lines stay where they are.
func TestFilesOfTheGoTreeWithoutSomeFunctions(t *testing.T) {
	tree := fstest.MapFS{
		"src/p/a.go": {Data: []byte("package p\n\ntype T int\n\nfunc (t *T) M() {\n\treturn\n}\n\nfunc M() {}\nfunc F() {}\n")},
		"src/p/b.go": {Data: []byte("package p\n\nfunc M2() {}\n")},
	}
	overlay := func(list string) fstest.MapFS {
		return fstest.MapFS{
			"std/p/ours.go":    {Data: []byte("package p\n\nfunc F() {}\n")},
			"std/p/goroot.txt": {Data: []byte(list)},
		}
	}
	files, err := (&source{goroot: tree, overlay: overlay("a.go without (*T).M, F # ours\n")}).files("p")
	if err != nil || len(files) != 2 {
		t.Fatal(err, files)
	}
	got := strings.Split(string(files[1].Data), "\n")
	for i, want := range []string{"package p", "", "type T int", "", "", "", "", "", "func M() {}", "", ""} {
		if strings.TrimSpace(got[i]) != want {
			t.Errorf("line %d is %q, not %q", i+1, got[i], want)
		}
	}
	if _, err := (&source{goroot: tree, overlay: overlay("a.go without F, G\n")}).files("p"); err == nil || !strings.Contains(err.Error(), "F, G") {
		t.Error("a function that is not there:", err)
	}
}

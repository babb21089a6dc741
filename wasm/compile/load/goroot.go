// This file finds the Go tree whose standard library is compiled.

//go:build !js

package load

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/gopark/gopark/core"
)

var errNoGo = errors.New("no Go toolchain found: gopark compiles the standard library from its source; " +
	"install Go 1.26 (https://go.dev/dl) or set GOROOT to a Go tree")

// FindGOROOT returns the directory of the Go tree: $GOROOT, or what the go
// command on the path says.
func FindGOROOT() (string, error) {
	if dir := os.Getenv("GOROOT"); isGOROOT(dir) {
		return dir, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if dir := strings.TrimSpace(string(out)); err == nil && isGOROOT(dir) {
		return dir, nil
	}
	if isGOROOT("/usr/local/go") {
		return "/usr/local/go", nil
	}
	return "", errNoGo
}

func isGOROOT(dir string) bool {
	if dir == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(dir, "src", "fmt", "print.go"))
	return err == nil
}

// newSource returns the source of library packages, after a look at the version.
func newSource(goroot, overlay fs.FS) (*source, error) {
	where := "the given Go tree"
	if goroot == nil {
		dir, err := FindGOROOT()
		if err != nil {
			return nil, err
		}
		where, goroot = dir, os.DirFS(dir)
	}
	version, err := fs.ReadFile(goroot, "VERSION")
	if err != nil {
		return nil, fmt.Errorf("read the version of %s: %w", where, err)
	}
	first, _, _ := strings.Cut(string(version), "\n")
	if first != goVersion && !strings.HasPrefix(first, goVersion+".") {
		return nil, fmt.Errorf("%s holds %s, but this gopark compiles the library of %s: install it (https://go.dev/dl), or set GOROOT to such a tree", where, first, goVersion)
	}
	if overlay == nil {
		overlay = core.FS
	}
	return &source{goroot: goroot, overlay: overlay}, nil
}

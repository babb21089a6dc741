// This file keeps the compiled standard library between runs of the command: one
// file in the user's cache, named after the compiler that made it and the Go tree
// it was made from. Program and page thus use the same library, byte for byte.

package host

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/gopark/gopark/wasm/compile"
	"github.com/gopark/gopark/wasm/compile/load"
)

// library is the compiled library: from the cache, or else made now and kept
// there. A cache that cannot be read or written costs time, nothing else.
func library(races bool) ([]byte, error) {
	file, err := libraryFile(races)
	if err != nil {
		return nil, err
	}
	if b, err := os.ReadFile(file); file != "" && err == nil {
		if _, err := compile.DecodeArchive(b); err == nil {
			return b, nil
		}
	}
	b, err := makeLibrary(races)
	if err == nil && file != "" {
		store(file, b)
	}
	return b, err
}

// EngineVersion names what decides how a program runs: scheduler, runtime, compiler and the Go tree. The same version,
// program, seed and settings give the same virtual run; with another version it may differ.
func EngineVersion() (string, error) {
	version, err := fullVersion()
	if err != nil {
		return "", err
	}
	return version[:16], nil
}

var fullVersion = sync.OnceValues(func() (string, error) {
	root, err := load.FindGOROOT()
	if err != nil {
		return "", err
	}
	goVersion, err := os.ReadFile(filepath.Join(root, "VERSION"))
	if err != nil {
		return "", fmt.Errorf("read the version of the Go tree: %w", err)
	}
	return compile.Version(strings.TrimSpace(string(goVersion)))
})

// libraryFile is where the library is kept; "" if there is no such place.
func libraryFile(races bool) (string, error) {
	version, err := fullVersion()
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", nil
	}
	name := "library-"
	if races {
		name = "race-library-"
	}
	return filepath.Join(cache, "gopark", name+version), nil
}

func makeLibrary(races bool) ([]byte, error) {
	c, err := compile.New(compile.Config{Race: races})
	if err != nil {
		return nil, fmt.Errorf("prepare compiler: %w", err)
	}
	a, err := c.Archive()
	if err != nil {
		return nil, fmt.Errorf("compile the standard library: %w", err)
	}
	return a.Encode()
}

// store writes a file that others may be reading or writing too, and removes what
// other versions have left there.
func store(file string, b []byte) {
	dir := filepath.Dir(file)
	if os.MkdirAll(dir, 0o755) != nil {
		return
	}
	t, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return
	}
	defer os.Remove(t.Name())
	_, err = t.Write(b)
	if t.Close() != nil || err != nil {
		return
	}
	kind, _, _ := strings.Cut(filepath.Base(file), "library-")
	old, _ := filepath.Glob(filepath.Join(dir, kind+"library-*"))
	if os.Rename(t.Name(), file) != nil {
		return
	}
	for _, o := range old {
		if o != file {
			os.Remove(o)
		}
	}
}

// This file gives the compiler a version that changes with its source: what was
// compiled by another one is not used again.

package compile

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"

	"github.com/gopark/gopark/core"
	"github.com/gopark/gopark/wasm/encode"
	"github.com/gopark/gopark/wasm/link"
)

//go:embed *.go emit/*.go inline/*.go ir/*.go load/*.go rtype/*.go
var sources embed.FS

// Version names the compiler, its linker and the runtime that it compiles into
// programs, together with goVersion, the Go tree that the library comes from.
func Version(goVersion string) (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, goVersion)
	for _, tree := range []fs.FS{sources, link.Sources, encode.Sources, core.FS} {
		err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			f, err := tree.Open(name)
			if err != nil {
				return err
			}
			defer f.Close()
			fmt.Fprintln(h, name)
			_, err = io.Copy(h, f)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// This file is the lack of a Go tree in the page: there a Loader has an Archive.

package load

import (
	"errors"
	"go/token"
	"io/fs"
)

var errNoSource = errors.New("there is no Go tree in a browser: give the Loader an archive")

type source struct {
	tested string
	race   bool
}

func newSource(goroot, overlay fs.FS) (*source, error)        { return nil, errNoSource }
func (s *source) parse(fset *token.FileSet, p *Package) error { return errNoSource }

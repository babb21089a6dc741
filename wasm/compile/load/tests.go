// This file finds the tests of library packages. The tests of a package that say its own name are part of
// it (Config.Tests); those in P_test are packages of the user.

//go:build !js

package load

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
)

// StdTests returns the test files of a package of this machine's Go tree: those that belong to the package, and
// those of the package with _test behind its name.
func StdTests(pkg string) (inside, outside []File, err error) {
	s, err := newSource(nil, nil)
	if err != nil {
		return nil, nil, err
	}
	return s.tests(pkg)
}

func (s *source) tests(pkg string) (inside, outside []File, err error) {
	dir := path.Join("src", pkg)
	entries, err := fs.ReadDir(s.goroot, dir)
	if err != nil || pkg == "" {
		return nil, nil, fmt.Errorf("package %s is not in the library", pkg)
	}
	ctxt := buildContext(s.goroot, portable[pkg])
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		if ok, err := ctxt.MatchFile(dir, e.Name()); err != nil || !ok {
			continue
		}
		data, err := fs.ReadFile(s.goroot, path.Join(dir, e.Name()))
		if err != nil {
			return nil, nil, err
		}
		f := File{Name: "$GOROOT/" + dir + "/" + e.Name(), Data: data}
		tree, err := parser.ParseFile(token.NewFileSet(), f.Name, data, parser.PackageClauseOnly)
		if err != nil {
			return nil, nil, err
		}
		if strings.HasSuffix(tree.Name.Name, "_test") {
			outside = append(outside, f)
		} else {
			inside = append(inside, f)
		}
	}
	return inside, outside, nil
}

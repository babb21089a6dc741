// This file cuts the library into parts: the page fetches what all programs need, and then what a program imports, when it
// does. A module does not depend on what else is there (unit.provided, link.View), so it is the same in the page and in the command.

package compile

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/link"
)

// Part is one package of the library, or, as the first one, the packages that come with every compiler.
type Part struct {
	Name string // for people: "all", or the path of the package with dots
	Data []byte // DecodeArchive reads it
}

// An Index says what stands in which part.
type Index struct {
	Packages map[string]Indexed `json:"packages"`
}

// Indexed is a package in the index.
type Indexed struct {
	Part    int      `json:"part"`
	Imports []string `json:"imports,omitempty"`
}

// firstPackages are in the first part, with all that they import: nearly every program has them.
var firstPackages = []string{"runtime", "fmt", "strings", "sync", "time"}

// Parts cuts an archive.
func (a *Archive) Parts() ([]Part, *Index, error) {
	index := &Index{map[string]Indexed{}}
	for path, p := range a.Types.Packages {
		index.Packages[path] = Indexed{Part: -1, Imports: p.Imports}
	}
	objects := map[string]*link.Object{}
	for _, o := range a.Objects {
		objects[o.Path] = o
	}
	var parts []Part
	add := func(name string, paths []string, layout Layout) error {
		part := &Archive{Types: &load.Archive{Packages: map[string]*load.Archived{}}, Layout: layout}
		for _, path := range paths {
			p := index.Packages[path]
			p.Part = len(parts)
			index.Packages[path] = p
			part.Types.Packages[path] = a.Types.Packages[path]
			if o := objects[path]; o != nil {
				part.Objects = append(part.Objects, o)
			}
		}
		data, err := part.Encode()
		parts = append(parts, Part{name, data})
		return err
	}
	first, err := index.below(firstPackages)
	if err != nil {
		return nil, nil, err
	}
	if err := add("all", first, a.Layout); err != nil {
		return nil, nil, err
	}
	for _, path := range slices.Sorted(maps.Keys(index.Packages)) {
		if index.Packages[path].Part >= 0 {
			continue
		}
		if err := add(strings.ReplaceAll(path, "/", "."), []string{path}, Layout{}); err != nil {
			return nil, nil, err
		}
	}
	return parts, index, nil
}

// below lists packages and all that they import, sorted.
func (x *Index) below(paths []string) ([]string, error) {
	seen := map[string]bool{}
	for next := slices.Clone(paths); len(next) > 0; next = next[1:] {
		path := next[0]
		if seen[path] || path == "unsafe" {
			continue
		}
		p, ok := x.Packages[path]
		if !ok {
			return nil, fmt.Errorf("package %s is not in the index", path)
		}
		seen[path] = true
		next = append(next, p.Imports...)
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

// ReadIndex reads the index from JSON.
func ReadIndex(data []byte) (*Index, error) {
	x := &Index{}
	if err := json.Unmarshal(data, x); err != nil {
		return nil, fmt.Errorf("read the index of the library: %w", err)
	}
	for path, p := range x.Packages {
		for _, q := range p.Imports {
			if _, ok := x.Packages[q]; !ok && q != "unsafe" {
				return nil, fmt.Errorf("read the index of the library: %s imports %s, which is not in it", path, q)
			}
		}
	}
	return x, nil
}

// Missing lists the parts that are needed to compile files and were not added yet. Imports of what is not in the index are
// left to the compiler, which says what is wrong with them.
func (c *Compiler) Missing(x *Index, files ...load.File) (parts []int) {
	known := slices.DeleteFunc(load.Imports(files...), func(path string) bool {
		_, ok := x.Packages[path]
		return !ok
	})
	paths, _ := x.below(known)
	for _, path := range paths {
		if n := x.Packages[path].Part; c.objs[path] == nil && !slices.Contains(parts, n) {
			parts = append(parts, n)
		}
	}
	slices.Sort(parts)
	return parts
}

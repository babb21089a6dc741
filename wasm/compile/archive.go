// This file keeps the compiled library, so that a program is compiled without a
// Go tree: types and generic source for the checker, objects for the linker, and
// what hosts are told about core/sched.
//
// An archive begins with a magic, and the lengths of its three parts.

package compile

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/link"
)

// An Archive is the compiled standard library.
type Archive struct {
	Types   *load.Archive
	Objects []*link.Object
	Layout  Layout
}

// Layout describes the structs and variables of core/sched to hosts.
type Layout struct {
	Structs json.RawMessage   `json:"structs"`
	Vars    map[string]string `json:"vars"` // name there: symbol
}

const archiveMagic = "gopark library 1\n"

// Archive compiles all packages that programs may import, and archives them.
func (c *Compiler) Archive() (*Archive, error) {
	return c.archive(slices.Concat(load.Supported, load.Ours)...)
}

func (c *Compiler) archive(paths ...string) (*Archive, error) {
	lp, err := c.loader.LoadStd(paths...)
	if err != nil {
		return nil, err
	}
	out, err := c.compile(lp)
	if err != nil {
		return nil, err
	}
	a := &Archive{}
	if a.Types, err = load.NewArchive(lp); err != nil {
		return nil, err
	}
	for _, o := range out.Objects {
		if lp.ByPath[o.Path] != nil {
			a.Objects = append(a.Objects, o)
		}
	}
	a.Layout, err = out.layout()
	return a, err
}

// Public is the archive without what only programs of this repository import.
func (a *Archive) Public() *Archive {
	b := &Archive{Types: &load.Archive{Packages: map[string]*load.Archived{}}, Layout: a.Layout}
	for next := append(slices.Clone(load.Supported), "runtime"); len(next) > 0; next = next[1:] {
		p := a.Types.Packages[next[0]]
		if p != nil && b.Types.Packages[p.Path] == nil {
			b.Types.Packages[p.Path] = p
			next = append(next, p.Imports...)
		}
	}
	for _, o := range a.Objects {
		if b.Types.Packages[o.Path] != nil {
			b.Objects = append(b.Objects, o)
		}
	}
	return b
}

// Encode writes the archive.
func (a *Archive) Encode() ([]byte, error) {
	objects, err := link.AppendArchive(nil, a.Objects)
	if err != nil {
		return nil, err
	}
	layout, err := json.Marshal(a.Layout)
	if err != nil {
		return nil, err
	}
	out := []byte(archiveMagic)
	parts := [][]byte{a.Types.Encode(), objects, layout}
	for _, p := range parts {
		out = binary.LittleEndian.AppendUint64(out, uint64(len(p)))
	}
	return append(out, bytes.Join(parts, nil)...), nil
}

// DecodeArchive reads what Encode wrote. The bytes must not change afterwards.
func DecodeArchive(b []byte) (*Archive, error) {
	rest, ok := bytes.CutPrefix(b, []byte(archiveMagic))
	if !ok || len(rest) < 24 {
		return nil, errors.New("not a library archive of this version")
	}
	var parts [3][]byte
	body := rest[24:]
	for i := range parts {
		n := binary.LittleEndian.Uint64(rest[8*i:])
		if n > uint64(len(body)) {
			return nil, errors.New("library archive is cut short")
		}
		parts[i], body = body[:n], body[n:]
	}
	a := &Archive{}
	var err error
	if a.Types, err = load.DecodeArchive(parts[0]); err != nil {
		return nil, err
	}
	if a.Objects, err = link.ReadArchive(parts[1]); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(parts[2], &a.Layout); err != nil {
		return nil, fmt.Errorf("library archive: %w", err)
	}
	return a, nil
}

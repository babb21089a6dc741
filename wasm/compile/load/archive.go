// This file makes a library that needs no Go tree, and loads packages from it.
//
// An archived package is its export data: types, no bodies. But a generic
// function is compiled where it is used, so a package that has some is kept as
// source, stripped of all other bodies (strip.go). Lines stay what they were.
//
// Everything below a package is loaded before it, so that a type is always the
// same type, whichever package mentions it first.

package load

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
)

// An Archive holds library packages by path.
type Archive struct{ Packages map[string]*Archived }

// Archived is a package in one of two forms: Export, or Source.
type Archived struct {
	Path, Name string
	Imports    []string
	Export     []byte // as package gcexportdata writes it
	Source     []File // stripped
	Pragmas    Pragmas
}

// NewArchive returns the library packages of a program that was loaded from source.
func NewArchive(p *Program) (*Archive, error) {
	a := &Archive{map[string]*Archived{}}
	for _, pkg := range p.Packages {
		if pkg.User {
			continue
		}
		ar, err := archived(p, pkg)
		if err != nil {
			return nil, fmt.Errorf("archive %s: %w", pkg.Path, err)
		}
		a.Packages[pkg.Path] = ar
	}
	return a, nil
}

func archived(p *Program, pkg *Package) (*Archived, error) {
	if pkg.Bodies != BodiesAll {
		return nil, errors.New("it was loaded from an archive itself")
	}
	ar := &Archived{Path: pkg.Path, Name: pkg.Name, Imports: pkg.names, Pragmas: pkg.Pragmas}
	if hasGenerics(pkg) {
		for i, f := range pkg.Files {
			ar.Source = append(ar.Source, strip(p.Fset, f, pkg.sources[i]))
		}
		return ar, nil
	}
	var out bytes.Buffer
	err := gcexportdata.Write(&out, p.Fset, pkg.Types)
	ar.Export = out.Bytes()
	return ar, err
}

// Add adds packages to the archive that the Loader was made with.
func (l *Loader) Add(a *Archive) { maps.Copy(l.cfg.Archive.Packages, a.Packages) }

// Imports are the paths that the user's files import, as far as they can be read.
func Imports(files ...File) []string {
	var trees []*ast.File
	for _, f := range files {
		if tree, _ := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.ImportsOnly); tree != nil {
			trees = append(trees, tree)
		}
	}
	return imported(trees, true)
}

// fromArchive loads the packages of these paths, and all below them.
func (l *Loader) fromArchive(paths []string) error {
	for _, path := range paths {
		if path == "unsafe" || l.pkgs[path] != nil {
			continue
		}
		ar := l.cfg.Archive.Packages[path]
		if ar == nil {
			return fmt.Errorf("package %s is not in the archive", path)
		}
		if err := l.fromArchive(ar.Imports); err != nil {
			return err
		}
		p, err := l.unpack(ar)
		if err != nil {
			return fmt.Errorf("load %s from the archive: %w", path, err)
		}
		l.pkgs[path] = p
	}
	return nil
}

// unpack makes a package of its archived form.
func (l *Loader) unpack(ar *Archived) (*Package, error) {
	p := &Package{Path: ar.Path, Name: ar.Name, names: ar.Imports, Pragmas: ar.Pragmas}
	if ar.Source == nil {
		p.Bodies = BodiesNone
		known := map[string]*types.Package{}
		for path, q := range l.pkgs {
			known[path] = q.Types
		}
		var err error
		p.Types, err = gcexportdata.Read(bytes.NewReader(ar.Export), l.fset, known, ar.Path)
		p.link(l.pkgs)
		return p, err
	}
	p.Bodies = BodiesGeneric
	for _, f := range ar.Source {
		tree, err := parser.ParseFile(l.fset, f.Name, f.Data, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.Files = append(p.Files, tree)
	}
	p.Pragmas = pragmas(p.Files)
	if l.check(p); p.errs != nil {
		return nil, errors.New(Text(p.errs))
	}
	return p, nil
}

// The encoded form is a list of strings, each after its length. Lists are
// preceded by their length too.

const archiveMagic = "gopark library 1\n"

// Encode returns the bytes of an archive; the same archive gives the same bytes.
func (a *Archive) Encode() []byte {
	e := encoder(archiveMagic)
	e.int(len(a.Packages))
	for _, path := range slices.Sorted(maps.Keys(a.Packages)) {
		ar := a.Packages[path]
		e.strings(ar.Path, ar.Name, string(ar.Export))
		e.int(len(ar.Imports))
		e.strings(ar.Imports...)
		e.int(len(ar.Source))
		for _, f := range ar.Source {
			e.strings(f.Name, string(f.Data))
		}
		e.pragmas(ar.Pragmas)
	}
	return e
}

type encoder []byte

func (e *encoder) int(n int) { *e = binary.AppendUvarint(*e, uint64(n)) }

func (e *encoder) strings(list ...string) {
	for _, s := range list {
		e.int(len(s))
		*e = append(*e, s...)
	}
}

func (e *encoder) pragmas(p Pragmas) {
	e.int(len(p.Linknames))
	for _, l := range p.Linknames {
		e.strings(l.Local, l.Remote)
	}
	e.int(len(p.Imports))
	for _, name := range slices.Sorted(maps.Keys(p.Imports)) {
		e.strings(name, p.Imports[name].Module, p.Imports[name].Name)
	}
	e.int(len(p.Exports))
	for _, name := range slices.Sorted(maps.Keys(p.Exports)) {
		e.strings(name, p.Exports[name])
	}
	e.int(len(p.Funcs))
	for _, name := range slices.Sorted(maps.Keys(p.Funcs)) {
		e.strings(name, strings.Join(p.Funcs[name], " "))
	}
}

// DecodeArchive reads what Encode made.
func DecodeArchive(b []byte) (*Archive, error) {
	rest, ok := bytes.CutPrefix(b, []byte(archiveMagic))
	if !ok {
		return nil, errors.New("not a library archive of this version")
	}
	d := decoder{rest: rest}
	a := &Archive{map[string]*Archived{}}
	for range d.int() {
		ar := &Archived{Path: d.string(), Name: d.string(), Export: d.bytes()}
		for range d.int() {
			ar.Imports = append(ar.Imports, d.string())
		}
		for range d.int() {
			ar.Source = append(ar.Source, File{Name: d.string(), Data: d.bytes()})
		}
		ar.Pragmas = d.pragmas()
		a.Packages[ar.Path] = ar
	}
	if d.bad {
		return nil, errors.New("library archive is cut short")
	}
	return a, nil
}

// decoder reads from rest; after the end it gives zeros, and is bad.
type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) int() int {
	n, size := binary.Uvarint(d.rest)
	if size <= 0 || n > uint64(len(d.rest)) {
		d.bad, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[size:]
	return int(n)
}

func (d *decoder) bytes() []byte {
	n := d.int()
	if n > len(d.rest) {
		d.bad, d.rest = true, nil
		return nil
	}
	b := d.rest[:n:n]
	d.rest = d.rest[n:]
	return b
}

func (d *decoder) string() string { return string(d.bytes()) }

func (d *decoder) pragmas() Pragmas {
	p := Pragmas{Imports: map[string]WasmImport{}, Exports: map[string]string{}, Funcs: map[string][]string{}}
	for range d.int() {
		p.Linknames = append(p.Linknames, Linkname{Local: d.string(), Remote: d.string()})
	}
	for range d.int() {
		p.Imports[d.string()] = WasmImport{d.string(), d.string()}
	}
	for range d.int() {
		p.Exports[d.string()] = d.string()
	}
	for range d.int() {
		p.Funcs[d.string()] = strings.Fields(d.string())
	}
	return p
}

// This file parses the user's files and checks what they import.

package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// Supported are the packages that a program may import, sorted.
var Supported = strings.Fields(`
	bufio bytes cmp container/heap container/list container/ring context crypto
	crypto/md5 crypto/rand crypto/sha1 crypto/sha256 crypto/sha512 crypto/subtle
	encoding encoding/base32 encoding/base64 encoding/binary encoding/csv
	encoding/hex encoding/json encoding/xml errors flag fmt
	golang.org/x/sync/errgroup golang.org/x/sync/semaphore hash hash/adler32
	hash/crc32 hash/crc64 hash/fnv hash/maphash html io io/fs io/ioutil iter log
	log/slog maps math math/big math/bits math/cmplx math/rand math/rand/v2 net
	net/netip net/url os os/signal path path/filepath reflect regexp regexp/syntax
	runtime runtime/debug runtime/pprof runtime/trace slices sort strconv strings
	structs sync sync/atomic syscall testing text/scanner text/tabwriter
	text/template text/template/parse time
	unicode unicode/utf16 unicode/utf8 unique unsafe weak`)

// Ours are the packages of core that a program of this repository may import besides (Config.Ours):
// they read the records of runs.
var Ours = []string{
	corePrefix + "check",
	corePrefix + "event",
	corePrefix + "event/gotrace",
	corePrefix + "event/perfetto",
	corePrefix + "event/stats",
}

// parseUsers parses the user's packages, and returns them imports first: main is the last.
func (l *Loader) parseUsers(files []File) (users []*Package, ds []Diagnostic) {
	main := &Package{Path: "main", Name: "main", User: true}
	all := []*Package{main}
	sources := map[*Package][]File{main: nil}
	for _, f := range files {
		p := main
		if f.Pkg != "" {
			if p = find(all, f.Pkg); p == nil {
				p = &Package{Path: f.Pkg, User: true}
				all = append(all, p)
			}
		}
		sources[p] = append(sources[p], f)
	}
	for _, p := range all {
		if !p.parseUser(l.fset, sources[p]) {
			return nil, p.errs
		}
	}
	for _, p := range all {
		if bad := l.unsupported(p.Files, all); bad != nil {
			return nil, append(p.errs, bad...)
		}
	}
	visited := map[*Package]int{}
	var visit func(p *Package)
	visit = func(p *Package) {
		visited[p] = 1
		for _, name := range p.names {
			switch q := find(all, name); {
			case q == nil:
			case visited[q] == 0:
				visit(q)
			case visited[q] == 1:
				ds = append(ds, Diagnostic{File: sources[p][0].Name, Msg: "import cycle not allowed: " + p.Path + " imports " + q.Path})
			}
		}
		visited[p] = 2
		users = append(users, p)
	}
	visit(main)
	return users, ds
}

// initOrder makes main initialise the user's packages as Go does: each time the first by its path that
// imports none that still waits. They come imports first.
func (p *Package) initOrder(users []*Package) {
	if len(users) == 0 {
		return
	}
	waiting := slices.Clone(users)
	slices.SortFunc(waiting, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	imports := slices.DeleteFunc(slices.Clone(p.Types.Imports()), func(q *types.Package) bool { return find(users, q.Path()) != nil })
	for len(waiting) > 0 {
		i := slices.IndexFunc(waiting, func(q *Package) bool {
			return !slices.ContainsFunc(q.names, func(name string) bool { return find(waiting, name) != nil })
		})
		imports = append(imports, waiting[i].Types)
		waiting = slices.Delete(waiting, i, i+1)
	}
	p.Types.SetImports(imports)
}

// find returns the package of that path, or nil.
func find(pkgs []*Package, path string) *Package {
	for _, p := range pkgs {
		if p.Path == path {
			return p
		}
	}
	return nil
}

// parseUser fills p.Files, p.names and p.Pragmas, or p.errs. It reports whether
// the package can be checked further.
func (p *Package) parseUser(fset *token.FileSet, files []File) bool {
	ok := true
	for _, f := range files {
		tree, ds, fatal := parseFile(fset, f)
		p.errs = append(p.errs, ds...)
		p.Files = append(p.Files, tree)
		ok = ok && !fatal
	}
	if len(files) == 0 {
		p.errs, ok = []Diagnostic{{Msg: "no Go files"}}, false
	}
	if !ok {
		return false
	}
	p.sources = files
	p.names = imported(p.Files, true)
	p.Pragmas = pragmas(p.Files)
	p.Pragmas.Imports, p.Pragmas.Exports = nil, nil // Go ignores them except on WebAssembly
	return p.Path != "main" || p.checkNames(fset, files)
}

// checkNames sees to it that all files say package main.
func (p *Package) checkNames(fset *token.FileSet, files []File) (ok bool) {
	ok = true
	for i, tree := range p.Files {
		if name := tree.Name.Name; name != "main" {
			at := fset.Position(tree.Name.Pos())
			p.errs = append(p.errs, Diagnostic{files[i].Name, at.Line, at.Column, "package " + name + " is not a main package"})
			ok = false
		}
	}
	return ok
}

// imported returns the paths that files import, resolved, sorted, without unsafe.
func imported(files []*ast.File, user bool) []string {
	var paths []string
	for _, f := range files {
		for _, spec := range f.Imports {
			if p, err := strconv.Unquote(spec.Path.Value); err == nil && p != "unsafe" {
				paths = append(paths, resolve(p, user))
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// resolve returns the package that an import means: the library has some of its
// imports under vendor/.
func resolve(path string, user bool) string {
	if !user && strings.HasPrefix(path, "golang.org/x/") {
		return "vendor/" + path
	}
	return path
}

// unsupported returns a diagnostic for each import that programs here cannot have.
func (l *Loader) unsupported(files []*ast.File, users []*Package) []Diagnostic {
	var ds []Diagnostic
	for _, f := range files {
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			_, found := slices.BinarySearch(Supported, path)
			found = found || l.cfg.Tests != "" || l.cfg.Ours && slices.Contains(Ours, path) || path != "main" && find(users, path) != nil
			if err != nil || found {
				continue
			}
			at := l.fset.Position(spec.Path.Pos())
			ds = append(ds, Diagnostic{at.Filename, at.Line, at.Column, importFault(path)})
		}
	}
	return ds
}

func importFault(path string) string {
	if path == "internal" || strings.HasPrefix(path, "internal/") || strings.Contains(path, "/internal/") {
		return "use of internal package " + path + " not allowed"
	}
	return "package " + path + " is not supported here; supported: " + strings.Join(Supported, ", ")
}

// Package load turns a program into what the compiler compiles: type-checked
// packages in dependency order, and their go/ssa form.
//
// The user's files come as bytes. The standard library comes from the source
// of a Go tree, with the replacements of core/std laid over it (source.go), or
// from an archive that was made of such a load (archive.go): the page has no Go
// tree. A Loader keeps what it loaded, so the second program costs only itself.
//
// A fault in the user's program is a Diagnostic, worded as the gc compiler
// words it; an error is a fault of the world (no Go tree) or of ours.
package load

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// goVersion is the language version that programs and library are checked with.
const goVersion = "go1.26"

// corePrefix begins the paths of the packages of core.
const corePrefix = "github.com/gopark/gopark/core/"

// A File is a source file of the user. Its name is what diagnostics show.
type File struct {
	Name string
	Data []byte
	Pkg  string // the path of its package; "" is main
}

// Config says where packages come from and what happens to them.
type Config struct {
	GOROOT    fs.FS          // the Go tree, which holds src; nil: the one FindGOROOT finds
	Overlay   fs.FS          // core/: sched, rt, event, std; nil: core.FS
	Archive   *Archive       // if set, all packages but the user's come from it
	BeforeSSA func(*Package) // may filter Info.InitOrder; called once for each package that has bodies, imports first
	Sanity    bool           // check the SSA form
	Ours      bool           // the program may import packages of core, too
	Race      bool           // core finds data races
	Tests     string         // a package of the Go tree that has its tests in it; programs may import all packages
	Roots     []string       // packages that are part of every program; nil: runtime
}

// A Loader loads programs, one at a time, and keeps the library packages.
type Loader struct {
	cfg  Config
	src  *source // nil with an Archive
	fset *token.FileSet
	ssa  *ssa.Program
	pkgs map[string]*Package // library packages that are type-checked

	built map[*Package]bool // their SSA exists
}

// A Program is a main package and all that it imports.
type Program struct {
	Fset     *token.FileSet
	SSA      *ssa.Program // shared by the programs of a Loader: do not enumerate it
	Packages []*Package   // imports first, without unsafe
	Main     *Package     // nil if only library packages were asked for
	ByPath   map[string]*Package
}

// Bodies says which function bodies a package has.
type Bodies uint8

const (
	BodiesAll     Bodies = iota
	BodiesGeneric        // of generic functions only; the rest is compiled already
	BodiesNone           // types only
)

// A Package is one type-checked package.
type Package struct {
	Path, Name string
	Types      *types.Package
	Info       *types.Info // nil if there are no bodies
	Files      []*ast.File
	SSA        *ssa.Package
	Imports    []*Package // direct ones, sorted by path, without unsafe
	User       bool
	Bodies     Bodies
	Pragmas    Pragmas

	names   []string // what the files import
	sources []File   // names and bytes of Files, for the archive
	done    chan struct{}
	errs    []Diagnostic
}

// New returns a Loader. It fails if the Go tree cannot be found or does not fit.
func New(cfg Config) (*Loader, error) {
	if cfg.Roots == nil {
		cfg.Roots = []string{"runtime"}
	}
	l := &Loader{cfg: cfg}
	if cfg.Archive == nil {
		src, err := newSource(cfg.GOROOT, cfg.Overlay)
		if err != nil {
			return nil, err
		}
		src.tested, src.race = cfg.Tests, cfg.Race
		l.src = src
	}
	l.reset()
	return l, nil
}

// reset forgets all packages.
func (l *Loader) reset() {
	mode := ssa.InstantiateGenerics
	if l.cfg.Sanity {
		mode |= ssa.SanityCheckFunctions
	}
	l.fset = token.NewFileSet()
	l.ssa = ssa.NewProgram(l.fset, mode)
	l.pkgs = map[string]*Package{}
	l.built = map[*Package]bool{}
}

// Load loads the program that files are: its main package, and others that are imported by their
// paths.
func (l *Loader) Load(files ...File) (*Program, []Diagnostic, error) {
	users, ds := l.parseUsers(files)
	if ds != nil {
		return nil, trim(ds), nil
	}
	names := slices.Clone(l.cfg.Roots)
	for _, p := range users {
		for _, name := range p.names {
			if find(users, name) == nil {
				names = append(names, name)
			}
		}
	}
	if err := l.library(names); err != nil {
		return nil, nil, err
	}
	for _, p := range users {
		if l.check(p, users...); p.errs != nil {
			return nil, trim(p.errs), nil
		}
	}
	main := users[len(users)-1]
	main.initOrder(users[:len(users)-1])
	if main.Types.Scope().Lookup("main") == nil {
		return nil, []Diagnostic{{Msg: "function main is undeclared in the main package"}}, nil
	}
	p := l.program(names)
	p.Main = main
	for _, q := range users {
		p.Packages = append(p.Packages, q)
		p.ByPath[q.Path] = q
	}
	if err := l.build(p.Packages); err != nil {
		return nil, nil, err
	}
	return p, nil, nil
}

// LoadStd loads library packages and what they import.
func (l *Loader) LoadStd(paths ...string) (*Program, error) {
	if err := l.library(paths); err != nil {
		return nil, err
	}
	p := l.program(paths)
	return p, l.build(p.Packages)
}

// Package returns the library package of that path if it is loaded, or nil.
func (l *Loader) Package(path string) *Package { return l.pkgs[path] }

// library type-checks the library packages of these paths and all below them.
func (l *Loader) library(paths []string) error {
	if l.cfg.Archive != nil {
		return l.fromArchive(paths)
	}
	fresh, err := l.discover(paths)
	if err != nil {
		return err
	}
	limit := make(chan bool, runtime.GOMAXPROCS(0))
	for _, p := range fresh {
		go func() {
			defer close(p.done)
			for _, path := range p.names {
				if dep := l.pkgs[path]; dep != nil && dep.done != nil {
					<-dep.done
				}
			}
			limit <- true
			l.check(p)
			<-limit
		}()
	}
	for _, p := range fresh {
		<-p.done
	}
	for _, p := range fresh {
		if p.errs != nil {
			l.reset()
			return fmt.Errorf("library package %s does not type-check:\n%s", p.Path, Text(p.errs))
		}
	}
	return nil
}

// discover parses the packages of these paths and all below them that are not
// yet loaded, enters them in l.pkgs, and returns them, imports first.
func (l *Loader) discover(paths []string) ([]*Package, error) {
	var parsed sync.Map // path -> *Package or error
	var wg sync.WaitGroup
	var parse func(path string)
	limit := make(chan bool, runtime.GOMAXPROCS(0))
	parse = func(path string) {
		if path == "unsafe" || l.pkgs[path] != nil {
			return
		}
		p := &Package{Path: path, done: make(chan struct{})}
		if _, seen := parsed.LoadOrStore(path, p); seen {
			return
		}
		wg.Go(func() {
			limit <- true
			err := l.src.parse(l.fset, p)
			<-limit
			if err != nil {
				parsed.Store(path, err)
				return
			}
			for _, name := range p.names {
				parse(name)
			}
		})
	}
	for _, path := range paths {
		parse(path)
	}
	wg.Wait()

	var fresh []*Package
	var visit func(path, from string) error
	visiting := map[string]bool{}
	visit = func(path, from string) error {
		if path == "unsafe" || l.pkgs[path] != nil {
			return nil
		}
		v, _ := parsed.Load(path)
		if err, bad := v.(error); bad {
			return fmt.Errorf("%w (imported by %s)", err, from)
		}
		if visiting[path] {
			return fmt.Errorf("import cycle at %s and %s", path, from)
		}
		visiting[path] = true
		p := v.(*Package)
		for _, name := range p.names {
			if err := visit(name, path); err != nil {
				return err
			}
		}
		fresh = append(fresh, p)
		l.pkgs[path] = p
		return nil
	}
	for _, path := range paths {
		if err := visit(path, "the program"); err != nil {
			l.reset()
			return nil, err
		}
	}
	return fresh, nil
}

// program gathers the loaded packages of these paths and all below them.
func (l *Loader) program(paths []string) *Program {
	p := &Program{Fset: l.fset, SSA: l.ssa, ByPath: map[string]*Package{}}
	var visit func(q *Package)
	visit = func(q *Package) {
		if p.ByPath[q.Path] != nil {
			return
		}
		p.ByPath[q.Path] = q
		for _, dep := range q.Imports {
			visit(dep)
		}
		p.Packages = append(p.Packages, q)
	}
	for _, path := range paths {
		if q := l.pkgs[path]; q != nil {
			visit(q)
		}
	}
	return p
}

// build makes the SSA form of the packages that have none.
func (l *Loader) build(pkgs []*Package) error {
	if l.ssa.ImportedPackage("unsafe") == nil {
		l.ssa.CreatePackage(types.Unsafe, nil, nil, true)
	}
	var fresh []*Package
	for _, p := range pkgs {
		if l.built[p] {
			continue
		}
		if l.cfg.BeforeSSA != nil && p.Info != nil {
			l.cfg.BeforeSSA(p)
		}
		p.SSA = l.ssa.CreatePackage(p.Types, p.Files, p.Info, !p.User)
		fresh = append(fresh, p)
		if !p.User {
			l.built[p] = true
		}
	}
	var wg sync.WaitGroup
	limit := make(chan bool, runtime.GOMAXPROCS(0))
	faults := make(chan error, len(fresh))
	for _, p := range fresh {
		if p.Bodies != BodiesAll {
			continue // instances are built where they are used
		}
		wg.Go(func() {
			limit <- true
			faults <- p.buildSSA()
			<-limit
		})
	}
	wg.Wait()
	close(faults)
	var err error
	for fault := range faults {
		err = errors.Join(err, fault)
	}
	return err
}

// buildSSA turns a panic of the builder into an error: it is a bug, but not of
// the user, and it must not take the process down from another goroutine.
func (p *Package) buildSSA() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("build the SSA form of %s: %v", p.Path, r)
		}
	}()
	p.SSA.Build()
	return nil
}

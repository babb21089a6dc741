// Package compile turns a Go program into objects for the linker, and links them.
//
// A Compiler keeps what it made of the standard library: the second program
// costs only itself. The stages of one function are attr (how it is called),
// lower (go/ssa to ir) and package emit (ir to wasm); rtype makes the data. The
// file attr.go explains what a function may do, lower.go how values are kept.
package compile

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/compile/rtype"
	"github.com/gopark/gopark/wasm/link"
)

// Config says where the library comes from.
type Config struct {
	GOROOT  fs.FS                          // nil: the Go tree of this machine
	Overlay fs.FS                          // nil: core.FS
	Archive *Archive                       // if set, the compiled library
	Tests   string                         // see load.Config
	Ours    bool                           // the program may import packages of core, too
	Race    bool                           // the program finds its data races; Archive, if set, is of such a library
	Dump    func(stage string, f *ir.Func) // sees every function after a stage
}

// A Compiler compiles programs, one at a time.
type Compiler struct {
	cfg      Config
	loader   *load.Loader
	universe *rtype.Universe
	units    map[*load.Package]*unit // begun when the package had been type-checked
	objs     map[string]*link.Object // of library packages, by path
	order    []string                // their paths, in the order of compilation
	attr     map[string]uint32       // of functions of the library
	defined  map[string][]string     // who in the library defines a symbol that others may define too
	assumed  map[string]bool         // functions called before they were compiled
	plain    map[string]bool         // so called by the runtime, which cannot suspend there
	bodies   map[string]*body        // of library functions that are inlined
	names    map[*ssa.Function]string
	library  *link.Library // of the archive's objects
}

// New makes a Compiler. It fails if there is no usable Go tree.
func New(cfg Config) (*Compiler, error) {
	c := &Compiler{
		cfg: cfg, universe: rtype.New(token.NewFileSet()), units: map[*load.Package]*unit{},
		objs: map[string]*link.Object{}, attr: map[string]uint32{}, defined: map[string][]string{},
		assumed: map[string]bool{}, plain: map[string]bool{}, bodies: map[string]*body{}, names: map[*ssa.Function]string{},
	}
	lc := load.Config{GOROOT: cfg.GOROOT, Overlay: cfg.Overlay, Ours: cfg.Ours, Tests: cfg.Tests, Race: cfg.Race, BeforeSSA: c.beforeSSA}
	if cfg.Archive != nil {
		lc.Archive = &load.Archive{Packages: map[string]*load.Archived{}}
		c.library = link.NewLibrary()
	}
	var err error
	if c.loader, err = load.New(lc); err == nil && cfg.Archive != nil {
		err = c.Add(cfg.Archive)
	}
	return c, err
}

// Add adds packages to the archive that the Compiler was made with.
func (c *Compiler) Add(a *Archive) error {
	for _, o := range a.Objects {
		if c.objs[o.Path] != nil {
			return fmt.Errorf("package %s is in the archive already", o.Path)
		}
		c.keep(o)
	}
	c.loader.Add(a.Types)
	return c.library.Add(a.Objects)
}

// keep enters the object of a library package.
func (c *Compiler) keep(o *link.Object) {
	c.objs[o.Path] = o
	c.order = append(c.order, o.Path)
	for _, s := range o.Symbols {
		if s.Kind == link.Func {
			c.attr[s.Name] = s.Attr
		}
		if s.Dup {
			c.defined[s.Name] = append(c.defined[s.Name], o.Path)
		}
	}
}

// beforeSSA turns initialisers into data, while the package is types only.
func (c *Compiler) beforeSSA(p *load.Package) {
	if p.Bodies != load.BodiesAll {
		return
	}
	prog := c.program(nil)
	u := prog.newUnit(p)
	c.universe.Number(p.Files)
	u.b.Statics(p.Info)
	if !p.User {
		u.b.Outline(p.Files, p.Info)
	}
	c.units[p] = u
}

// program is what the units of one load share.
type program struct {
	*Compiler
	fset     *token.FileSet
	load     *load.Program
	names    map[*ssa.Function]string
	local    map[string]uint32 // attributes of the user's functions
	bodies   map[string]*body  // and those that are inlined
	dump     func(stage string, f *ir.Func)
	iterSize int64 // of internal/runtime/maps.Iter
	cellOff  int64 // field Elem of core/sched.G
	cellSize int64
}

func (c *Compiler) program(p *load.Program) *program {
	return &program{Compiler: c, load: p, names: c.names, local: map[string]uint32{}, bodies: map[string]*body{}, dump: c.cfg.Dump}
}

// Output is a compiled program.
type Output struct {
	Objects []*link.Object // library first
	Files   []string       // the user's
	program *program
}

// Compile compiles the main package and what it imports. Diagnostics are faults
// of the program, an error is one of ours or of the world.
func (c *Compiler) Compile(files ...load.File) (out *Output, ds []load.Diagnostic, err error) {
	lp, ds, err := c.loader.Load(files...)
	if err != nil || len(ds) > 0 {
		return nil, ds, err
	}
	out, err = c.compile(lp)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range files {
		out.Files = append(out.Files, f.Name)
	}
	return out, nil, nil
}

// CompileStd compiles library packages.
func (c *Compiler) CompileStd(paths ...string) (*Output, error) {
	lp, err := c.loader.LoadStd(paths...)
	if err != nil {
		return nil, err
	}
	return c.compile(lp)
}

func (c *Compiler) compile(lp *load.Program) (out *Output, err error) {
	p := c.program(lp)
	p.fset = lp.Fset
	c.universe.SetFset(lp.Fset)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case bug:
			err = fmt.Errorf("internal compiler error: %s\nplease report this, with the program, at https://github.com/gopark/gopark/issues", p.describe(r))
		default:
			panic(r)
		}
	}()
	if m := lp.ByPath["internal/runtime/maps"]; m != nil {
		if o := m.Types.Scope().Lookup("Iter"); o != nil {
			p.iterSize = c.universe.Size(o.Type())
		}
	}
	p.findCell()
	out = &Output{program: p}
	for _, pkg := range runtimeFirst(lp) {
		if pkg.User {
			out.Objects = append(out.Objects, p.compilePackage(pkg))
			continue
		}
		if c.objs[pkg.Path] == nil {
			if pkg.Bodies != load.BodiesAll {
				return nil, fmt.Errorf("package %s is not in the archive", pkg.Path)
			}
			c.keep(p.compilePackage(pkg))
			if pkg.Path == "runtime" {
				p.checkHelpers()
			}
		}
	}
	var std []*link.Object
	for _, path := range c.order {
		if lp.ByPath[path] != nil {
			std = append(std, c.objs[path])
		}
	}
	out.Objects = append(std, out.Objects...)
	return out, nil
}

// findCell finds the memory that a goroutine has for what it sends and receives.
func (p *program) findCell() {
	pkg := p.pkg(schedPath)
	if pkg == nil {
		return
	}
	st := pkg.Types.Scope().Lookup("G").Type().Underlying().(*types.Struct)
	offs := p.universe.Offsets(st)
	for i := range st.NumFields() {
		if st.Field(i).Name() == "Elem" {
			p.cellOff, p.cellSize = offs[i], p.universe.Size(st.Field(i).Type())
		}
	}
}

func (p *program) compilePackage(pkg *load.Package) *link.Object {
	u := p.units[pkg]
	if u == nil {
		panic(bug{msg: "package " + pkg.Path + " was not seen before its SSA was built"})
	}
	delete(p.units, pkg)
	u.prog = p
	u.dump = p.dump
	if pkg.User {
		p.names = maps.Clone(p.names)
	}
	return u.compile()
}

// runtimeFirst orders the packages so that what runtime needs comes first: others
// call it without importing it.
func runtimeFirst(lp *load.Program) []*load.Package {
	low := map[*load.Package]bool{}
	var mark func(p *load.Package)
	mark = func(p *load.Package) {
		if p == nil || low[p] {
			return
		}
		low[p] = true
		for _, q := range p.Imports {
			mark(q)
		}
	}
	mark(lp.ByPath["runtime"])
	var first, rest []*load.Package
	for _, p := range lp.Packages {
		if low[p] {
			first = append(first, p)
		} else {
			rest = append(rest, p)
		}
	}
	return append(first, rest...)
}

// note keeps the attributes of a function for later packages.
func (p *program) note(u *unit, sym string, bits uint32) {
	if u.pkg.User {
		p.local[sym] = bits
	} else {
		p.attr[sym] = bits
	}
}

// linkname is the symbol that a go:linkname gives to a function or variable.
func (p *program) linkname(path, name string) (string, bool) {
	if pkg := p.pkg(path); pkg != nil {
		remote, _ := pkg.Linkname(name)
		return remote, remote != "" // one argument: its own name
	}
	return "", false
}

func (p *program) pkg(path string) *load.Package {
	if p.load != nil {
		if pkg := p.load.ByPath[path]; pkg != nil {
			return pkg
		}
	}
	return p.loader.Package(path)
}

func (p *program) wasmImport(f *ssa.Function) *load.WasmImport {
	if f.Pkg == nil || f.Signature.Recv() != nil {
		return nil
	}
	pkg := p.pkg(f.Pkg.Pkg.Path())
	if pkg == nil {
		return nil
	}
	if im, ok := pkg.Pragmas.Imports[f.Name()]; ok {
		return &im
	}
	return nil
}

func (p *program) describe(b bug) string {
	var parts []string
	if b.pos.IsValid() {
		parts = append(parts, p.fset.Position(b.pos).String())
	}
	if b.where != "" {
		parts = append(parts, "in "+b.where)
	}
	return strings.Join(append(parts, b.msg), ": ")
}

// LinkOptions are what the caller of Link decides.
type LinkOptions struct {
	MemoryBytes uint64 // 0: 64 MiB
	Shared      bool
	Names       bool
	Roots       []string // symbols that are to be there besides what main needs
}

// Link makes the module of a program.
func (o *Output) Link(opts LinkOptions) (*link.Result, error) {
	if opts.MemoryBytes == 0 {
		opts.MemoryBytes = 64 << 20
	}
	layout, err := o.layout()
	if err != nil {
		return nil, err
	}
	objects, library := o.program.split(o.Objects)
	res, err := link.Link(objects, link.Options{
		MemoryBytes: opts.MemoryBytes, Shared: opts.Shared, Names: opts.Names, Roots: opts.Roots, UserFiles: o.Files, Library: library,
		LinkInfo: rtPrefix + "linkinfo", Structs: layout.Structs, Vars: layout.Vars, Bridge: o.program.bridge,
	})
	if ds := o.faults(err); ds != nil {
		return nil, Faults(ds)
	}
	return res, err
}

// Faults is the error of a Link that failed by the program's fault.
type Faults []load.Diagnostic

func (f Faults) Error() string { return load.Text(f) }

// faults says which errors of the linker are the program's: that its variables are too large, and what
// has to do with its go:linknames.
func (o *Output) faults(err error) (ds []load.Diagnostic) {
	var big link.TooBig
	if errors.As(err, &big) {
		return []load.Diagnostic{{Msg: big.Error()}}
	}
	var all link.Errors
	if !errors.As(err, &all) {
		return nil
	}
	for _, p := range o.program.load.Packages {
		if !p.User {
			continue
		}
		for _, l := range p.Pragmas.Linknames {
			for _, e := range all {
				if l.Remote != "" && slices.Contains(strings.FieldsFunc(e.Error(), notInSymbol), l.Remote) {
					at := o.program.fset.Position(l.Pos)
					ds = append(ds, load.Diagnostic{File: at.Filename, Line: at.Line, Col: at.Column, Msg: "go:linkname " + l.Local + ": " + e.Error()})
				}
			}
		}
	}
	return ds
}

func notInSymbol(r rune) bool { return r == ' ' || r == ',' }

// split takes the objects of an archive out: they are indexed once for all links, each of which looks at its own packages.
func (p *program) split(objects []*link.Object) (rest []*link.Object, library *link.View) {
	if p.library == nil {
		return objects, nil
	}
	packages := map[string]bool{}
	for _, o := range objects {
		if q := p.load.ByPath[o.Path]; q != nil && !q.User {
			packages[o.Path] = true
		} else {
			rest = append(rest, o)
		}
	}
	return rest, p.library.View(packages)
}

// layout describes core/sched.
func (o *Output) layout() (Layout, error) {
	if a := o.program.cfg.Archive; a != nil {
		return a.Layout, nil
	}
	pkg := o.program.pkg(schedPath)
	if pkg == nil {
		return Layout{}, nil
	}
	var named []*types.Named
	vars := map[string]string{}
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		switch obj := scope.Lookup(name).(type) {
		case *types.TypeName:
			n, ok := types.Unalias(obj.Type()).(*types.Named)
			if !ok || n.TypeParams().Len() > 0 {
				continue
			}
			if _, ok := n.Underlying().(*types.Struct); ok {
				named = append(named, n)
			}
		case *types.Var:
			vars["sched."+name] = schedPrefix + name
			if st, ok := obj.Type().(*types.Struct); ok { // a struct without a name goes by the variable's
				named = append(named, types.NewNamed(types.NewTypeName(token.NoPos, pkg.Types, name, nil), st, nil))
			}
		}
	}
	structs, err := json.Marshal(o.program.universe.Structs("sched.", named...))
	return Layout{structs, vars}, err
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// lines splits a table into its fields.
func lines(s string) [][]string {
	var out [][]string
	for l := range strings.Lines(s) {
		if f := strings.Fields(l); len(f) > 0 {
			out = append(out, f)
		}
	}
	return out
}

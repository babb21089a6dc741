package host

// This file makes a program of the tests of a package, as go test does: a main package that gives package
// testing the list of them.

import (
	"bytes"
	"fmt"
	"go/ast"
	gobuild "go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"github.com/gopark/gopark/wasm/compile"
	"github.com/gopark/gopark/wasm/compile/load"
)

// Tests is the program of a package's tests.
type Tests struct {
	Path    string            // of the package
	None    bool              // it has no test files
	Faults  []load.Diagnostic // functions that only look like tests
	Race    bool              // they are to find data races
	Dir     string            // the package's folder, as the program is told
	Data    []load.File       // what is in it, and in its testdata
	files   []load.File
	library bool // it is a package of the Go tree, with its tests inside
}

// FindTests reads the tests in a folder, or those of a package of the Go tree.
func FindTests(arg string) (*Tests, error) {
	if info, err := os.Stat(arg); err == nil && info.IsDir() && (gobuild.IsLocalImport(arg) || filepath.IsAbs(arg)) {
		return folderTests(arg)
	}
	inside, outside, err := load.StdTests(arg)
	if err != nil {
		return nil, fmt.Errorf("%w, and %q is not a folder: write ./%s for one", err, arg, arg)
	}
	t := &Tests{Path: arg, None: len(inside)+len(outside) == 0, library: true, Dir: goroot + "/src/" + arg}
	root, err := load.FindGOROOT()
	if err != nil {
		return nil, err
	}
	if err := t.addData(filepath.Join(root, "src", filepath.FromSlash(arg))); err != nil {
		return nil, err
	}
	for _, f := range outside {
		f.Pkg = arg + "_test"
		t.files = append(t.files, f)
	}
	return t, t.addMain(inside, outside)
}

// folderTests reads the package in a folder, what it imports of its module, and its tests.
func folderTests(dir string) (*Tests, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	root, module := moduleOf(abs)
	rel, _ := filepath.Rel(root, abs)
	t := &Tests{Path: path.Join(module, filepath.ToSlash(rel))}
	if t.Path == "" || t.Path == "main" {
		t.Path = "command-line-arguments"
	}
	t.Dir = "/go/src/" + t.Path
	if err := t.addData(abs); err != nil {
		return nil, err
	}
	files, err := goFiles(abs)
	if err != nil {
		return nil, err
	}
	var own, inside, outside []load.File
	for _, f := range files {
		name, err := packageName(f)
		if err != nil {
			return nil, err
		}
		switch f.Pkg = t.Path; {
		case !strings.HasSuffix(f.Name, "_test.go"):
			own = append(own, f)
		case strings.HasSuffix(name, "_test"):
			f.Pkg += "_test"
			outside = append(outside, f)
		default:
			inside = append(inside, f)
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no Go files in %s", dir)
	}
	t.None = len(inside)+len(outside) == 0
	t.files = slices.Concat(own, inside, outside)
	seen := map[string]bool{t.Path: true}
	for i := 0; i < len(t.files); i++ { // grows
		for _, imp := range importsOf(t.files[i]) {
			if sub, ok := strings.CutPrefix(imp+"/", module+"/"); ok && module != "" && !seen[imp] {
				seen[imp] = true
				more, err := goFiles(filepath.Join(root, filepath.FromSlash(sub)))
				if err != nil {
					return nil, err
				}
				for _, f := range more {
					if f.Pkg = imp; !strings.HasSuffix(f.Name, "_test.go") {
						t.files = append(t.files, f)
					}
				}
			}
		}
	}
	return t, t.addMain(inside, outside)
}

// goroot is what programs are told by runtime.GOROOT.
const goroot = "/usr/local/go"

// maxData bounds the bytes of testdata, maxBeside those of a file beside the tests.
const (
	maxData   = 64 << 20
	maxBeside = 1 << 20
)

// addData reads the files that tests may read: those in their folder, but for large ones, and all in its testdata; and
// the time zones of the Go tree.
func (t *Tests) addData(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	size := 0
	add := func(name, file string) error {
		data, err := os.ReadFile(file)
		if size += len(data); size > maxData {
			return fmt.Errorf("the files in %s have more than %d MiB", filepath.Join(dir, "testdata"), maxData>>20)
		}
		t.Data = append(t.Data, load.File{Name: name, Data: data})
		return err
	}
	for _, e := range entries {
		file := filepath.Join(dir, e.Name())
		info, err := os.Stat(file)
		switch {
		case err != nil: // a link to nothing
		case e.Name() == "testdata" && info.IsDir():
			err = filepath.WalkDir(file, func(sub string, d fs.DirEntry, err error) error {
				if err != nil || !d.Type().IsRegular() {
					return err
				}
				rel, _ := filepath.Rel(dir, sub)
				return add(t.Dir+"/"+filepath.ToSlash(rel), sub)
			})
			if err != nil {
				return err
			}
		case info.Mode().IsRegular() && info.Size() <= maxBeside:
			if err := add(t.Dir+"/"+e.Name(), file); err != nil {
				return err
			}
		}
	}
	root, err := load.FindGOROOT()
	if err != nil {
		return err
	}
	const zones = "lib/time/zoneinfo.zip"
	if _, err := os.Stat(filepath.Join(root, zones)); err != nil {
		return nil // a Go tree need not have them
	}
	return add(goroot+"/"+zones, filepath.Join(root, zones))
}

// moduleOf finds the module that a folder is in: its root and its path. Without one the folder is the root.
func moduleOf(dir string) (root, module string) {
	for d := dir; ; d = filepath.Dir(d) {
		data, err := os.ReadFile(filepath.Join(d, "go.mod"))
		if err == nil {
			for line := range strings.Lines(string(data)) {
				if f := strings.Fields(line); len(f) > 1 && f[0] == "module" {
					if name, err := strconv.Unquote(f[1]); err == nil {
						return d, name
					}
					return d, f[1]
				}
			}
		}
		if d == filepath.Dir(d) {
			return dir, ""
		}
	}
}

// goFiles reads the Go files of a folder that are for the platform that programs are told.
func goFiles(dir string) ([]load.File, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	ctxt := gobuild.Default
	ctxt.GOOS, ctxt.GOARCH, ctxt.CgoEnabled = "linux", "wasm", false
	var files []load.File
	for _, e := range entries {
		if ok, err := ctxt.MatchFile(dir, e.Name()); e.IsDir() || !strings.HasSuffix(e.Name(), ".go") || err == nil && !ok {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, load.File{Name: e.Name(), Data: data})
	}
	return files, nil
}

func packageName(f load.File) (string, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	return tree.Name.Name, nil
}

func importsOf(f load.File) (paths []string) {
	tree, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.ImportsOnly)
	if err != nil {
		return nil // the compiler says so
	}
	for _, spec := range tree.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			paths = append(paths, p)
		}
	}
	return paths
}

// testList is what the main package is made of.
type testList struct {
	Imports                 []testImport
	Tests, Benchmarks, Fuzz []testFunc
	Examples                []testExample
	Main                    string // TestMain, "" if there is none
	Path                    string
	faults                  []load.Diagnostic
}

type testImport struct{ Name, Path string }
type testFunc struct{ Name, Func string }
type testExample struct {
	Name, Func, Output string
	Unordered          bool
}

// addMain adds the main package.
func (t *Tests) addMain(inside, outside []load.File) error {
	if t.None {
		return nil
	}
	l := &testList{Path: t.Path}
	l.add("_test", inside)
	l.add("_xtest", outside)
	t.Faults = l.faults
	used := func(name string) bool {
		for _, fs := range [][]testFunc{l.Tests, l.Benchmarks, l.Fuzz} {
			if slices.ContainsFunc(fs, func(f testFunc) bool { return strings.HasPrefix(f.Func, name+".") }) {
				return true
			}
		}
		return strings.HasPrefix(l.Main, name+".") || slices.ContainsFunc(l.Examples, func(e testExample) bool { return strings.HasPrefix(e.Func, name+".") })
	}
	for _, imp := range []struct {
		name, path string
		files      []load.File
	}{{"_test", t.Path, inside}, {"_xtest", t.Path + "_test", outside}} {
		switch {
		case used(imp.name):
			l.Imports = append(l.Imports, testImport{imp.name, imp.path})
		case len(imp.files) > 0:
			l.Imports = append(l.Imports, testImport{"_", imp.path})
		}
	}
	var out bytes.Buffer
	if err := testMain.Execute(&out, l); err != nil {
		return err
	}
	t.files = append(t.files, load.File{Name: "_testmain.go", Data: out.Bytes()})
	return nil
}

// add finds the tests in some files, which are imported as pkg.
func (l *testList) add(pkg string, files []load.File) {
	fset := token.NewFileSet()
	for _, f := range files {
		tree, err := parser.ParseFile(fset, f.Name, f.Data, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			continue // the compiler says so
		}
		for _, decl := range tree.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv != nil {
				continue
			}
			name := fn.Name.Name
			var list *[]testFunc
			arg := ""
			switch {
			case name == "TestMain" && !takes(fn, "T"):
				list, arg = nil, "M"
				l.Main = pkg + "." + name
			case isTest(name, "Test"):
				list, arg = &l.Tests, "T"
			case isTest(name, "Benchmark"):
				list, arg = &l.Benchmarks, "B"
			case isTest(name, "Fuzz"):
				list, arg = &l.Fuzz, "F"
			default:
				continue
			}
			if !takes(fn, arg) || fn.Type.TypeParams != nil {
				at := fset.Position(fn.Pos())
				l.faults = append(l.faults, load.Diagnostic{File: at.Filename, Line: at.Line, Col: at.Column,
					Msg: fmt.Sprintf("wrong signature for %s, must be: func %s(%s *testing.%s)", name, name, strings.ToLower(arg), arg)})
			} else if list != nil {
				*list = append(*list, testFunc{name, pkg + "." + name})
			}
		}
		examples := doc.Examples(tree)
		slices.SortFunc(examples, func(a, b *doc.Example) int { return a.Order - b.Order })
		for _, e := range examples {
			if e.Output != "" || e.EmptyOutput {
				l.Examples = append(l.Examples, testExample{"Example" + e.Name, pkg + ".Example" + e.Name, e.Output, e.Unordered})
			}
		}
	}
}

// takes reports whether fn's only parameter is a pointer to a type of that name.
func takes(fn *ast.FuncDecl, name string) bool {
	ps := fn.Type.Params.List
	if fn.Type.Results != nil || len(ps) != 1 || len(ps[0].Names) > 1 {
		return false
	}
	star, ok := ps[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	switch x := star.X.(type) {
	case *ast.SelectorExpr:
		return x.Sel.Name == name
	case *ast.Ident:
		return x.Name == name
	}
	return false
}

// isTest reports whether a name is prefix, or prefix and something that does not begin with a small letter.
func isTest(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	if !ok {
		return false
	}
	first, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !unicode.IsLower(first)
}

var testMain = template.Must(template.New("main").Parse(`package main

import (
	"errors"
	"io"
	"os"
	"reflect"
	"regexp"
	"testing"
	"time"
{{range .Imports}}
	{{.Name}} {{printf "%q" .Path}}{{end}}
)

type entry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

var errNo = errors.New("not supported by gopark test")

type deps struct{}

func (deps) MatchString(pattern, name string) (bool, error)             { return regexp.MatchString(pattern, name) }
func (deps) ImportPath() string                                         { return {{printf "%q" .Path}} }
func (deps) ModulePath() string                                         { return "" }
func (deps) SetPanicOnExit0(bool)                                       {}
func (deps) StartCPUProfile(io.Writer) error                            { return errNo }
func (deps) StopCPUProfile()                                            {}
func (deps) StartTestLog(io.Writer)                                     {}
func (deps) StopTestLog() error                                         { return nil }
func (deps) WriteProfileTo(string, io.Writer, int) error                { return errNo }
func (deps) RunFuzzWorker(func(entry) error) error                      { return errNo }
func (deps) ReadCorpus(string, []reflect.Type) ([]entry, error)         { return nil, nil }
func (deps) CheckCorpus([]any, []reflect.Type) error                    { return nil }
func (deps) ResetCoverage()                                             {}
func (deps) SnapshotCoverage()                                          {}
func (deps) CoordinateFuzzing(time.Duration, int64, time.Duration, int64, int, []entry, []reflect.Type, string, string) error {
	return errNo
}
func (deps) InitRuntimeCoverage() (string, func(string, string) (string, error), func() float64) {
	return "", nil, nil
}

var tests = []testing.InternalTest{ {{range .Tests}}
	{ {{printf "%q" .Name}}, {{.Func}} },{{end}}
}

var benchmarks = []testing.InternalBenchmark{ {{range .Benchmarks}}
	{ {{printf "%q" .Name}}, {{.Func}} },{{end}}
}

var fuzzTargets = []testing.InternalFuzzTarget{ {{range .Fuzz}}
	{ {{printf "%q" .Name}}, {{.Func}} },{{end}}
}

var examples = []testing.InternalExample{ {{range .Examples}}
	{ {{printf "%q" .Name}}, {{.Func}}, {{printf "%q" .Output}}, {{.Unordered}} },{{end}}
}

func main() {
	m := testing.MainStart(deps{}, tests, benchmarks, fuzzTargets, examples)
{{if .Main}}	{{.Main}}(m)
	os.Exit(int(reflect.ValueOf(m).Elem().FieldByName("exitCode").Int()))
{{else}}	os.Exit(m.Run())
{{end}}}
`))

// Build compiles the tests. Those of the Go tree need the library from its source, which takes some seconds.
func (t *Tests) Build(memory uint64) (module []byte, ds []load.Diagnostic, err error) {
	var b *Builder
	if t.library {
		c, err := compile.New(compile.Config{Tests: t.Path, Race: t.Race})
		if err != nil {
			return nil, nil, fmt.Errorf("prepare compiler: %w", err)
		}
		b = &Builder{c: c, races: t.Race}
	} else if b, err = newBuilder(t.Race); err != nil {
		return nil, nil, err
	}
	return b.Build(memory, t.files...)
}

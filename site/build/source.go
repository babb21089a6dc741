package build

// This file publishes the source of the scheduler: a page with the list of files
// and functions, and a page for each file, on which every line has the anchor
// #L12 and every function #func-runqsteal.

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"
)

const sourceDir = "core/sched"

// sourceIndex is what core/sched holds.
type sourceIndex struct {
	Doc   string // of the package
	Files []*sourceFile
	where map[string]string // function -> URL
}

type sourceFile struct {
	Name  string
	About string // the first sentence of its comment
	Funcs []sourceFunc
	text  []byte
}

type sourceFunc struct {
	Name, Anchor string
	Line         int
}

// URL is the page of the file.
func (f *sourceFile) URL() string { return "/src/sched/" + f.Name + "/" }

// readSource reads the files that are not tests, doc.go first.
func (s *site) readSource() error {
	s.source = &sourceIndex{where: map[string]string{}}
	names, err := fs.Glob(s.root(), sourceDir+"/*.go")
	if err != nil {
		return fmt.Errorf("list %s: %w", sourceDir, err)
	}
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(s.root(), name)
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
		if err := s.source.add(path.Base(name), text); err != nil {
			return err
		}
	}
	return nil
}

func rank(name string) int {
	if path.Base(name) == "doc.go" {
		return -1
	}
	return 0
}

// add notes one file and its functions.
func (x *sourceIndex) add(name string, text []byte) error {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("read %s: %w", sourceDir, err)
	}
	f := &sourceFile{Name: name, text: text, About: about(parsed)}
	if name == "doc.go" && parsed.Doc != nil {
		x.Doc = parsed.Doc.Text()
	}
	taken := map[string]bool{}
	for _, d := range parsed.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		sf := sourceFunc{fn.Name.Name, "func-" + fn.Name.Name, fset.Position(fn.Pos()).Line}
		if taken[sf.Name] { // a method of the same name
			sf.Anchor = fmt.Sprintf("func-%s-%d", sf.Name, sf.Line)
		}
		taken[sf.Name] = true
		if _, used := x.where[sf.Name]; !used && !nativeOnly(text) {
			x.where[sf.Name] = f.URL() + "#" + sf.Anchor
			x.alias(sf.Name)
		}
		f.Funcs = append(f.Funcs, sf)
	}
	x.Files = append(x.Files, f)
	return nil
}

// nativeOnly says whether a file is left out of what the page runs.
func nativeOnly(text []byte) bool { return bytes.Contains(text, []byte("//go:build !gopark")) }

// alias finds gopark under the exported name Gopark too: Go's own is small, ours is
// called from other packages.
func (x *sourceIndex) alias(name string) {
	small := strings.ToLower(name[:1]) + name[1:]
	if _, used := x.where[small]; !used {
		x.where[small] = x.where[name]
	}
}

// about is the first sentence of the comment that opens the file: under the
// package clause, or the package's own.
func about(f *ast.File) string {
	for _, c := range f.Comments {
		if text := c.Text(); !strings.HasPrefix(text, "go:build") && text != "" {
			return new(doc.Package).Synopsis(text)
		}
	}
	return ""
}

// code is the file with numbered lines and anchors.
func (f *sourceFile) code() template.HTML {
	at := map[int]string{}
	for _, fn := range f.Funcs {
		at[fn.Line] = fn.Anchor
	}
	var b bytes.Buffer
	highlight(&b, "go", f.text, func(b *bytes.Buffer, n int) {
		if at[n] != "" {
			fmt.Fprintf(b, `<span id="%s" class="func-at"></span>`, at[n])
		}
		fmt.Fprintf(b, `<a class="ln" id="L%d" href="#L%d">%d</a>`, n, n, n)
	})
	return template.HTML(b.String())
}

// tour is the package comment as paragraphs and lists.
func (x *sourceIndex) tour() template.HTML {
	var p doc.Package
	return template.HTML(p.HTML(x.Doc))
}

package build

// This file looks up the names that a lesson says are Go's, and links them: to Go's source, and to ours if
// it has a function of the name.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"html/template"
	"os/exec"
	"path/filepath"
	"strings"

	mark "github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"github.com/gopark/gopark/site/lesson"
)

// goNames is where the toolchain's package runtime declares its names.
type goNames struct {
	version string // of the toolchain: go1.26.8
	where   map[string]string
}

// readGoNames reads the runtime of this machine's toolchain.
func readGoNames() (*goNames, error) {
	out, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return nil, fmt.Errorf("ask go for its GOROOT: %w", err)
	}
	root, version, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	version, _, _ = strings.Cut(version, " ")
	names := &goNames{version, map[string]string{}}
	files, err := filepath.Glob(filepath.Join(root, "src", "runtime", "*.go"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no runtime in %s", root)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			names.add(file)
		}
	}
	return names, nil
}

// add notes what one file declares. A file that cannot be parsed has no names.
func (g *goNames) add(file string) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	note := func(id *ast.Ident) {
		if _, known := g.where[id.Name]; !known {
			g.where[id.Name] = fmt.Sprintf("%s;l=%d", filepath.Base(file), fset.Position(id.Pos()).Line)
		}
	}
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			note(d.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					note(spec.Name)
					noteFields(spec.Type, note)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						note(id)
					}
				}
			}
		}
	}
}

// noteFields notes the fields of a struct: runnext is one of p's.
func noteFields(t ast.Expr, note func(*ast.Ident)) {
	st, ok := t.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range st.Fields.List {
		for _, id := range f.Names {
			note(id)
		}
	}
}

// url is where Go's source has the name; "" if it has not.
func (g *goNames) url(name string) string {
	at, ok := g.where[strings.TrimSuffix(name, "()")]
	if !ok {
		return ""
	}
	return "https://cs.opensource.google/go/go/+/refs/tags/" + g.version + ":src/runtime/" + at
}

// checkRefs holds that every name is there.
func (s *site) checkRefs() (err error) {
	var ps lesson.Problems
	if s.golang, err = s.Cache.goNames(); err != nil {
		return err
	}
	for _, p := range s.allLessons() {
		for _, r := range p.Refs {
			if s.golang.url(r.Name) == "" {
				ps = append(ps, p.Problem(r.Line, "%s is not in package runtime of %s", r.Name, s.golang.version))
			}
		}
	}
	if len(ps) > 0 {
		return ps
	}
	return nil
}

func (s *site) renderRef(w util.BufWriter, src []byte, n mark.Node, entering bool) (mark.WalkStatus, error) {
	if !entering {
		return mark.WalkContinue, nil
	}
	name := n.(*lesson.RefNode).Ref.Name
	fmt.Fprintf(w, `<a class="ref" href="%s" rel="noopener noreferrer"><code>%s</code></a>`, template.HTMLEscapeString(s.golang.url(name)), template.HTMLEscapeString(name))
	if ours := s.source.where[strings.TrimSuffix(name, "()")]; ours != "" {
		fmt.Fprintf(w, ` (<a class="ref-ours" href="%s">ours</a>)`, template.HTMLEscapeString(ours))
	}
	return mark.WalkContinue, nil
}

var _ renderer.NodeRendererFunc = (*site)(nil).renderRef

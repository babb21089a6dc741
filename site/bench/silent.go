package bench

// This file builds programs whose scheduler records nothing, to be measured against what they are.

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gopark/gopark/core"
	"github.com/gopark/gopark/wasm/host"
)

// silentBuilder makes a builder for them. dir is for the changed source.
func silentBuilder(dir string) (*host.Builder, error) {
	dir = filepath.Join(dir, "core")
	if err := os.CopyFS(dir, core.FS); err != nil {
		return nil, err
	}
	const events = "sched/events.go"
	text, err := fs.ReadFile(core.FS, events)
	if err != nil {
		return nil, err
	}
	if text, err = silence(text); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, events), text, 0o644); err != nil {
		return nil, err
	}
	return host.NewBuilderOf(os.DirFS(dir))
}

// silence takes the bodies out of all functions of the file that record something: those that are called
// emit…, and give nothing. For the others there is no room for a record.
func silence(text []byte) ([]byte, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "events.go", text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		switch {
		case !ok:
		case strings.HasPrefix(f.Name.Name, "emit") && f.Type.Results == nil:
			f.Body.List = nil
		case f.Name.Name == "slot":
			f.Body.List = []ast.Stmt{&ast.ReturnStmt{Results: []ast.Expr{ast.NewIdent("nil")}}}
		}
	}
	file.Comments = nil // those in a body would have no place; directives stay with their functions
	var out bytes.Buffer
	err = printer.Fprint(&out, set, file)
	return out.Bytes(), err
}

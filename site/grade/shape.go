package grade

// This file finds programs that differ in names, comments and layout alone, and in the order of their declarations. Of each program there is a
// shape: the declarations that the starter has not, as tokens, with names numbered in the order in which they come. Names that
// a student cannot choose stay: those of Go, of packages and what is in them.
//
// Two students can come to the same shape on their own, the sooner the shorter an answer is; so short ones have none.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/link"
)

// leastNew is how much of a program must be new for a shape, in runs of four tokens that the starter has not. The pool that every book has is 31 where
// the starter has a goroutine for each piece of work: two who write it need not have met.
const leastNew = 50

// shapeOf is a hash of the shape of a program; "" if it has none.
func shapeOf(file, starter, program string) string {
	given, known := map[string]bool{}, map[string]bool{}
	for _, d := range shapesIn(file, starter) {
		given[strings.Join(d, " ")] = true
		for run := range runsOf(d) {
			known[run] = true
		}
	}
	var own []string
	n := 0
	for _, d := range shapesIn(file, program) {
		text := strings.Join(d, " ")
		if given[text] {
			continue
		}
		own = append(own, text)
		for run := range runsOf(d) {
			if !known[run] {
				n++
			}
		}
	}
	if n < leastNew {
		return ""
	}
	slices.Sort(own)
	return handin.Hash([]byte(strings.Join(own, "\n")))
}

// runsOf are four tokens each, whatever the names.
func runsOf(tokens []string) iter.Seq[string] {
	const most = 4
	return func(yield func(string) bool) {
		var last []string
		for _, text := range tokens {
			if strings.HasPrefix(text, "#") {
				text = "#"
			}
			if last = append(last, text); len(last) > most {
				last = last[1:]
			}
			if len(last) == most && !yield(strings.Join(last, " ")) {
				return
			}
		}
	}
}

// shapesIn are the declarations of a program as tokens, without imports; none of a file that is no Go.
func shapesIn(file, program string) (all [][]string) {
	for _, part := range link.Split(file, program) {
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, "", part.Text, 0)
		if err != nil {
			continue
		}
		names := namesIn(set, f)
		for _, decl := range f.Decls {
			if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
				continue
			}
			from, to := set.Position(decl.Pos()).Offset, set.Position(decl.End()).Offset
			all = append(all, tokensOf(part.Text, from, to, names))
		}
	}
	return all
}

// namesIn says what the names at their places stand for: themselves, or what was declared, as a number of the file.
func namesIn(set *token.FileSet, f *ast.File) map[int]string {
	keep := keptIn(f)
	names, numbers, selected := map[int]string{}, map[any]string{}, map[*ast.Ident]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			selected[n.Sel] = true
		case *ast.Ident:
			var key any = n.Name
			if n.Obj != nil {
				key = n.Obj
			}
			if n.Obj == nil && keep(n.Name, selected[n]) {
				names[set.Position(n.Pos()).Offset] = n.Name
				break
			}
			if numbers[key] == "" {
				numbers[key] = fmt.Sprintf("#%d", len(numbers))
			}
			names[set.Position(n.Pos()).Offset] = numbers[key]
		}
		return true
	})
	return names
}

// keptIn says which names of a file stay as they are; selected: behind a dot.
func keptIn(f *ast.File) func(name string, selected bool) bool {
	packages, members := map[string]bool{}, map[string]bool{}
	for _, im := range f.Imports {
		name, _ := strconv.Unquote(im.Path.Value)
		name = path.Base(name)
		if im.Name == nil {
			packages[name] = true
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			for _, name := range n.Names {
				members[name.Name] = true
			}
		case *ast.FuncDecl:
			members[n.Name.Name] = true
		}
		return true
	})
	return func(name string, selected bool) bool {
		if selected {
			return !members[name]
		}
		return packages[name] || types.Universe.Lookup(name) != nil
	}
}

// tokensOf takes a declaration apart. Its names are numbered in their order, so that it does not matter where it stands.
func tokensOf(src string, from, to int, names map[int]string) (all []string) {
	var s scanner.Scanner
	set := token.NewFileSet()
	file := set.AddFile("", -1, to-from)
	s.Init(file, []byte(src[from:to]), nil, 0)
	numbers := map[string]string{}
	for {
		pos, tok, lit := s.Scan()
		text := tok.String()
		switch {
		case tok == token.EOF:
			return all
		case tok == token.SEMICOLON:
			continue
		case tok.IsLiteral() && tok != token.IDENT:
			text = lit
		case tok == token.IDENT:
			text = names[from+file.Offset(pos)]
			if strings.HasPrefix(text, "#") || text == "" {
				key := text
				if key == "" {
					key = lit // of a label, or of nothing that can be known
				}
				if numbers[key] == "" {
					numbers[key] = fmt.Sprintf("#%d", len(numbers))
				}
				text = numbers[key]
			}
		case (tok == token.RPAREN || tok == token.RBRACE || tok == token.RBRACK) && len(all) > 0 && all[len(all)-1] == ",":
			all = all[:len(all)-1] // the comma of a list with a line for each
		}
		all = append(all, text)
	}
}

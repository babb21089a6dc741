package lesson

// This file is about the task at the end of a lesson.
//
//	```exercise id=smaller-jobs solution=solution.go
//	goal: Let the scheduler balance the work.
//	hints:
//	  - What could a thief take?
//	```

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// An Exercise is a task, its hints and one solution.
type Exercise struct {
	ID       string
	Goal     string
	Hints    []string
	File     string // name of the solution in the lesson's folder
	Solution []byte
	Line     int
}

type exerciseText struct {
	Goal  string   `yaml:"goal"`
	Hints []string `yaml:"hints"`
}

// ExerciseNode stands in the document where the task goes.
type ExerciseNode struct {
	ast.BaseBlock
	Exercise *Exercise
}

// KindExercise is the kind of ExerciseNode.
var KindExercise = ast.NewNodeKind("Exercise")

func (n *ExerciseNode) Kind() ast.NodeKind            { return KindExercise }
func (n *ExerciseNode) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

type exerciseParser struct{}

func (exerciseParser) Transform(doc *ast.Document, r text.Reader, pc parser.Context) {
	l := lessonOf(pc)
	eachFence(doc, r.Source(), pc, []string{"exercise"}, func(f fence) ast.Node {
		f.only(pc, "id", "solution")
		var t exerciseText
		ps := decodeYAML(l.file, f.line+1, f.body, &t)
		*problemsOf(pc) = append(*problemsOf(pc), ps...)
		x := &Exercise{ID: f.name(pc, "id"), Goal: t.Goal, Hints: t.Hints, File: f.must(pc, "solution"), Line: f.line}
		x.Solution = withoutConstraint(l.read(pc, f.line, x.File))
		if t.Goal == "" && len(ps) == 0 {
			report(pc, f.line, "no goal")
		}
		if l.Exercise != nil {
			report(pc, f.line, "a lesson has one exercise; the first is in line %d", l.Exercise.Line)
			return nil
		}
		l.Exercise = x
		return &ExerciseNode{Exercise: x}
	})
}

// withoutConstraint takes off the line that keeps the solution out of the package
// of the lesson's program, which lies in the same folder.
func withoutConstraint(src []byte) []byte {
	if rest, ok := bytes.CutPrefix(src, []byte("//go:build ignore\n\n")); ok {
		return rest
	}
	return src
}

package lesson

// This file is about a task: where it begins, hints, a solution, and the rules by which it is checked.
//
//	```exercise id=let-them-steal file=uneven.go solution=even.go procs=4
//	goal: Let the scheduler balance the work. Keep the results the same.
//	hints:
//	  - What could a thief take from the busy P?
//	check:
//	  - output == same as starter
//	  - 2 points: steals >= 1 in every of 20 seeds
//	```
//
// The solution of an assignment is not shown and may be missing. The keys are those of program.go. Without file the task is about a play: on=ID, or the last one before it. A
// rule is one of core/check, with the points that it is worth before it (1 if it says nothing).

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/gopark/gopark/core/check"
)

// An Exercise is a task.
type Exercise struct {
	Program        // it begins with
	On       *Play // whose editor it is done in; nil if it has an editor of its own
	Goal     string
	Hints    []string
	Checks   []Check
	Solution []byte
	SolvedIn string // name of the solution in the lesson's folder; "" in an assignment without one

	rules int // that are written, be they wrong; -1 if they could not be read
}

// A Check is one rule and what it is worth.
type Check struct {
	Rule   *check.Rule
	Points int
	Line   int // in lesson.md
}

// Points is what the exercise is worth.
func (x *Exercise) Points() (sum int) {
	for _, c := range x.Checks {
		sum += c.Points
	}
	return sum
}

type exerciseText struct {
	Goal  string     `yaml:"goal"`
	Hints []string   `yaml:"hints"`
	Check []RuleText `yaml:"check"`
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
		f.only(pc, append(slices.Clone(programKeys), "on", "solution")...)
		x := readExercise(f, pc)
		l.Exercises = append(l.Exercises, x)
		return &ExerciseNode{Exercise: x}
	})
}

// readExercise reads one task.
func readExercise(f fence, pc parser.Context) *Exercise {
	l := lessonOf(pc)
	var t exerciseText
	ps, ok := decodeYAML(l.file, f.line+1, f.body, &t)
	*problemsOf(pc) = append(*problemsOf(pc), ps...)
	x := &Exercise{Program: f.program(pc), Goal: t.Goal, Hints: t.Hints, SolvedIn: f.value["solution"]}
	if x.SolvedIn == "" && l.HandIn == "" && !l.unread {
		report(pc, f.line, "key solution is missing")
	}
	x.begin(f, pc)
	x.Solution = l.read(pc, f.line, x.SolvedIn)
	if t.Goal == "" && ok {
		report(pc, f.line, "no goal")
	}
	if x.rules = len(t.Check); !ok {
		x.rules = -1
	}
	for _, rule := range t.Check {
		x.addCheck(pc, f.line+rule.Line, rule.Text)
	}
	return x
}

// begin finds the program that the task begins with.
func (x *Exercise) begin(f fence, pc parser.Context) {
	l, on := lessonOf(pc), f.value["on"]
	if x.File != "" {
		if on != "" {
			report(pc, f.line, "on=%s and file=%s: want one of them", on, x.File)
		}
		x.take(pc, l, nil)
		return
	}
	for _, p := range l.Plays {
		if !p.Hidden && (p.ID == on || on == "" && p.Line < f.line) {
			x.On = p
		}
	}
	if x.On == nil {
		if on == "" {
			report(pc, f.line, "no program to work on: give file=…, or on=… with the id of a play")
		} else {
			report(pc, f.line, "on=%s: there is no play %s (%s)", on, on, l.playNames())
		}
		return
	}
	id, line := x.ID, x.Line
	for _, key := range f.keys {
		if slices.Contains(programKeys, key) && key != "id" {
			report(pc, f.line, "%s=%s: the program is that of %s, with what is set there", key, f.value[key], x.On.ID)
		}
	}
	x.Program = x.On.Program
	x.ID, x.Line = id, line
}

// playNames lists what on= may say.
func (l *Lesson) playNames() string {
	var all []string
	for _, p := range l.Plays {
		if !p.Hidden {
			all = append(all, p.ID)
		}
	}
	if len(all) == 0 {
		return "there is none"
	}
	return "there is: " + strings.Join(all, ", ")
}

var (
	points    = regexp.MustCompile(`^([1-9][0-9]{0,2}) points?: *`)
	noColon   = regexp.MustCompile(`^([0-9]+ points?)\s`)
	oddPoints = regexp.MustCompile(`^([^\s"=<>!:]{1,20}( points?)?):(\s|$)`) // no rule has a colon there
)

// ParseCheck reads a rule with its points, as authors write it.
func ParseCheck(text string) (c Check, err error) {
	c.Points = 1
	if m := points.FindStringSubmatch(text); m != nil {
		c.Points, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
	} else if m := oddPoints.FindStringSubmatch(text); m != nil {
		return c, fmt.Errorf("%q before the rule: want points from 1 to 999, such as 2 points: exit == 0", m[1])
	}
	if m := noColon.FindStringSubmatch(text); m != nil {
		return c, fmt.Errorf("%q before the rule: want a colon after it, such as 2 points: exit == 0", m[1])
	}
	c.Rule, err = check.Parse(text)
	return c, err
}

// addCheck reads the rule in a line of the file.
func (x *Exercise) addCheck(pc parser.Context, line int, text string) {
	c, err := ParseCheck(text)
	if err != nil {
		report(pc, line, "check: %v", err)
		return
	}
	c.Line = line
	if name := c.Rule.Against(); name != "" && name != check.Starter {
		lessonOf(pc).read(pc, c.Line, name)
	}
	x.Checks = append(x.Checks, c)
}

// WithoutConstraint takes off the line that keeps a program out of the package
// of the lesson's others, which lie in the same folder.
func WithoutConstraint(src []byte) []byte {
	if rest, ok := bytes.CutPrefix(src, []byte("//go:build ignore\n\n")); ok {
		return rest
	}
	return src
}

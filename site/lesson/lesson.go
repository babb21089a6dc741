package lesson

// This file is the model of a lesson and the way from its folder to it.

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A Lesson is one lesson, read and checked.
type Lesson struct {
	Slug    string
	Title   string
	Summary string
	Needs   []string
	Goals   []string
	Minutes int
	HandIn  string // what a hand-in asks for, one of Askings; "" if this is no assignment

	Plays     []*Play
	Predicts  []*Predict
	Quizzes   []*Quiz
	Exercises []*Exercise
	Figures   []*Figure
	Facts     []*Fact
	Refs      []*Ref
	Boxes     []*Box
	Links     []*Link

	Doc    ast.Node // the text, with our own nodes in it
	Source []byte   // what Doc's segments point into

	unread bool   // front matter could not be read, so nothing is known to be missing there
	file   string // as reported
	files  fs.FS  // the lesson's folder
	shared fs.FS  // the folder "shared" beside it
	ids    map[string]int
	places map[string]int // their lines; see anchor.go
}

// Load reads the lesson in the folder dir/slug of fsys. The error is Problems
// if the lesson is at fault.
func Load(fsys fs.FS, dir, slug string) (*Lesson, error) {
	file := path.Join(dir, slug, "lesson.md")
	src, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, fmt.Errorf("read lesson %s: %w", slug, err)
	}
	sub, err := fs.Sub(fsys, path.Join(dir, slug))
	if err != nil {
		return nil, fmt.Errorf("read lesson %s: %w", slug, err)
	}
	shared, err := fs.Sub(fsys, path.Join(dir, "shared"))
	if err != nil {
		return nil, fmt.Errorf("read lesson %s: %w", slug, err)
	}
	return parse(file, slug, src, sub, shared)
}

// parse makes a lesson of the text src; files holds the programs it names, shared those of several lessons.
func parse(file, slug string, src []byte, files, shared fs.FS) (*Lesson, error) {
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	l := &Lesson{Slug: slug, file: file, files: files, shared: shared}
	var problems Problems
	front, body, ok := splitMatter(src)
	if !ok {
		problems = append(problems, Problem{file, 1, "no front matter: the file must begin with a line ---"})
	} else {
		var m matter
		ps, ok := decodeYAML(file, 2, front, &m)
		if problems = append(problems, ps...); ok {
			problems = append(problems, m.check(file, KeyLines(append([]byte("\n"), front...), ""))...)
		}
		l.unread = !ok
		l.Title, l.Summary, l.Needs, l.Goals, l.Minutes, l.HandIn = m.Title, m.Summary, m.Needs, m.Goals, m.Minutes, m.HandIn
	}
	pc := parser.NewContext()
	pc.Set(lessonKey, l)
	pc.Set(problemsKey, &problems)
	l.Source = body
	l.Doc = markdown().Parser().Parse(text.NewReader(body), parser.WithContext(pc))
	l.checkIDs(pc)
	l.findPlaces()
	l.checkAssignment(pc)
	return l, problems.err()
}

// markdown is goldmark with our constructs and without raw HTML.
func markdown() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(
			parser.WithAutoHeadingID(),
			parser.WithInlineParsers(util.Prioritized(factParser{}, 150)),
			parser.WithASTTransformers(
				util.Prioritized(alertParser{}, 100),
				util.Prioritized(playParser{}, 110),
				util.Prioritized(predictParser{}, 120),
				util.Prioritized(quizParser{}, 125),
				util.Prioritized(exerciseParser{}, 130),
				util.Prioritized(figureParser{}, 135),
				util.Prioritized(refParser{}, 137),
				util.Prioritized(linkParser{}, 140),
				util.Prioritized(codeParser{}, 150),
				util.Prioritized(answerParser{}, 160),
			),
		),
	)
}

var (
	lessonKey   = parser.NewContextKey()
	problemsKey = parser.NewContextKey()
)

func lessonOf(pc parser.Context) *Lesson     { return pc.Get(lessonKey).(*Lesson) }
func problemsOf(pc parser.Context) *Problems { return pc.Get(problemsKey).(*Problems) }

// report notes a problem in lesson.md.
func report(pc parser.Context, line int, format string, args ...any) {
	ps := problemsOf(pc)
	*ps = append(*ps, Problem{lessonOf(pc).file, line, fmt.Sprintf(format, args...)})
}

// read gives the text of a program of the lesson.
func (l *Lesson) read(pc parser.Context, line int, name string) []byte {
	if name == "" {
		return nil
	}
	if strings.ContainsAny(strings.TrimPrefix(name, sharedPrefix), `/\\`) || !strings.HasSuffix(name, ".go") {
		report(pc, line, "%s: want a .go file of the lesson's folder, or shared/NAME.go", name)
		return nil
	}
	src, err := l.ReadProgram(name)
	if err != nil {
		report(pc, line, "no file %s in the lesson's folder", name)
	}
	return src
}

// Programs are those that are run when the site is built, by the ids that name their runs: the plays, and the starters
// of the exercises that have one of their own.
func (l *Lesson) Programs() (all []*Program) {
	for _, p := range l.Plays {
		all = append(all, &p.Program)
	}
	for _, x := range l.Exercises {
		if x.On == nil {
			all = append(all, &x.Program)
		}
	}
	return all
}

// Program finds one by its id, or gives nil.
func (l *Lesson) Program(id string) *Program {
	for _, p := range l.Programs() {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// sharedPrefix begins the names of programs that several lessons use: they are in the folder shared beside the lessons.
const sharedPrefix = "shared/"

// ReadProgram reads a program as the lesson shows it.
func (l *Lesson) ReadProgram(name string) ([]byte, error) {
	files := l.files
	if rest, ok := strings.CutPrefix(name, sharedPrefix); ok {
		files, name = l.shared, rest
	}
	src, err := fs.ReadFile(files, name)
	return WithoutConstraint(src), err
}

// checkIDs holds that every id is used once and every run that is asked exists.
func (l *Lesson) checkIDs(pc parser.Context) {
	l.ids = map[string]int{}
	for _, p := range l.Plays {
		l.takeID(pc, p.ID, p.Line)
	}
	for _, p := range l.Predicts {
		l.takeID(pc, p.ID, p.Line)
		if p.From != nil {
			l.checkRun(pc, p.From.Run, p.From.Line)
		}
	}
	for _, q := range l.Quizzes {
		l.takeID(pc, q.ID, q.Line)
	}
	for _, x := range l.Exercises {
		l.takeID(pc, x.ID, x.Line)
	}
	for _, f := range l.Figures {
		l.checkRun(pc, f.Run, f.Line)
		for _, run := range f.Runs {
			l.checkRun(pc, run, f.Line)
		}
	}
	for _, f := range l.Facts {
		l.checkRun(pc, f.Run, f.Line)
	}
}

func (l *Lesson) takeID(pc parser.Context, id string, line int) {
	if first, used := l.ids[id]; used && id != "" {
		report(pc, line, "id %s is used in line %d already", id, first)
	}
	l.ids[id] = line
}

func (l *Lesson) checkRun(pc parser.Context, run string, line int) {
	if run != "" && l.Program(run) == nil {
		report(pc, line, "run=%s: there is no such program in the lesson", run)
	}
}

// lineAt gives the line of a place in src, from 1.
func lineAt(src []byte, at int) int { return 1 + bytes.Count(src[:at], []byte("\n")) }

// lineOf gives the line at which a node begins, or that of the block it is in.
func lineOf(n ast.Node, src []byte) int {
	for ; n != nil; n = n.Parent() {
		if t, ok := n.FirstChild().(*ast.Text); ok {
			return lineAt(src, t.Segment.Start)
		}
		if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
			return lineAt(src, n.Lines().At(0).Start)
		}
	}
	return 0
}

// Problem is something that is wrong with l.
func (l *Lesson) Problem(line int, format string, args ...any) Problem {
	return Problem{l.file, line, fmt.Sprintf(format, args...)}
}

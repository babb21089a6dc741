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

	Play     *Play
	Predicts []*Predict
	Exercise *Exercise
	Facts    []*Fact

	Doc    ast.Node // the text, with our own nodes in it
	Source []byte   // what Doc's segments point into

	file  string // as reported
	files fs.FS  // the lesson's folder
	ids   map[string]int
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
	return parse(file, slug, src, sub)
}

// parse makes a lesson of the text src; files holds the programs it names.
func parse(file, slug string, src []byte, files fs.FS) (*Lesson, error) {
	src = bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n"))
	l := &Lesson{Slug: slug, file: file, files: files}
	var problems Problems
	front, body, ok := splitMatter(src)
	if !ok {
		problems = append(problems, Problem{file, 1, "no front matter: the file must begin with a line ---"})
	} else {
		var m matter
		problems = append(problems, decodeYAML(file, 2, front, &m)...)
		if len(problems) == 0 {
			problems = append(problems, m.check(file)...)
		}
		l.Title, l.Summary, l.Needs, l.Goals, l.Minutes = m.Title, m.Summary, m.Needs, m.Goals, m.Minutes
	}
	pc := parser.NewContext()
	pc.Set(lessonKey, l)
	pc.Set(problemsKey, &problems)
	l.Source = body
	l.Doc = markdown().Parser().Parse(text.NewReader(body), parser.WithContext(pc))
	l.checkIDs(pc)
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
				util.Prioritized(exerciseParser{}, 130),
				util.Prioritized(linkParser{}, 140),
				util.Prioritized(codeParser{}, 150),
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
	if strings.ContainsAny(name, `/\`) || !strings.HasSuffix(name, ".go") {
		report(pc, line, "%s: want a .go file of the lesson's folder", name)
		return nil
	}
	src, err := fs.ReadFile(l.files, name)
	if err != nil {
		report(pc, line, "no file %s in the lesson's folder", name)
	}
	return src
}

// checkIDs holds that every id is used once and every run that is asked exists.
func (l *Lesson) checkIDs(pc parser.Context) {
	l.ids = map[string]int{}
	if l.Play != nil {
		l.takeID(pc, l.Play.ID, l.Play.Line)
	}
	for _, p := range l.Predicts {
		l.takeID(pc, p.ID, p.Line)
		if p.From != nil {
			l.checkFact(pc, p.From)
		}
	}
	if l.Exercise != nil {
		l.takeID(pc, l.Exercise.ID, l.Exercise.Line)
	}
	for _, f := range l.Facts {
		l.checkFact(pc, f)
	}
}

func (l *Lesson) takeID(pc parser.Context, id string, line int) {
	if first, used := l.ids[id]; used && id != "" {
		report(pc, line, "id %s is used in line %d already", id, first)
	}
	l.ids[id] = line
}

func (l *Lesson) checkFact(pc parser.Context, f *Fact) {
	if f.Run != "" && (l.Play == nil || l.Play.ID != f.Run) {
		report(pc, f.Line, "run=%s: there is no such program in the lesson", f.Run)
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

// Package claims reads what articles say of Go's scheduler, checked: claims.yaml beside the lessons. Each claim has a
// verdict, what holds instead, the functions of Go that settle it, and the places of the site where it can be seen.
package claims

// This file is the form of claims.yaml: a list of articles, parts and claims, in the order of the page.
//
//	- article: S0
//	  title: An article on stealing
//	- part: Stealing
//	- claim: S0.51
//	  says: Half of the queue of a random victim is taken, from its tail.
//	  verdict: false
//	  is: The older half, from the head.
//	  go: runqgrab, stealWork
//	  see: stealing, stealing#play-rich, D5
//
// see names a lesson (its box about the claim), a place in one, or a demo; or it is "not yet".

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/gopark/gopark/site/lesson"
)

// Name is the file's name in the folder of the lessons.
const Name = "claims.yaml"

// An Article is what was checked.
type Article struct {
	ID, Title string
	Parts     []*Part
}

// A Part of an article.
type Part struct {
	Title  string
	Claims []*Claim
}

// A Claim is something that an article says.
type Claim struct {
	ID      string
	Says    string
	Verdict Verdict
	Is      string   // what holds; may be empty if the claim is true
	Go      []string // names of Go's runtime
	See     []Place  // none: it is not shown yet
	Line    int
}

// A Verdict is what the source of Go says to a claim.
type Verdict string

const (
	True       Verdict = "true"
	Simplified Verdict = "simplified" // the right idea, without something that a learner will meet
	False      Verdict = "false"
	Unsettled  Verdict = "unsettled" // a measurement or an opinion: the source cannot tell
)

// Verdicts are all, in the order of the page.
var Verdicts = []Verdict{True, Simplified, False, Unsettled}

// A Place is where a claim can be seen: in a lesson or in a demo.
type Place struct {
	Lesson, Anchor string
	Demo           string
}

// List is all claims of a file.
type List struct {
	File     string // as reported
	Articles []*Article
}

// All are the claims of all articles.
func (l *List) All() (all []*Claim) {
	for _, a := range l.Articles {
		for _, p := range a.Parts {
			all = append(all, p.Claims...)
		}
	}
	return all
}

// Load reads dir/claims.yaml of fsys. There need not be one: then the list is nil. The error is lesson.Problems if the
// file is at fault; where is how they call the folder.
func Load(fsys fs.FS, where string) (*List, error) {
	src, err := fs.ReadFile(fsys, Name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the claims: %w", err)
	}
	r := reader{list: &List{File: path.Join(where, Name)}, seen: map[string]int{}}
	r.read(src)
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return r.list, nil
}

// entry is one item of the file as written.
type entry struct {
	Article lesson.Scalar `yaml:"article"`
	Title   lesson.Scalar `yaml:"title"`
	Part    lesson.Scalar `yaml:"part"`
	Claim   lesson.Scalar `yaml:"claim"`
	Says    lesson.Scalar `yaml:"says"`
	Verdict lesson.Scalar `yaml:"verdict"`
	Is      lesson.Scalar `yaml:"is"`
	Go      lesson.Scalar `yaml:"go"`
	See     lesson.Scalar `yaml:"see"`
}

type reader struct {
	list     *List
	problems lesson.Problems
	seen     map[string]int // claim -> line
}

func (r *reader) report(line int, format string, args ...any) {
	r.problems = append(r.problems, lesson.Problem{File: r.list.File, Line: line, Text: fmt.Sprintf(format, args...)})
}

func (r *reader) read(src []byte) {
	file, err := parser.ParseBytes(src, 0)
	if err != nil {
		line, text := lesson.YAMLError(err)
		r.report(line, "%s", text)
		return
	}
	for _, doc := range file.Docs {
		items, ok := doc.Body.(*ast.SequenceNode)
		if !ok {
			r.report(1, "want a list of articles, parts and claims")
			return
		}
		for _, item := range items.Values {
			r.item(item)
		}
	}
}

// item reads one article, part or claim.
func (r *reader) item(n ast.Node) {
	line := n.GetToken().Position.Line
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 {
		line = m.Values[0].Key.GetToken().Position.Line
	}
	var e entry
	if err := yaml.NodeToValue(n, &e, yaml.Strict()); err != nil {
		_, text := lesson.YAMLError(err)
		r.report(line, "%s", text)
		return
	}
	var now *Article
	if k := len(r.list.Articles); k > 0 {
		now = r.list.Articles[k-1]
	}
	switch {
	case e.Article != "":
		r.list.Articles = append(r.list.Articles, &Article{ID: string(e.Article), Title: string(e.Title)})
	case now == nil:
		r.report(line, "an article must come first")
	case e.Part != "":
		now.Parts = append(now.Parts, &Part{Title: string(e.Part)})
	case len(now.Parts) == 0:
		r.report(line, "a part must come first")
	default:
		p := now.Parts[len(now.Parts)-1]
		p.Claims = append(p.Claims, r.claim(now, e, line))
	}
}

// claim takes what was written, and checks it.
func (r *reader) claim(a *Article, e entry, line int) *Claim {
	c := &Claim{ID: string(e.Claim), Says: string(e.Says), Verdict: Verdict(e.Verdict), Is: string(e.Is), Go: words(string(e.Go)), Line: line}
	switch {
	case !strings.HasPrefix(c.ID, a.ID+"."):
		r.report(line, "claim %q: want %s.N", c.ID, a.ID)
	case r.seen[c.ID] != 0:
		r.report(line, "%s stands in line %d already", c.ID, r.seen[c.ID])
	case c.Says == "":
		r.report(line, "%s says nothing", c.ID)
	case !slices.Contains(Verdicts, c.Verdict):
		r.report(line, "%s: verdict %q: want true, simplified, false or unsettled", c.ID, c.Verdict)
	case c.Is == "" && c.Verdict != True:
		r.report(line, "%s is %s: say what holds", c.ID, c.Verdict)
	case e.See == "":
		r.report(line, "%s: say where to see it, or see: not yet", c.ID)
	}
	r.seen[c.ID] = line
	if e.See != "not yet" {
		for _, text := range words(string(e.See)) {
			c.See = append(c.See, r.place(text, line))
		}
	}
	return c
}

var (
	demoName  = regexp.MustCompile(`^D[1-9][0-9]*$`)
	placeName = regexp.MustCompile(`^([a-z][a-z0-9-]*)(?:#([A-Za-z0-9.-]+))?$`)
)

func (r *reader) place(text string, line int) Place {
	if demoName.MatchString(text) {
		return Place{Demo: text}
	}
	m := placeName.FindStringSubmatch(text)
	if m == nil {
		r.report(line, "see: %q: want a lesson, LESSON#place, or a demo such as D5", text)
		return Place{}
	}
	return Place{Lesson: m[1], Anchor: m[2]}
}

// words splits at commas.
func words(s string) (all []string) {
	for w := range strings.SplitSeq(s, ",") {
		if w = strings.TrimSpace(w); w != "" {
			all = append(all, w)
		}
	}
	return all
}

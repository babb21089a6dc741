package build

// This file is the way from the repository to a folder with the site.

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/claims"
	"github.com/gopark/gopark/site/lesson"
)

// Options say what to build, and lend the engine. A function that is nil is left
// out: without Compile the page compiles the first Run too, without Record the
// lessons have no pictures.
type Options struct {
	Root    string // the repository
	Lessons string // the folder of the lessons; "" is lessons in Root
	Out     string // the folder to write; what it held is replaced

	Engine  string // the version of the engine that is lent (host.EngineVersion)
	Engines string // a folder with the engines of earlier builds, which takes this one too; "" for none
	// Origin is where the site will be, if that is known: https://example.org/gopark/. It is needed for the page that
	// a host shows at any path where there is nothing, for the address that a page tells to search engines, and by
	// frames in a sandbox.
	Origin string

	// Compile makes the module of a program of one file.
	Compile func(file string, src []byte) ([]byte, error)
	// Record runs the module of a lesson's program in virtual time and gives its event file.
	Record func(module []byte, p *lesson.Program) ([]byte, error)
	// Library gives the standard library as the compile service wants it: in parts.
	Library func() (*Library, error)
	// Figures gives the module of site/figures.
	Figures func() ([]byte, error)
	// Front builds the compile service and gives its wasm.
	Front func() ([]byte, error)

	Cache *Cache // of earlier builds; nil for a new one
	Only  string // Check looks at the programs of this lesson; "" at all

	Log io.Writer // what is done and how big it became; nil for silence
}

// site is one build.
type site struct {
	Options
	tmp         string
	sums        map[string][sha256.Size]byte // of the files that are written
	ui          bundle
	engine      engineFiles
	source      *sourceIndex
	golang      *goNames       // read when a lesson names something of it
	course      *lesson.Course // nil if it does not say what it is called
	lessons     []*page
	claims      *claims.List // nil if there are none
	demos       []*demoPage
	assignments []*page
}

// page is a lesson on its way to HTML.
type page struct {
	*lesson.Lesson
	built map[*lesson.Program]*built
	facts map[*lesson.Fact]string
	place string // folder of the site: lessons or assignments
	hash  string // of an assignment
	begun bool   // the rail was written: there is one for all programs of a page
}

// built is what became of a program.
type built struct {
	module  string // URL of the compiled program, "" without Compile
	events  string // URL of its run's events, "" without Record
	drawing drawing
	run     *check.Run
}

func newPage(l *lesson.Lesson) *page {
	p := &page{Lesson: l, place: "lessons", built: map[*lesson.Program]*built{}, facts: map[*lesson.Fact]string{}}
	for _, program := range l.Programs() {
		p.built[program] = &built{}
	}
	return p
}

// newSite begins a build.
func newSite(o Options, tmp string) *site {
	if o.Log == nil {
		o.Log = io.Discard
	}
	if o.Cache == nil {
		o.Cache = NewCache()
	}
	return &site{Options: o, tmp: tmp, sums: map[string][sha256.Size]byte{}}
}

// Build writes the site. On error the old folder stays as it was.
func Build(o Options) error {
	if err := checkOrigin(o.Origin); err != nil {
		return err
	}
	s := newSite(o, o.Out+".new")
	if err := os.RemoveAll(s.tmp); err != nil {
		return fmt.Errorf("clear %s: %w", s.tmp, err)
	}
	defer os.RemoveAll(s.tmp)
	steps := []func() error{s.load, s.bundle, s.writeEngine, s.writeEngines, s.readSource, s.checkText, s.drawLessons, s.writePages, s.writeServiceWorker, s.writeHeaders}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(o.Out); err != nil {
		return fmt.Errorf("replace %s: %w", o.Out, err)
	}
	if err := os.Rename(s.tmp, o.Out); err != nil {
		return fmt.Errorf("replace %s: %w", o.Out, err)
	}
	return nil
}

// Check does with the lessons all that Build does, and leaves nothing behind: it finds what is wrong with them.
func Check(o Options) error {
	tmp, err := os.MkdirTemp("", "gopark-check-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	s := newSite(o, tmp)
	for _, step := range []func() error{s.load, s.readSource, s.checkText, s.drawLessons} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) root() fs.FS { return os.DirFS(s.Root) }

func (s *site) lessonsDir() string {
	if s.Lessons == "" {
		return filepath.Join(s.Root, "lessons")
	}
	return s.Lessons
}

// load reads the lessons.
func (s *site) load() error {
	lessons, err := lesson.LoadDir(s.lessonsDir())
	if err != nil {
		return err
	}
	if s.course, err = lesson.LoadCourse(s.lessonsDir()); err != nil {
		return err
	}
	for _, l := range lessons {
		s.lessons = append(s.lessons, newPage(l))
	}
	return s.loadAssignments(s.lessonsDir())
}

// checkText holds what can be held before a program runs. What is wrong is gathered.
func (s *site) checkText() error {
	var all lesson.Problems
	for _, step := range []func() error{s.checkRefs, s.readClaims, s.checkLinks} {
		err := step()
		var ps lesson.Problems
		if errors.As(err, &ps) {
			all = append(all, ps...)
		} else if err != nil {
			return err
		}
	}
	if len(all) > 0 {
		return all
	}
	return nil
}

// maxRecording is the largest event file that a page fetches before its first Run.
const maxRecording = 2 << 20

// drawLessons compiles and runs the programs of each lesson and draws their moments. What is wrong with the lessons is
// gathered.
func (s *site) drawLessons() error {
	var ps lesson.Problems
	for _, p := range s.allLessons() {
		if s.Only != "" && p.Slug != s.Only {
			continue
		}
		for _, step := range []func(*page) error{s.runPrograms, s.compileSolutions} {
			err := step(p)
			var problem lesson.Problem
			var some lesson.Problems
			if errors.As(err, &problem) {
				ps = append(ps, problem)
			} else if errors.As(err, &some) {
				ps = append(ps, some...)
			} else if err != nil {
				return fmt.Errorf("lessons/%s: %w", p.Slug, err)
			}
		}
	}
	if len(ps) > 0 {
		return ps
	}
	return nil
}

// runPrograms compiles the programs of a page, runs them, and asks their runs what the text wants to know.
func (s *site) runPrograms(p *page) error {
	if s.Compile == nil {
		return nil
	}
	for _, program := range p.Programs() {
		if err := s.runProgram(p, program); err != nil {
			return err
		}
	}
	if s.Record == nil {
		return nil
	}
	return checkAnswers(p)
}

// runProgram compiles one, runs it, and draws its moments.
func (s *site) runProgram(p *page, program *lesson.Program) error {
	b := p.built[program]
	module, err := s.Compile(program.File, program.Source)
	if err != nil {
		return p.ProgramProblems(program.Line, program.From, err.Error())
	}
	if b.module, err = s.asset(p.Slug+"-"+program.ID, ".wasm", module); err != nil || s.Record == nil {
		return err
	}
	events, err := s.Record(module, program)
	if err != nil {
		return fmt.Errorf("run %s: %w", program.File, err)
	}
	if err := s.ask(p, program, events); err != nil {
		return err
	}
	if len(events) <= maxRecording {
		b.events, err = s.asset(p.Slug+"-"+program.ID, ".events", events)
	}
	return err
}

// compileSolutions holds that the solutions of exercises are programs.
func (s *site) compileSolutions(p *page) error {
	for _, x := range p.Exercises {
		if s.Compile == nil {
			return nil
		}
		if x.SolvedIn == "" {
			continue // an assignment without one
		}
		if _, err := s.Compile(x.SolvedIn, x.Solution); err != nil {
			return p.ProgramProblems(x.Line, x.SolvedIn, err.Error())
		}
	}
	return nil
}

func (s *site) writeHeaders() error {
	return s.write("_headers", []byte(SiteHeaders(s.Origin).text()))
}

// asset writes data under a name that holds its hash, and gives the URL.
func (s *site) asset(name, ext string, data []byte) (string, error) {
	sum := sha256.Sum256(data)
	file := fmt.Sprintf("assets/%s-%s%s", name, hex.EncodeToString(sum[:5]), ext)
	fmt.Fprintf(s.Log, "%9d  %s\n", len(data), file)
	if s.Out != "" { // the name holds the hash: what an earlier build wrote is the same
		if err := os.MkdirAll(filepath.Join(s.tmp, "assets"), 0o755); err == nil && os.Link(filepath.Join(s.Out, file), filepath.Join(s.tmp, file)) == nil {
			return "/" + file, nil
		}
	}
	return "/" + file, s.write(file, data)
}

// write writes one file of the site, a page with its addresses made relative.
func (s *site) write(name string, data []byte) (err error) {
	if err := placed(name); err != nil {
		return err
	}
	if strings.HasSuffix(name, ".html") {
		if data, err = s.relinked(name, data); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	s.sums[name] = sha256.Sum256(data)
	full := filepath.Join(s.tmp, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := os.WriteFile(full, data, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

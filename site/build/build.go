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

	"github.com/gopark/gopark/site/lesson"
)

// Options say what to build, and lend the engine. A function that is nil is left
// out: without Compile the page compiles the first Run too, without Record the
// lessons have no pictures.
type Options struct {
	Root string // the repository
	Out  string // the folder to write; what it held is replaced

	// Compile makes the module of a program of one file.
	Compile func(file string, src []byte) ([]byte, error)
	// Record runs the module of a lesson's program in virtual time and gives its event file.
	Record func(module []byte, p *lesson.Play) ([]byte, error)
	// Archive gives the standard library as the compile service wants it.
	Archive func() ([]byte, error)
	// Figures gives the module of site/figures.
	Figures func() ([]byte, error)
	// Front builds the compile service and gives its wasm.
	Front func() ([]byte, error)

	Log io.Writer // what is done and how big it became; nil for silence
}

// site is one build.
type site struct {
	Options
	tmp     string
	headers Headers
	ui      bundle
	engine  engineFiles
	source  *sourceIndex
	lessons []*page
}

// page is a lesson on its way to HTML.
type page struct {
	*lesson.Lesson
	module  string // URL of the compiled program, "" without Compile
	events  string // URL of its run's events, "" without Record
	drawing drawing
}

// engineFiles are the URLs of what the page loads when it has to compile, or to count.
type engineFiles struct {
	front, archive, figures string
}

// Build writes the site. On error the old folder stays as it was.
func Build(o Options) error {
	s := &site{Options: o, tmp: o.Out + ".new"}
	if s.Log == nil {
		s.Log = io.Discard
	}
	if err := os.RemoveAll(s.tmp); err != nil {
		return fmt.Errorf("clear %s: %w", s.tmp, err)
	}
	defer os.RemoveAll(s.tmp)
	steps := []func() error{s.load, s.bundle, s.writeEngine, s.readSource, s.drawLessons, s.writePages, s.writeHeaders}
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

func (s *site) root() fs.FS { return os.DirFS(s.Root) }

// load reads the headers and the lessons.
func (s *site) load() (err error) {
	if s.headers, err = ReadHeaders(s.root()); err != nil {
		return fmt.Errorf("%w (is %s the repository of Gopark?)", err, s.Root)
	}
	lessons, err := lesson.LoadAll(s.root(), "lessons")
	if err != nil {
		return err
	}
	for _, l := range lessons {
		s.lessons = append(s.lessons, &page{Lesson: l})
	}
	return nil
}

// writeEngine writes the compile service and its archive.
func (s *site) writeEngine() (err error) {
	write := func(get func() ([]byte, error), name, ext string) (string, error) {
		if get == nil {
			return "", nil
		}
		data, err := get()
		if err != nil {
			return "", fmt.Errorf("make %s%s: %w", name, ext, err)
		}
		return s.asset(name, ext, data)
	}
	if s.engine.front, err = write(s.Front, "front", ".wasm"); err != nil {
		return err
	}
	if s.engine.figures, err = write(s.Figures, "figures", ".wasm"); err != nil {
		return err
	}
	s.engine.archive, err = write(s.Archive, "std", ".bin")
	return err
}

// maxRecording is the largest event file that a page fetches before its first Run.
const maxRecording = 2 << 20

// drawLessons compiles and runs each lesson's program and draws its moment.
func (s *site) drawLessons() error {
	for _, p := range s.lessons {
		if err := s.runProgram(p); err != nil {
			var problem lesson.Problem
			if errors.As(err, &problem) {
				return problem
			}
			return fmt.Errorf("lessons/%s: %w", p.Slug, err)
		}
		if err := s.compileSolution(p); err != nil {
			return err
		}
	}
	return nil
}

// runProgram compiles the program of a page, runs it, and draws its moment.
func (s *site) runProgram(p *page) (err error) {
	if s.Compile == nil {
		return nil
	}
	module, err := s.Compile(p.Play.File, p.Play.Source)
	if err != nil {
		return fmt.Errorf("compile %s: %w", p.Play.File, err)
	}
	if p.module, err = s.asset(p.Slug, ".wasm", module); err != nil || s.Record == nil {
		return err
	}
	events, err := s.Record(module, p.Play)
	if err != nil {
		return fmt.Errorf("run %s: %w", p.Play.File, err)
	}
	if p.drawing, err = s.draw(p.Lesson, events); err != nil {
		return err
	}
	if len(events) <= maxRecording {
		p.events, err = s.asset(p.Slug, ".events", events)
	}
	return err
}

// compileSolution holds that the solution of an exercise is a program.
func (s *site) compileSolution(p *page) error {
	if p.Exercise == nil || s.Compile == nil {
		return nil
	}
	if _, err := s.Compile(p.Exercise.File, p.Exercise.Solution); err != nil {
		return fmt.Errorf("lessons/%s/%s: %w", p.Slug, p.Exercise.File, err)
	}
	return nil
}

func (s *site) writeHeaders() error {
	return s.write("_headers", []byte(s.headers.text()))
}

// asset writes data under a name that holds its hash, and gives the URL.
func (s *site) asset(name, ext string, data []byte) (string, error) {
	sum := sha256.Sum256(data)
	file := fmt.Sprintf("assets/%s-%s%s", name, hex.EncodeToString(sum[:5]), ext)
	fmt.Fprintf(s.Log, "%9d  %s\n", len(data), file)
	return "/" + file, s.write(file, data)
}

// write writes one file of the site.
func (s *site) write(name string, data []byte) error {
	full := filepath.Join(s.tmp, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if err := os.WriteFile(full, data, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

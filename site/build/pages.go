package build

// This file writes the pages from the templates in page/.

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/lesson"
)

//go:embed page/*.html
var pageFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{"words": words, "json": asJSON, "hint": func(i int) int { return i + 1 }}).ParseFS(pageFiles, "page/*.html"))

// frame is what layout.html puts around every page.
type frame struct {
	Title, Description, Crumb string
	Above                     *crumb // the page to which this one belongs
	Path                      string // of the page
	Layout                    string // template around the body; "" is layout.html
	CSS, Theme, Script        string
	Body                      template.HTML
	Kind                      string // class of the body
	Policy                    string // what the page may do, for a host that sends no headers
	Canonical                 string // where it is, if that is known
	Lessons, Assignments      bool   // the site has some
	Site                      *siteData
}

// crumb is a link in the head of a page.
type crumb struct{ Title, Path string }

// siteData is what the page's scripts need to know of the build.
type siteData struct {
	engineFiles
	Version string            `json:"version"` // of the engine
	Engines string            `json:"engines"` // the list of all that are here
	Source  map[string]string `json:"source"`  // function of the scheduler -> page
	// Functions is where source is to be had, for a page without it: there the addresses are from the root of the site.
	Functions string `json:"functions,omitempty"`
}

func (s *site) writePages() error {
	for _, write := range []func() error{s.writeLessons, s.writeAssignments, s.writeGuides, s.writePlayground, s.writeHome, s.writeClaims, s.writeDemos, s.writeSource, s.writeMissing} {
		if err := write(); err != nil {
			return err
		}
	}
	return nil
}

// writePage fills the template name with data and puts the frame around it.
func (s *site) writePage(file string, f frame, name string, data any) error {
	var body, whole bytes.Buffer
	if err := templates.ExecuteTemplate(&body, name, data); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	f.Body = template.HTML(body.String())
	f.CSS, f.Theme = s.ui["style.css"], s.ui["theme.ts"]
	f.Policy = cmp.Or(f.Policy, contentPolicy{inPage: true}.text())
	f.Lessons, f.Assignments = len(s.lessons) > 0, len(s.assignments) > 0
	if s.Origin != "" && file != missingPage {
		f.Canonical = hostOf(s.Origin) + below(basePath(s.Origin))(f.Path)
	}
	if err := templates.ExecuteTemplate(&whole, cmp.Or(f.Layout, "layout.html"), f); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return s.write(file, whole.Bytes())
}

// missingPage is shown by hosts at whatever path there is nothing.
const missingPage = "404.html"

// relinked is a page with the addresses that suit the place where it is.
func (s *site) relinked(file string, page []byte) ([]byte, error) {
	to := relativeTo("/" + file)
	if file == missingPage {
		to = below(basePath(s.Origin))
	}
	return relink(page, to)
}

// bench pages have the scripts that run programs.
func (s *site) benchFrame(f frame) frame {
	f.Script, f.Kind = s.ui["page.ts"], "has-bench"
	f.Site = &siteData{s.engine, s.engineVersion(), "/" + enginesFile, s.source.where, ""}
	return f
}

func (s *site) writeLessons() error {
	for i, p := range s.lessons {
		text, err := s.lessonHTML(p)
		if err != nil {
			return err
		}
		data := map[string]any{"Lesson": p.Lesson, "Text": text, "HandIn": s.handIn(p)}
		if i > 0 {
			data["Previous"] = s.lessons[i-1].Lesson
		}
		if i+1 < len(s.lessons) {
			data["Next"] = s.lessons[i+1].Lesson
		}
		f := s.benchFrame(frame{Title: p.Title, Description: p.Summary, Crumb: p.Title, Path: "/lessons/" + p.Slug + "/"})
		if err := s.writePage("lessons/"+p.Slug+"/index.html", f, "lesson.html", data); err != nil {
			return err
		}
	}
	return nil
}

// writePlayground writes /play/: the same bench with a program to begin with; and /embed/, that bench for any program.
func (s *site) writePlayground() error {
	first := playground("")
	p := newPage(&lesson.Lesson{Slug: "play", Plays: []*lesson.Play{first}})
	if err := s.runPrograms(p); err != nil {
		return fmt.Errorf("the playground's first program: %w", err)
	}
	rail := railOf(s.editorOf(p, &first.Program))
	rail.Opens = true
	f := s.benchFrame(frame{Title: "Playground", Description: "Write Go, run it, and see every decision of the scheduler.", Crumb: "Playground", Path: "/play/"})
	if err := s.writePage("play/index.html", f, "play.html", map[string]any{"Bench": rail, "Demos": s.demos}); err != nil {
		return err
	}
	return s.writeEmbed(rail, p.built[&first.Program].drawing)
}

// playground is the first program of the playground, standing at a moment.
func playground(focus string) *lesson.Play {
	return &lesson.Play{Program: lesson.Program{ID: "play", File: "main.go", Settings: check.Settings{Procs: 4}, Seed: 1, Focus: focus, Source: []byte(firstProgram)}}
}

// firstProgram is what a visitor of the playground finds: with four Ps all of them work, and steal.
const firstProgram = `package main

import (
	"fmt"
	"sync"
)

// count keeps a P busy for a while. It never waits.
func count(to int) (sum int) {
	for i := range to {
		sum += i
	}
	return sum
}

func main() {
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			fmt.Println("hello from", i, count(10_000))
		}()
	}
	wg.Wait()
}
`

func (s *site) writeHome() error {
	course := []contents{}
	for _, p := range s.lessons {
		course = append(course, contentsOf(p.Lesson))
	}
	data := map[string]any{"Lessons": s.lessons, "Assignments": s.assignments, "Course": course, "Called": s.course, "Claims": s.claims != nil}
	if len(s.lessons) > 0 {
		data["First"] = s.lessons[0].Lesson
	}
	d, err := s.cover()
	if err != nil {
		return err
	}
	if d.Wide != "" {
		data["Drawing"], data["Why"] = d.html(), s.whyOf(d.Why)
	}
	f := frame{Title: "Gopark", Description: "Write Go and watch Go's own scheduler rules run it, step by step.", Script: s.ui["home.ts"], Kind: "home", Path: "/"}
	if s.course != nil {
		f.Title = s.course.Title
		f.Description = cmp.Or(strings.ReplaceAll(s.course.About, "`", ""), f.Description)
	}
	return s.writePage("index.html", f, "home.html", data)
}

// cover is the picture on the first page: a moment of the playground's program at which all Ps run. No lesson asks about it.
func (s *site) cover() (drawing, error) {
	first := playground("nth(go-start,6)")
	p := newPage(&lesson.Lesson{Slug: "cover", Plays: []*lesson.Play{first}})
	if err := s.runPrograms(p); err != nil {
		return drawing{}, fmt.Errorf("the picture of the first page: %w", err)
	}
	return p.built[&first.Program].drawing, nil
}

func (s *site) writeSource() error {
	f := frame{Title: "The scheduler", Description: "The source of the scheduler that runs your program.", Crumb: "The scheduler", Script: s.ui["home.ts"], Kind: "source", Path: "/src/sched/"}
	if err := s.writePage("src/sched/index.html", f, "source.html", map[string]any{"Index": s.source, "Tour": s.source.tour()}); err != nil {
		return err
	}
	for _, file := range s.source.Files {
		f.Title, f.Crumb, f.Path = file.Name, "core/sched/"+file.Name, file.URL()
		if err := s.writePage(file.URL()[1:]+"index.html", f, "file.html", map[string]any{"File": file, "Code": file.code()}); err != nil {
			return err
		}
	}
	return nil
}

func (s *site) writeMissing() error {
	f := frame{Title: "Not here", Description: "There is no such page.", Crumb: "Not here", Script: s.ui["home.ts"], Path: "/404"}
	return s.writePage(missingPage, f, "missing.html", nil)
}

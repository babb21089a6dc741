package build

import (
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// homeOf is the first page of a site of the lessons in dir, without pictures.
func homeOf(t *testing.T, dir string) string {
	t.Helper()
	s := &site{Options: Options{Root: repoRoot, Lessons: dir, Log: io.Discard}, tmp: t.TempDir(), ui: bundle{}, sums: map[string][sha256.Size]byte{}}
	for _, step := range []func() error{s.load, s.writeHome} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(s.tmp, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// courseOf makes a folder of lessons.
func courseOf(t *testing.T, assignments bool, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if assignments {
		if err := os.CopyFS(filepath.Join(dir, "assignments"), os.DirFS(repoRoot+"/lessons/assignments")); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// The first page says what the course is called, and speaks of nothing that the site does not have.
func TestTheFirstPageIsThatOfTheSite(t *testing.T) {
	const ours = "<h1>Write Go. Watch the scheduler run it.</h1>"
	lesson := map[string]string{"order.txt": "one\n", "one/lesson.md": "---\ntitle: One\nsummary: It is one.\n---\n\n```go play id=a\npackage main\n\nfunc main() {}\n```\n"}
	called := map[string]string{"course.yaml": "title: Clocks & locks\nabout: How `wait` works.\n"}
	for name, text := range lesson {
		called[name] = text
	}
	for _, c := range []struct {
		name, page    string
		with, without []string
	}{
		{"the course of the repository", homeOf(t, ""),
			[]string{ours, `<h2 id="lessons">`, `id="course"`, `For a class there are`, `#lessons">Lessons</a>`, "<title>Gopark</title>"}, []string{`<h2 id="assignments">`}},
		{"lessons alone, without a name", homeOf(t, courseOf(t, false, lesson)),
			[]string{ours, `<h2 id="lessons">`, `write lessons`}, []string{"For a class", `<h2 id="assignments">`}},
		{"lessons with a name", homeOf(t, courseOf(t, false, called)),
			[]string{"<h1>Clocks &amp; locks</h1>\n<p>How <code>wait</code> works.</p>", "<title>Clocks &amp; locks · Gopark</title>", `content="How wait works."`}, []string{ours, "For a class"}},
		{"assignments alone", homeOf(t, courseOf(t, true, map[string]string{"order.txt": "# none yet\n"})),
			[]string{`<h2 id="assignments">Assignments</h2>`, `<a href="assignments/bounded-pool/">`, `<a href="assignments/">Assignments</a>`, "write lessons"},
			[]string{`id="lessons"`, `id="course"`, `id="course-far"`, "For a class", "#lessons", "Begin:"}},
	} {
		for _, w := range c.with {
			if !strings.Contains(c.page, w) {
				t.Errorf("%s: the page lacks %s", c.name, w)
			}
		}
		for _, w := range c.without {
			if strings.Contains(c.page, w) {
				t.Errorf("%s: the page has %s", c.name, w)
			}
		}
		if n := len(regexp.MustCompile(`<h1`).FindAllString(c.page, -1)); n != 1 {
			t.Errorf("%s: %d titles", c.name, n)
		}
	}
}

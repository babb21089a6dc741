package e2e

// This file is an author of lessons who has the command and nothing else: no repository, a folder somewhere. The lessons of
// testdata/course were written from lessons/README.md alone.

import (
	"bufio"
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/site/build"
)

// TestACourseFromTheGuideAlone: testdata/channels was written by somebody who had the published guide and the command, and nothing else.
func TestACourseFromTheGuideAlone(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "lessons"), os.DirFS("testdata/channels")); err != nil {
		t.Fatal(err)
	}
	if out, code := gopark(t, dir, "check", "-seeds", "5"); code != 0 || !strings.Contains(out, "nothing is wrong") {
		t.Fatalf("check ends with %d\n%s", code, out)
	}
}

// away copies the course to a folder outside of the repository.
func away(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "course"), os.DirFS("testdata/course")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// gopark runs the command in dir.
func gopark(t *testing.T, dir string, args ...string) (out string, code int) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	text, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// visit starts a browser at a page that has a program.
func visit(t *testing.T, url string) *tab {
	t.Helper()
	b := &tab{T: t, ctx: chromium(t, 6*time.Minute)}
	if err := chromedp.Listen(b.ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.EmulateViewport(1440, 960), chromedp.Navigate(url))
	b.wait("bench.dataset.editor === 'ready' && bench.dataset.threads !== undefined", 30*time.Second)
	return b
}

// TestLessonsOfSomebodyElse: checked, built and used, without the repository.
func TestLessonsOfSomebodyElse(t *testing.T) {
	dir := away(t)
	if out, code := gopark(t, dir, "check", "-seeds", "3", "course"); code != 0 {
		t.Fatalf("check ends with %d\n%s", code, out)
	}
	if out, code := gopark(t, dir, "build", "-lessons", "course", "-o", "out"); code != 0 {
		t.Fatalf("build ends with %d\n%s", code, out)
	}
	server := httptest.NewServer(build.Handler(filepath.Join(dir, "out"), build.SiteHeaders("")))
	t.Cleanup(server.Close)
	b := visit(t, server.URL+"/lessons/one-lock/")

	b.do(clickOn("#how-many .choice[data-choice='1']"))
	b.wait("document.querySelector('#how-many .choice.right') !== null", 5*time.Second)
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 20*time.Second)
	if got := b.text("output"); got != "200000\n" {
		t.Errorf("the program prints %q", got)
	}
	const x = "document.querySelector('#own-basin')."
	b.do(clickOn("#own-basin .solution summary"), clickOn("#own-basin .use-solution"), clickOn("#own-basin .do-check"))
	b.wait(x+"dataset.check === 'passed'", time.Minute)
	b.silent()

	b.do(chromedp.Navigate(server.URL + "/"))
	pages := eval[[]string](b, `[...document.querySelectorAll(".lessons a")].map(a => a.textContent)`)
	if strings.Join(pages, ", ") != "One key for the bathroom, The alarm clock" {
		t.Errorf("the first page lists %v", pages)
	}
	if _, err := os.Stat(filepath.Join(dir, "out", "claims")); err == nil {
		t.Error("it has our page of claims")
	}
}

// TestMistakesOfAuthors: each is said with file and line, and the exit code is 1.
func TestMistakesOfAuthors(t *testing.T) {
	for _, c := range []struct{ name, file, from, to, want string }{
		{"an unknown key", "alarm/lesson.md", "hide=1-8", "hid=1-8", "course/alarm/lesson.md:22: unknown key hid (known: id, file,"},
		{"a program that does not compile", "one-lock/main.go", "wg.Wait()", "wg.Wat()", "course/one-lock/main.go:28: wg.Wat undefined"},
		{"a solution that does not compile", "alarm/together.go", "wg.Wait()", "wg.Wat()", "course/alarm/together.go:21: wg.Wat undefined"},
		{"a program in the fence that does not compile", "alarm/lesson.md", "early := time.After", "early = time.After", "course/alarm/lesson.md:51: undefined: early"},
		{"an answer that the run does not give", "alarm/lesson.md", "choices: [1, 2, 10, 12]", "choices: [1, 10, 12]", "course/alarm/lesson.md:13: the run says 2, which is none of the choices"},
		{"a link to nowhere", "alarm/lesson.md", "../one-lock/#now-you", "../one-lock/#now-me", "course/alarm/lesson.md:11: link to ../one-lock/#now-me: there is no such place in that page"},
		{"a heading that is something of the page", "alarm/lesson.md", "## A program that cannot be changed", "## Settings", "course/alarm/lesson.md:39: #settings is something else in each page"},
		{"a solution that does not pass", "alarm/together.go", "5 * time", "9 * time", "course/alarm/lesson.md:88: the solution together.go does not pass: makespan < 6ms"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := away(t)
			file := filepath.Join(dir, "course", c.file)
			src, err := os.ReadFile(file)
			if err != nil || strings.Count(string(src), c.from) == 0 {
				t.Fatalf("%s has no %q: %v", c.file, c.from, err)
			}
			if err := os.WriteFile(file, []byte(strings.Replace(string(src), c.from, c.to, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
			slug, _, _ := strings.Cut(c.file, "/")
			out, code := gopark(t, dir, "check", "-seeds", "1", "-only", slug, "course")
			if code != 1 || !strings.Contains(out, c.want) {
				t.Errorf("check ends with %d\n%s\nwant %s", code, out, c.want)
			}
		})
	}
	if out, code := gopark(t, away(t), "check", "-only", "nothing", "course"); code != 1 || !strings.Contains(out, "course has no lesson nothing") {
		t.Errorf("%d %s", code, out)
	}
	if out, code := gopark(t, t.TempDir(), "build", "-lessons", "."); code != 1 || !strings.Contains(out, ". is no folder of lessons") {
		t.Errorf("%d %s", code, out)
	}
}

// TestWhatIsNewHolds: a lesson and an assignment as gopark new makes them have no fault.
func TestWhatIsNewHolds(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{{"new", "lesson", "first-steps"}, {"new", "assignment", "pool"}, {"check", "-seeds", "3"}} {
		out, code := gopark(t, dir, args...)
		if code != 0 || args[0] == "check" && !strings.Contains(out, "nothing is wrong") {
			t.Fatalf("%v ends with %d\n%s", args, code, out)
		}
	}
}

// TestFaultsDoNotHideEachOther: all are said, -only says those of one lesson and which others keep it from being looked at whole, assignments at the wrong place are not passed over in silence, and build
// says nothing else.
func TestFaultsDoNotHideEachOther(t *testing.T) {
	dir := away(t)
	for _, c := range []struct{ file, from, to string }{
		{"alarm/lesson.md", "minutes:", "minuts:"},
		{"alarm/together.go", "wg.Wait()", "wg.Wat()"},
		{"one-lock/main.go", "wg.Wait()", "wg.Wat()"},
	} {
		file := filepath.Join(dir, "course", c.file)
		src, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(src), c.from) {
			t.Fatalf("%s has no %q: %v", c.file, c.from, err)
		}
		if err := os.WriteFile(file, []byte(strings.Replace(string(src), c.from, c.to, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, code := gopark(t, dir, "new", "assignment", "-lessons", ".", "pool"); code != 0 {
		t.Fatal(out)
	}
	const key, compiles = `unknown key "minuts"`, "course/one-lock/main.go:28: wg.Wat undefined"
	for _, c := range []struct {
		args []string
		says []string
		not  []string
	}{
		{[]string{"check", "-seeds", "1", "course"}, []string{key, compiles, "assignments is not looked at: assignments belong in course/assignments"}, nil},
		{[]string{"check", "-seeds", "1", "-only", "alarm", "course"}, []string{key}, []string{"one-lock"}},
		{[]string{"check", "-seeds", "1", "-only", "one-lock", "course"}, []string{compiles, "those of one-lock were not looked at: course/alarm/lesson.md cannot be read"}, []string{key}},
		{[]string{"build", "-lessons", "course", "-o", "out"}, []string{key, "assignments is not looked at"}, []string{"assets/"}},
	} {
		out, code := gopark(t, dir, c.args...)
		if code != 1 {
			t.Errorf("%v ends with %d", c.args, code)
		}
		for _, want := range c.says {
			if !strings.Contains(out, want) {
				t.Errorf("%v does not say %s:\n%s", c.args, want, out)
			}
		}
		for _, bad := range c.not {
			if strings.Contains(out, bad) {
				t.Errorf("%v speaks of %s:\n%s", c.args, bad, out)
			}
		}
	}
}

// TestPagesFollowTheLessons: gopark serve builds again when a lesson changes, the page in the browser follows, and says what is
// wrong; nothing of that is in the files of the site.
func TestPagesFollowTheLessons(t *testing.T) {
	dir := away(t)
	ctx, cancel := context.WithTimeout(context.Background(), 6*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, binary, "serve", "-lessons", "course", "-o", "out", "-addr", "localhost:0")
	cmd.Dir = dir
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	errs := &said{}
	cmd.Stderr = errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); cmd.Wait() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	_, url, ok := strings.Cut(strings.TrimSpace(line), "Gopark is at ")
	if err != nil || !ok {
		t.Fatalf("serve says %q: %v\n%s", line, err, errs.text())
	}
	b := visit(t, url+"lessons/one-lock/")
	file := filepath.Join(dir, "course", "one-lock", "lesson.md")
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write := func(from, to string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(strings.Replace(string(src), from, to, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("title: One key for the bathroom", "title: Two keys")
	b.wait("document.querySelector('h1')?.textContent === 'Two keys'", time.Minute)
	solution := filepath.Join(dir, "course", "one-lock", "solution.go")
	right, err := os.ReadFile(solution)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, says string }{{"package main\n\nfunc main() {}\n", "the solution solution.go does not pass"}, {string(right), "the exercises of one-lock hold"}} {
		if err := os.WriteFile(solution, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		for begun := time.Now(); !strings.Contains(errs.text(), c.says); time.Sleep(100 * time.Millisecond) {
			if time.Since(begun) > 2*time.Minute {
				t.Fatalf("serve does not say %q:\n%s", c.says, errs.text())
			}
		}
	}
	write("[!NOTE]", "[!NOT]")
	b.wait("document.querySelector('#live-faults pre')?.textContent === 'course/one-lock/lesson.md:37: unknown box NOT (known: NOTE, TIP, WARNING, MYTH, SIMPLIFIED, SEE)'", time.Minute)
	write("", "")
	b.wait("document.querySelector('h1')?.textContent === 'One key for the bathroom' && !document.querySelector('#live-faults')", time.Minute)
	b.silent()
	page, err := os.ReadFile(filepath.Join(dir, "out", "lessons", "one-lock", "index.html"))
	if err != nil || strings.Contains(string(page), "_live") || strings.Contains(string(page), "EventSource") {
		t.Errorf("the built page knows of the live one: %v", err)
	}
}

// said is what a command says while it runs.
type said struct {
	mu  sync.Mutex
	all strings.Builder
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.Write(p)
}

func (s *said) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.String()
}

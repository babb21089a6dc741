package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/site/grade"
	"github.com/gopark/gopark/site/handin"
)

const (
	assignmentDir  = "../../lessons/assignments/bounded-pool"
	assignmentPath = "/assignments/bounded-pool/"
)

// A student opens the assignment, is asked for a name, solves the first exercise and not the second, and saves the hand-in; the
// teacher's command gives the same points for it, and finds nothing that differs.
func TestAStudentHandsInAndATeacherGrades(t *testing.T) {
	dir := t.TempDir()
	b := open(t, assignmentPath)
	b.saveTo(dir)
	b.do(clickOn(".do-hand-in"))
	if got := b.textOf(".hand-in-says"); got != "Your name is missing." {
		t.Errorf("without a name it says %q", got)
	}
	if b.textOf(".solution") != "" {
		t.Error("the page of an assignment shows a solution")
	}
	b.write(assignmentProgram(t, "pool.go"))
	b.do(chromedp.SendKeys(chromedp.ID("student"), "  Ada   Lovelace "))
	b.do(clickOn(".do-hand-in"))
	b.wait("document.getElementById('hand-in').dataset.state === 'running'", 10*time.Second)
	b.wait("document.getElementById('hand-in').dataset.state !== 'running'", 3*time.Minute)
	if got := b.textOf(".hand-in-says"); !strings.HasPrefix(got, "10 of 20 points by these checks.") {
		t.Errorf("it says %q", got)
	}
	file := filepath.Join(dir, "bounded-pool-ada-lovelace.gopark.json")
	text := saved(t, file)
	h, err := handin.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if h.Student != "Ada Lovelace" || h.Claim.Points != 10 || h.Claim.Of != 20 {
		t.Errorf("it claims %+v for %q", h.Claim, h.Student)
	}
	book := gradeFiles(t, assignmentDir, file)
	r := book.Results[0]
	if r.State != grade.Graded || r.Points != h.Claim.Points || len(r.Flags) > 0 {
		t.Errorf("graded: %+v", r)
	}
	b.silent()
	b.do(chromedp.SendKeys(chromedp.ID("student"), "!"))
	if got := b.textOf(".hand-in-says"); !strings.Contains(got, "Make it again.") {
		t.Errorf("after another name the file of before is still on offer: %q", got)
	}
}

// A program that does not compile is said before the file is made, and handed in on a second word; an endless loop is run as often as it must be
// and not once for every seed of every rule. The name is there after a reload. The teacher's command finds nothing that differs.
func TestWhatGetsNoPointsIsHandedIn(t *testing.T) {
	dir := t.TempDir()
	b := open(t, assignmentPath)
	b.saveTo(dir)
	if got := b.textOf("header a.crumb"); got != "Assignments" {
		t.Errorf("above the page is %q", got)
	}
	if got := b.textOf(".about"); !strings.Contains(got, "2 exercises, 20 points in all") {
		t.Errorf("about it: %q", got)
	}
	if got := eval[int](b, "document.querySelectorAll('.goals li').length"); got != 2 {
		t.Errorf("it shows %d goals", got)
	}
	b.do(chromedp.SendKeys(chromedp.ID("student"), "Bob"), chromedp.Reload())
	b.wait(benchReady, 20*time.Second)
	if got := eval[string](b, "document.getElementById('student').value"); got != "Bob" {
		t.Errorf("after a reload the name is %q", got)
	}
	b.write("package main\n\nfunc main() {\n\tfor {\n\t}\n}\n")
	eval[bool](b, `(() => {
		globalThis.runs = new Set()
		new MutationObserver(() => { const m = /^Run (\d+) of/.exec(document.querySelector("#bound .check-verdict").textContent); if (m) runs.add(m[1]) })
			.observe(document.querySelector("#bound .check-verdict"), {childList: true, characterData: true, subtree: true})
		return true
	})()`)
	b.do(chromedp.Focus(chromedp.CSS(`.editor[data-program="end"] .cm-content`)))
	eval[bool](b, `document.execCommand("insertText", false, "x")`)
	b.do(clickOn(".do-hand-in"))
	b.wait("document.getElementById('hand-in').dataset.state === 'running'", 10*time.Second)
	b.wait("document.getElementById('hand-in').dataset.state !== 'running'", 3*time.Minute)
	const broken = "The program of exercise 2 does not compile, and gets no points: 0 of 20 points by these checks. There is no file yet."
	if got := b.textOf(".hand-in-says"); got != broken {
		t.Errorf("it says %q", got)
	}
	if got := eval[[]string](b, "[...runs]"); strings.Join(got, " ") != "1" {
		t.Errorf("the endless loop is run %v times", got)
	}
	if eval[bool](b, "document.querySelector('.hand-in-file').checkVisibility()") {
		t.Error("a file is on offer already")
	}
	b.do(clickOn(".do-hand-in"))
	file := filepath.Join(dir, "bounded-pool-bob.gopark.json")
	h, err := handin.Parse(saved(t, file))
	if err != nil {
		t.Fatal(err)
	}
	if h.Claim.Points != 0 || h.Exercises[0].Runs[0].Digest != "" {
		t.Errorf("it claims %+v, and has a digest %q", h.Claim, h.Exercises[0].Runs[0].Digest)
	}
	r := gradeFiles(t, assignmentDir, file).Results[0]
	if r.State != grade.Graded || r.Points != 0 || len(r.Flags) > 0 {
		t.Errorf("graded: %+v", r)
	}
	b.silent()
}

// The file is made whatever its student presses: Stop and once more at once, the button while a check goes on, which is waited for; Stop at an
// exercise stops the file too; and what is written meanwhile is not passed over.
func TestMakingTheFileIsStoppedAndBegunAgain(t *testing.T) {
	b := openFor(t, assignmentPath, benchReady, 6*time.Minute)
	b.saveTo(t.TempDir())
	const state, says = "document.getElementById('hand-in').dataset.state", "document.querySelector('.hand-in-says').textContent"
	ends := func(when, want, words string) {
		t.Helper()
		b.wait(state+" !== 'running'", 3*time.Minute)
		if got, said := eval[string](b, state), b.textOf(".hand-in-says"); got != want || !strings.Contains(said, words) {
			t.Errorf("%s: it is %s and says %q, want %s: %s", when, got, said, want, words)
		}
	}
	b.do(chromedp.SendKeys(chromedp.ID("student"), "Ada"))
	b.do(clickOn(".do-hand-in"))
	b.wait(says+".startsWith('Exercise 1')", time.Minute)
	eval[bool](b, "(b => b.click() === b.click())(document.querySelector('.do-hand-in'))") // before anybody hears of the first
	ends("stopped and begun again", "done", "The file is ready")

	b.do(clickOn("#bound .do-check"), clickOn(".do-hand-in"))
	if got := b.textOf(".hand-in-says"); !strings.HasPrefix(got, "Exercise 1 of 2: when the check") {
		t.Errorf("while a check goes on it says %q", got)
	}
	b.do(clickOn(".do-hand-in"))
	if got := eval[string](b, "document.getElementById('bound').dataset.check"); got != "running" {
		t.Errorf("to stop the file has stopped the check that was there before: %s", got)
	}
	b.do(clickOn(".do-hand-in"))
	ends("while a check went on", "done", "The file is ready")

	b.do(clickOn(".do-hand-in"))
	b.wait(says+".startsWith('Exercise 1')", time.Minute)
	b.do(clickOn("#bound .do-check"))
	ends("stopped at the exercise", "stopped", "Stopped.")

	b.do(clickOn(".do-hand-in"))
	b.wait(says+".startsWith('Exercise 2')", time.Minute)
	b.do(chromedp.Focus(chromedp.CSS(`.editor[data-program="all"] .cm-content`)))
	eval[bool](b, `document.execCommand("insertText", false, " ")`)
	ends("changed meanwhile", "changed", "Something was changed while the file was made. Make it again.")
	b.silent()
}

// In the page of an assignment lines of code have room, and the stage beside them has, too.
func TestAnAssignmentHasRoomForCode(t *testing.T) {
	b := open(t, assignmentPath)
	for _, width := range []int64{1100, 1280, 1600} {
		b.do(chromedp.EmulateViewport(width, 900))
		got := eval[struct{ Room, Stage, Over float64 }](b, `(() => {
			const line = document.querySelector(".cm-line"), pen = document.createElement("canvas").getContext("2d")
			pen.font = getComputedStyle(line).font
			const gutters = document.querySelector(".cm-gutters").offsetWidth, room = document.querySelector(".cm-scroller").clientWidth - gutters
			return {Room: room / pen.measureText("0").width, Stage: document.querySelector(".rail").clientWidth, Over: document.documentElement.scrollWidth - innerWidth}
		})()`)
		want := map[int64]float64{1100: 40, 1280: 52, 1600: 64}[width]
		if got.Room < want || got.Stage < 540 || got.Over > 0 {
			t.Errorf("in a window of %d px: %.0f characters of code, want %.0f; %.0f px for the stage; %.0f px too wide", width, got.Room, want, got.Stage, got.Over)
		}
	}
	b.silent()
}

// saveTo lets the browser save what is downloaded, without asking.
func (b *tab) saveTo(dir string) {
	b.Helper()
	b.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{Behavior: "allow", DownloadPath: dir})
		return chromedp.Void{}, err
	})
}

// saved waits for a file that the browser saves.
func saved(t *testing.T, file string) []byte {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < 20*time.Second; time.Sleep(50 * time.Millisecond) {
		if text, err := os.ReadFile(file); err == nil && bytes.HasSuffix(text, []byte("}\n")) {
			return text
		}
	}
	names, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*"))
	t.Fatalf("%s was not saved; there is %q", file, names)
	return nil
}

// gradeFiles asks the command.
func gradeFiles(t *testing.T, assignment string, files ...string) *grade.Book {
	t.Helper()
	cmd := exec.Command(binary, append([]string{"grade", "-assignment", assignment, "-format", "json"}, files...)...)
	var out, says bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &says
	if err := cmd.Run(); err != nil {
		t.Fatalf("gopark grade: %v\n%s%s", err, out.Bytes(), says.Bytes())
	}
	var book grade.Book
	if err := json.Unmarshal(out.Bytes(), &book); err != nil {
		t.Fatal(err)
	}
	return &book
}

func assignmentProgram(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(assignmentDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(string(src), "//go:build ignore\n\n")
}

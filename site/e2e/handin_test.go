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
	if got := b.textOf(".hand-in-says"); !strings.HasPrefix(got, "11 of 20 points by these checks.") {
		t.Errorf("it says %q", got)
	}
	file := filepath.Join(dir, "bounded-pool-ada-lovelace.gopark.json")
	text := saved(t, file)
	h, err := handin.Parse(text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if h.Student != "Ada Lovelace" || h.Claim.Points != 11 || h.Claim.Of != 20 {
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

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"golang.org/x/tools/txtar"

	"github.com/gopark/gopark/core/prove"
	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/grade"
	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/lesson"
)

const trialsDir = "../grade/testdata/class"

// TestPageAndCommandAgree hands in 60 programs of all kinds, three seeds each, in the page of an assignment that has a rule of every kind.
// The command gives each the same points, check by check, and the same digests. GOPARK_TRIALS names a site that is built already.
func TestPageAndCommandAgree(t *testing.T) {
	dir := os.Getenv("GOPARK_TRIALS")
	if dir == "" {
		dir = filepath.Join(t.TempDir(), "site")
		if err := command(binary, "site", "-lessons", "site/grade/testdata/class", "-o", dir); err != nil {
			t.Fatal(err)
		}
	}
	b := openOn(t, build.Handler(dir, build.SiteHeaders("")), "/assignments/trials/", 20*time.Minute)
	b.wait(benchReady, time.Minute)
	eval[bool](b, `(() => {
		const make = URL.createObjectURL
		URL.createObjectURL = blob => { if (blob.type === "application/json") blob.text().then(text => (window.made = text)); return make(blob) }
		return true
	})()`)
	names, programs := handedIn(t)
	files := t.TempDir()
	claims := map[string]*handin.HandIn{}
	for i, name := range names[:60] {
		if !prove.Mine(i, 6) {
			continue
		}
		h := b.handIn(fmt.Sprintf("Student %d", i), programs[name])
		if h.Exercises[0].Files[0].Text != programs[name] {
			t.Errorf("%s: the page hands in another program:\n%q", name, h.Exercises[0].Files[0].Text)
		}
		file := filepath.Join(files, fmt.Sprintf("%02d.gopark.json", i))
		if err := os.WriteFile(file, []byte(b.made()), 0o644); err != nil {
			t.Fatal(err)
		}
		claims[file] = h
	}
	if len(claims) < 10 {
		t.Fatalf("only %d hand-ins", len(claims))
	}
	points := map[int]int{}
	for _, r := range gradeFiles(t, trialsDir+"/assignments/trials", files).Results {
		h := claims[r.Submission]
		if r.State != grade.Graded || r.Points != h.Claim.Points {
			t.Errorf("%s: the page gives %d points, the command %d: %s %v\n%s", r.Submission, h.Claim.Points, r.Points, r.Reason, r.Flags, h.Exercises[0].Files[0].Text)
		}
		points[r.Points]++
	}
	t.Logf("%d hand-ins, %d runs with digests; so many have so many points: %v", len(claims), len(claims)*handin.Runs, points)
	if len(points) < 3 {
		t.Errorf("the programs differ too little: %v", points)
	}
	b.silent()
}

// handIn puts a program into the editor and makes the hand-in.
func (b *tab) handIn(student, program string) *handin.HandIn {
	b.Helper()
	if program == "" {
		b.do(chromedp.Focus(chromedp.CSS(".cm-content")), chromedp.KeyEvent("a", chromedp.KeyModifiers(kb.ModifierCtrl)), chromedp.KeyEvent(kb.Backspace))
	} else {
		b.write(program)
	}
	eval[bool](b, `(() => { window.made = ""; document.getElementById("student").value = `+quote(student)+`; document.querySelector(".do-hand-in").click(); return true })()`)
	b.wait("document.getElementById('hand-in').dataset.state !== 'running'", 5*time.Minute)
	if eval[bool](b, "document.getElementById('hand-in').dataset.state === 'unsure'") { // it does not compile
		b.do(clickOn(".do-hand-in"))
		b.wait("document.getElementById('hand-in').dataset.state === 'done'", time.Minute)
	}
	if says := b.textOf(".hand-in-says"); !strings.Contains(says, "The file is ready") {
		b.Fatalf("%s: %s", student, says)
	}
	b.wait("window.made !== ''", 10*time.Second)
	h, err := handin.Parse([]byte(b.made()))
	if err != nil {
		b.Fatal(err)
	}
	return h
}

// made is the file that the page made last.
func (b *tab) made() string { return eval[string](b, "window.made") }

// handedIn are programs of all kinds: those of the lessons, and those that end in every way.
func handedIn(t *testing.T) (names []string, programs map[string]string) {
	t.Helper()
	programs = map[string]string{}
	special, err := txtar.ParseFile("../grade/testdata/special.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range special.Files {
		programs["a/"+f.Name] = string(f.Data) // first
	}
	files, err := filepath.Glob("../../lessons/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		programs["lessons/"+filepath.ToSlash(file)] = string(lesson.WithoutConstraint(src))
	}
	for name := range programs {
		names = append(names, name)
	}
	slices.Sort(names)
	if len(names) < 60 {
		t.Fatalf("only %d programs", len(names))
	}
	return names, programs
}

package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gopark/gopark/site/claims"
)

// readText does with the lessons of a folder what comes before programs run.
func readText(lessons string) (*site, error) {
	s := newSite(Options{Root: repoRoot, Lessons: lessons}, "")
	for _, step := range []func() error{s.load, s.readSource, s.checkText} {
		if err := step(); err != nil {
			return s, err
		}
	}
	return s, nil
}

// TestEveryClaimIsThere: the two articles have 128 and 62, with these verdicts, and few are not shown yet.
func TestEveryClaimIsThere(t *testing.T) {
	s, err := readText("")
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	notYet := 0
	for _, a := range s.claims.Articles {
		for _, p := range a.Parts {
			for _, c := range p.Claims {
				count[a.ID]++
				count[a.ID+" "+string(c.Verdict)]++
				if len(c.See) == 0 {
					notYet++
				}
			}
		}
	}
	for what, want := range map[string]int{
		"S0": 128, "S0 true": 50, "S0 simplified": 35, "S0 false": 34, "S0 unsettled": 9,
		"S1": 62, "S1 true": 46, "S1 simplified": 13, "S1 false": 3,
	} {
		if count[what] != want {
			t.Errorf("%s: %d, want %d", what, count[what], want)
		}
	}
	if notYet > 60 {
		t.Errorf("%d claims are not shown yet", notYet)
	}
	t.Logf("%d are not shown yet", notYet)
}

// TestClaimsAndLessonsHoldEachOther: what is gone on one side is reported with file and line.
func TestClaimsAndLessonsHoldEachOther(t *testing.T) {
	for _, c := range []struct{ name, file, from, to, want string }{
		{"a place", "claims.yaml", "see: stealing#play-rich, D5", "see: stealing#play-poor, D5", "claims.yaml:9: S0.1: lesson stealing has no place #play-poor"},
		{"a lesson", "claims.yaml", "see: stealing#play-rich, D5", "see: steeling#play-rich, D5", "claims.yaml:9: S0.1: there is no lesson steeling"},
		{"a demo", "claims.yaml", "see: stealing#play-rich, D5", "see: D27", "claims.yaml:9: S0.1: there is no demo D27"},
		{"a function of Go", "claims.yaml", "go: findRunnable, stealWork", "go: findrunnable", "claims.yaml:9: S0.1: findrunnable is not in package runtime of go"},
		{"an unknown key", "claims.yaml", "verdict: true", "verdikt: true", `claims.yaml:9: unknown key "verdikt"`},
		{"no verdict", "claims.yaml", "verdict: true", "verdict: perhaps", `claims.yaml:9: S0.1: verdict "perhaps"`},
		{"no place", "claims.yaml", "  see: stealing#play-rich, D5\n", "", "claims.yaml:9: S0.1: say where to see it"},
		{"an exercise", "stealing/lesson.md", "exercise id=eight", "exercise id=nine", "S0.60: lesson stealing has no place #eight"},
		{"a heading", "m-n/lesson.md", "## One queue, one lock", "## One queue", "claims.yaml:14: S0.2: lesson m-n has no place #one-queue-one-lock"},
		{"a box", "watchman/lesson.md", "> [!MYTH S1.45]", "> [!MYTH]", "S1.45: lesson watchman has no box about it"},
		{"a box of the wrong kind", "watchman/lesson.md", "> [!MYTH S1.45]", "> [!SIMPLIFIED S1.45]", "watchman/lesson.md:33: S1.45 is false: its box is a MYTH"},
		{"a myth that is none", "handoff/lesson.md", "> [!SIMPLIFIED S1.13]", "> [!MYTH S1.13]", "none of [S1.13] is false: its box is SIMPLIFIED"},
		{"an unknown claim", "watchman/lesson.md", "> [!MYTH S1.45]", "> [!MYTH S1.45 S9.1]", "watchman/lesson.md:33: S9.1 is not in claims.yaml"},
		{"a box that the claim does not know", "watchman/lesson.md", "> [!MYTH S1.45]", "> [!MYTH S1.45 S0.13]", "watchman/lesson.md:33: S0.13 does not name this lesson in claims.yaml"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "lessons")
			if err := os.CopyFS(dir, os.DirFS(repoRoot+"/lessons")); err != nil {
				t.Fatal(err)
			}
			edit(t, filepath.Join(dir, c.file), c.from, c.to)
			if _, err := readText(dir); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// edit replaces the first place of from in a file.
func edit(t *testing.T, file, from, to string) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(src), from) {
		t.Fatalf("%s has no %q", file, from)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(src), from, to, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestFalseClaimsHaveTheirBox: a lesson that shows a claim which is false or simplified has a box that says so.
func TestFalseClaimsHaveTheirBox(t *testing.T) {
	s, err := readText("")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range s.claims.All() {
		if c.Verdict != claims.False && c.Verdict != claims.Simplified {
			continue
		}
		for _, p := range c.See {
			if p.Lesson == "" {
				continue
			}
			n++
			if kind := s.boxKind(p.Lesson, c.ID); kind == "" || c.Verdict == claims.False && kind != "MYTH" {
				t.Errorf("%s is %s, and has box %q in lesson %s", c.ID, c.Verdict, kind, p.Lesson)
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d boxes", n)
	}
}

// boxKind is the kind of the box about a claim.
func (s *site) boxKind(slug, claim string) string {
	for _, p := range s.lessons {
		for _, b := range p.Boxes {
			for _, c := range b.Claims {
				if p.Slug == slug && c == claim {
					return b.Kind
				}
			}
		}
	}
	return ""
}

// TestThePageOfClaims: all claims are in the page, with links that lead somewhere, and it says how many are not shown yet.
func TestThePageOfClaims(t *testing.T) {
	out := filepath.Join(t.TempDir(), "site")
	if *keepSite != "" {
		out = *keepSite
	}
	if err := Build(Options{Root: repoRoot, Out: out}); err != nil { // without an engine: the words only
		t.Fatal(err)
	}
	pages := readPages(out)
	checkLinks(t, out, pages)
	page := pages["/claims/"]
	if n := strings.Count(page, `<li class="claim"`); n != 190 {
		t.Errorf("%d claims", n)
	}
	if n := strings.Count(page, "not-yet"); n > 60 || n < 1 {
		t.Errorf("%d are not shown yet", n)
	}
	for _, want := range []string{`id="S0.51" data-verdict="false" data-where="lesson demo"`, `stealing/#claim-S0.51"`, `demos/d5/"`, "From the head, the older half."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if demo := pages["/demos/d5/"]; !strings.Contains(demo, `id="S0.51"`) || !strings.Contains(demo, "d05-steal-half.go") {
		t.Error("demo D5 lacks its claims or its program")
	}
}

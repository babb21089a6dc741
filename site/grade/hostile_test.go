package grade

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/prove"
	"github.com/gopark/gopark/site/handin"
)

// hostilePrograms are answers that try to take the grader with them. Each gets no point for a run of it, and it is said why.
var hostilePrograms = []struct {
	name, program string
	says          string // in the reason, or in what a check got; words between bars are alternatives: a slow machine meets another limit first
}{
	{"endless loop", "package main\nfunc main() { for {} }\n", "did not end within|of the processor's time"},
	{"endless loops on every P", "package main\nfunc main() { for range 8 { go func() { for {} }() }; select {} }\n", "did not end within|of the processor's time"},
	{"memory bomb", "package main\nvar all [][]byte\nfunc main() { for { all = append(all, make([]byte, 1<<20)) } }\n", "out of memory"},
	{"one huge slice", "package main\nfunc main() { n := 1 << 40; println(len(make([]byte, n))) }\n", "runtime"},
	{"output flood", "package main\nimport \"fmt\"\nfunc main() { for { fmt.Println(\"0123456789012345678901234567890123456789\") } }\n", "printed more than 1024 KiB"},
	{"goroutine flood", "package main\nfunc main() { for { go func() { select {} }() } }\n", "out of memory"},
	{"event flood", "package main\nimport \"runtime\"\nfunc main() { for { runtime.Gosched() } }\n", "events it had not ended"},
	{"endless recursion", "package main\nfunc f(n int) int { return f(n+1) + 1 }\nfunc main() { println(f(0)) }\n", "runtime"},
	{"timer flood", "package main\nimport \"time\"\nfunc main() { for { time.AfterFunc(time.Nanosecond, func() {}) } }\n", ""},
	{"compile bomb by types", typeBomb(), "of the processor's time"},
	{"compile bomb by nesting", "package main\nfunc main() { panic(" + strings.Repeat("(", 15_000) + "1" + strings.Repeat(")", 15_000) + ") }\n", ""},
	{"compile bomb by a huge constant", "package main\nconst a = 1 << 500\nfunc main() { println(a) }\n", "does not compile"},
	{"a huge array", "package main\nvar a [1 << 40]byte\nfunc main() { println(len(a), a[1<<39]) }\n", "variables need"},
}

// typeBomb doubles a type 30 times: comparing two of it takes the type checker hours.
func typeBomb() string {
	var b strings.Builder
	b.WriteString("package main\n\ntype t0 struct{ a, b int }\n")
	for i := range 32 {
		fmt.Fprintf(&b, "type t%d struct{ a, b t%d }\n", i+1, i)
	}
	b.WriteString("var x, y t32\nfunc main() { println(x == y) }\n")
	return b.String()
}

// hostileFiles are no hand-ins at all. Each is refused, with these words in the reason.
func hostileFiles(good string) map[string][2]string {
	return map[string][2]string{
		"no-json":      {"hello", "no hand-in"},
		"nothing":      {"", "no hand-in"},
		"cut":          {good[:len(good)/2], "no hand-in"},
		"deep":         {strings.Repeat("[", 900_000), "no hand-in"},
		"deep-objects": {strings.Repeat(`{"a":`, 200_000) + "1" + strings.Repeat("}", 200_000), "no hand-in"},
		"deep-inside":  {strings.Replace(good, `"student": "`, `"more": `+strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)+`, "student": "`, 1), "no hand-in"},
		"huge-number":  {strings.Replace(good, `"seed": `, `"seed": 1`+strings.Repeat("0", 500_000), 1), "no hand-in"},
		"exponent":     {strings.Replace(good, `"points": `, `"points": 1e999`, 1), "no hand-in"},
		"too-large":    {good + strings.Repeat(" ", handin.MaxBytes), "larger than"},
		"twice":        {strings.Replace(good, `"student": "`, `"student": "x", "student": "`, 1), "no hand-in"},
		"two":          {good + good, "no hand-in"},
		"no-utf8":      {strings.Replace(good, `"student": "`, "\"student\": \"\xff", 1), "no hand-in"},
		"later-format": {strings.Replace(good, handin.Format, "gopark hand-in 2", 1), "reads \"gopark hand-in 1\""},
		"path":         {strings.Replace(good, `"name": "main.go"`, `"name": "../../../etc/passwd.go"`, 1), "no name of a Go file"},
		"nul":          {strings.Replace(good, `"name": "main.go"`, "\"name\": \"a\\u0000.go\"", 1), "no name of a Go file"},
		"escape":       {strings.Replace(good, `"student": "`, `"student": "\u001b[2J`, 1), "cannot be printed"},
		"program-bomb": {strings.Replace(good, `"text": "`, `"text": "`+strings.Repeat("x", handin.MaxProgram), 1), "longer than"},
	}
}

// TestHostileHandIns: 20 and more hostile hand-ins are refused or get no points, with a reason, and 20 good ones that are graded beside them,
// at the same time, are not disturbed.
func TestHostileHandIns(t *testing.T) {
	j := judge(t, testAssignments+"single", "")
	dir := t.TempDir()
	goodText := string(textOf(t, made(t, j, "s00", nil)))
	want := map[string]string{} // file -> words of the reason
	n := 0
	add := func(name, text, says string) {
		file := filepath.Join(dir, fmt.Sprintf("%02d-%s.gopark.json", n, strings.ReplaceAll(name, " ", "-")))
		n++
		write(t, file, text)
		want[file] = says
	}
	for i, p := range hostilePrograms {
		if prove.Mine(i, 4) { // they take seconds each
			add(p.name, string(textOf(t, withPrograms(j, p.program))), p.says)
		}
	}
	for name, f := range hostileFiles(goodText) {
		add(name, f[0], f[1])
	}
	var good []string
	for i := range 20 {
		file := filepath.Join(dir, fmt.Sprintf("good-%02d.gopark.json", i))
		h := made(t, j, fmt.Sprintf("s%02d", i), nil)
		write(t, file, string(textOf(t, h)))
		good = append(good, file)
	}
	all, _, err := Find([]string{dir})
	if err != nil || len(all) != len(want)+len(good) {
		t.Fatalf("%d of %d files are found: %v", len(all), len(want)+len(good), err)
	}
	results := Pool(all, j.Points(), Options{Assignment: testAssignments + "single", Workers: 2, Time: time.Minute, Memory: 512 << 20, Command: []string{os.Args[0], "grade", "-one"}})
	byFile := map[string]Result{}
	for _, r := range results {
		byFile[r.Submission] = r
		t.Logf("%-50s %-8s %d %.150s", filepath.Base(r.Submission), r.State, r.Points, reasonOf(r))
	}
	for file, says := range want {
		r := byFile[file]
		if r.Points != 0 || r.State == Failed || r.State == Graded {
			t.Errorf("%s: %s, %d points", filepath.Base(file), r.State, r.Points)
		}
		if reason := reasonOf(r); reason == "" || !saysOne(reason, says) {
			t.Errorf("%s: it says %q, want %q", filepath.Base(file), reason, says)
		}
	}
	for _, file := range good {
		if r := byFile[file]; r.State != Graded || r.Points != 6 {
			t.Errorf("%s: %s with %d points: %s", filepath.Base(file), r.State, r.Points, reasonOf(r))
		}
	}
}

// saysOne reports whether a reason holds one of the alternatives.
func saysOne(reason, says string) bool {
	return slices.ContainsFunc(strings.Split(says, "|"), func(s string) bool { return strings.Contains(reason, s) })
}

// withPrograms is a hand-in that claims everything for a program.
func withPrograms(j *Judge, program string) *handin.HandIn {
	a := j.assignment
	h := &handin.HandIn{Format: handin.Format, Assignment: handin.Which{Name: a.Slug, Hash: a.Hash}, Engine: j.engine, Student: "Mallory", Claim: handin.Claim{Points: a.Points(), Of: a.Points()}}
	for _, x := range a.Exercises {
		answer := handin.Answer{ID: x.ID, Files: []handin.File{{Name: x.File, SHA256: handin.Hash([]byte(program)), Text: program}}, Claim: handin.Result{Points: x.Points(), Of: x.Points()}}
		for _, seed := range handin.Seeds(a.Hash, x.ID, h.Student) {
			answer.Runs = append(answer.Runs, handin.Run{Seed: seed})
		}
		for _, c := range x.Checks {
			answer.Claim.Checks = append(answer.Claim.Checks, handin.Check{Rule: c.Rule.String(), Points: c.Points, Pass: true})
		}
		h.Exercises = append(h.Exercises, answer)
	}
	return h
}

// reasonOf is all that is said against a hand-in.
func reasonOf(r Result) string {
	all := []string{r.Reason}
	for _, x := range r.Exercises {
		if x.Problem != "" {
			all = append(all, "does not compile: "+x.Problem)
		}
		for _, c := range x.Checks {
			if !c.Pass {
				all = append(all, c.Got)
			}
		}
	}
	return strings.TrimSpace(strings.Join(all, " "))
}

// TestArchives: what is in a zip archive is taken, and tricks with it are refused.
func TestArchives(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "class.zip")
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	put := func(name string, data []byte) {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	put("Ada_1_assignsubmission_file/pool.gopark.json", []byte("1"))
	put("Bob/pool.gopark (1).json", []byte("2"))
	put("readme.txt", []byte("passed over"))
	put("__MACOSX/._pool.gopark.json", []byte("passed over"))
	put("../../evil.gopark.json", []byte("3"))
	put("/etc/evil.gopark.json", []byte("3"))
	put("a\\..\\evil.gopark.json", []byte("3"))
	put("Bob/POOL.gopark (1).json", []byte("3"))
	put("bomb.gopark.json", make([]byte, 64<<20)) // 64 MiB of zeros in 64 KiB
	h := &zip.FileHeader{Name: "link.gopark.json"}
	h.SetMode(os.ModeSymlink | 0o777)
	if w, err := z.CreateHeader(h); err != nil {
		t.Fatal(err)
	} else {
		io.WriteString(w, "/etc/passwd")
	}
	// One that says it is small, and is not.
	var packed bytes.Buffer
	f, _ := flate.NewWriter(&packed, 9)
	f.Write(make([]byte, 64<<20))
	f.Close()
	w, err := z.CreateRaw(&zip.FileHeader{Name: "liar.gopark.json", Method: zip.Deflate, CompressedSize64: uint64(packed.Len()), UncompressedSize64: 10})
	if err != nil {
		t.Fatal(err)
	}
	w.Write(packed.Bytes())
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, file, b.String())
	all, passed, err := Find([]string{file})
	if err != nil {
		t.Fatal(err)
	}
	if len(passed) != 1 || !strings.HasSuffix(passed[0], "readme.txt") {
		t.Errorf("passed over: %q", passed)
	}
	got := map[string]string{}
	for _, s := range all {
		got[strings.TrimPrefix(s.Name, file+":")] = s.Refuse + string(s.Data)
	}
	for name, says := range map[string]string{
		"Ada_1_assignsubmission_file/pool.gopark.json": "1",
		"Bob/pool.gopark (1).json":                     "2",
		"../../evil.gopark.json":                       "its name in the archive is no path below it",
		"/etc/evil.gopark.json":                        "its name in the archive is no path below it",
		"a\\..\\evil.gopark.json":                      "its name in the archive is no path below it",
		"Bob/POOL.gopark (1).json":                     "its name is twice in the archive",
		"bomb.gopark.json":                             "it is larger than 2048 KiB",
		"link.gopark.json":                             "it is no file, or a link",
		"liar.gopark.json":                             "it cannot be read: zip",
	} {
		if !strings.HasPrefix(got[name], says) {
			t.Errorf("%s: %.100q, want %q", name, got[name], says)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("also taken: %v", got)
	}
}

// TestFolders: folders are searched, links are not followed, and what is no archive is refused.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a", "b", "x.gopark.json"), "x")
	write(t, filepath.Join(dir, "notes.json"), "{}")
	write(t, filepath.Join(dir, "broken.zip"), "PK")
	write(t, filepath.Join(dir, "deep", strings.Repeat("d/", 20), "y.gopark.json"), "y")
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link.gopark.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, filepath.Join(dir, "a", "round")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "empty", "x.txt"), "")
	all, passed, err := Find([]string{dir, filepath.Join(dir, "broken.zip"), filepath.Join(dir, "empty")})
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Join(passed, " ")
	if !strings.Contains(names, "/notes.json") || !strings.Contains(names, "/empty/x.txt") || strings.Contains(names, "gopark.json") {
		t.Errorf("passed over: %q", passed)
	}
	var got []string
	for _, s := range all {
		got = append(got, strings.TrimPrefix(s.Name, dir)+" "+s.Refuse+string(s.Data))
	}
	want := []string{"/a/b/x.gopark.json x", "deeper than 10 folders", "/link.gopark.json it is no file, or a link", "/broken.zip it is no zip archive", "/empty there is no hand-in"}
	if len(got) != len(want) {
		t.Fatalf("found %q", got)
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("found %q, want %q", got[i], want[i])
		}
	}
	if _, _, err := Find([]string{filepath.Join(dir, "nobody.gopark.json")}); err == nil {
		t.Error("a file that is not there is no error")
	}
}

// TestAChildThatBreaksIsSaid: it takes its own hand-in with it and nothing else.
func TestAChildThatBreaksIsSaid(t *testing.T) {
	j := judge(t, testAssignments+"pair", "")
	s := []Submission{{Name: "a", Data: textOf(t, withPrograms(j, "package main\nfunc main() {}\n"))}}
	for _, c := range []struct{ command, state, says string }{
		{"echo oh no >&2; exit 3", Failed, "exit status 3: oh no"},
		{"kill -9 $$", Failed, "signal: killed"},
		{"cat", Failed, "read the result"},
		{"exec sleep 60", Limit, "within 10s"},
		{"exit 78", Limit, "more than 20s of the processor's time"},
		{"exec yes", Limit, "result is too large"},
		{"exit 77", Limit, "more than 64 MiB of memory"},
	} {
		most := 20 * time.Second
		if strings.Contains(c.command, "sleep") {
			most = time.Second
		}
		r := Pool(s, 8, Options{Command: []string{"sh", "-c", c.command}, Time: most, Memory: 64 << 20})[0]
		if r.State != c.state || !strings.Contains(r.Reason, c.says) || r.Points != 0 || r.Of != 8 {
			t.Errorf("%s: %+v", c.command, r)
		}
	}
}

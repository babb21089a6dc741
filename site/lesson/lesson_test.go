package lesson

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/gopark/gopark/core/check"
)

const front = "---\ntitle: A\nsummary: B\n---\n"

const playFence = "```go play id=rich file=main.go\n```\n"

// read parses a lesson whose folder has two programs.
func read(text string) (*Lesson, error) {
	files := fstest.MapFS{"main.go": {Data: []byte("package main\n")}, "solution.go": {Data: []byte("package main\n")}}
	return parse("lesson.md", "test", []byte(text), files, fstest.MapFS{"town.go": {Data: []byte("package main\n")}})
}

func TestALessonIsRead(t *testing.T) {
	l, err := read(front + `
Text with {from run=rich event=first(steal) field=count style=word} in it.

` + "```predict id=q\nquestion: How many?\nfrom: run=rich event=nth(steal,2) field=count\nchoices: [1, 5]\nbecause: {1: no}\n```\n" + `
` + "```go play id=rich procs=2 seed=7 focus=first(steal) file=main.go\n```\n" + `
> [!MYTH]
> It takes from the tail.

` + "```exercise id=x solution=solution.go\ngoal: Do it.\nhints: [Look.]\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	if p := l.Plays[0]; len(l.Plays) != 1 || p.ID != "rich" || p.Settings.Procs != 2 || p.Seed != 7 || p.Focus != "first(steal)" || string(p.Source) != "package main\n" {
		t.Errorf("play is %+v", p)
	}
	if len(l.Predicts) != 1 || l.Predicts[0].Choices[1] != "5" || l.Predicts[0].From.Event != "nth(steal,2)" || l.Predicts[0].Because["1"] != "no" {
		t.Errorf("questions are %+v", l.Predicts)
	}
	if len(l.Facts) != 1 || l.Facts[0].Style != "word" || l.Facts[0].Line != 6 {
		t.Errorf("facts are %+v", l.Facts)
	}
	if x := l.Exercises[0]; x.Goal != "Do it." || len(x.Hints) != 1 || x.On != l.Plays[0] || x.Settings.Procs != 2 || x.ID != "x" {
		t.Errorf("exercise is %+v", x)
	}
}

func TestAWholeLessonIsRead(t *testing.T) {
	l, err := read(front + `
Text. In Go: ` + "`runqget`, `runqgrab` and `stealWork`" + `. Not ` + "`this`" + `.

` + "```go play id=one policy=local,steal=one costs=\"steal=1us\" io=net=5ms until=2s mode=parallel hide=1-2,4 readonly=yes title=\"Two queues\"\npackage main\n\nfunc main() {\n}\n```\n" + `
` + "```figure run=one at=end\nAll of the {from run=one event=end field=g} are done.\n```\n" + `
` + "```quiz id=recap\n- question: Why?\n  choices: [a, b]\n  answer: 2\n- question: How?\n  choices: [a, b]\n  answer: 1\n  because: {2: no}\n```\n" + `
` + "```exercise id=x file=main.go solution=solution.go procs=3\ngoal: Do it.\ncheck:\n  - output == same as starter\n  - \"2 points: steals >= 1 in 20 seeds\"\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	p := l.Plays[0]
	want := check.Settings{Procs: 4, Policy: "local,steal=one", Costs: "steal=1us", IO: "net=5ms", Until: "2s"}
	if p.Settings != want || !p.Parallel || !p.ReadOnly || p.Title != "Two queues" || p.File != "main.go" || !slices.Equal(p.Hide, []Lines{{1, 2}, {4, 4}}) {
		t.Errorf("play is %+v", p)
	}
	var names []string
	for _, r := range l.Refs {
		names = append(names, r.Name)
	}
	if !slices.Equal(names, []string{"runqget", "runqgrab", "stealWork"}) || l.Refs[0].Line != 6 {
		t.Errorf("names are %v", names)
	}
	if f := l.Figures[0]; f.Run != "one" || f.At != "end" || f.Line != 15 {
		t.Errorf("figure is %+v", f)
	}
	if c := l.Figures[0].Caption; len(c) != 3 || c[0].Text != "All of the " || c[1].Fact != l.Facts[0] || c[1].Fact.Field != "g" || c[1].Fact.Line != 16 || c[2].Text != " are done." {
		t.Errorf("its caption is %+v", c)
	}
	if q := l.Quizzes[0]; len(q.Questions) != 2 || q.Questions[1].ID != "recap-2" || q.Questions[1].Because["b"] != "no" {
		t.Errorf("quiz is %+v", q)
	}
	x := l.Exercises[0]
	if x.Points() != 3 || x.On != nil || x.Settings.Procs != 3 || x.Checks[1].Rule.String() != "steals >= 1 in 20 seeds" || x.Checks[1].Line != 33 {
		t.Errorf("exercise is %+v, %+v", x, x.Checks)
	}
	if all := l.Programs(); len(all) != 2 || l.Program("x") != all[1] {
		t.Errorf("programs are %v", all)
	}
}

func TestWhatIsWrongIsSaidWithItsLine(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no front matter", playFence, "lesson.md:1: no front matter"},
		{"unknown key", "---\ntitle: A\nsummary: B\nautor: C\n---\n" + playFence, `lesson.md:4: unknown key "autor"`},
		{"wrong type", "---\ntitle: A\nsummary: B\nminutes: long\n---\n" + playFence, "lesson.md:4: "},
		{"no title", "---\nsummary: B\n---\n" + playFence, "lesson.md:1: front matter has no title"},
		{"no program", front, "lesson.md: no program"},
		{"same program twice", front + playFence + "\n```go play id=rich file=main.go\n```\n", "lesson.md:8: id rich is used in line 5 already"},
		{"empty program", front + "```go play id=a\n```\n", "lesson.md:5: no program: give file="},
		{"program twice", front + "```go play id=a file=main.go\npackage main\n```\n", "lesson.md:5: the program stands in main.go"},
		{"two files", front + "```go play id=a file=a.go,b.go\n```\n", "lesson.md:5: file=a.go,b.go: the program of a lesson is one file"},
		{"two files in a fence", front + "```go play id=a\n-- a.go --\npackage main\n-- b.go --\npackage main\n```\n", "lesson.md:5: the program of a lesson is one file: leave out"},
		{"unknown policy", front + "```go play id=a file=main.go policy=go9\n```\n", "lesson.md:5: policy: unknown policy"},
		{"unknown cost", front + "```go play id=a file=main.go costs=gold=1us\n```\n", "lesson.md:5: costs: unknown cost"},
		{"unknown mode", front + "```go play id=a file=main.go mode=fast\n```\n", "lesson.md:5: mode=fast: want virtual or parallel"},
		{"lines that are not there", front + "```go play id=a file=main.go hide=1-9\n```\n", "lesson.md:5: hide: the program has 1 lines"},
		{"lines out of order", front + "```go play id=a file=main.go hide=5-2\n```\n", "lesson.md:5: hide=5-2: want the lines in order"},
		{"figure of another run", front + playFence + "```figure run=poor at=end\n```\n", "lesson.md:7: run=poor: there is no such program"},
		{"figure of no moment", front + playFence + "```figure run=rich at=soon\n```\n", "lesson.md:7: at=soon: want end"},
		{"caption of another run", front + playFence + "```figure run=rich at=end\nOne\n{from run=poor stat=steals}\n```\n", "lesson.md:9: run=poor: there is no such program"},
		{"caption of nothing", front + playFence + "```figure run=rich at=end\nOne {from run=rich stat=luck}\n```\n", "lesson.md:8: stat: unknown quantity"},
		{"bars of another run", front + playFence + "```figure stat=steals runs=rich,poor\n```\n", "lesson.md:7: run=poor: there is no such program"},
		{"bars of nothing", front + playFence + "```figure stat=luck runs=rich\n```\n", "lesson.md:7: stat: unknown quantity"},
		{"bars and a moment", front + playFence + "```figure stat=steals runs=rich at=end\n```\n", "lesson.md:7: give stat and runs, or run and at"},
		{"only hidden programs", front + "```go run id=a file=main.go\n```\n", "lesson.md: no program"},
		{"empty quiz", front + playFence + "```quiz id=q\n```\n", "lesson.md:7: no questions"},
		{"quiz that asks the run", front + playFence + "```quiz id=q\n- question: x\n  from: run=rich event=end field=g\n  choices: [a, b]\n```\n", "question 1: from is for predict"},
		{"exercise on nothing", front + "```exercise id=x solution=solution.go\ngoal: x\n```\n\n" + playFence, "lesson.md:5: no program to work on"},
		{"exercise on another's program", front + playFence + "```exercise id=x solution=solution.go procs=2\ngoal: x\n```\n", "lesson.md:7: procs=2: the program is that of rich"},
		{"no rule", front + playFence + "```exercise id=x solution=solution.go\ngoal: x\ncheck:\n  - steals > 1\n  - steels > 1\n```\n", "lesson.md:11: check: unknown quantity"},
		{"rule about a program that is not there", front + playFence + "```exercise id=x solution=solution.go\ngoal: x\ncheck:\n  - output == same as gone.go\n```\n", "lesson.md:10: no file gone.go"},
		{"unknown fence key", front + "```go play id=a file=main.go proc=2\n```\n", "lesson.md:5: unknown key proc (known: id, file, procs, seed,"},
		{"too many Ps", front + "```go play id=a file=main.go procs=9\n```\n", "lesson.md:5: procs=9: want a number from 1 to 8"},
		{"missing file", front + "```go play id=a file=gone.go\n```\n", "lesson.md:5: no file gone.go"},
		{"file elsewhere", front + "```go play id=a file=../main.go\n```\n", "lesson.md:5: ../main.go: want a .go file"},
		{"no such shared file", front + "```go play id=a file=shared/gone.go\n```\n", "lesson.md:5: no file shared/gone.go"},
		{"shared file elsewhere", front + "```go play id=a file=shared/../main.go\n```\n", "lesson.md:5: shared/../main.go: want a .go file"},
		{"strange moment", front + "```go play id=a file=main.go focus=soon\n```\n", "lesson.md:5: focus=soon: want end"},
		{"unclosed quote", front + "```go play id=\"a file=main.go\n```\n", "lesson.md:5: a quote is not closed"},
		{"unknown fence", front + playFence + "\n```mermaid\n```\n", `unknown fence "mermaid"`},
		{"unknown box", front + playFence + "\n> [!DANGER]\n> x\n", "lesson.md:8: unknown box DANGER"},
		{"unknown question key", front + playFence + "```predict id=q\nquestion: x\nchoice: [1]\n```\n", `lesson.md:9: unknown key "choice"`},
		{"one choice", front + playFence + "```predict id=q\nquestion: x\nchoices: [1]\nanswer: 1\n```\n", "lesson.md:7: a question needs two choices or more"},
		{"choice twice", front + playFence + "```predict id=q\nquestion: x\nchoices: [1, 2, 1]\nanswer: 2\n```\n", `lesson.md:7: choice "1" is there twice`},
		{"box about nothing", front + playFence + "\n> [!MYTH stealing]\n> x\n", "lesson.md:8: stealing: want the name of a claim"},
		{"note about a claim", front + playFence + "\n> [!NOTE S0.1]\n> x\n", "lesson.md:8: a NOTE names no claims"},
		{"no answer", front + playFence + "```predict id=q\nquestion: x\nchoices: [1, 2]\n```\n", "lesson.md:7: give either from or answer"},
		{"answer out of range", front + playFence + "```predict id=q\nquestion: x\nchoices: [1, 2]\nanswer: 3\n```\n", "lesson.md:7: answer: 3, but there are 2 choices"},
		{"because of nothing", front + playFence + "```predict id=q\nquestion: x\nchoices: [a, b]\nanswer: 1\nbecause: {c: x}\n```\n", `lesson.md:7: because names "c"`},
		{"other run", front + playFence + "A {from run=poor event=first(steal) field=count} b\n", "lesson.md:7: run=poor: there is no such program"},
		{"unknown value", front + playFence + "A {from run=rich event=first(steal) field=size} b\n", "lesson.md:7: field=size: want one of"},
		{"unknown figure", front + playFence + "A {from run=rich stat=luck} b\n", "lesson.md:7: stat: unknown quantity"},
		{"figure of what", front + playFence + "A {from run=rich stat=busy} b\n", "lesson.md:7: stat: busy of what"},
		{"figure and event", front + playFence + "A {from run=rich stat=steals event=end} b\n", "lesson.md:7: give stat, or event and field"},
		{"id twice", front + playFence + "```exercise id=rich solution=solution.go\ngoal: x\n```\n", "lesson.md:7: id rich is used in line 5 already"},
		{"image", front + playFence + "![x](y.png)\n", "lesson.md:7: pictures are drawn by the stage"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := read(test.text)
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is\n%v\nwant in it\n%s", err, test.want)
			}
		})
	}
}

func TestAllProblemsOfALessonAreSaidAtOnce(t *testing.T) {
	_, err := read("---\ntitle: A\n---\n```go play id=A file=gone.go\n```\n<b>x</b>\n")
	if ps, ok := err.(Problems); !ok || len(ps) != 5 {
		t.Errorf("problems are\n%v", err)
	}
}

// Links that a browser would run, hide or send elsewhere.
var hostileLinks = []string{
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)", "\x01javascript:alert(1)",
	"vbscript:x", "data:text/html,<script>alert(1)</script>", "data:image/svg+xml,<svg/onload=alert(1)>",
	"blob:x", "file:///etc/passwd", "//evil.example/x", "\\\\evil.example", "/\\evil.example", "http:evil", "https:", "ftp://x/y", "mailto:a@b",
	" javascript:alert(1)", "javascript:%0aalert(1)", "feed:javascript:alert(1)", "view-source:x", "http://", "x:y",
}

func TestOnlyPlainLinksAreSafe(t *testing.T) {
	for _, dest := range hostileLinks {
		if SafeLink(dest) {
			t.Errorf("%q is taken for safe", dest)
		}
	}
	for _, dest := range []string{"https://go.dev/ref/spec#Go_statements", "http://example.org", "#now-you", "/play/", "../other/", "page", "a/b:c"} {
		if !SafeLink(dest) {
			t.Errorf("%q is refused", dest)
		}
	}
}

func TestHostileTextIsRefused(t *testing.T) {
	for _, text := range []string{
		"<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "<svg onload=alert(1)>", "<iframe src=//x></iframe>",
		"[x](javascript:alert(1))", "[x](<java\tscript:alert(1)>)", "<javascript:alert(1)>", "[x]: javascript:alert(1)\n\n[x]",
		"<!-- --><script>", "<a href=x data-commandlinker-command=y>z</a>", "<style>*{}</style>", "<math><mtext></mtext></math>",
		"[x](data:text/html;base64,PHNjcmlwdD4=)", "<details open ontoggle=alert(1)>", "![x](javascript:alert(1))", "[x](//evil.example)", "[x](javascript&colon;alert(1))", "[x](&#106;avascript:alert(1))",
	} {
		if _, err := read(front + playFence + "\n" + text + "\n"); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// TestRemarksAreTaken: a comment that stands alone is none of the reader's business.
func TestRemarksAreTaken(t *testing.T) {
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{"<!-- a remark -->", true},
		{"<!--\na remark\n\nof several lines: <b>\n-->", true},
		{"<!-- a --> <b>x</b>", false},
		{"<!-- a -->\n<script>x</script>", false},
		{"<!-- a --> <!-- b -->", false},
		{"<!-- it is not closed", false},
		{"words <!-- inside --> words", false},
	} {
		if _, err := read(front + playFence + "\n" + c.text + "\n\nMore text.\n"); (err == nil) != c.ok {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

func TestOrderIsHeld(t *testing.T) {
	lesson := &fstest.MapFile{Data: []byte(front + playFence)}
	needy := &fstest.MapFile{Data: []byte("---\ntitle: A\nsummary: B\nneeds: [a]\n---\n" + playFence)}
	main := &fstest.MapFile{Data: []byte("package main\n")}
	for _, test := range []struct{ name, order, want string }{
		{"in order", "# remark\na\nb\n", ""},
		{"needs what comes later", "b\na\n", "lessons/b/lesson.md:1: needs a, which does not stand before it"},
		{"twice", "a\nb\na\n", "lessons/order.txt:3: a is listed twice"},
		{"forgotten", "a\n", "lessons/order.txt: b is not listed"},
		{"not there", "a\nb\nc\n", "lessons/order.txt:3: read lesson c"},
		{"no name", "a\nb\n../c\n", "lessons/order.txt:3: ../c: want small letters"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := LoadAll(fstest.MapFS{
				"lessons/order.txt":   {Data: []byte(test.order)},
				"lessons/a/lesson.md": lesson, "lessons/a/main.go": main,
				"lessons/b/lesson.md": needy, "lessons/b/main.go": main,
			}, "lessons")
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("error is %v, want in it %s", err, test.want)
			}
		})
	}
}

func FuzzLesson(f *testing.F) {
	f.Add(front + playFence)
	f.Add(front + "> [!MYTH]\n> x {from run=rich event=first(steal) field=count}\n")
	f.Add("---\n: [\n---\n```predict id=\"\n```\n")
	f.Fuzz(func(t *testing.T, text string) {
		read(text) // must not panic
	})
}

// TestAllFaultsAreSaid: one fault hides no other, each has its line, and the words are plain.
func TestAllFaultsAreSaid(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"unknown keys", "---\ntitel: A\nminuts: 5\nhand-in: nme\n---\n" + playFence + "```exercise id=x file=main.go solution=solution.go\ngaol: Do it.\ncheck:\n  - exit = 0\n```\n", []string{
			"lesson.md:1: front matter has no title", "lesson.md:1: front matter has no summary",
			`lesson.md:2: unknown key "titel" (known: title, summary, needs, goals, minutes, hand-in)`, `lesson.md:3: unknown key "minuts" (`,
			"lesson.md:4: hand-in: nme: want one of name, id, nothing",
			"lesson.md:8: no goal", `lesson.md:9: unknown key "gaol" (known: goal, hints, check)`, "lesson.md:11: check: exit = 0: want a quantity",
		}},
		{"unknown keys of a quiz", front + playFence + "```quiz id=q\n- question: Why?\n  choices: [a, b]\n  anwser: 2\n- question: How?\n  choice: [a, b]\n  answer: 1\n```\n", []string{
			`lesson.md:7: give either from or answer`, `lesson.md:7: a question needs two choices or more`, `lesson.md:10: unknown key "anwser"`, `lesson.md:12: unknown key "choice"`,
		}},
		{"too long", "---\ntitle: A\nsummary: B\nminutes: 500\n---\n" + playFence, []string{"lesson.md:4: minutes: 500 is not between"}},
		{"a task that cannot be read", "---\ntitle: A\nsummary: B\nhand-in: name\n---\n" + playFence + "```exercise id=x on=rich\ngoal: Do: it.\ncheck:\n  - exit == 0\n```\n", []string{"lesson.md:9: a text with a colon"}},
		{"an assignment that cannot be read", "---\ntitle: A: b\nsummary: B\nhand-in: name\n---\n" + playFence + "```exercise id=x on=rich\ngoal: Do it.\ncheck:\n  - exit == 0\n```\n", []string{"lesson.md:2: a text with a colon"}},
		{"a task on no play", front + playFence + "```exercise id=x on=sping solution=solution.go\ngoal: Do it.\ncheck:\n  - exit == 0\n```\n", []string{"lesson.md:7: on=sping: there is no play sping (there is: rich)"}},
		{"odd points", front + playFence + "```exercise id=x solution=solution.go\ngoal: Do it.\ncheck:\n  - 0 points: exit == 0\n  - 1: exit == 0\n  - -2 points: exit == 0\n  - two points: exit == 0\n  - \"1000 points: exit == 0\"\n  - 2 point exit == 0\n```\n", []string{
			`lesson.md:10: check: "0 points" before the rule: want points from 1 to 999, such as 2 points: exit == 0`, `lesson.md:11: check: "1" before the rule`, `lesson.md:12: check: "-2 points" before`, `lesson.md:13: check: "two points" before`, `lesson.md:14: check: "1000 points" before`, `lesson.md:15: check: "2 point" before the rule: want a colon after it`,
		}},
		{"kinds of values", "---\ntitle: [a]\nsummary: B\n---\n" + playFence, []string{"lesson.md:2: title: want a text; if it is one, put it in quotes"}},
		{"no number", "---\ntitle: a\nminutes: long\n---\n" + playFence, []string{"lesson.md:3: minutes: want a whole number"}},
		{"no list", "---\ntitle: a\nneeds: b\n---\n" + playFence, []string{"lesson.md:3: want a list: [a, b], or lines that begin with -"}},
		{"a colon", "---\nsummary: B\ntitle: a: b\n---\n" + playFence, []string{"lesson.md:3: a text with a colon and a blank in it stands in quotes"}},
		{"a colon in a rule", front + playFence + "```exercise id=x solution=solution.go\ngoal: Do it.\ncheck:\n  - 2 points: output == \"a: b\"\n```\n", []string{`lesson.md:10: a text with a colon and a blank in it stands in quotes, the whole rule: - '2 points: output == "a: b"'`}},
		{"a key twice", "---\ntitle: a\nsummary: B\ntitle: a\n---\n" + playFence, []string{`lesson.md:4: key "title" is there twice`}},
		{"quotes in quotes", front + playFence + "```exercise id=x file=main.go solution=solution.go\ngoal: Do it.\ncheck:\n  - exit == 0\n  - \"2 points: output == \"a\"\"\n```\n", []string{
			`lesson.md:11: this does not fit here; if it is one text, put it in quotes, and write \" for each quote in it`,
		}},
		{"a wrong rule with points and quotes", front + playFence + "```exercise id=x file=main.go solution=solution.go\ngoal: Do it.\ncheck:\n  - exit == 0\n  - \"2 points: output = \\\"a b\\\"\"\n  - 2 points: output = \"a b\"\n  - [exit == 0]\n```\n", []string{
			"lesson.md:11: check: output =: want ==", "lesson.md:12: check: output =: want ==", "lesson.md:13: check: no statement",
		}},
	} {
		_, err := read(c.text)
		var lines []string
		if err != nil {
			lines = strings.Split(err.Error(), "\n")
		}
		ok := len(lines) == len(c.want)
		for i := 0; ok && i < len(lines); i++ {
			ok = strings.HasPrefix(lines[i], c.want[i])
		}
		if !ok {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(lines, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// TestPointsNeedNoQuotes: a rule with points is the same with quotes and without.
func TestPointsNeedNoQuotes(t *testing.T) {
	l, err := read(front + playFence + "```exercise id=x file=main.go solution=solution.go\ngoal: Do it.\ncheck:\n" +
		"  - 2 points: output == \"a b\\n\" in 5 seeds\n  - \"2 points: output == \\\"a b\\\\n\\\" in 5 seeds\"\n  - '2 points: output == \"a b\\n\" in 5 seeds'\n  - exit == 0\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range l.Exercises[0].Checks {
		text, points := `output == "a b\n" in 5 seeds`, 2
		if i == 3 {
			text, points = "exit == 0", 1
		}
		if c.Rule.Text != text || c.Points != points || c.Line != 10+i {
			t.Errorf("check %d is %q for %d in line %d", i, c.Rule.Text, c.Points, c.Line)
		}
	}
}

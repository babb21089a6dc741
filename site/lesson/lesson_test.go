package lesson

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/core/sched/knob"
)

const front = "---\ntitle: A\nsummary: B\n---\n"

const playFence = "```go play id=rich file=main.go\n```\n"

// read parses a lesson whose folder has two programs.
func read(text string) (*Lesson, error) {
	files := fstest.MapFS{"main.go": {Data: []byte("package main\n")}, "solution.go": {Data: []byte("package main\n")}}
	return parse("lesson.md", "test", []byte(text), files)
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
	if p := l.Play; p == nil || p.ID != "rich" || p.Procs != 2 || p.Seed != 7 || p.Focus != "first(steal)" || string(p.Source) != "package main\n" {
		t.Errorf("play is %+v", l.Play)
	}
	if len(l.Predicts) != 1 || l.Predicts[0].Choices[1] != "5" || l.Predicts[0].From.Event != "nth(steal,2)" || l.Predicts[0].Because["1"] != "no" {
		t.Errorf("questions are %+v", l.Predicts)
	}
	if len(l.Facts) != 1 || l.Facts[0].Style != "word" || l.Facts[0].Line != 6 {
		t.Errorf("facts are %+v", l.Facts)
	}
	if l.Exercise == nil || l.Exercise.Goal != "Do it." || len(l.Exercise.Hints) != 1 {
		t.Errorf("exercise is %+v", l.Exercise)
	}
}

func TestTheSettingsOfARunAreRead(t *testing.T) {
	l, err := read(front + "```go play id=rich policy=local,steal=one costs=\"wake=2us,steal=50ns\" io=net=5ms,loss=1% until=1.5s file=main.go\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	want := []policy.Setting{
		{Knob: knob.Steal, Value: knob.StealOne}, {Knob: knob.Spin, Value: knob.Off}, {Knob: knob.Handoff, Value: knob.Off},
		{Knob: knob.Netpoll, Value: knob.Off}, {Knob: knob.Preempt, Value: knob.PreemptOff}, {Knob: knob.CostSteal, Value: 50},
		{Knob: knob.CostWake, Value: 2000}, {Knob: knob.NetLatency, Value: 5e6}, {Knob: knob.NetLoss, Value: 10_000},
	}
	if p := l.Play; !reflect.DeepEqual(p.Set, want) || p.End != 1500*time.Millisecond || p.Policy != "local,steal=one" || p.Costs != "wake=2us,steal=50ns" || p.IO != "net=5ms,loss=1%" || p.Until != "1.5s" {
		t.Errorf("play is %+v", l.Play)
	}
}

func TestWhatIsWrongIsSaidWithItsLine(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no front matter", playFence, "lesson.md:1: no front matter"},
		{"unknown key", "---\ntitle: A\nsummary: B\nautor: C\n---\n" + playFence, `lesson.md:4: unknown key "autor"`},
		{"wrong type", "---\ntitle: A\nsummary: B\nminutes: long\n---\n" + playFence, "lesson.md:4: "},
		{"no title", "---\nsummary: B\n---\n" + playFence, "lesson.md:1: front matter has no title"},
		{"no program", front, "lesson.md: no program"},
		{"second program", front + playFence + "\n```go play id=other file=main.go\n```\n", "lesson.md:8: a lesson has one program"},
		{"unknown fence key", front + "```go play id=a file=main.go proc=2\n```\n", "lesson.md:5: unknown key proc (known: id, procs, seed, policy, costs, io, until, focus, file)"},
		{"too many Ps", front + "```go play id=a file=main.go procs=9\n```\n", "lesson.md:5: procs=9: want a number from 1 to 8"},
		{"unknown policy", front + "```go play id=a file=main.go policy=go9\n```\n", `lesson.md:5: policy: unknown policy "go9" (known: 1:1, pool,`},
		{"unknown switch", front + "```go play id=a file=main.go policy=local,steel=one\n```\n", `lesson.md:5: policy: unknown switch "steel"`},
		{"bad switch", front + "```go play id=a file=main.go policy=steal=all\n```\n", "lesson.md:5: policy: steal=all: want one of half, one, none"},
		{"bad cost", front + "\n```go play id=a file=main.go costs=wake=2ms\n```\n", "lesson.md:6: costs: wake=2ms: want 0 to 1ms"},
		{"bad latency", front + "```go play id=a file=main.go io=net=1ms,loss=2\n```\n", "lesson.md:5: io: loss=2: want a share such as 1%"},
		{"bad end", front + "```go play id=a file=main.go until=-1s\n```\n", "lesson.md:5: until: -1s: want no negative time"},
		{"empty policy", front + "```go play id=a file=main.go policy=\n```\n", "lesson.md:5: policy: want a value"},
		{"cost in spaces", front + "```go play id=a file=main.go costs=\"wake=2us, steal=1ns\"\n```\n", `lesson.md:5: costs: unknown cost " steal"`},
		{"missing file", front + "```go play id=a file=gone.go\n```\n", "lesson.md:5: no file gone.go"},
		{"file elsewhere", front + "```go play id=a file=../main.go\n```\n", "lesson.md:5: ../main.go: want a .go file"},
		{"strange moment", front + "```go play id=a file=main.go focus=soon\n```\n", "lesson.md:5: focus=soon: want end"},
		{"unclosed quote", front + "```go play id=\"a file=main.go\n```\n", "lesson.md:5: a quote is not closed"},
		{"unknown fence", front + playFence + "\n```mermaid\n```\n", `unknown fence "mermaid"`},
		{"unknown box", front + playFence + "\n> [!DANGER]\n> x\n", "lesson.md:8: unknown box DANGER"},
		{"unknown question key", front + playFence + "```predict id=q\nquestion: x\nchoice: [1]\n```\n", `lesson.md:9: unknown key "choice"`},
		{"one choice", front + playFence + "```predict id=q\nquestion: x\nchoices: [1]\nanswer: 1\n```\n", "lesson.md:7: a question needs two choices or more"},
		{"no answer", front + playFence + "```predict id=q\nquestion: x\nchoices: [1, 2]\n```\n", "lesson.md:7: give either from or answer"},
		{"answer out of range", front + playFence + "```predict id=q\nquestion: x\nchoices: [1, 2]\nanswer: 3\n```\n", "lesson.md:7: answer: 3, but there are 2 choices"},
		{"because of nothing", front + playFence + "```predict id=q\nquestion: x\nchoices: [a, b]\nanswer: 1\nbecause: {c: x}\n```\n", `lesson.md:7: because names "c"`},
		{"other run", front + playFence + "A {from run=poor event=first(steal) field=count} b\n", "lesson.md:7: run=poor: there is no such program"},
		{"unknown value", front + playFence + "A {from run=rich event=first(steal) field=size} b\n", "lesson.md:7: field=size: want one of"},
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

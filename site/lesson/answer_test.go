package lesson

import (
	"fmt"
	"strings"
	"testing"
)

// answers are the blocks that each question covers, by the kinds of their nodes.
func answers(l *Lesson) map[string]string {
	all := map[string]string{}
	for n := l.Doc.FirstChild(); n != nil; n = n.NextSibling() {
		a, ok := n.(*AnswerNode)
		if !ok {
			continue
		}
		var kinds []string
		for c := a.FirstChild(); c != nil; c = c.NextSibling() {
			kinds = append(kinds, c.Kind().String())
		}
		all[a.Predict.ID] = strings.Join(kinds, " ")
	}
	return all
}

func question(id, rest string) string {
	return "```predict id=" + id + "\nquestion: How many?\nchoices: [1, 2]\n" + rest + "\n```\n\n"
}

func TestWhatAnswersAQuestionIsFound(t *testing.T) {
	const (
		play   = "```go play id=rich file=main.go\n```\n\n"
		more   = "```go play id=more file=main.go\n```\n\n"
		unseen = "```go run id=unseen file=main.go\n```\n\n"
		more2  = "```go play id=third file=main.go\n```\n\n"
		figure = "```figure run=rich at=first(steal)\nSo it is.\n```\n\n"
		from   = "from: run=rich event=first(steal) field=count"
	)
	for _, c := range []struct{ name, text, covers, program, hold string }{
		{"the text behind the program, to the next heading", question("q", from) + play + "Text.\n\n" + figure + "> [!NOTE]\n> A.\n\n## Next\n\nText.\n", "Paragraph Figure Alert", "rich", "first(steal)"},
		{"what stands between question and program is not the answer", question("q", from) + "Look.\n\n" + play + "Text.\n", "Paragraph", "rich", "first(steal)"},
		{"to the next program", question("q", from) + play + unseen + "Text.\n\n" + more + "Text.\n", "Paragraph", "rich", "first(steal)"},
		{"behind programs that stand together", question("q", from) + play + more + "Text.\n\n" + more2 + "Text.\n", "Paragraph", "rich", "first(steal)"},
		{"a program that is not shown in it", question("q", from) + play + "Text.\n\n" + unseen + "Text.\n", "Paragraph Play Paragraph", "rich", "first(steal)"},
		{"to the next question", question("q", from) + play + "Text.\n\n" + question("r", "answer: 1"), "Paragraph", "rich", "first(steal)"},
		{"not the first program, but the one that is asked", question("q", from) + more + "Text.\n\n" + play + "Text.\n\nText.\n", "Paragraph Paragraph", "rich", "first(steal)"},
		{"a program above", play + question("q", from) + "Text.\n", "Paragraph", "rich", "first(steal)"},
		{"a program that is not shown", question("q", "from: run=unseen stat=threads") + play + unseen + "Text.\n", "", "", ""},
		{"a question without a run is about the next program", question("q", "answer: 1") + play + "Text.\n", "Paragraph", "rich", ""},
		{"a question without a program", play + "Text.\n\n" + question("q", "answer: 1") + "Text.\n", "", "", ""},
		{"the author says how much", question("q", from+"\ncovers: 1") + play + unseen + "Text.\n\n" + figure + "Text.\n", "Paragraph", "rich", "first(steal)"},
		{"the author says nothing", question("q", from+"\ncovers: 0") + play + "Text.\n", "", "rich", "first(steal)"},
		{"a question without a program that says how much", play + question("q", "answer: 1\ncovers: 1") + "Text.\n\nText.\n", "Paragraph", "", ""},
		{"the whole run", question("q", "from: run=rich stat=threads") + play, "", "rich", ""},
		{"the time of an event", question("q", "from: run=rich event=first(steal) field=time") + play, "", "rich", ""},
		{"the author names the moment", question("q", from+"\nhold: nth(go-start,3)") + play, "", "rich", "nth(go-start,3)"},
	} {
		l, err := read(front + c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := answers(l)["q"]; got != c.covers {
			t.Errorf("%s: it covers %q, want %q", c.name, got, c.covers)
		}
		if p := l.Predicts[0]; p.Program != c.program || p.Hold != c.hold {
			t.Errorf("%s: it holds %q before %q, want %q and %q", c.name, p.Program, p.Hold, c.program, c.hold)
		}
	}
}

func TestAnswersBeforeTheirQuestionAreErrors(t *testing.T) {
	const fact = "{from run=rich event=first(steal) field=count style=word}"
	for _, c := range []struct{ name, before, want string }{
		{"the number itself", "It takes " + fact + ".\n\n", "lesson.md:5: this number is the answer of the question q, which comes in line 7"},
		{"in a box", "> [!NOTE]\n> It takes " + fact + ".\n\n", "this number is the answer of the question q"},
		{"in a caption", "```figure run=rich at=first(go-start)\nIt will take " + fact + ".\n```\n\n", "this number is the answer of the question q"},
		{"another field", "There are {from run=rich event=first(steal) field=of}.\n\n", ""},
		{"another moment", "Then {from run=rich event=nth(steal,2) field=count}.\n\n", ""},
	} {
		_, err := read(front + c.before + question("q", "from: run=rich event=first(steal) field=count") + playFence + fact + "\n")
		if got := fmt.Sprint(err); (c.want == "") != (err == nil) || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %q", c.name, got, c.want)
		}
	}
	for stat, want := range map[string]bool{"threads": true, "busy(P0)": false, "busy(P1)": true, "makespan": false} {
		asked := "threads"
		if strings.HasPrefix(stat, "busy") {
			asked = "busy(P1)"
		}
		_, err := read(front + "It has {from run=rich stat=" + stat + "}.\n\n" + question("q", "from: run=rich stat="+asked) + playFence)
		if (err != nil) != want {
			t.Errorf("%s before a question for %s: %v", stat, asked, err)
		}
	}
	for _, c := range []struct{ text, want string }{
		{question("q", "answer: 1\nhold: steal") + playFence, "hold: steal: want"},
		{question("q", "answer: 1\ncovers: -1") + playFence, "covers: -1"},
		{playFence + "```quiz id=z\n- question: Why?\n  choices: [a, b]\n  answer: 1\n  covers: 1\n```\n", "question 1: hold and covers are for predict"},
	} {
		if _, err := read(front + c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

package check

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the table of quantities in the guide for authors")

const guide = "../../lessons/README.md"

// TestGuideListsAllQuantities: the table in the guide is made from Quantities.
func TestGuideListsAllQuantities(t *testing.T) {
	var b strings.Builder
	for _, q := range Quantities {
		name := q.Name
		if q.Arg != "" {
			name += "(" + q.Arg + ")"
		}
		does := q.Does
		if does == "" {
			does = q.Name
		}
		fmt.Fprintf(&b, "| `%s` | %s%s |\n", name, does, [...]string{"", "; a duration", "; a percentage"}[q.Unit])
	}
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	const head = "| quantity | what |\n|---|---|\n"
	before, rest, ok := strings.Cut(string(text), head)
	_, after, ok2 := strings.Cut(rest, "\n\n")
	if !ok || !ok2 {
		t.Fatal("the guide has no table of quantities")
	}
	want := before + head + strings.TrimSpace(b.String()) + "\n\n" + after
	if *update {
		if err := os.WriteFile(guide, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(text) {
		t.Error("the table of quantities in lessons/README.md is not that of core/check: go test ./core/check -update")
	}
}

// TestGuideListsAllKinds: the last section of the guide is made of the words of core/event/kind.
func TestGuideListsAllKinds(t *testing.T) {
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile("../event/kind/kind.go")
	if err != nil {
		t.Fatal(err)
	}
	const head = "## All kinds of events\n\nIn the words g, m and p are the goroutine, the thread and the P that the event is about, and n is a number.\n\n| kind | what it says |\n|---|---|\n"
	before, _, ok := strings.Cut(string(text), head)
	if !ok {
		t.Fatalf("the guide has no section that begins with %q", head)
	}
	var b strings.Builder
	rows := 0
	for _, m := range regexp.MustCompile(`(?m)^\t(\w+) +Kind = (\d+)(?: // (.+))?$`).FindAllStringSubmatch(string(src), -1) {
		if m[2] == "0" {
			continue
		}
		if m[3] == "" {
			t.Errorf("kind %s has no words in core/event/kind", m[1])
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", moments(m[1]), m[3])
		rows++
	}
	if rows < 60 {
		t.Fatalf("%d kinds", rows)
	}
	if want := before + head + b.String(); *update {
		if err := os.WriteFile(guide, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(text) {
		t.Error("the table of all kinds in lessons/README.md is not that of core/event/kind: go test ./core/check -update")
	}
}

// moments is the name of a kind as moments write it.
func moments(kind string) string {
	return strings.ToLower(regexp.MustCompile(`([a-z0-9])([A-Z])`).ReplaceAllString(kind, "$1-$2"))
}

// TestGuideNamesKindsThatExist: the kinds of events in the guide's table are those of core/event/kind, as moments write them.
func TestGuideNamesKindsThatExist(t *testing.T) {
	text, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile("../event/kind/kind.go")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\t(\w+) +Kind = \d+`).FindAllStringSubmatch(string(src), -1) {
		known[moments(m[1])] = true
	}
	_, table, ok := strings.Cut(string(text), "| kind | what happens |\n|---|---|\n")
	table, _, ok2 := strings.Cut(table, "\n\n")
	if !ok || !ok2 || len(known) < 50 {
		t.Fatal("the guide has no table of kinds, or there are no kinds")
	}
	for line := range strings.SplitSeq(table, "\n") {
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(strings.Split(line, "|")[1], -1) {
			if !known[m[1]] {
				t.Errorf("the guide names %s, which is no kind", m[1])
			}
		}
	}
}

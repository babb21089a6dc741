package check

import (
	"flag"
	"fmt"
	"os"
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

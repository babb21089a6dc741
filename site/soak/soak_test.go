package soak

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gopark/gopark/wasm/host/cli"
)

// TestSoakGoesOn: an ended soak goes on with the next round; a failed round stays in the results.
func TestSoakGoesOn(t *testing.T) {
	file := filepath.Join(t.TempDir(), "soak.json")
	s := &session{log: new(bytes.Buffer)}
	var seen []int
	broken := true
	p := part{"hammers", "", 3, func(_ *session, r *result) (counts, error) {
		n := r.Rounds
		seen = append(seen, n)
		if n == 0 && broken {
			return nil, errors.New("it broke")
		}
		return counts{"things": 5}, nil
	}, nil}
	for range 2 { // the second call reads what the first one wrote
		st, err := readState(file, "abc")
		if err == nil {
			err = p.run(s, st, file)
		}
		if err != nil {
			t.Fatal(err)
		}
		broken = false
	}
	st, err := readState(file, "abc")
	if err != nil {
		t.Fatal(err)
	}
	r := st.of("hammers")
	if !r.Done || r.Rounds != 3 || r.Counts["things"] != 15 || len(r.Failures) != 1 || len(seen) != 4 {
		t.Errorf("%+v, rounds %v", r, seen)
	}
	var out bytes.Buffer
	st.summary(&out, parts)
	if want := "| hammers | 3 | 0s | 15 things | 1 |"; !strings.Contains(out.String(), want) {
		t.Errorf("no %q in\n%s", want, out.String())
	}
	book := filepath.Join(t.TempDir(), "results.md")
	if err := errors.Join(os.WriteFile(book, []byte("before\n"), 0o644), st.record(book)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(book)
	if err != nil || !strings.HasPrefix(string(text), "before\n\n## Commit abc\n") || !strings.Contains(string(text), "| hammers | 3 |") || strings.Contains(string(text), "not run") {
		t.Errorf("%v\n%s", err, text)
	}
	if st, err = readState(file, "another commit"); err != nil || len(st.Parts) != 0 {
		t.Errorf("%v, %+v", err, st)
	}
}

// TestExplorationsAreRead: the line that core/sched/explore_test.go prints says where to go on.
func TestExplorationsAreRead(t *testing.T) {
	found := report.FindAllStringSubmatch("        === RUN   TestExplore/two_wake_at_once\n            explore_test.go:56: 1370 schedules with up to 3 preemptions (all: true), 0 random ones; next: \n"+
		"        === RUN   TestExplore/overflow,_two_thieves\n            explore_test.go:56: 200 schedules with up to 3 preemptions (all: false), 0 random ones; next: 0.1.12.\n", -1)
	if len(found) != 2 || found[0][1] != "two_wake_at_once" || found[0][2] != "1370" || found[0][3] != "true" || found[0][4] != "" ||
		found[1][1] != "overflow,_two_thieves" || found[1][3] != "false" || found[1][4] != "0.1.12." {
		t.Errorf("%q", found)
	}
	if explored(counts{}) || explored(counts{"scenarios": 2, "scenarios complete": 1}) || !explored(counts{"scenarios": 2, "scenarios complete": 2}) {
		t.Error("the end is not where all scenarios are complete")
	}
}

func TestEnoughOfBoth(t *testing.T) {
	for _, c := range []counts{{"switches": wantSwitches}, {"steals": wantSteals}, {}} {
		if enoughParallel(c) {
			t.Errorf("%v is enough", c)
		}
	}
	if !enoughParallel(counts{"switches": wantSwitches, "steals": wantSteals}) {
		t.Error("never enough")
	}
}

func TestUnknownPartIsRefused(t *testing.T) {
	var stderr strings.Builder
	code := Command([]string{"nope"}, cli.IO{Out: io.Discard, Err: &stderr})
	if code != 2 || !strings.Contains(stderr.String(), `no part "nope"`) || !strings.Contains(stderr.String(), "parallel-node ") {
		t.Errorf("code %d, %s", code, stderr.String())
	}
}

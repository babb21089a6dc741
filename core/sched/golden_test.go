package sched

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/event"
)

var update = flag.Bool("update", false, "write testdata/digests.txt anew")

// TestGoldenDigests: a schedule is a text. If a digest changes, some decision, cost or record has
// changed; that must be on purpose.
func TestGoldenDigests(t *testing.T) {
	const path = "testdata/digests.txt"
	var b strings.Builder
	everyStep = 1 << 30 // no comparison here
	defer func() { everyStep = 1 }()
	for _, procs := range []int{1, 2, 4, 8} {
		for seed := uint64(1); seed <= 2; seed++ {
			recs, err := runVirtual(t, procs, seed, 0, busy(300))
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "procs %d seed %d records %d %s\n", procs, seed, len(recs), event.Digest(recs))
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || b.String() != string(want) {
		t.Errorf("%v\ngot\n%swant\n%s", err, b.String(), want)
	}
}

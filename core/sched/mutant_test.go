//go:build mutant

package sched

import "testing"

// The tests below run the hammers with a mistake switched on. They pass if the hammer fails. (With
// -race they fail, since the race detector notices as well.)
//
//	go test -tags mutant -run ^TestMutant ./core/sched

func TestMutants(t *testing.T) {
	for _, name := range []string{
		"publish before the slot is filled",
		"head moved without compare-and-swap",
	} {
		t.Run(name, func(t *testing.T) {
			mutant = name
			defer func() { mutant = "" }()
			err := hammerRunq(2000, 2, 700)
			if err == nil {
				t.Error("the hammer did not notice")
			}
			t.Log(err)
		})
	}
}

func TestMutantWithoutLastLook(t *testing.T) {
	skipRecheck = true
	defer func() { skipRecheck = false }()
	lost, err := lostWakeups(200_000)
	if lost == 0 {
		t.Error("nobody noticed", err)
	}
	t.Logf("%d wake-ups were lost, %v", lost, err)
}

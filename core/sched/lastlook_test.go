package sched

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// lostWakeups makes work at the very moment when the only searcher gives up, again and
// again. It counts how often nobody came for it: a runnable goroutine, an idle P, and no searcher, for
// longer than any thread may take for its next instruction.
func lostWakeups(rounds int) (lost int, err error) {
	_, err = Run(Config{Procs: 2, Parallel: true, Seed: 1}, func() {
		for round := 0; round < rounds; round++ {
			var ran atomic.Bool
			Go(1, func() { ran.Store(true) })
			pp := Getm().P
			alone := time.Time{}
			for !ran.Load() {
				runtime.Gosched()
				if pp.runqempty() || sched.npidle.Load() == 0 || sched.nmspinning.Load() != 0 {
					alone = time.Time{}
					continue
				}
				if alone.IsZero() {
					alone = time.Now()
				}
				if time.Since(alone) > 300*time.Millisecond {
					lost++
					Gosched() // run it ourselves
				}
			}
			for i := 0; i < round%64; i++ {
				runtime.Gosched() // so that it comes a bit later each time
			}
			if lost == 1 {
				return
			}
		}
	})
	return lost, err
}

func TestNoWakeupIsLost(t *testing.T) {
	rounds := 10_000
	if testing.Short() {
		rounds = 1_000
	}
	lost, err := lostWakeups(rounds)
	if lost != 0 || err != nil {
		t.Error(fmt.Sprint(lost, " lost in ", rounds, ", "), err)
	}
}

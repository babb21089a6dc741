// This file tests the network poller.
package sched

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

const ms = 1_000_000

// netRun runs main on some Ps and gives the log that it filled, and the records.
func netRun(t *testing.T, procs int, main func(log func(string, ...any))) (lines []string, recs []byte) {
	t.Helper()
	return netRunSet(t, procs, nil, main)
}

func netRunSet(t *testing.T, procs int, set map[knob.ID]int64, main func(log func(string, ...any))) (lines []string, recs []byte) {
	t.Helper()
	all, err := Run(Config{Procs: procs, Seed: 1, Set: set}, func() {
		main(func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) })
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines, all[0]
}

func wantLines(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// closeDesc closes a descriptor as internal/poll does.
func closeDesc(pd *PollDesc) {
	PollUnblock(pd)
	PollClose(pd)
}

func TestNewsIsSeenAtItsTime(t *testing.T) {
	lines, _ := netRun(t, 1, func(log func(string, ...any)) {
		pd := PollOpen()
		start := Nanotime()
		NetReady(pd, 'r', start+5*ms)
		err := PollWait(pd, 'r')
		log("%d after %d ms", err, (Nanotime()-start)/ms)
		NetReady(pd, 'r', 0) // long ago
		log("%d", PollWait(pd, 'r'))
		log("less than 100 µs: %v", Nanotime()-start < 5*ms+100_000)
		closeDesc(pd)
	})
	wantLines(t, lines, "0 after 5 ms", "0", "less than 100 µs: true")
}

// TestWithoutPollerThreadsWait: the same meaning, but each waits in a system call with its thread.
func TestWithoutPollerThreadsWait(t *testing.T) {
	lines, recs := netRunSet(t, 1, map[knob.ID]int64{knob.Netpoll: knob.Off}, func(log func(string, ...any)) {
		pd := PollOpen()
		NetReady(pd, 'r', Nanotime()+5*ms)
		log("%d at %d ms", PollWait(pd, 'r'), Nanotime()/ms) // it is known when
		Go(1, func() {
			Work(2 * ms) // meanwhile, on the P that was taken from the call
			NetReady(pd, 'r', Nanotime()+ms)
		})
		log("%d at %d ms", PollWait(pd, 'r'), Nanotime()/ms) // it is not known yet
		PollSetDeadline(pd, ms, 'r')
		log("%d at %d ms", PollWait(pd, 'r'), Nanotime()/ms)
		PollSetDeadline(pd, 0, 'r')
		Go(1, func() { PollUnblock(pd) })
		log("%d", PollWait(pd, 'r'))
		PollClose(pd)
	})
	wantLines(t, lines, "0 at 5 ms", "0 at 8 ms", "2 at 9 ms", "1")
	if parks := countKind(recs, kind.GoPark); parks != 0 {
		t.Errorf("%d goroutines parked", parks)
	}
	if calls := countKind(recs, kind.SyscallEnter); calls != 4 {
		t.Errorf("%d system calls", calls)
	}
}

func TestACallOfTheHostIsMade(t *testing.T) {
	lines, recs := netRun(t, 1, func(log func(string, ...any)) {
		Go(1, func() { Work(1000) })
		n := 1
		SyscallFn(func(arg unsafe.Pointer) { *(*int)(arg) = 7 }, unsafe.Pointer(&n))
		log("%d", n)
	})
	wantLines(t, lines, "7")
	if calls := countKind(recs, kind.SyscallEnter); calls != 1 {
		t.Errorf("%d system calls", calls)
	}
}

func TestNewsWakesASleepingPoller(t *testing.T) {
	lines, recs := netRun(t, 2, func(log func(string, ...any)) {
		pd := PollOpen()
		done := false
		Go(1, func() {
			err := PollWait(pd, 'r') // the other M sleeps as the poller, without end
			log("%d at %d ms", err, Nanotime()/ms)
			done = true
		})
		Work(2 * ms)
		NetReady(pd, 'r', Nanotime()+ms) // it must not sleep on
		for !done {
			Work(10_000)
		}
	})
	wantLines(t, lines, "0 at 3 ms")
	if n := countKind(recs, kind.NetReady); n != 1 {
		t.Errorf("%d records of news", n)
	}
}

func TestNewsThatIsThereIsFoundBeforeGoingIdle(t *testing.T) {
	_, recs := netRun(t, 1, func(func(string, ...any)) {
		pd := PollOpen()
		NetReady(pd, 'r', 0)
		PollWait(pd, 'r')
	})
	if n := countKind(recs, kind.MPoll); n != 0 {
		t.Errorf("the M went to sleep %d times", n)
	}
}

func TestNewsComesInTheOrderOfItsTimes(t *testing.T) {
	lines, _ := netRun(t, 1, func(log func(string, ...any)) {
		left := 9
		for _, at := range []int64{5, 9, 3, 1, 4, 8, 2, 7, 6} {
			pd := PollOpen()
			NetReady(pd, 'r', at*ms)
			Go(1, func() {
				PollWait(pd, 'r')
				log("%d %v", at, Nanotime()/ms == at)
				left--
			})
		}
		for left > 0 {
			Sleep(ms)
		}
	})
	for i := range lines {
		if want := fmt.Sprintf("%d true", i+1); lines[i] != want {
			t.Errorf("%s, want %s", lines[i], want)
		}
	}
}

// An old deadline may fire while it is being moved: its timer has begun to run.
func TestOldDeadlineIsVoid(t *testing.T) {
	lines, _ := netRun(t, 1, func(log func(string, ...any)) {
		pd := PollOpen()
		PollSetDeadline(pd, 5*ms, 'w')
		old := pd.side[1].seq<<1 | 1
		PollSetDeadline(pd, 9*ms, 'w')
		pollDeadline(unsafe.Pointer(pd), old)
		log("%d", PollReset(pd, 'w'))
		log("%d at %d ms", PollWait(pd, 'w'), Nanotime()/ms)
		closeDesc(pd)
	})
	wantLines(t, lines, "0", "2 at 9 ms")
}

func TestReadyIsForgottenByReset(t *testing.T) {
	lines, _ := netRun(t, 1, func(log func(string, ...any)) {
		pd := PollOpen()
		NetReady(pd, 'r'+'w', 0)
		Sleep(ms)
		log("%d", PollWait(pd, 'w')) // written down while nobody waited
		PollSetDeadline(pd, 2*ms, 'r'+'w')
		log("%d", PollReset(pd, 'r'))
		log("%d at %d ms", PollWait(pd, 'r'), Nanotime()/ms)
		log("%d", PollReset(pd, 'w'))
		closeDesc(pd)
	})
	wantLines(t, lines, "0", "0", "2 at 3 ms", "2")
}

func TestDeadlines(t *testing.T) {
	lines, _ := netRun(t, 1, func(log func(string, ...any)) {
		pd := PollOpen()
		PollSetDeadline(pd, 3*ms, 'r')
		log("%d at %d ms", PollWait(pd, 'r'), Nanotime()/ms)
		PollSetDeadline(pd, 0, 'r') // none
		NetReady(pd, 'r', Nanotime()+ms)
		log("%d at %d ms", PollWait(pd, 'r'), Nanotime()/ms)
		PollSetDeadline(pd, 1<<63-1, 'r')
		Go(1, func() { PollSetDeadline(pd, -1, 'r') }) // moved to the past while one waits
		log("%d", PollWait(pd, 'r'))
		PollSetDeadline(pd, 10*ms, 'r')
		PollSetDeadline(pd, 0, 'r') // taken back: the old timer must not count
		NetReady(pd, 'r', Nanotime()+20*ms)
		log("%d", PollWait(pd, 'r'))
		log("%d", PollReset(pd, 'w')) // the other side is untouched
		closeDesc(pd)
	})
	wantLines(t, lines, "2 at 3 ms", "0 at 4 ms", "2", "0", "0")
}

func TestCloseWakesAndVoids(t *testing.T) {
	lines, _ := netRun(t, 1, func(log func(string, ...any)) {
		pd := PollOpen()
		left := 2
		for _, mode := range []int{'r', 'w'} {
			Go(1, func() {
				log("%c %d", mode, PollWait(pd, mode))
				left--
			})
		}
		Gosched()
		NetReady(pd, 'r', Nanotime()+ms)
		PollUnblock(pd)
		for left > 0 {
			Gosched()
		}
		PollClose(pd)
		again := PollOpen()
		log("used again: %v", again == pd)
		PollSetDeadline(again, 5*ms, 'r')
		log("%d", PollWait(again, 'r')) // the news of before is not for it
		closeDesc(again)
	})
	wantLines(t, lines, "w 1", "r 1", "used again: true", "2")
}

// TestSeveralAreReadyAtOnce: who was ready last runs first, as in Go; the others follow in
// the order of the list. Each idle P gets one.
func TestSeveralAreReadyAtOnce(t *testing.T) {
	for _, tt := range []struct {
		procs int
		want  string
	}{{1, "4 3 2 1 0"}} {
		lines, recs := netRun(t, tt.procs, func(log func(string, ...any)) {
			at := Nanotime() + ms
			left := 5
			for i := range 5 {
				pd := PollOpen()
				NetReady(pd, 'r', at)
				Go(1, func() {
					PollWait(pd, 'r')
					log("%d", i)
					left--
				})
			}
			for left > 0 {
				Sleep(10 * ms)
			}
		})
		if got := strings.Join(lines, " "); got != tt.want {
			t.Errorf("%d Ps: %s", tt.procs, got)
		}
		if n := countRule(recs, kind.GoStart, kind.FromNet); n != 1 {
			t.Errorf("%d goroutines came straight from the poller", n)
		}
	}
}

func TestBusyPsAreServedBySysmon(t *testing.T) {
	lines, _ := netRun(t, 1, func(log func(string, ...any)) {
		pd := PollOpen()
		got := int64(0)
		Go(1, func() {
			PollWait(pd, 'r')
			got = Nanotime()
		})
		Gosched()
		NetReady(pd, 'r', Nanotime()+ms)
		for got == 0 {
			Work(10_000) // never lets findRunnable look: it is preempted, and runs on
		}
		log("after %d to 40 ms: %v", 10, got > 10*ms && got < 40*ms)
	})
	wantLines(t, lines, "after 10 to 40 ms: true")
}

func TestWhoStartsTheWorldPolls(t *testing.T) {
	lines, _ := netRun(t, 1, func(log func(string, ...any)) {
		pd := PollOpen()
		done := false
		Go(1, func() {
			PollWait(pd, 'r')
			done = true
		})
		Gosched()
		Go(1, func() {}) // the queue is not empty, so that findRunnable does not look
		NetReady(pd, 'r', 0)
		WorldStopped(kind.ForStats, func(uint64) {}, 0)
		Gosched()
		log("%v", done)
	})
	wantLines(t, lines, "true")
}

// countKind and countRule count records.
func countKind(recs []byte, k kind.Kind) (n int) {
	for ; len(recs) > 0; recs = recs[recordSize:] {
		if recs[16] == byte(k) {
			n++
		}
	}
	return n
}

func countRule(recs []byte, k kind.Kind, why kind.Rule) (n int) {
	for ; len(recs) > 0; recs = recs[recordSize:] {
		if recs[16] == byte(k) && recs[17] == byte(why) {
			n++
		}
	}
	return n
}

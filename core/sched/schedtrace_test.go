package sched

import (
	"regexp"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// traced runs main on procs Ps with a trace every ms, and returns the lines.
func traced(t *testing.T, procs int, detail int64, main func()) []string {
	t.Helper()
	_, err := Run(Config{Procs: procs, Seed: 1, Set: map[knob.ID]int64{knob.SchedTrace: 1_000_000, knob.SchedDetail: detail}}, main)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(Printed(), "\n"), "\n")
}

var shortLine = regexp.MustCompile(`^SCHED \d+ms: gomaxprocs=\d+ idleprocs=\d+ threads=\d+ spinningthreads=\d+ needspinning=[01] idlethreads=\d+ runqueue=\d+ \[ (\d+ )+\] schedticks=\[ (\d+ )+\]$`)

func TestSchedtraceLines(t *testing.T) {
	// Ten wait in the ring behind main, which computes: that is what Go prints, too.
	lines := traced(t, 1, 0, func() {
		for i := 0; i < 11; i++ {
			Go(1, func() {})
		}
		Work(3_500_000)
	})
	if !strings.HasPrefix(lines[0], "SCHED 0ms: gomaxprocs=1 ") {
		t.Error(lines[0])
	}
	for _, line := range lines {
		if !shortLine.MatchString(line) {
			t.Errorf("%q", line)
		}
	}
	if want := "idleprocs=0 threads=2 spinningthreads=0 needspinning=1 idlethreads=0 runqueue=0 [ 10 ] schedticks=[ 5 ]"; len(lines) < 3 || !strings.HasSuffix(lines[1], want) {
		t.Errorf("%q, want %q", lines, want)
	}
}

func TestSchedtraceWhileAllSleep(t *testing.T) {
	lines := traced(t, 2, 0, func() { Sleep(25_000_000) })
	if len(lines) < 3 {
		t.Errorf("sysmon slept deeply: %q", lines)
	}
}

func TestScheddetailLines(t *testing.T) {
	lines := traced(t, 2, 1, func() {
		LockOSThread()
		Go(1, func() { Gopark(nil, nil, kind.WaitChanReceive, 1) })
		Go(1, func() { Work(9_000_000) })
		Work(3_000_000)
		Syscall(3_000_000)
	})
	forms := []*regexp.Regexp{
		regexp.MustCompile(`^SCHED \d+ms: gomaxprocs=2 idleprocs=\d+ threads=\d+ spinningthreads=\d+ needspinning=[01] idlethreads=\d+ runqueue=\d+ gcwaiting=false nmidlelocked=\d+ stopwait=0 sysmonwait=false$`),
		regexp.MustCompile(`^  P\d+: status=\d schedtick=\d+ syscalltick=\d+ m=(\d+|nil) runqsize=\d+ gfreecnt=\d+ timerslen=\d+$`),
		regexp.MustCompile(`^  M\d+: p=(\d+|nil) curg=(\d+|nil) mallocing=0 throwing=0 preemptoff= locks=0 dying=0 spinning=(true|false) blocked=(true|false) lockedg=(\d+|nil)$`),
		regexp.MustCompile(`^  G\d+: status=\d\([a-z ]*\) m=(\d+|nil) lockedm=(\d+|nil)$`),
	}
	seen := make([]int, len(forms))
	for _, line := range lines {
		known := false
		for i, form := range forms {
			if form.MatchString(line) {
				seen[i]++
				known = true
			}
		}
		if !known {
			t.Errorf("%q", line)
		}
	}
	all := strings.Join(lines, "\n")
	for _, want := range []string{"G1: status=3() m=0 lockedm=0", "lockedg=1", "(chan receive) m=nil lockedm=nil"} {
		if !strings.Contains(all, want) {
			t.Errorf("nowhere %q", want)
		}
	}
	for i, n := range seen {
		if n == 0 {
			t.Errorf("no line like %v", forms[i])
		}
	}
}

func TestNothingUnderWay(t *testing.T) {
	_, err := Run(Config{Procs: 2, Seed: 1}, func() {
		pd := PollOpen()
		Go(1, func() { Sleep(5_000_000_000) })
		PollWait(pd, 'r')
	})
	if c, ok := err.(Crash); !ok || c.Msg != "stuck" {
		t.Error(err)
	}
}

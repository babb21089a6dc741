package rt

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched"
)

// chanTimer is time.NewTimer or NewTicker: it sends how late it fired.
func chanTimer(after, period int64) *Timer {
	c := intchan(1)
	t := NewTimer(sched.Nanotime()+after, period, func(arg any, _ uintptr, late int64) {
		selectnbsend(arg.(*Hchan), unsafe.Pointer(&late))
	}, c, unsafe.Pointer(c))
	t.C = unsafe.Pointer(c)
	return t
}

func TestTimers(t *testing.T) {
	const ms = 1_000_000
	for _, tt := range []struct {
		name string
		main func(say func(...any))
		want string
	}{
		{"a channel shows itself as unbuffered", func(say func(...any)) {
			tm := chanTimer(ms, 0)
			sched.Sleep(2 * ms)
			say(chanlen(tm.ch), chancap(tm.ch))
		}, "0 0"},
		{"who looks late gets the value, with how late", func(say func(...any)) {
			tm := chanTimer(ms, 0)
			sched.Sleep(3 * ms)
			v, ok := tm.ch.recv()
			say(v >= 2*ms, ok)
		}, "true true"},
		{"who waits is woken in time", func(say func(...any)) {
			start := sched.Nanotime()
			chanTimer(5*ms, 0).ch.recv()
			d := sched.Nanotime() - start
			say(d >= 5*ms, d < 6*ms)
		}, "true true"},
		{"a timer that nobody waits for is not with the scheduler", func(say func(...any)) {
			tm := chanTimer(ms, 0)
			say(tm.heaped)
			spawn(func() { tm.ch.recv() })
			sched.Gosched()
			say(tm.heaped)
			sched.Sleep(2 * ms)
			say(tm.heaped, tm.blocked)
		}, "false; true; false 0"},
		{"Stop says whether it was pending, and takes the value back", func(say func(...any)) {
			tm := chanTimer(ms, 0)
			say(StopTimer(tm), StopTimer(tm))
			tm = chanTimer(ms, 0)
			sched.Sleep(2 * ms)
			say(StopTimer(tm))
			var v int
			sel, _ := selectnbrecv(unsafe.Pointer(&v), tm.ch)
			say(sel)
			tm = chanTimer(ms, 0)
			tm.ch.recv()
			say(StopTimer(tm))
		}, "true false; true; false; false"},
		{"a value that is in the buffer is taken back, too", func(say func(...any)) {
			tm := chanTimer(ms, 0)
			sched.Sleep(2 * ms)
			tm.maybeRun()
			say(tm.armed, tm.ch.qcount)
			say(StopTimer(tm), tm.ch.qcount)
		}, "false 1; true 0"},
		{"an old firing that comes late is void", func(say func(...any)) {
			tm := chanTimer(ms, 0)
			old := tm.gen
			ResetTimer(tm, sched.Nanotime(), 0)
			tm.fire(old)
			say(tm.ch.qcount)
			tm.fire(tm.gen)
			say(tm.ch.qcount)
		}, "0; 1"},
		{"Reset arms again", func(say func(...any)) {
			tm := chanTimer(ms, 0)
			tm.ch.recv()
			start := sched.Nanotime()
			say(ResetTimer(tm, start+3*ms, 0))
			tm.ch.recv()
			say(sched.Nanotime()-start >= 3*ms)
			say(ResetTimer(tm, start+9*ms, 0), ResetTimer(tm, start+9*ms, 0))
		}, "false; true; false true"},
		{"a ticker keeps its beat and drops what nobody took", func(say func(...any)) {
			start := sched.Nanotime()
			tm := chanTimer(10*ms, 10*ms)
			beat := func() int64 { return (sched.Nanotime() - start) / (10 * ms) }
			tm.ch.recv()
			say(beat())
			sched.Sleep(35 * ms)
			tm.ch.recv()
			say(beat())
			tm.ch.recv()
			say(beat())
			say(StopTimer(tm))
		}, "1; 4; 5; true"},
		{"in a select the earlier one wins", func(say func(...any)) {
			s := new(sel)
			long, short := chanTimer(9*ms, 0), chanTimer(2*ms, 0)
			s.add(long.ch, 0)
			s.add(short.ch, 0)
			i, _ := s.choose(true)
			say(i, long.heaped, long.blocked)
		}, "1 false 0"},
		{"a function timer runs, unless it was stopped", func(say func(...any)) {
			f := func(arg any, _ uintptr, _ int64) { say(arg) }
			NewTimer(sched.Nanotime()+ms, 0, f, "a", nil)
			b := NewTimer(sched.Nanotime()+ms, 0, f, "b", nil)
			say(StopTimer(b))
			sched.Sleep(2 * ms)
			say(StopTimer(b))
		}, "true; a; false"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out []string
			say := func(a ...any) { out = append(out, strings.TrimSpace(fmt.Sprintln(a...))) }
			if err := onOneP(t, func() { tt.main(say) }); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(out, "; "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestPendingTimerAndDeadlock: a timer that nobody waits for does not keep a deadlock from being seen, one that will call a
// function does. So it is natively: at once in the first three, when it has fired in the last.
func TestPendingTimerAndDeadlock(t *testing.T) {
	const ms = 1_000_000
	for name, tt := range map[string]struct {
		main func()
		at   int64 // ms
	}{
		"nobody ever waited": {func() { chanTimer(400*ms, 0) }, 0},
		"somebody waited for it, and for something else": {func() {
			s := new(sel)
			ready := intchan(0)
			s.add(chanTimer(400*ms, 0).ch, 0)
			s.add(ready, 0)
			spawn(func() { ready.send(1) })
			s.choose(true)
		}, 0},
		"a ticker after its first tick": {func() { chanTimer(100*ms, 100*ms).ch.recv() }, 100},
		"it calls a function": {func() {
			NewTimer(sched.Nanotime()+400*ms, 0, func(any, uintptr, int64) {}, nil, nil)
		}, 400},
	} {
		var began int64
		recs, err := sched.Run(sched.Config{Procs: 1, Seed: 1}, func() {
			began = sched.Nanotime()
			tt.main()
			block()
		})
		if err == nil || !strings.Contains(err.Error(), "all goroutines are asleep - deadlock!") {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if at := (deadlockAt(t, recs[0]) - began) / ms; at != tt.at {
			t.Errorf("%s: seen after %d ms, not %d", name, at, tt.at)
		}
	}
}

// deadlockAt is the time of the record that says so.
func deadlockAt(t *testing.T, recs []byte) int64 {
	t.Helper()
	for ; len(recs) > 0; recs = recs[event.Size:] {
		if r, err := event.Decode(recs); err == nil && r.Kind == kind.Deadlock {
			return int64(r.Time)
		}
	}
	t.Fatal("no record of a deadlock")
	return 0
}

// Goroutines stop, reset and wait for the same timers at once.
func TestTimerHammer(t *testing.T) {
	mustRun(t, sched.Config{Procs: 4, Parallel: true, Seed: 1}, func() {
		done := intchan(0)
		var timers [3]*Timer
		for i := range timers {
			timers[i] = chanTimer(1000, 0)
		}
		for w := range 4 {
			spawn(func() {
				for i := range 200 {
					tm := timers[(i+w)%3]
					switch (i + w) % 4 {
					case 0:
						StopTimer(tm)
					case 1:
						var v int
						selectnbrecv(unsafe.Pointer(&v), tm.ch)
					case 2:
						s := new(sel)
						s.add(tm.ch, 0)
						s.add(chanTimer(50_000, 0).ch, 0)
						s.choose(true)
					}
					ResetTimer(tm, sched.Nanotime()+int64(i)*100, 0)
				}
				done.send(0)
			})
		}
		for range 4 {
			done.recv()
		}
	})
}

package rt

import (
	"fmt"
	"strings"
	"testing"
	"unsafe"

	"github.com/gopark/gopark/core/sched"
)

// frame stands for a compiled function with deferred calls: body, then the calls,
// and the handler if it unwinds.
func frame(body func(defers unsafe.Pointer)) {
	df := newdefers()
	if trycall(func() { body(df) }) {
		nativeMode = 2
		unwinddefers(df)
		return
	}
	rundefers(df)
}

// recovers is what a function does that calls recover: at its entry, and then.
func recovers(fn func(recover func() any)) func() {
	return func() {
		rp := takerecovery()
		fn(func() any { return gorecover(rp) })
	}
}

// goroutine runs fn to its end, and gives what was said, and how it died.
func goroutine(t *testing.T, fn func(say func(...any))) (out string) {
	t.Helper()
	var said []string
	say := func(a ...any) { said = append(said, strings.TrimSpace(fmt.Sprintln(a...))) }
	var printed strings.Builder
	nativeWrite = func(s string) { printed.WriteString(s) }
	Hooks.PrintValue = func(v any) { printstring(fmt.Sprint(v)) }
	Hooks.Dying = func() {
		for v, ok := NextPanic(); ok; v, ok = NextPanic() {
			if e, ok := v.(error); ok {
				SetPanicText(e.Error(), true)
			} else {
				SetPanicText("", false)
			}
		}
		Die()
	}
	defer func() { nativeWrite = nil }()
	_, err := sched.Run(sched.Config{Procs: 1, Seed: 1}, func() {
		if !trycall(func() { fn(say) }) {
			return
		}
		defer func() {
			if e, ok := recover().(nativeExit); ok {
				text, _, _ := strings.Cut(printed.String(), "\n\n")
				said = append(said, fmt.Sprintf("exit %d: %s", e, text))
			}
		}()
		gp := sched.Getg()
		switch godied(gp); {
		case gp.Startfn != nil:
			fn := gp.Startfn
			gp.Startfn = nil
			fn()
		default:
			say("goexit")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(said, "; ")
}

func TestPanics(t *testing.T) {
	nothing := func() {}
	for _, tt := range []struct {
		name string
		run  func(say func(...any))
		want string
	}{
		{"deferred calls run last first", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, func() { say(1) })
				deferproc(df, func() { say(2) })
			})
		}, "2; 1"},
		{"recover ends the panic, the other calls run, the caller goes on", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, func() { say("last") })
				deferproc(df, recovers(func(r func() any) { say(r(), r()) }))
				gopanic("boom")
				say("not reached")
			})
			say("goes on")
		}, "boom <nil>; last; goes on"},
		{"recover without a panic", func(say func(...any)) {
			frame(func(df unsafe.Pointer) { deferproc(df, recovers(func(r func() any) { say(r()) })) })
		}, "<nil>"},
		{"recover in what a deferred call calls", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, recovers(func(r func() any) { say(r()) }))
				frame(func(df unsafe.Pointer) {
					deferproc(df, func() { takerecovery(); recovers(func(r func() any) { say(r()) })() })
					gopanic("x")
				})
			})
		}, "<nil>; x"},
		{"nobody recovers", func(say func(...any)) {
			frame(func(df unsafe.Pointer) { deferproc(df, func() { say("d") }); gopanic("boom") })
		}, "d; exit 2: panic: boom"},
		{"a panic in a deferred call supersedes", func(say func(...any)) {
			frame(func(df unsafe.Pointer) { deferproc(df, func() { gopanic("two") }); gopanic("one") })
		}, "exit 2: panic: one\n\tpanic: two"},
		{"recovered, and another panic", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, recovers(func(r func() any) { say(r()); gopanic("two") }))
				gopanic("one")
			})
		}, "one; exit 2: panic: one [recovered]\n\tpanic: two"},
		{"recovered and panicked again", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, recovers(func(r func() any) { gopanic(r()) }))
				gopanic("one")
			})
		}, "exit 2: panic: one [recovered, repanicked]"},
		{"recover of the second ends both", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, recovers(func(r func() any) { say(r(), r()) }))
				deferproc(df, func() { gopanic("two") })
				gopanic("one")
			})
			frame(func(df unsafe.Pointer) { deferproc(df, recovers(func(r func() any) { say(r()) })) })
			gopanic("three")
		}, "two <nil>; <nil>; exit 2: panic: three"},
		{"a panic within a deferred call that is recovered there", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, recovers(func(r func() any) { say(r()) }))
				deferproc(df, func() {
					frame(func(df unsafe.Pointer) {
						deferproc(df, recovers(func(r func() any) { say(r()) }))
						gopanic("inner")
					})
				})
				gopanic("outer")
			})
			say("done")
		}, "inner; outer; done"},
		{"a panic in the calls of a function that returns", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, recovers(func(r func() any) { say(r()) }))
				deferproc(df, func() { gopanic("late") })
			})
			say("done")
		}, "late; done"},
		{"Goexit runs the calls and is not recovered", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, func() { say("d") })
				deferproc(df, recovers(func(r func() any) { say(r()) }))
				frame(func(df unsafe.Pointer) { Goexit() })
				say("not reached")
			})
		}, "<nil>; d; goexit"},
		{"a recovered panic does not end Goexit", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, func() { say("outer") })
				frame(func(df unsafe.Pointer) {
					deferproc(df, func() { say("d") })
					deferproc(df, recovers(func(r func() any) { say(r()) }))
					deferproc(df, func() { gopanic("x") })
					Goexit()
				})
				say("not reached")
			})
		}, "x; d; outer; goexit"},
		{"a panic after Goexit", func(say func(...any)) {
			frame(func(df unsafe.Pointer) { deferproc(df, func() { gopanic("x") }); Goexit() })
		}, "exit 2: panic: x"},
		{"Goexit after a panic", func(say func(...any)) {
			frame(func(df unsafe.Pointer) { deferproc(df, Goexit); gopanic("x") })
		}, "goexit"},
		{"a fatal error runs no calls", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, recovers(func(r func() any) { say("not reached", r()) }))
				FatalHere("concurrent map writes")
			})
		}, "exit 2: fatal error: concurrent map writes"},
		{"a fatal error in a deferred call", func(say func(...any)) {
			frame(func(df unsafe.Pointer) { deferproc(df, func() { FatalHere("f") }); gopanic("p") })
		}, "exit 2: panic: p\n\tfatal error: f"},
		{"errors are printed by their method, indented", func(say func(...any)) {
			gopanic(fmt.Errorf("a\nb"))
		}, "exit 2: panic: a\n\tb"},
		{"a signal", func(say func(...any)) {
			PanicSignal("nil", 8)
		}, "exit 2: panic: nil\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x8 pc=0x0]"},
		{"calls that panic again and again", func(say func(...any)) {
			frame(func(df unsafe.Pointer) {
				deferproc(df, nothing)
				for i := range 3 {
					deferproc(df, func() { gopanic(i) })
				}
				gopanic("p")
			})
		}, "exit 2: panic: p\n\tpanic: 2\n\tpanic: 1\n\tpanic: 0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := goroutine(t, tt.run); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestTraceKeepsBothEnds(t *testing.T) {
	for _, n := range []int{0, 1, 49, 50, 51, 99, 100, 101, 1000} {
		var tr trace
		for i := range n {
			tr.add(nil, int32(i))
		}
		for i := range n {
			if i < traceHalf || i >= n-traceHalf {
				if got := tr.at(i).line; got != int32(i) {
					t.Errorf("%d entries: entry %d is %d", n, i, got)
				}
			}
		}
	}
}

func TestPrintNumbers(t *testing.T) {
	var out strings.Builder
	nativeWrite = func(s string) { out.WriteString(s) }
	defer func() { nativeWrite = nil }()
	_, err := sched.Run(sched.Config{Procs: 1, Seed: 1}, func() {
		printlock()
		for _, v := range []int64{0, 7, -1, 1<<63 - 1, -1 << 63} {
			printint(v)
			printstring(" ")
			printhex(uint64(v))
			printstring("\n")
		}
		printunlock()
	})
	const want = "0 0x0\n7 0x7\n-1 0xffffffffffffffff\n9223372036854775807 0x7fffffffffffffff\n-9223372036854775808 0x8000000000000000\n"
	if err != nil || out.String() != want {
		t.Errorf("%v\n%s", err, out.String())
	}
}

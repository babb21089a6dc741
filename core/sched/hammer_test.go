package sched

// This file lets threads fight over timers and notes. The fights over run queues are in runq_test.go.

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

// TestTimersFireOnceHammer: four Ms run the due timers of one heap at the same time, as thieves do, while the
// owner starts, moves and stops them. A timer that was not stopped fires once; one that was, not at all.
func TestTimersFireOnceHammer(t *testing.T) {
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	for round := 0; round < rounds; round++ {
		timersOnce(t, round)
	}
}

const hammerTimers = 60

func timersOnce(t *testing.T, round int) {
	bare(4)
	var fired [hammerTimers]atomic.Int32
	var stopped [hammerTimers]bool
	var over atomic.Bool
	var wg sync.WaitGroup
	for i := int32(1); i < 4; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ownP(i)
			for !over.Load() {
				allp[0].timers.check(0)
				runtime.Gosched()
			}
		}()
	}
	ownP(0)
	timers := make([]Timer, hammerTimers)
	for i := range timers {
		tm := &timers[i]
		tm.F = func(arg unsafe.Pointer, _ uintptr) { (*atomic.Int32)(arg).Add(1) }
		tm.Arg = unsafe.Pointer(&fired[i])
		soon := Nanotime() + int64(i*round%7)*1000
		switch i % 3 {
		case 0:
			TimerReset(tm, soon, 0)
		case 1: // moved while it is pending
			TimerReset(tm, soon+int64(time.Hour), 0)
			TimerReset(tm, soon, 0)
		case 2:
			TimerReset(tm, soon+int64(time.Duration(i)*time.Microsecond), 0)
			stopped[i] = TimerStop(tm)
		}
	}
	for allp[0].timers.wakeTime() != 0 {
		allp[0].timers.check(0)
	}
	over.Store(true)
	wg.Wait()
	for i := range fired {
		want := int32(1)
		if stopped[i] {
			want = 0
		}
		if n := fired[i].Load(); n != want {
			t.Errorf("round %d: timer %d fired %d times, stopped: %v", round, i, n, stopped[i])
		}
	}
}

// TestNoteHammer: a note is slept on and woken again and again, by two threads that take turns. If one
// wake-up is lost, both sleep for ever.
func TestNoteHammer(t *testing.T) {
	turns := 20_000
	if testing.Short() {
		turns = 2_000
	}
	bare(1)
	var ping, pong Note
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range turns {
			ping.sleep(0)
			ping.clear()
			pong.wakeup()
		}
	}()
	go func() {
		for range turns {
			ping.wakeup()
			pong.sleep(0)
			pong.clear()
		}
	}()
	select {
	case <-done:
	case <-time.After(60 * time.Second):
		t.Fatal("a wake-up was lost: both sleep")
	}
}

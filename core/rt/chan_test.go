package rt

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched"
)

// onOneP runs main with one P, in virtual time.
func onOneP(t *testing.T, main func()) error {
	t.Helper()
	_, err := sched.Run(sched.Config{Procs: 1, Seed: 1}, main)
	return err
}

func mustRun(t *testing.T, c sched.Config, main func()) {
	t.Helper()
	if _, err := sched.Run(c, main); err != nil {
		t.Fatal(err)
	}
}

func spawn(fn func()) { sched.Newproc(fn, nil, 0) }

func intchan(size int) *Hchan {
	c, ok := Makechan(8, true, size)
	if !ok {
		panic("makechan")
	}
	return c
}

func (c *Hchan) send(v int) { chansend(c, unsafe.Pointer(&v)) }

func (c *Hchan) recv() (v int, ok bool) {
	v = -1
	ok = chanrecv(c, unsafe.Pointer(&v))
	return v, ok
}

// try says what fn panics with, as text.
func try(fn func()) (text string) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(plainError); !ok {
				panic(e)
			}
			text = fmt.Sprint(e)
		}
	}()
	fn()
	return ""
}

func TestChanOnOneP(t *testing.T) {
	for _, tt := range []struct {
		name string
		main func(say func(...any))
		want string
	}{
		{"buffer is a queue", func(say func(...any)) {
			c := intchan(3)
			for i := range 3 {
				c.send(i)
			}
			say(chanlen(c), chancap(c))
			closechan(c)
			for range 4 {
				v, ok := c.recv()
				say(v, ok)
			}
		}, "3 3|0 true|1 true|2 true|0 false"},
		{"sender goes on after a hand-off", func(say func(...any)) {
			c := intchan(0)
			spawn(func() { v, _ := c.recv(); say("got", v); v, _ = c.recv(); say("got", v) })
			sched.Gosched()
			c.send(1)
			say("sent 1")
			c.send(2)
			say("sent 2")
			sched.Gosched()
		}, "sent 1|got 1|got 2|sent 2"},
		{"receivers get values in order, the first runs first and then the newest", func(say func(...any)) {
			c := intchan(0)
			for i := range 4 {
				spawn(func() { v, ok := c.recv(); say(i, v, ok) })
				sched.Gosched()
			}
			closechan(c)
			sched.Gosched()
		}, "0 0 false|3 0 false|2 0 false|1 0 false"},
		{"full buffer keeps order when a sender waits", func(say func(...any)) {
			c := intchan(2)
			c.send(1)
			c.send(2)
			spawn(func() { c.send(3); say("3 is in") })
			sched.Gosched()
			for range 3 {
				v, _ := c.recv()
				say(v)
			}
			sched.Gosched()
		}, "1|2|3|3 is in"},
		{"what closed and nil channels do", func(say func(...any)) {
			say(try(func() { closechan(nil) }))
			c := intchan(1)
			closechan(c)
			say(try(func() { closechan(c) }))
			say(try(func() { c.send(1) }))
			v := 5
			say(try(func() { selectnbsend(c, unsafe.Pointer(&v)) }))
			sel, ok := selectnbrecv(unsafe.Pointer(&v), c)
			say(sel, ok, v)
			say(selectnbsend(nil, unsafe.Pointer(&v)), chanlen(nil), chancap(nil))
		}, "close of nil channel|close of closed channel|send on closed channel|send on closed channel|true false 0|false 0 0"},
		{"a sender that waits panics when the channel is closed", func(say func(...any)) {
			c := intchan(0)
			spawn(func() { say(try(func() { c.send(1) })) })
			sched.Gosched()
			closechan(c)
			sched.Gosched()
		}, "send on closed channel"},
		{"without waiting", func(say func(...any)) {
			c := intchan(0)
			v := 7
			say(selectnbsend(c, unsafe.Pointer(&v)))
			sel, ok := selectnbrecv(unsafe.Pointer(&v), c)
			say(sel, ok)
			spawn(func() { v, _ := c.recv(); say("got", v) })
			sched.Gosched()
			say(selectnbsend(c, unsafe.Pointer(&v)))
			sched.Gosched()
		}, "false|false false|true|got 7"},
		{"elements of no size, and nowhere to put them", func(say func(...any)) {
			c, _ := Makechan(0, true, 2)
			chansend(c, unsafe.Pointer(&zerobase))
			chansend(c, unsafe.Pointer(&zerobase))
			say(chanlen(c))
			chanrecv(c, nil)
			say(chanlen(c), chanrecv(c, nil))
		}, "2|1 true"},
		{"semaphores are first come, first served", func(say func(...any)) {
			var sem uint32
			for i := range 4 {
				spawn(func() { Semacquire(&sem, false, kind.WaitSemacquire); say(i) })
				sched.Gosched()
			}
			for range 4 {
				Semrelease(&sem, false)
				sched.Gosched()
			}
		}, "0|1|2|3"},
		{"who queues lifo is served first", func(say func(...any)) {
			var sem uint32
			for i := range 4 {
				spawn(func() { Semacquire(&sem, i >= 2, kind.WaitMutexLock); say(i) })
				sched.Gosched()
			}
			for range 4 {
				Semrelease(&sem, false)
				sched.Gosched()
			}
		}, "3|2|0|1"},
		{"who comes between two releases is last", func(say func(...any)) {
			var sem uint32
			wait := func(i int) {
				spawn(func() { Semacquire(&sem, false, kind.WaitSemacquire); say(i) })
				sched.Gosched()
			}
			for i := range 4 {
				wait(i)
			}
			Semrelease(&sem, false)
			sched.Gosched()
			wait(4)
			for range 4 {
				Semrelease(&sem, false)
				sched.Gosched()
			}
		}, "0|1|2|3|4"},
		{"a hand-off runs the waiter at once", func(say func(...any)) {
			var sem uint32
			spawn(func() { Semacquire(&sem, false, kind.WaitMutexLock); say("waiter") })
			sched.Gosched()
			Semrelease(&sem, true)
			say("releaser")
		}, "waiter|releaser"},
		{"without hand-off the releaser goes on, and may take the unit again", func(say func(...any)) {
			var sem uint32
			spawn(func() { Semacquire(&sem, false, kind.WaitMutexLock); say("waiter") })
			sched.Gosched()
			Semrelease(&sem, false)
			Semacquire(&sem, false, kind.WaitMutexLock)
			say("releaser")
			Semrelease(&sem, false)
			sched.Gosched()
			sched.Gosched()
		}, "releaser|waiter"},
		{"signal wakes the oldest, broadcast the last and then the oldest", func(say func(...any)) {
			l := new(NotifyList)
			for i := range 5 {
				spawn(func() { NotifyWait(l, NotifyAdd(l)); say(i) })
				sched.Gosched()
			}
			NotifyOne(l)
			sched.Gosched()
			NotifyAll(l)
			sched.Gosched()
			NotifyOne(l)
		}, "0|4|1|2|3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out []string
			say := func(a ...any) { out = append(out, strings.TrimSpace(fmt.Sprintln(a...))) }
			if err := onOneP(t, func() { tt.main(say) }); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(out, "|"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestChanBlocksForEver(t *testing.T) {
	for name, main := range map[string]func(){
		"nil receive": func() { chanrecv(nil, nil) },
		"nil send":    func() { chansend(nil, nil) },
		"no cases":    block,
		"nobody":      func() { intchan(0).recv() },
	} {
		if err := onOneP(t, main); err == nil || !strings.Contains(err.Error(), "all goroutines are asleep - deadlock!") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMakechanSize(t *testing.T) {
	for _, size := range []int{-1, 1 << 60, 1 << 46} {
		if _, ok := Makechan(8, true, size); ok {
			t.Errorf("size %d is accepted", size)
		}
	}
}

// sel is a select for tests: sends first.
type sel struct {
	cases  []scase
	nsends int
	vals   []*int
}

func (s *sel) add(c *Hchan, v int) {
	p := new(int)
	*p = v
	s.cases = append(s.cases, scase{c, unsafe.Pointer(p)})
	s.vals = append(s.vals, p)
}

func (s *sel) choose(block bool) (int, bool) {
	return selectgo(unsafe.Pointer(&s.cases[0]), s.nsends, len(s.cases)-s.nsends, block)
}

func TestSelect(t *testing.T) {
	err := onOneP(t, func() {
		a, b := intchan(1), intchan(1)
		// Nil channels and a default.
		s := new(sel)
		s.add(nil, 1)
		s.nsends = 1
		s.add(nil, 0)
		s.add(a, 0)
		if i, _ := s.choose(false); i != -1 {
			t.Errorf("default: %d", i)
		}
		// One case ready.
		a.send(5)
		if i, ok := s.choose(true); i != 2 || !ok || *s.vals[2] != 5 {
			t.Errorf("receive: %d %v %d", i, ok, *s.vals[2])
		}
		// Waits and is woken by a sender; the sudog in b's queue is gone.
		s = new(sel)
		s.add(a, 0)
		s.add(b, 0)
		s.add(a, 0) // the same channel twice
		spawn(func() { b.send(9) })
		if i, ok := s.choose(true); i != 1 || !ok || *s.vals[1] != 9 {
			t.Errorf("woken: %d %v %d", i, ok, *s.vals[1])
		}
		if a.recvq.first != nil || b.recvq.first != nil {
			t.Error("a sudog was left behind")
		}
		// Woken by close.
		spawn(func() { closechan(a) })
		if i, ok := s.choose(true); i == 1 || ok {
			t.Errorf("closed: %d %v", i, ok)
		}
		// Send on a closed channel, at once and while waiting.
		s = new(sel)
		s.nsends = 1
		s.add(a, 1)
		if got := try(func() { s.choose(true) }); got != "send on closed channel" {
			t.Errorf("panic %q", got)
		}
		c := intchan(0)
		s = new(sel)
		s.nsends = 1
		s.add(c, 1)
		spawn(func() { closechan(c) })
		if got := try(func() { s.choose(true) }); got != "send on closed channel" {
			t.Errorf("panic %q", got)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestSelectIsFair(t *testing.T) {
	var n [3]int
	err := onOneP(t, func() {
		s := new(sel)
		for range 3 {
			c := intchan(0)
			closechan(c)
			s.add(c, 0)
		}
		for range 9000 {
			i, _ := s.choose(true)
			n[i]++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if slices.Min(n[:]) < 2800 {
		t.Errorf("cases were chosen %v times of 9000", n)
	}
}

// Values pass exactly once, whatever the sizes, with several Ms.
func TestChanHammer(t *testing.T) {
	for _, size := range []int{0, 1, 7} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			const workers, each = 4, 300
			var sum, count atomic.Int64
			mustRun(t, sched.Config{Procs: 4, Parallel: true, Seed: 1}, func() {
				c, done := intchan(size), intchan(0)
				for w := range workers {
					spawn(func() {
						for i := range each {
							c.send(w*each + i)
						}
						done.send(0)
					})
					spawn(func() {
						for {
							v, ok := c.recv()
							if !ok {
								break
							}
							sum.Add(int64(v))
							count.Add(1)
						}
						done.send(1)
					})
				}
				for senders := 0; senders < workers; {
					if v, _ := done.recv(); v == 0 {
						senders++
					}
				}
				closechan(c)
				for range workers {
					done.recv()
				}
			})
			const n = workers * each
			if count.Load() != n || sum.Load() != n*(n-1)/2 {
				t.Errorf("%d values with sum %d", count.Load(), sum.Load())
			}
		})
	}
}

// Goroutines that both send and receive in selects on shared channels lose nothing.
func TestSelectHammer(t *testing.T) {
	var got, sent atomic.Int64
	mustRun(t, sched.Config{Procs: 4, Parallel: true, Seed: 1}, func() {
		a, b, quit, done := intchan(0), intchan(2), intchan(0), intchan(0)
		const workers = 6
		for w := range workers {
			spawn(func() {
				for range 400 {
					s := new(sel)
					s.nsends = 2
					s.add(a, w)
					s.add(b, w)
					s.add(a, 0)
					s.add(b, 0)
					s.add(quit, 0)
					switch i, ok := s.choose(true); {
					case i < 2:
						sent.Add(1)
					case i < 4 && ok:
						got.Add(1)
					}
				}
				done.send(0)
			})
		}
		spawn(func() { // takes what is left over, so that nobody waits for ever
			for {
				s := new(sel)
				s.add(a, 0)
				s.add(b, 0)
				s.add(quit, 0)
				i, ok := s.choose(true)
				if !ok {
					break
				}
				if i < 2 {
					got.Add(1)
				}
			}
			done.send(0)
		})
		for range workers {
			done.recv()
		}
		closechan(quit)
		done.recv()
		for chanlen(b) > 0 {
			b.recv()
			got.Add(1)
		}
	})
	if got.Load() != sent.Load() || sent.Load() == 0 {
		t.Errorf("%d sent, %d received", sent.Load(), got.Load())
	}
}

// A semaphore of one unit is a lock.
func TestSemaHammer(t *testing.T) {
	n := 0
	mustRun(t, sched.Config{Procs: 4, Parallel: true, Seed: 1}, func() {
		sem := new(uint32)
		*sem = 1
		done := intchan(0)
		const workers, each = 6, 300
		for w := range workers {
			spawn(func() {
				for i := range each {
					Semacquire(sem, i%3 == 0, kind.WaitMutexLock)
					n++
					Semrelease(sem, (i+w)%2 == 0)
				}
				done.send(0)
			})
		}
		for range workers {
			done.recv()
		}
	})
	if n != 6*300 {
		t.Errorf("n = %d", n)
	}
}

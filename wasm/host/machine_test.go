package host

// This file tests the machine around the scheduler: files that block their thread, a
// network whose waits are in the poller, latencies, losses. What is asserted is in the events.

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/core/sched/knob"
	"github.com/gopark/gopark/wasm/compile/load"
)

// withIO are options with settings as -io has them.
func withIO(t *testing.T, io string, o Options) Options {
	t.Helper()
	set, err := policy.ParseIO(io)
	if err != nil {
		t.Fatal(err)
	}
	o.Set = append(o.Set, set...)
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	return o
}

// runSource compiles and runs a program that must end well.
func runSource(t *testing.T, src string, o Options) outcome {
	t.Helper()
	p, why := buildSources(t, load.File{Name: "main.go", Data: []byte(src)})
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	out := runProgram(t, p, o)
	if out.err != nil || out.code != 0 || out.stderr != "" {
		t.Fatalf("exit code %d, %v\n%s", out.code, out.err, out.stderr)
	}
	return out
}

func wantOutput(t *testing.T, out outcome, want string) {
	t.Helper()
	if out.stdout != want {
		t.Errorf("printed:\n%s\nwant:\n%s", out.stdout, want)
	}
}

// records of an event file.
func recordsOf(t *testing.T, file []byte) (all []event.Record) {
	t.Helper()
	for b := file[event.HeaderSize:]; len(b) > 0; b = b[event.Size:] {
		r, err := event.Decode(b[:event.Size])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func count(recs []event.Record, is func(event.Record) bool) (n int) {
	for _, r := range recs {
		if is(r) {
			n++
		}
	}
	return n
}

func ofKind(k kind.Kind) func(event.Record) bool {
	return func(r event.Record) bool { return r.Kind == k }
}

// readers has n goroutines read a file at once; it prints how long that took.
func readers(n int) string {
	return fmt.Sprintf(`package main

import (
	"fmt"
	"os"
	"sync"
	"time"
)

func main() {
	if err := os.WriteFile("/tmp/f", []byte("text"), 0o600); err != nil {
		panic(err)
	}
	f, err := os.Open("/tmp/f")
	if err != nil {
		panic(err)
	}
	start := time.Now()
	var wg sync.WaitGroup
	for range %d {
		wg.Go(func() {
			b := make([]byte, 4)
			if n, err := f.ReadAt(b, 0); n != 4 || err != nil {
				panic(err)
			}
		})
	}
	wg.Wait()
	fmt.Println(time.Since(start).Truncate(time.Millisecond))
}
`, n)
}

// overlap is how many calls of that length begin before the first of them ends.
func overlap(recs []event.Record, ns int64) (n int) {
	inside := map[uint64]bool{}
	for _, r := range recs {
		switch {
		case r.Kind == kind.SyscallEnter && r.A == uint64(ns):
			inside[r.G] = true
			n = max(n, len(inside))
		case r.Kind == kind.SyscallExit || r.Kind == kind.SyscallPark:
			delete(inside, r.G)
		}
	}
	return n
}

func TestFileReadsBlockTheirThreads(t *testing.T) {
	const latency = 5 * time.Millisecond
	out := runSource(t, readers(10), withIO(t, "file=5ms", Options{Procs: 1, Seed: 1}))
	wantOutput(t, out, "5ms\n") // all at once, on one P
	recs := recordsOf(t, out.events)
	if n := overlap(recs, int64(latency)); n != 10 {
		t.Errorf("%d of 10 reads were under way at once", n)
	}
	// A thread for each read, and one that goes on.
	if n := count(recs, ofKind(kind.MNew)); n < 10 || n > 12 {
		t.Errorf("%d threads were made", n)
	}
	if n := count(recs, ofKind(kind.Retake)); n < 10 {
		t.Errorf("sysmon took the P %d times", n)
	}
}

func TestInParallelFileReadsBlockTheirThreadsToo(t *testing.T) {
	p, why := buildSources(t, load.File{Name: "main.go", Data: []byte(readers(4))})
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	best := 0
	for try := 0; try < 5 && best < 4; try++ { // a machine that stands still for long may keep sysmon from looking
		out := runProgram(t, p, withIO(t, "file=200ms", Options{Procs: 1, Parallel: true}))
		if out.err != nil || out.code != 0 {
			t.Fatal(out.err, out.stderr)
		}
		recs := recordsOf(t, out.events)
		if taken := count(recs, ofKind(kind.Retake)); taken >= 3 && count(recs, ofKind(kind.Handoff)) >= 3 {
			best = max(best, overlap(recs, 200_000_000))
		}
	}
	if best < 4 {
		t.Errorf("at most %d of 4 reads were under way at once, on one P", best)
	}
}

func TestOneFileIsReadByOneAtATime(t *testing.T) {
	src := strings.Replace(readers(4), "f.ReadAt(b, 0)", "f.Read(b[:1])", 1)
	src = strings.Replace(src, "n != 4", "n != 1", 1)
	out := runSource(t, src, withIO(t, "file=5ms", Options{Procs: 4, Seed: 1}))
	wantOutput(t, out, "20ms\n") // they share an offset: internal/poll lets one in
	waits := count(recordsOf(t, out.events), func(r event.Record) bool {
		return r.Kind == kind.GoPark && kind.Wait(r.N) == kind.WaitSemacquire
	})
	if waits < 3 {
		t.Errorf("%d waited for the file", waits)
	}
}

const talkers = `package main

import (
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go io.Copy(c, c)
		}
	}()
	var wg sync.WaitGroup
	var mu sync.Mutex
	times := map[string]int{}
	for range 100 {
		wg.Go(func() {
			start := time.Now()
			c, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				panic(err)
			}
			dialed := time.Since(start)
			c.Write([]byte("ping"))
			if _, err := io.ReadFull(c, make([]byte, 4)); err != nil {
				panic(err)
			}
			mu.Lock()
			times[fmt.Sprint(dialed.Round(time.Millisecond), " ", (time.Since(start)-dialed).Round(time.Millisecond))]++
			mu.Unlock()
			c.Close()
		})
	}
	wg.Wait()
	fmt.Println(times)
}
`

func TestConnectionsWaitInThePoller(t *testing.T) {
	out := runSource(t, talkers, withIO(t, "net=5ms,file=0s", Options{Procs: 2, Seed: 1}))
	wantOutput(t, out, "map[10ms 10ms:100]\n") // two ways each
	recs := recordsOf(t, out.events)
	if n := count(recs, ofKind(kind.MNew)); n > 5 {
		t.Errorf("%d threads for 100 connections", n)
	}
	parks := count(recs, func(r event.Record) bool { return r.Kind == kind.GoPark && kind.Wait(r.N) == kind.WaitIO })
	if news := count(recs, ofKind(kind.NetReady)); parks < 200 || news < 200 || news > parks {
		t.Errorf("%d waits for the network, %d ended by news of it", parks, news)
	}
}

func TestWithoutPollerConnectionsHoldThreads(t *testing.T) {
	o := withIO(t, "net=5ms,file=0s", Options{Procs: 2, Seed: 1})
	o.Set = append(o.Set, policy.Setting{Knob: knob.Netpoll, Value: knob.Off})
	out := runSource(t, talkers, o)
	recs := recordsOf(t, out.events)
	parks := count(recs, func(r event.Record) bool { return r.Kind == kind.GoPark && kind.Wait(r.N) == kind.WaitIO })
	if threads := count(recs, ofKind(kind.MNew)); threads < 100 || parks != 0 {
		t.Errorf("%d threads for 100 connections, %d waits in the poller", threads, parks)
	}
}

const lossy = `package main

import (
	"bufio"
	"fmt"
	"net"
	"time"
)

func datagrams() int {
	s, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	c, err := net.Dial("udp", s.LocalAddr().String())
	if err != nil {
		panic(err)
	}
	for range 200 {
		c.Write([]byte("x"))
	}
	s.SetReadDeadline(time.Now().Add(time.Second))
	n := 0
	for {
		if _, _, err := s.ReadFrom(make([]byte, 1)); err != nil {
			return n
		}
		n++
	}
}

func lines() (ok bool, took time.Duration) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		c, _ := l.Accept()
		for i := range 200 {
			fmt.Fprintln(c, i)
		}
		c.Close()
	}()
	start := time.Now()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	n := 0
	for in := bufio.NewScanner(c); in.Scan(); n++ {
		if in.Text() != fmt.Sprint(n) {
			return false, 0
		}
	}
	return n == 200, time.Since(start)
}

func main() {
	ok, took := lines()
	fmt.Println(datagrams(), ok, took > 200*time.Millisecond)
}
`

func TestLossDropsDatagramsAndDelaysStreams(t *testing.T) {
	p, why := buildSources(t, load.File{Name: "main.go", Data: []byte(lossy)})
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	outputs := map[string]bool{}
	for seed := range uint64(4) {
		o := withIO(t, "net=1ms,loss=20%", Options{Procs: 2, Seed: seed})
		out := runProgram(t, p, o)
		var arrived int
		var whole, late bool
		if _, err := fmt.Sscan(out.stdout, &arrived, &whole, &late); err != nil || !whole || !late || arrived < 130 || arrived > 180 {
			t.Errorf("seed %d: of 200 datagrams arrived, the stream was whole, and late: %s %v", seed, out.stdout, out.err)
		}
		outputs[out.stdout] = true
		if again := runProgram(t, p, o); again.digest != out.digest {
			t.Errorf("seed %d: two runs differ", seed)
		}
	}
	if len(outputs) < 2 {
		t.Errorf("all seeds lose the same: %v", outputs)
	}
	o := withIO(t, "net=1ms", Options{Procs: 2, Seed: 1})
	if out := runProgram(t, p, o); out.stdout != "200 true false\n" {
		t.Errorf("without loss: %s", out.stdout)
	}
}

// TestProgramsWithAnyLatency: what the programs print does not depend on it.
func TestProgramsWithAnyLatency(t *testing.T) {
	for _, prog := range programs(t) {
		ios := map[string][]string{
			"files":    {"file=0s", "file=3ms"},
			"pipes":    {"file=0s,net=0s", "net=7ms"},
			"echoes":   {"file=0s,net=0s", "file=1ms,net=5ms,loss=1%"},
			"networks": {"file=0s,net=0s", "file=1ms,net=2ms"},
		}[prog.name]
		if ios == nil {
			continue
		}
		p, why := build(t, prog.file)
		if why != "" {
			t.Error(why)
			continue
		}
		for _, io := range ios {
			out := runProgram(t, p, withIO(t, io, Options{Procs: 3, Seed: 5}))
			if got := plain(out.stdout); got != prog.want || out.err != nil {
				t.Errorf("%s, %s: %v\n%s", prog.name, io, out.err, differ(got, prog.want))
			}
		}
		p.Close()
	}
}

package event_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strconv"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched"
	"github.com/gopark/gopark/core/sched/knob"
)

var update = flag.Bool("update", false, "write testdata/events.json anew")

// sample is testdata/events.json: what the Go and the TypeScript half must agree on.
type sample struct {
	Comment string         `json:"comment"`
	Kinds   map[string]int `json:"kinds"`
	Rules   map[string]int `json:"rules"`
	Waits   []string       `json:"waits"` // by number
	Runs    []sampleRun    `json:"runs"`
}

type sampleRun struct {
	Name    string         `json:"name"`
	Records []sampleRecord `json:"records"`
	Views   []sampleView   `json:"views"`
}

type sampleRecord struct {
	Hex   string       `json:"hex"`
	Rec   event.Record `json:"record"`
	Words event.Words  `json:"words"`
}

type sampleView struct {
	After int        `json:"after"` // so many records
	View  event.View `json:"view"`
}

const samplePath = "testdata/events.json"

func TestSample(t *testing.T) {
	if *update {
		writeSample(t)
	}
	b, err := os.ReadFile(samplePath)
	if err != nil {
		t.Fatal(err)
	}
	var s sample
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	if kinds, rules := numbers(t); !reflect.DeepEqual(s.Kinds, kinds) || !reflect.DeepEqual(s.Rules, rules) {
		t.Error("kinds or rules have changed: go test -update")
	}
	for _, run := range s.Runs {
		checkRun(t, run)
	}
}

func checkRun(t *testing.T, run sampleRun) {
	st := event.NewState()
	views := run.Views
	for i, r := range run.Records {
		b, _ := hex.DecodeString(r.Hex)
		rec, err := event.Decode(b)
		if err != nil || rec != r.Rec {
			t.Fatalf("%s: record %d: %v, %v", run.Name, i, rec, err)
		}
		if words := event.Explain(rec, st); words != r.Words {
			t.Errorf("%s: record %d: %+v", run.Name, i, words)
		}
		st.Apply(rec)
		if len(views) > 0 && views[0].After == i+1 {
			if got := st.View(); !reflect.DeepEqual(got, views[0].View) {
				t.Errorf("%s: after %d records: %+v", run.Name, i+1, got)
			}
			views = views[1:]
		}
	}
	if len(views) > 0 {
		t.Errorf("%s: %d views were not reached", run.Name, len(views))
	}
}

// numbers reads the constants from package kind.
func numbers(t *testing.T) (kinds, rules map[string]int) {
	f, err := parser.ParseFile(token.NewFileSet(), "kind/kind.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]int{"Kind": {}, "Rule": {}}
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
			lit, isLit := spec.Values[0].(*ast.BasicLit)
			typ, isName := spec.Type.(*ast.Ident)
			if isLit && isName {
				all[typ.Name][spec.Names[0].Name], _ = strconv.Atoi(lit.Value)
			}
		}
		return true
	})
	return all["Kind"], all["Rule"]
}

func writeSample(t *testing.T) {
	s := sample{Comment: "Written by go test -update in core/event. The TypeScript twin is tested against it."}
	s.Kinds, s.Rules = numbers(t)
	for w := kind.Wait(0); w < kind.NWaits; w++ {
		s.Waits = append(s.Waits, w.String())
	}
	s.Runs = []sampleRun{
		record(t, "five on one P", sched.Config{Procs: 1, Seed: 1}, 1, fiveGo),
		record(t, "stealing on three Ps", sched.Config{Procs: 3, Seed: 2}, 7, stealers),
		record(t, "a full ring", sched.Config{Procs: 2, Seed: 3}, 400, overflow),
		record(t, "the world stops", sched.Config{Procs: 2, Seed: 4}, 5, resize),
		record(t, "one locked queue", sched.Config{Procs: 3, Seed: 6, Set: map[knob.ID]int64{knob.Queues: knob.QueuesGlobal, knob.CostWake: 2000}}, 9, stealers),
		record(t, "the owner takes the newest", sched.Config{Procs: 3, Seed: 7, Set: map[knob.ID]int64{knob.Order: knob.OrderLIFO, knob.Runnext: knob.Off}}, 9, growing),
		record(t, "work is handed out", sched.Config{Procs: 3, Seed: 8, Set: map[knob.ID]int64{knob.Dispatch: knob.DispatchPush}}, 9, stealers),
		record(t, "system calls", sched.Config{Procs: 2, Seed: 6}, 3, calls),
		record(t, "the network", sched.Config{Procs: 2, Seed: 9}, 3, network),
		record(t, "a wired goroutine", sched.Config{Procs: 2, Seed: 7}, 3, wired),
		record(t, "no poller", sched.Config{Procs: 2, Seed: 9, Set: map[knob.ID]int64{knob.Netpoll: knob.Off}}, 3, network),
		record(t, "a thread for each", sched.Config{Procs: 2, Seed: 10, Set: map[knob.ID]int64{knob.Queues: knob.QueuesGlobal, knob.Threads: knob.ThreadsOwn, knob.Netpoll: knob.Off}}, 3, calls),
		record(t, "a deadlock", sched.Config{Procs: 2, Seed: 5}, 5, deadlock),
	}
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range []string{`{"hex"`, `{"after"`, `{"name"`} { // one per line
		b = bytes.ReplaceAll(b, []byte(item), []byte("\n"+item))
	}
	if err := os.WriteFile(samplePath, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// record runs main in virtual mode, with a view after every so many records.
func record(t *testing.T, name string, c sched.Config, every int, main func()) sampleRun {
	all, _ := sched.Run(c, main)
	run := sampleRun{Name: name}
	st := event.NewState()
	for b := all[0]; len(b) > 0; b = b[event.Size:] {
		rec, err := event.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		run.Records = append(run.Records, sampleRecord{hex.EncodeToString(b[:event.Size]), rec, event.Explain(rec, st)})
		st.Apply(rec)
		if n := len(run.Records); n%every == 0 || len(b) == event.Size {
			run.Views = append(run.Views, sampleView{n, st.View()})
		}
	}
	return run
}

// join waits for n calls of its result's first function.
func join(n int) (done, wait func()) {
	var waiting *sched.G
	done = func() {
		if n--; n == 0 && waiting != nil {
			sched.Goready(waiting)
		}
	}
	wait = func() {
		if n > 0 {
			waiting = sched.Getg()
			sched.Gopark(nil, nil, kind.WaitWaitGroup, 1)
		}
	}
	return done, wait
}

func fiveGo() {
	done, wait := join(5)
	for i := range 5 {
		sched.Go(10, func() { sched.AtLine(uint32(20 + i)); sched.Work(200); done() })
	}
	wait()
	sched.Sleep(1_000_000)
	sched.Gosched()
}

func stealers() {
	done, wait := join(9)
	for range 9 {
		sched.Go(12, func() { sched.AtLine(13); sched.Work(12_000); done() })
	}
	wait()
}

// growing lets the queues grow and shrink at both ends.
func growing() {
	done, wait := join(24)
	for i := range 24 {
		sched.Go(14, func() { sched.Work(int32(1000 * (i % 5))); done() })
		if i%6 == 5 {
			sched.Goyield()
		}
	}
	wait()
}

func overflow() {
	done, wait := join(270)
	for range 270 {
		sched.Go(30, done)
	}
	wait()
}

func resize() {
	done, wait := join(8)
	for range 8 {
		sched.Go(40, func() { sched.Work(9_000); sched.Goyield(); done() })
	}
	sched.GC()
	sched.Work(20_000)
	sched.GOMAXPROCS(1)
	sched.GOMAXPROCS(3)
	wait()
}

func calls() {
	done, wait := join(6)
	for i := range 6 {
		sched.Go(60, func() {
			sched.AtLine(uint32(61 + i))
			switch i % 3 {
			case 0:
				sched.Syscall(40_000)
			case 1:
				sched.SyscallBlock(60_000)
			case 2:
				sched.Syscall(1_000)
			}
			sched.Work(90_000)
			done()
		})
	}
	sched.Syscall(120_000)
	sched.WorldStopped(kind.ForStats, func(uint64) {}, 0)
	wait()
}

func network() {
	done, wait := join(4)
	for i := range 4 {
		pd := sched.PollOpen()
		sched.NetReady(pd, int("rw"[i%2]), int64(400_000+i/2*300_000))
		sched.Go(80, func() {
			sched.AtLine(81)
			sched.PollWait(pd, int("rw"[i%2]))
			sched.Work(20_000)
			done()
		})
	}
	late := sched.PollOpen()
	sched.Go(85, func() {
		sched.Work(1_000_000)
		sched.NetReady(late, 'r', sched.Nanotime()) // the other M sleeps without end
		sched.Work(100_000)
	})
	sched.PollWait(late, 'r')
	wait()
}

func wired() {
	done, wait := join(3)
	sched.Go(70, func() {
		sched.LockOSThread()
		sched.Gosched()
		sched.Work(2_000)
		done()
	})
	sched.Go(71, func() { sched.Work(50_000); done() })
	sched.LockOSThread()
	sched.Go(72, func() { sched.Sleep(100_000); done() })
	sched.Gosched()
	sched.UnlockOSThread()
	wait()
}

func deadlock() {
	sched.Go(50, func() { sched.Gopark(nil, nil, kind.WaitChanSend, 2) })
	sched.Gopark(nil, nil, kind.WaitChanReceive, 1)
}

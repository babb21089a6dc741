package prove

// This file explores the schedules of core/sched: it builds the package with package shim in the place of sync/atomic and a
// ring of 4, and runs the scenarios of core/sched/explore_test.go.

import (
	"flag"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	exploreArgs = flag.String("explore", "", "flags for the exploration, for example: -preempt 3 -limit 1000000 -random 100000 -seed 5")
	exploreOnly = flag.String("scenario", "", "explore only this one; its spaces are underscores")
)

const shimImport = `atomic "github.com/gopark/gopark/core/prove/shim"`

// exploring is the overlay for the exploration.
func exploring(t *testing.T) *Overlay {
	t.Helper()
	o, err := NewOverlay(root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(root, "core/sched/*.go"))
	if err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`\b256\b`)
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasSuffix(name, "_test.go") || name == "port_gopark.go" || name == "native.go" {
			continue
		}
		text, err := o.read("core/sched/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if name != "events.go" { // rings of records: each has one writer
			text = strings.Replace(text, `"sync/atomic"`, shimImport, 1)
		}
		if name != "boot.go" {
			text = number.ReplaceAllString(text, "4")
		}
		if err := o.Write("core/sched/"+name, text); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range exploreEdits {
		if err := o.Edit(e); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// exploreEdits put the controller where the scheduler meets the machine.
var exploreEdits = []Edit{
	{"core/sched/lock.go", "\tif !l.key.CompareAndSwap(unlocked, locked) {\n\t\tlockSlow(l)\n\t}", "\tfor !l.key.CompareAndSwap(unlocked, locked) {\n\t\tatomic.Block(func() bool { return l.key.Peek() == unlocked })\n\t}"},
	{"core/sched/lock.go", "func lockSlow(l *Mutex) {", "func lockSlow(l *Mutex) {\n\tthrow(\"not under the controller\")"},
	{"core/sched/port_native.go", "func procyield() { runtime.Gosched() }", "func procyield() { runtime.KeepAlive(0); atomic.Pause() }"},
	{"core/sched/port_native.go", "func newosproc(mp *M) {", "var newThread func(mp *M)\n\nfunc newosproc(mp *M) {\n\tif newThread != nil {\n\t\tnewThread(mp)\n\t\treturn\n\t}"},
	{"core/sched/port_native.go", "\tt := int64(time.Since(began)) + 1\n\tsched.now.set(t - sched.start)\n", "\tt := int64(1000)\n"},
	{"core/sched/note.go", "\tFutexwakeup(&n.key, 1)\n", ""},
	{"core/sched/port_native.go", "const parRing = 1 << 16", "const parRing = 1 << 7"},
}

// TestExploreSchedules: no schedule with few preemptions goes wrong, and no random one.
func TestExploreSchedules(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many schedules")
	}
	out, err := explored(t, exploring(t))
	if err != nil {
		t.Errorf("%v\n%.6000s", err, out)
	}
	t.Logf("%s", out)
}

// TestExplorationFindsMutants: it would notice.
func TestExplorationFindsMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many schedules")
	}
	for i, e := range exploreMutants {
		if !Mine(i, 4) {
			continue
		}
		o := exploring(t)
		if err := o.Edit(e); err != nil {
			t.Error(err)
			continue
		}
		out, err := explored(t, o)
		switch {
		case err == nil:
			t.Errorf("%s: %q instead of %q was not found", e.File, e.New, e.Old)
		case !strings.Contains(out, "schedule "):
			t.Errorf("%s: %v\n%s", e.File, err, out)
		}
	}
}

// exploreMutants are the mistakes that need two threads at the wrong moment.
var exploreMutants = []Edit{
	{"core/sched/runq.go", "\tpp.runq[t%4].set(gp)\n\tpp.runqtail.Store(t + 1)", "\tpp.runqtail.Store(t + 1)\n\tpp.runq[t%4].set(gp)"},
	{"core/sched/runq.go", "\treturn pp.runqhead.CompareAndSwap(h, to)", "\tpp.runqhead.Store(to)\n\treturn true"},
	{"core/sched/runq.go", "if t == pp.runqtail.Load() {", "if true {"},
	{"core/sched/find.go", "if gp, found := mp.recheck(n); found {\n\t\t\treturn gp, false, again\n\t\t}", "_ = n"},
	{"core/sched/find.go", "if !mp.spinning && sched.needspinning.Load() == 1", "if false"},
	{"core/sched/find.go", "sched.gcwaiting.Load() != 0 || mp.P.runSafePointFn.Load() != 0", "sched.gcwaiting.Load() != 0"},
	{"core/sched/wake.go", "if !sched.nmspinning.CompareAndSwap(0, 1) {\n\t\treturn\n\t}", "sched.nmspinning.Add(1)"},
	{"core/sched/stw.go", "\t\ttakeBack()\n", ""},
	{"core/sched/find.go", "at == 0 || at > when {\n\t\t\tsched.pollnote.wakeup()", "at > when {\n\t\t\tsched.pollnote.wakeup()"},
	{"core/sched/find.go", "\t\tuntil = earlier(until, netpoller.next.Load())\n", ""},
	{"core/sched/lockosthread.go", "\tnmp.nextp = mp.releasep() // it may not even sleep yet\n\tnmp.park.wakeup()\n", "\tnmp.park.wakeup()\n\tnmp.nextp = mp.releasep()\n"},
	{"core/sched/syscall.go", "\tfor !pp.incall.CompareAndSwap(mine, 0) {", "\tfor !pp.incall.CompareAndSwap(mine, 0) && !pp.incall.CompareAndSwap(mine|callHeld, 0) {"},
	{"core/sched/stw.go", "if mp.spinning { // who goes on", "if false {//"},
}

func explored(t *testing.T, o *Overlay) (string, error) {
	t.Helper()
	bin, err := o.BuildTest("./core/sched", "-tags=explore")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, append([]string{"-test.run", "^TestExplore$/^" + *exploreOnly, "-test.v", "-test.failfast", "-test.timeout", "30m"}, strings.Fields(*exploreArgs)...)...)
	cmd.Dir = filepath.Join(root, "core/sched")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

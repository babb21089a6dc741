package e2e

// This file answers the questions of the page's panel out of the events of gopark run, without the page, and holds that the
// page gives the same answers, in at most four actions after Run.

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// endless has a loop without an end, and one P.
const endless = `package main

import "time"

func main() {
	go func() {
		for {
		}
	}()
	for range 3 {
		time.Sleep(5 * time.Millisecond)
	}
}
`

// last has a P to whose runnext each new goroutine comes.
const last = `package main

import "sync"

func main() {
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Go(func() { println(i) })
	}
	wg.Wait()
}
`

// answerer answers from records.
type answerer struct {
	records []event.Record
	procs   int
}

// recordsOf runs a program and gives its events, and their digest.
func recordsOf(t *testing.T, program string, procs int) (answerer, string) {
	t.Helper()
	dir := t.TempDir()
	source, events := filepath.Join(dir, "main.go"), filepath.Join(dir, "events")
	if err := os.WriteFile(source, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(binary, "run", "-procs", fmt.Sprint(procs), "-seed", "3", "-events", events, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	file, err := os.ReadFile(events)
	if err != nil {
		t.Fatal(err)
	}
	records, err := event.ReadAll(strings.NewReader(string(file)))
	if err != nil {
		t.Fatal(err)
	}
	return answerer{records, procs}, fmt.Sprintf("%x", sha256.Sum256(file))
}

func times(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// last is the last record for which is says so, and how many there are.
func (a answerer) last(is func(event.Record) bool) (r event.Record, n int) {
	for _, x := range a.records {
		if is(x) {
			r = x
			n++
		}
	}
	return r, n
}

func (a answerer) end() uint64 { return a.records[len(a.records)-1].Time }

// starts says why a goroutine ran, for the rules that the programs here have first.
var starts = map[kind.Rule]string{
	kind.FromRunnext: "It was in runnext, so it is first, and what is left of the time slice of the one before is all it has.",
	kind.FromLocal:   "It was the oldest in the P's own queue.",
	kind.FromSteal:   "Of what was stolen, the last one runs at once.",
}

func (a answerer) first() string {
	var all, then []uint64
	var ran *event.Record
	for i, r := range a.records {
		if r.Kind == kind.GoCreate && r.A == 1 && r.N < 0xfff1 {
			all = append(all, r.G)
			if ran == nil {
				then = append(then, r.G)
			}
		}
		if r.Kind == kind.GoStart && ran == nil && slices.Contains(all, r.G) {
			ran = &a.records[i]
		}
	}
	if len(all) == 1 {
		return fmt.Sprintf("G%d is the only one that G1 made: at %s on P%d, when 1 had been made. %s", ran.G, span(ran.Time), ran.P, starts[ran.Rule])
	}
	words := fmt.Sprintf("The first to run was G%d, number %d of the %s that G1 made", ran.G, slices.Index(all, ran.G)+1, times(len(all), "goroutine"))
	if ran.G == all[len(all)-1] {
		words = fmt.Sprintf("It did: of the %s that G1 made, G%d, the last, ran first", times(len(all), "goroutine"), ran.G)
	}
	return fmt.Sprintf("%s: at %s on P%d, when %d had been made. %s", words, span(ran.Time), ran.P, len(then), starts[ran.Rule])
}

func (a answerer) woke(g uint64) string {
	r, n := a.last(func(r event.Record) bool { return r.Kind == kind.GoReady && r.G == g })
	if n == 0 {
		return fmt.Sprintf("Nobody: G%d was never woken.", g)
	}
	often := "That was the only time."
	if n > 1 {
		often = fmt.Sprintf("It was woken %d times; this was the last.", n)
	}
	if r.Rule == kind.ByTimer {
		return fmt.Sprintf("A timer: its time had come, at %s. %s", span(r.Time), often)
	}
	wakes := (&teller{a.records}).wakes(g, len(a.records))
	return fmt.Sprintf("G%d did%s, at %s. %s", r.A, strings.TrimPrefix(wakes[len(wakes)-1], fmt.Sprintf("woken by G%d", r.A)), span(r.Time), often)
}

func (a answerer) blocked(g uint64) string {
	r, n := a.last(func(r event.Record) bool { return r.Kind == kind.GoPark && r.G == g })
	if n == 0 {
		return fmt.Sprintf("None: G%d never waited.", g)
	}
	often := "It waited once."
	if n > 1 {
		often = fmt.Sprintf("It waited %d times; this was the last.", n)
	}
	return fmt.Sprintf("%s: %v, at %s. %s", place(r.B), kind.Wait(r.N), span(r.Time), often)
}

func (a answerer) waited(g uint64) string {
	var sum, longest, from, since uint64
	n, ready := 0, false
	for i, r := range a.records {
		stops := r.G == g && (does[r.Kind] != "" || r.Kind == kind.GoExit)
		if ready && (stops || i == len(a.records)-1) {
			sum += r.Time - since
			if took := r.Time - since; took > longest {
				longest, from = took, since
			}
			ready = false
		}
		if r.G == g && does[r.Kind] == "ready" {
			n, ready, since = n+1, true, r.Time
		}
	}
	return fmt.Sprintf("%s in all, in %s for a P; the longest was %s, from %s on.", span(sum), times(n, "wait"), span(longest), span(from))
}

func (a answerer) idle(p uint16) string {
	var sum, longest, from, since uint64
	by, who := "", ""
	n, searches, is := 0, 0, false
	over := func(at uint64) {
		at = max(at, since)
		sum += at - since
		if is && (n == 1 || at-since > longest) {
			longest, from, by = at-since, since, who
		}
		is = false
	}
	for _, r := range a.records {
		if r.P != p {
			continue
		}
		switch r.Kind {
		case kind.SpinBegin:
			searches++
		case kind.PIdle:
			since, who, is = r.Time, "", true
			if r.Rule == kind.ByNothing {
				who = fmt.Sprintf(", when M%d had found nothing and gave it up", r.M)
			}
			n++
		case kind.PGet, kind.PStart, kind.PDead:
			if is {
				over(r.Time)
			}
		}
	}
	if is {
		over(a.end())
	}
	return fmt.Sprintf("Nothing: no thread had it, and nobody ran on it. It was idle %s, %s in all; the longest was %s, from %s on%s. A thread searched for work for it %s.",
		times(n, "time"), span(sum), span(longest), span(from), by, times(searches, "time"))
}

func (a answerer) stolen() string {
	var list []string
	sum := 0
	for _, r := range a.records {
		n, where := 1, "the runnext"
		if r.Kind == kind.Steal {
			n, where = int(r.N), "the queue"
		} else if r.Kind != kind.StealRunnext {
			continue
		}
		sum += n
		list = append(list, fmt.Sprintf("at %s P%d took %d from %s of P%d", span(r.Time), r.P, n, where, r.A>>32))
	}
	if len(list) == 0 {
		return "Nothing was stolen in this run."
	}
	head := fmt.Sprintf("%s, of %s: ", times(len(list), "steal"), times(sum, "goroutine"))
	if more := len(list) - 6; more > 0 {
		list = append(list[:6], fmt.Sprintf("and %d more", more))
	}
	return head + strings.Join(list, "; ") + "."
}

func (a answerer) thread(m uint64) string {
	made := 0
	for i, r := range a.records {
		if r.Kind != kind.MNew {
			continue
		}
		if made++; r.A != m {
			continue
		}
		why := "a P was to run, and no thread was free"
	look:
		for j := i - 1; j >= 0; j-- {
			b := a.records[j]
			if b.P != r.P {
				continue
			}
			switch b.Kind {
			case kind.PGet:
				why = "there was work for an idle P"
				if b.Rule == kind.ByWakep {
					why = "there was new work, the P was idle, and nobody searched"
				}
				break look
			case kind.Handoff:
				why = fmt.Sprintf("M%d gave the P away, for it was to block", b.M)
				if b.M == event.SysmonM {
					why = "sysmon had taken the P from a thread in a system call"
				}
				break look
			case kind.Retake, kind.GoHand:
				why = "not in these programs"
				break look
			}
		}
		return fmt.Sprintf("M%d was made at %s for P%d, by M%d: %s. No thread was idle then.", m, span(r.Time), r.P, r.M, why)
	}
	return fmt.Sprintf("There is no M%d: this run has %s.", m, times(made, "thread"))
}

func (a answerer) lock() string {
	waiting := map[uint64]event.Record{}
	var park, ready event.Record
	n, found := 0, false
	for _, r := range a.records {
		if r.Kind != kind.GoPark && r.Kind != kind.GoReady {
			continue
		}
		p, waits := waiting[r.G]
		delete(waiting, r.G)
		switch {
		case r.Kind == kind.GoPark && kind.Wait(r.N) == kind.WaitMutexLock:
			n++
			waiting[r.G] = r
		case r.Kind == kind.GoReady && waits && r.A != 0 && (!found || r.Time-p.Time > ready.Time-park.Time):
			park, ready, found = p, r, true
		}
	}
	if !found {
		return "Nobody had to wait for a lock."
	}
	who := fmt.Sprintf("Of %d waits for a lock the longest was that of G%d in %s: %s.", n, ready.G, place(park.B), span(ready.Time-park.Time))
	if n == 1 {
		who = fmt.Sprintf("One goroutine waited for a lock: G%d in %s, for %s.", ready.G, place(park.B), span(ready.Time-park.Time))
	}
	return fmt.Sprintf("%s G%d held the lock last: it freed it at %s, and so woke G%d.", who, ready.A, span(ready.Time), ready.G)
}

func (a answerer) loop() string {
	var first event.Record
	n, next := 0, uint64(0)
	for _, r := range a.records {
		if r.Kind == kind.GoStop && r.Rule == kind.ByPreempt {
			if n++; n == 1 {
				first = r
			}
		}
		if r.Kind == kind.GoStart && n > 0 && next == 0 && r.P == first.P {
			next = r.G
		}
	}
	if n == 0 {
		return "No goroutine ran for 10 ms at a time, so none was preempted. Where one does, sysmon asks it to leave its P."
	}
	after := fmt.Sprintf("G%d ran on P%d next.", next, first.P)
	if next == first.G {
		after = fmt.Sprintf("Nobody else wanted P%d, so it went on.", first.P)
	}
	return fmt.Sprintf("sysmon saw that G%d had run for 10 ms on P%d, and asked it to yield: it was preempted %s, first at %s, and had to go to the tail of the global queue. %s",
		first.G, first.P, times(n, "time"), span(first.Time), after)
}

func (a answerer) outcome() (words string, most uint64) {
	turns, steals, threads := 0, 0, 0
	for _, r := range a.records {
		most = max(most, r.Time)
		switch r.Kind {
		case kind.GoStart:
			turns++
		case kind.Steal, kind.StealRunnext:
			steals++
		case kind.MNew:
			threads++
		}
	}
	return fmt.Sprintf("%s, %s, %s, %s", span(most), times(turns, "turn"), times(steals, "steal"), times(threads, "thread")), most
}

// two compares with a run of two Ps.
func (a answerer) two(with answerer) string {
	was, t := a.outcome()
	two, t2 := with.outcome()
	how := "As long"
	if ratio := float64(t2) / float64(t); ratio < 0.995 {
		how = fmt.Sprintf("%.2f times as fast", 1/ratio)
	} else if ratio > 1.005 {
		how = fmt.Sprintf("%.2f times as long", ratio)
	}
	ps := fmt.Sprintf("%d Ps", a.procs)
	if a.procs == 1 {
		ps = "one P"
	}
	return fmt.Sprintf("%s: with two Ps %s; with %s %s.", how, two, ps, was)
}

func TestQuestions(t *testing.T) {
	b := open(t, "/play/")
	for _, program := range []struct {
		name, text string
		procs      int
		g          uint64
	}{{"lives", lives, 4, 9}, {"endless", endless, 1, 1}, {"last", last, 1, 1}} {
		a, digest := recordsOf(t, program.text, program.procs)
		with, _ := recordsOf(t, program.text, 2)
		g := program.g
		answers := []struct{ id, ask, want string }{
			{"first", "Why did the last goroutine run first?", a.first()},
			{"woke", fmt.Sprintf("Who woke G%d?", g), a.woke(g)},
			{"blocked", fmt.Sprintf("Which line blocked G%d?", g), a.blocked(g)},
			{"waited", fmt.Sprintf("How long did G%d wait to run?", g), a.waited(g)},
			{"stolen", "When was work stolen, how much, and from whom?", a.stolen()},
			{"thread", "Why is there a fourth thread, M3?", a.thread(3)},
			{"lock", "Who held the lock?", a.lock()},
			{"loop", "Why did the endless loop not starve the rest?", a.loop()},
			{"two", "What would two Ps have done?", a.two(with)},
		}
		if program.procs > 1 {
			answers = append(answers, struct{ id, ask, want string }{"idle", "What did P1 do while it was idle?", a.idle(1)})
		}
		b.do(chromedp.Evaluate[chromedp.Void]("document.getElementById('tab-output').click()"))
		b.write(program.text)
		for _, q := range answers {
			t.Run(program.name+" "+q.id, func(t *testing.T) {
				b.T = t
				b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.getElementById('procs').append(new Option('1', '1')); document.getElementById('procs').value = '%d'; document.getElementById('seed').value = '3'", program.procs)))
				b.click("run")
				b.wait("bench.dataset.state === 'done'", time.Minute)
				if got := b.data("digest"); got != digest {
					t.Fatalf("the page ran something else: %s, want %s", got, digest)
				}
				actions := 1
				b.click("tab-ask")
				b.wait("document.querySelector('#pane-ask .ask-button:enabled')", 20*time.Second)
				if strings.Contains(q.ask, fmt.Sprintf("G%d", g)) {
					actions++
					b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("(i => { i.value = '%d'; i.dispatchEvent(new Event('input')) })(document.getElementById('ask-g'))", g)))
				}
				if got := b.textOf(".ask-button[value=" + q.id + "]"); got != q.ask {
					t.Errorf("the question is %q, want %q", got, q.ask)
				}
				actions++
				b.do(clickOn(".ask-button[value=" + q.id + "]"))
				b.wait("!/^(It runs …)?$/.test(document.getElementById('answer-"+q.id+"').textContent)", 30*time.Second)
				got := b.text("answer-" + q.id)
				t.Log(got)
				if got != q.want {
					t.Errorf("the answer is\n%q, want\n%q", got, q.want)
				}
				if actions > 4 {
					t.Errorf("it took %d actions", actions)
				}
				// It leads to its event.
				if show := eval[string](b, "document.querySelector('.ask-show')?.value ?? ''"); show != "" {
					b.do(clickOn(".ask-show"))
					if got := "at " + b.data("position"); got != show {
						t.Errorf("the answer leads %s, want %s", got, show)
					}
				}
			})
			b.T = t
		}
	}
	b.silent()
}

// What a run answers that a question of the lesson asks is not told.
func TestQuestionsWaitForTheLesson(t *testing.T) {
	b := open(t, lessonPath)
	b.click("tab-ask")
	b.wait("document.querySelectorAll('#pane-ask .ask-button').length === 10", 20*time.Second)
	if n := eval[int](b, "document.querySelectorAll('#pane-ask .ask-button:enabled').length"); n > 0 {
		t.Errorf("%d questions can be asked before the lesson's is answered", n)
	}
	b.do(clickOn(`#how-many .choice[data-choice="3"]`))
	b.wait("document.querySelectorAll('#pane-ask .ask-button:enabled').length === 10", 20*time.Second)
	b.do(clickOn(".ask-button[value=stolen]"))
	if got := b.text("answer-stolen"); !strings.Contains(got, "P1 took 5 from the queue of P0") {
		t.Errorf("the answer is %q", got)
	}
	b.silent()
}

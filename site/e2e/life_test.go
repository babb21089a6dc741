package e2e

// This file reads the life of each goroutine of a program out of its events, without the page, and holds that the page tells the same.

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

// lives has goroutines that are woken by others, by a timer and by a lock, that yield, and that are stolen.
const lives = `package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

var mu sync.Mutex

func double(in, out chan int) {
	for n := range in {
		out <- n * 2
	}
}

func busy(n int) (sum int) {
	for i := range n {
		sum += i
	}
	return sum
}

func main() {
	in, out := make(chan int), make(chan int)
	go double(in, out)
	for i := range 2 {
		in <- i
		fmt.Println(<-out)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			busy(20_000)
			runtime.Gosched()
			mu.Lock()
			busy(1_000)
			mu.Unlock()
		}()
	}
	time.Sleep(50 * time.Microsecond)
	wg.Wait()
}
`

// teller tells lives of a run in the words of the page.
type teller struct{ records []event.Record }

func span(ns uint64) string {
	x, unit := float64(ns), ""
	switch {
	case ns < 1e3:
		return fmt.Sprintf("%d ns", ns)
	case ns < 1e6:
		x, unit = x/1e3, "µs"
	case ns < 1e9:
		x, unit = x/1e6, "ms"
	default:
		x, unit = x/1e9, "s"
	}
	digits := 0
	if x < 10 {
		digits = 2
	} else if x < 100 {
		digits = 1
	}
	return fmt.Sprintf("%.*f %s", digits, x, unit)
}

func place(pos uint64) string { return fmt.Sprintf("main.go:%d", pos&(1<<20-1)) }

// made says who made g.
func (t *teller) made(g uint64) string {
	if g == 1 {
		return "It is the first goroutine: it runs main."
	}
	for _, r := range t.records {
		if r.Kind == kind.GoCreate && r.G == g {
			return fmt.Sprintf("Made by G%d in %s, at %s.", r.A, place(r.B), span(r.Time))
		}
	}
	return ""
}

var does = map[kind.Kind]string{kind.GoCreate: "ready", kind.GoReady: "ready", kind.GoStop: "ready", kind.GoStart: "run", kind.GoPark: "wait", kind.SyscallEnter: "call", kind.SyscallExit: "run"}

// sums says what g has done by the first n records.
func (t *teller) sums(g uint64, n int) string {
	var now, since, longest uint64
	took := map[string]uint64{}
	state, turns := "", 0
	end := func(at uint64) {
		if state == "ready" {
			longest = max(longest, at-since)
		}
		if state != "" {
			took[state] += at - since
		}
	}
	for _, r := range t.records[:n] {
		now = max(now, r.Time)
		if r.G != g {
			continue
		}
		if r.Kind == kind.GoExit {
			end(r.Time)
			state = "over"
			break
		}
		if next := does[r.Kind]; next != "" {
			end(r.Time)
			state, since = next, r.Time
			if r.Kind == kind.GoStart {
				turns++
			}
		}
	}
	first := "It"
	if state != "over" {
		end(now)
		first = "Up to here it"
	}
	s := fmt.Sprintf("%s ran %s in %d turn", first, span(took["run"]), turns)
	if turns != 1 {
		s += "s"
	}
	s += "; was ready " + span(took["ready"])
	if turns > 1 {
		s += ", at most " + span(longest) + " at a time"
	}
	if took["wait"] > 0 {
		s += "; waited " + span(took["wait"])
	}
	if took["call"] > 0 {
		s += "; was in system calls for " + span(took["call"])
	}
	return s + "."
}

// wakes says for each time that g was woken by another who that was, and what is recorded of its line.
func (t *teller) wakes(g uint64, n int) (list []string) {
	stands := func(r event.Record) (who, pos uint64) {
		switch {
		case r.B == 0:
		case r.Kind == kind.GoCreate:
			return r.A, r.B
		case r.Kind == kind.GoPark, r.Kind == kind.GoStop, r.Kind == kind.GoLine, r.Kind == kind.SyscallEnter:
			return r.G, r.B
		}
		return 0, 0
	}
	for i, r := range t.records[:n] {
		if r.Kind != kind.GoReady || r.G != g || r.A == 0 {
			continue
		}
		var before, after uint64
		for _, x := range slices.Backward(t.records[:i]) {
			if who, pos := stands(x); who == r.A && pos != 0 {
				before = pos
				break
			}
		}
		for _, x := range t.records[i:] {
			if who, pos := stands(x); who == r.A && pos != 0 {
				after = pos
				break
			}
		}
		words := fmt.Sprintf("woken by G%d", r.A)
		switch {
		case before != 0 && before == after:
			words += ", at " + place(before)
		case before != 0 && after != 0:
			words += fmt.Sprintf(", after %s and before line %d", place(before), after&(1<<20-1))
		case before != 0:
			words += ", after " + place(before)
		case after != 0:
			words += ", before " + place(after)
		}
		list = append(list, words)
	}
	return list
}

// queues are the queues that g was in, one after the other, by Go's fold.
func (t *teller) queues(g uint64, n int) (list []string) {
	s := event.NewState()
	was := ""
	for _, r := range t.records[:n] {
		s.Apply(r)
		is := ""
		v := s.View()
		for _, p := range v.Ps {
			if p.Runnext == g {
				is = fmt.Sprintf("the runnext of P%d", p.ID)
			}
			if slices.Contains(p.Ring, g) {
				is = fmt.Sprintf("the ring of P%d", p.ID)
				if r.Kind == kind.Steal {
					is += " (stolen)"
				}
			}
		}
		if slices.Contains(v.Global, g) {
			is = "the global queue"
		}
		if is != "" && strings.TrimSuffix(is, " (stolen)") != strings.TrimSuffix(was, " (stolen)") {
			list = append(list, is)
		}
		was = is
	}
	return list
}

func TestALifeIsTold(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "main.go")
	events := filepath.Join(dir, "events")
	if err := os.WriteFile(program, []byte(lives), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(binary, "run", "-procs", "2", "-seed", "3", "-events", events, program).CombinedOutput(); err != nil {
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
	tell := &teller{records}

	b := open(t, "/play/")
	b.write(lives)
	b.do(chromedp.Evaluate[chromedp.Void]("document.getElementById('procs').value = '2'; document.getElementById('seed').value = '3'"))
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	if got, want := b.data("digest"), fmt.Sprintf("%x", sha256.Sum256(file)); got != want {
		t.Fatalf("the page ran something else: %s, want %s", got, want)
	}

	var all, moved int
	for i, r := range records {
		if r.Kind != kind.GoCreate || r.B == 0 && r.G != 1 {
			continue
		}
		g := r.G
		b.do(goTo(i+2), clickStage(fmt.Sprintf("g%d", g)))
		for _, n := range []int{i + 2, (i + len(records)) / 2, len(records)} {
			b.do(goTo(n))
			if got, want := b.textOf(".who-made"), tell.made(g); got != want {
				t.Errorf("G%d after %d: %q, want %q", g, n, got, want)
			}
			if got, want := b.textOf(".who-sums"), tell.sums(g, n); got != want {
				t.Errorf("G%d after %d: %q, want %q", g, n, got, want)
			}
			rows := eval[[]string](b, `(document.querySelector(".who-life button[value=all]")?.click(), [...document.querySelectorAll(".who-words")].map(e => e.firstChild.textContent))`)
			var wakes, queues []string
			for _, row := range rows {
				if _, words, ok := strings.Cut(row, "may run: woken by "); ok {
					words, _, _ = strings.Cut(words, ". It waits in ")
					wakes = append(wakes, "woken by "+words)
				}
				if _, words, ok := strings.Cut(row, ". It waits in "); ok {
					queues = append(queues, strings.Split(words, ", ")...)
				}
			}
			if want := tell.wakes(g, n); !slices.Equal(wakes, want) {
				t.Errorf("G%d after %d: woken %q, want %q", g, n, wakes, want)
			}
			want := tell.queues(g, n)
			if !slices.Equal(queues, want) {
				t.Errorf("G%d after %d: queues %q, want %q", g, n, queues, want)
			}
			all += len(wakes)
			moved += strings.Count(strings.Join(queues, " "), "stolen")
		}
		// A row leads to its moment.
		b.do(goTo(len(records)), clickOn(".who-rows .who-when"))
		if got, want := b.data("position"), fmt.Sprint(i+1); got != want {
			t.Errorf("the first row of G%d leads to %s, want %s", g, got, want)
		}
	}
	if all < 5 || moved == 0 {
		t.Errorf("%d wakes were told and %d steals: the program does not show what it should", all, moved)
	}
	// The functions have their source.
	if href := eval[string](b, `document.querySelector(".who-rule a").getAttribute("href")`); !strings.Contains(href, "/src/sched/") {
		t.Errorf("a rule leads to %q", href)
	}
	b.silent()
}

// goTo moves the stage to its state after n events.
func goTo(n int) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](fmt.Sprintf("(() => { const s = document.getElementById('scrub'); s.value = '%d'; s.dispatchEvent(new Event('input')) })()", n))
}

// clickStage asks about a G, P or M on the stage.
func clickStage(who string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void]("document.querySelector('#stage [data-who=" + who + "]').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
}

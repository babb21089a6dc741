package e2e

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openTimeline runs the lesson about stealing and goes to its timeline.
func openTimeline(t *testing.T) *tab {
	t.Helper()
	b := open(t, lessonPath)
	b.do(clickOn(`#how-many .choice[data-choice="3"]`)) // nothing is covered then
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 20*time.Second)
	b.toTimeline()
	return b
}

func (b *tab) toTimeline() {
	b.Helper()
	b.do(chromedp.Evaluate[chromedp.Void]("document.getElementById('timeline').scrollIntoView({block: 'center'})"))
	b.wait("document.getElementById('timeline').dataset.events === document.getElementById('scrub').max", 20*time.Second)
	b.do(chromedp.Sleep(100 * time.Millisecond)) // until it is drawn
}

// span gives which part of the run the timeline shows, in ns.
func (b *tab) span() (from, to float64) {
	b.Helper()
	v := eval[[]float64](b, "['from', 'to'].map(n => Number(document.getElementById('timeline').dataset[n]))")
	return v[0], v[1]
}

// in gives the place in the window of a point of the big canvas, from its left and its top.
func (b *tab) in(x, y float64) (float64, float64) {
	b.Helper()
	at := eval[[]float64](b, "(r => [r.left, r.top])(document.querySelector('.tl-main').getBoundingClientRect())")
	return at[0] + x, at[1] + y
}

// wheel turns it; a 0 would be left out, and the browser wants both.
func wheel(x, y, dx, dy float64, modifiers int64) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: "mouseWheel", X: x, Y: y, DeltaX: cmp.Or(dx, 0.001), DeltaY: cmp.Or(dy, 0.001), Modifiers: modifiers})
		return err
	})
}

func touch(kind input.DispatchTouchEventType, points ...*input.TouchPoint) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)})
		return err
	})
}

const (
	withCtrl  = 2
	withShift = 8
	// inkOf counts the pixels with a colour of goroutines, full or faint, in a column of the lanes at an x of the canvas. All else is nearly grey.
	inkOf = `((x, rows) => {
		const c = document.querySelector(".tl-main"), scale = c.width / c.clientWidth
		const d = c.getContext("2d").getImageData(Math.round(x * scale), Math.round(22 * scale), 1, Math.round(rows * scale)).data
		let n = 0
		for (let i = 0; i < d.length; i += 4) if (Math.max(d[i], d[i + 1], d[i + 2]) - Math.min(d[i], d[i + 1], d[i + 2]) > 40) n++
		return n
	})`
)

// The window is moved by wheel, by hand, by two fingers, by keys and by buttons, and never leaves the run.
func TestTimelineZoomsAndMoves(t *testing.T) {
	b := openTimeline(t)
	begin, end := b.span()
	long := func() float64 { from, to := b.span(); return to - from }
	whole := func(when string) {
		t.Helper()
		if from, to := b.span(); from != begin || to != end {
			t.Errorf("%s it shows %.0f to %.0f, and the run is from %.0f to %.0f", when, from, to, begin, end)
		}
	}
	part := func(when string, want float64) {
		t.Helper()
		from, to := b.span()
		if from < begin || to > end || math.Abs((to-from)/(end-begin)-want) > 0.02 {
			t.Errorf("%s it shows %.0f to %.0f, want %.2f of %.0f to %.0f", when, from, to, want, begin, end)
		}
	}
	// Buttons.
	zoom := func(name string) {
		b.do(clickOn(`#timeline button[aria-label="` + name + `"]`))
	}
	zoom("Zoom in")
	part("zoomed in", 1/1.6)
	zoom("Zoom out")
	whole("zoomed out again")
	zoom("Zoom in")
	zoom("Zoom in")
	b.do(clickOn(`#timeline button[title="Show the whole run"]`))
	whole("with all")

	// Keys.
	b.do(chromedp.Focus(chromedp.CSS(".tl-scroll")), chromedp.KeyEvent("+"), chromedp.KeyEvent("+"))
	part("after two +", 1/2.56)
	b.do(chromedp.KeyEvent(kb.Home))
	if from, _ := b.span(); from != begin {
		t.Errorf("Home leads to %.0f", from)
	}
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	if from, _ := b.span(); math.Abs(from-begin-0.15*long()) > 2 {
		t.Errorf("right leads from %.0f to %.0f", begin, from)
	}
	b.do(chromedp.KeyEvent(kb.End))
	if _, to := b.span(); to != end {
		t.Errorf("End leads to %.0f", to)
	}
	for range 40 {
		b.do(chromedp.KeyEvent("+"))
	}
	if got := long(); got != 100 {
		t.Errorf("it can be zoomed to %.0f ns", got)
	}
	b.do(chromedp.KeyEvent("0"))
	whole("with 0")

	// The wheel: with Ctrl what is under the pointer stays there; without, the page has it.
	x, y := b.in(300, 60)
	width := eval[float64](b, "document.querySelector('.tl-main').clientWidth")
	under := func() float64 { from, to := b.span(); return from + (300-50)/(width-62)*(to-from) }
	before := under()
	b.do(wheel(x, y, 0, -50, withCtrl))
	b.wait("Number(document.getElementById('timeline').dataset.to) - Number(document.getElementById('timeline').dataset.from) < "+fmt.Sprint(0.9*(end-begin)), 5*time.Second)
	if now := under(); math.Abs(now-before) > 0.003*(end-begin) {
		t.Errorf("under the pointer was %.0f, and is %.0f", before, now)
	}
	from, _ := b.span()
	b.do(wheel(x, y, 90, 0, 0))
	b.wait("Number(document.getElementById('timeline').dataset.from) > "+fmt.Sprint(from), 5*time.Second)
	b.do(chromedp.Sleep(200 * time.Millisecond))

	// A hand takes it along, and does not move the stage.
	at := b.data("position")
	from, to := b.span()
	x, y = b.in(400, 60)
	x2, _ := b.in(300, 60)
	b.do(chromedp.DragAndDropXY(x, y, x2, y))
	if now, _ := b.span(); math.Abs(now-from-100/(width-62)*(to-from)) > 0.01*(end-begin) {
		t.Errorf("a hand moves it from %.0f to %.0f", from, now)
	}
	if got := b.data("position"); got != at {
		t.Errorf("a hand moves the stage from %s to %s", at, got)
	}

	// Two fingers.
	b.do(clickOn(`#timeline button[title="Show the whole run"]`))
	finger := func(x, id float64) *input.TouchPoint {
		px, py := b.in(x, 60)
		return &input.TouchPoint{X: px, Y: py, ID: &id}
	}
	b.do(touch("touchStart", finger(300, 1)), touch("touchStart", finger(300, 1), finger(400, 2)))
	for i := range 5 {
		b.do(touch("touchMove", finger(300-10*float64(i+1), 1), finger(400+10*float64(i+1), 2)))
	}
	b.do(touch("touchEnd"))
	part("after a pinch", 0.5)
	b.silent()
}

// A press leads the stage to the event there; a step moves the cursor, and the window when the cursor leaves it.
func TestTimelineAndStage(t *testing.T) {
	b := openTimeline(t)
	times := func() float64 { return eval[float64](b, "Number(document.getElementById('timeline').dataset.to)") }
	x, y := b.in(500, 60)
	b.do(chromedp.MouseClickXY(x, y))
	width := eval[float64](b, "document.querySelector('.tl-main').clientWidth")
	want := (500 - 50) / (width - 62) * times()
	got := eval[string](b, "document.getElementById('count').textContent.split(' · ')[1]")
	ns := map[string]float64{"ns": 1, "µs": 1e3, "ms": 1e6}
	var v float64
	var unit string
	fmt.Sscan(got, &v, &unit)
	if math.Abs(v*ns[unit]-want) > 0.03*times() {
		t.Errorf("a press at %.0f ns leads to %s", want, got)
	}
	b.do(chromedp.Focus(chromedp.CSS(".tl-scroll")))
	for range 6 {
		b.do(chromedp.KeyEvent("+"))
	}
	b.do(chromedp.Focus(chromedp.ID("stage")), chromedp.KeyEvent(kb.End))
	from, to := b.span()
	if end := times(); to != end || from <= 0 {
		t.Errorf("at the end of the run the window is from %.0f to %.0f of %.0f", from, to, end)
	}
	// In each view there are lanes for all, and a pointer is told of what it is over.
	for by, lane := range map[string]string{"by P": "P1", "by M": "M1", "by G": "G"} {
		b.do(clickOn(`#timeline button[title="Lanes `+by+`"]`), clickOn(`#timeline button[title="Show the whole run"]`), chromedp.Sleep(100*time.Millisecond))
		x, y := b.in(200, 62)
		b.do(chromedp.MouseEvent(input.DispatchMouseEventType("mouseMoved"), x, y))
		b.wait("/^[GMP]\\d+ (ran|was|waited|searched)/.test(document.querySelector('.tl-words').textContent)", 5*time.Second)
		if got := b.textOf(".tl-words"); !strings.Contains(got, lane) {
			t.Errorf("%s: over a stretch it says %q", by, got)
		}
	}
	b.silent()
}

// A section adds up to what the whole page counts, can be marked by keys alone, and is played again and again.
func TestTimelineSection(t *testing.T) {
	b := openTimeline(t)
	b.do(chromedp.Focus(chromedp.ID("stage")), chromedp.KeyEvent(kb.Home), chromedp.Focus(chromedp.CSS(".tl-scroll")), chromedp.KeyEvent("["))
	b.do(chromedp.Focus(chromedp.ID("stage")), chromedp.KeyEvent(kb.End), chromedp.Focus(chromedp.CSS(".tl-scroll")), chromedp.KeyEvent("]"))
	words := b.textOf(".tl-words")
	for sort, what := range map[string]string{"decision": "turn", "steal": "steal"} {
		n := strings.Fields(b.option(sort))
		if want := n[len(n)-1] + " " + what; !strings.Contains(words, want) {
			t.Errorf("all of the run is %q, and has %s", words, want)
		}
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	if got := b.textOf(".tl-words"); strings.Contains(got, "turns") {
		t.Errorf("without a section it says %q", got)
	}
	b.do(goTo(50), clickOn(`#timeline button[title="A section begins at the cursor"]`), goTo(58), clickOn(`#timeline button[title="The section ends at the cursor"]`))
	b.do(chromedp.Evaluate[chromedp.Void]("document.getElementById('speed').value = '40'; document.getElementById('speed').dispatchEvent(new Event('change'))"))
	seen := eval[string](b, "document.getElementById('play-pause').getAttribute('aria-label')")
	if seen != "Play" {
		t.Fatalf("before the loop the button is %s", seen)
	}
	b.do(chromedp.Focus(chromedp.CSS(".tl-scroll")), chromedp.KeyEvent("l"))
	var least, most, back int
	last := 0
	least = 1 << 30
	for range 120 {
		at := eval[int](b, "Number(document.getElementById('bench').dataset.position)")
		if at < last {
			back++
		}
		last = at
		least, most = min(least, at), max(most, at)
		if back == 2 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if back < 2 || least < 45 || most > 62 {
		t.Errorf("it plays from %d to %d, and went back %d times", least, most, back)
	}
	b.do(chromedp.Focus(chromedp.CSS(".tl-scroll")), chromedp.KeyEvent("l"))
	b.silent()
}

// What would answer a question of the lesson is not to be seen in any lane, nor told by the words.
func TestTimelineIsCovered(t *testing.T) {
	b := open(t, lessonPath)
	b.toTimeline()
	width := eval[float64](b, "document.querySelector('.tl-main').clientWidth")
	for _, by := range []string{"by P", "by M", "by G"} {
		b.do(clickOn(`#timeline button[title="Lanes `+by+`"]`), chromedp.Sleep(100*time.Millisecond))
		for x := width / 3; x < width-20; x += 7 {
			if n := eval[int](b, fmt.Sprintf("%s(%f, 60)", inkOf, x)); n > 0 {
				t.Errorf("%s: under the cover %d pixels at %.0f have the colour of a goroutine", by, n, x)
				break
			}
		}
		x, y := b.in(width-60, 60)
		b.do(chromedp.MouseEvent(input.DispatchMouseEventType("mouseMoved"), x, y), chromedp.Sleep(50*time.Millisecond))
		if got := b.textOf(".tl-words"); strings.Contains(got, " ran on ") {
			t.Errorf("%s: over the cover it says %q", by, got)
		}
	}
	b.do(clickOn(`#how-many .choice[data-choice="3"]`), clickOn(`#timeline button[title="Lanes by P"]`), chromedp.Sleep(100*time.Millisecond))
	if n := eval[int](b, fmt.Sprintf("%s(%f, 60)", inkOf, width/2)); n < 10 {
		t.Errorf("after an answer %d pixels have the colour of a goroutine", n)
	}
	b.silent()
}

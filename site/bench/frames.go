package bench

// This file measures what the page of the site does with its frames: while a run of ten thousand goroutines is played, and
// while the timeline of a million events is zoomed. A page that does nothing is measured right before, in the same
// browser: its frames are the ones that there could be.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Frames is what the main thread of a page did.
type Frames struct {
	Work    []float64 `json:"-"`            // ns of each frame: scripts, style, layout, paint
	P99     float64   `json:"p99_ns"`       // 99 in 100 frames took at most so long
	Share   float64   `json:"share"`        // of the frames of a blank page
	Picture float64   `json:"picture_ns"`   // from the end of the run to its first picture
	Memory  float64   `json:"memory_bytes"` // of all that belongs to the page, Workers and the program's memory too
}

// leastShare of the frames of a blank page is what a page must get.
const leastShare = 0.9

func (f Frames) String() string {
	return fmt.Sprintf("%s of work for a frame, 99 in 100 at most %s; %.0f %% of a blank page's frames; first picture %s after the end of the run; %.0f MB",
		duration(median(f.Work)), duration(f.P99), 100*f.Share, duration(f.Picture), f.Memory/1e6)
}

// frames runs a program in the playground, and does there with it what the measurement is about.
func (b *browserBench) frames(j job) (*Frames, error) {
	if err := b.serveSite(); err != nil {
		return nil, err
	}
	src, err := os.ReadFile(j.source)
	if err != nil {
		return nil, err
	}
	tab, cancel := chromedp.NewContext(b.ctx)
	defer cancel()
	ctx, cancelTime := context.WithTimeout(tab, patience)
	defer cancelTime()
	watch := chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: watchFrames})
		return err
	})
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1440, 960), watch, chromedp.Navigate(b.server.URL+"/404.html")); err != nil {
		return nil, err
	}
	type counted struct {
		Rate, Picture, Memory float64
		Work                  []float64
	}
	blank, err := chromedp.Run(ctx, chromedp.Evaluate[counted]("watched(3000)", chromedp.EvalAwaitPromise))
	if err != nil {
		return nil, err
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(b.server.URL+"/play/")); err != nil {
		return nil, err
	}
	got, err := chromedp.Run(ctx, chromedp.Evaluate[counted]("("+inPage+")("+strconv.Quote(string(src))+", "+strconv.Itoa(j.procs)+", "+j.args[0]+")", chromedp.EvalAwaitPromise))
	if err != nil {
		return nil, err
	}
	if len(got.Work) < 10 || blank.Rate == 0 {
		return nil, errors.New("there were no frames")
	}
	f := &Frames{Share: got.Rate / blank.Rate, Picture: got.Picture * 1e6, Memory: got.Memory}
	for _, ms := range got.Work {
		f.Work = append(f.Work, ms*1e6)
	}
	f.P99 = percentile(f.Work, 0.99)
	return f, nil
}

// watchFrames gives each page a function that counts its frames for so many ms. The work of a frame is from its first
// callback until the browser comes to the next task, after style, layout and paint.
const watchFrames = `
const work = []
const after = new MessageChannel()
let begun = 0, frame = 0
after.port1.onmessage = () => { work.push(performance.now() - begun) }
const request = window.requestAnimationFrame.bind(window)
window.requestAnimationFrame = act => request(now => {
  if (now !== frame) {
    frame = now
    begun = performance.now()
    after.port2.postMessage(null)
  }
  act(now)
})
window.watched = async (ms, each = () => {}) => {
  work.length = 0
  const from = performance.now()
  let n = 0
  for (; performance.now() - from < ms; n++) {
    await new Promise(done => requestAnimationFrame(done))
    each(n)
  }
  return {rate: 1000 * n / (performance.now() - from), work: work.slice()}
}
`

// inPage runs a program as a person does, waits for its picture, and lets something be done while frames are counted.
const inPage = `async (text, procs, act) => {
  const until = async test => { while (!test()) await new Promise(done => setTimeout(done, 20)) }
  const at = id => document.getElementById(id)
  const bench = at("bench"), timeline = at("timeline")
  await until(() => bench.dataset.editor === "ready" && bench.dataset.threads !== undefined)
  document.querySelector(".cm-content").focus()
  if (!document.execCommand("selectAll") || !document.execCommand("insertText", false, text)) throw new Error("the editor takes no text")
  await until(() => !document.querySelector(".edited").hidden)
  at("procs").value = String(procs)
  at("tabs").scrollIntoView({block: "end"})
  let ended = 0, picture = 0
  new MutationObserver(() => { if (bench.dataset.digest) ended ||= performance.now() }).observe(bench, {attributeFilter: ["data-digest"]})
  new MutationObserver(() => {
    if (ended && timeline.dataset.events) requestAnimationFrame(() => requestAnimationFrame(() => { picture ||= performance.now() }))
  }).observe(timeline, {attributeFilter: ["data-events"]})
  at("run").click()
  await until(() => bench.dataset.state === "done" || bench.dataset.state === "failed")
  if (bench.dataset.state === "failed") throw new Error(at("notice").textContent)
  await until(() => picture)
  await until(() => at("stage").dataset.room)
  const counted = await act(at)
  const {bytes} = await performance.measureUserAgentSpecificMemory()
  return {...counted, picture: picture - ended, memory: bytes}
}`

// What is done.
const (
	playAll = `async at => {
  at("stage").scrollIntoView()
  at("scrub").value = String(Math.floor(0.6 * at("scrub").max))
  at("scrub").dispatchEvent(new Event("input"))
  at("speed").value = "400"
  at("speed").dispatchEvent(new Event("change"))
  at("play-pause").click()
  return await watched(6000)
}`
	zoomAll = `async at => {
  const canvas = document.querySelector(".tl-main"), box = canvas.getBoundingClientRect()
  const all = {rate: 0, work: []}
  const views = [...document.querySelectorAll(".tl-bar button")].filter(b => /^by /.test(b.textContent))
  for (const view of views) {
    view.click()
    const some = await watched(3000, n => canvas.dispatchEvent(new WheelEvent("wheel", {ctrlKey: true, deltaY: n % 120 < 60 ? -12 : 12, clientX: box.left + 300, clientY: box.top + 80, cancelable: true})))
    all.rate += some.rate / views.length
    all.work.push(...some.work)
  }
  return all
}`
)

// percentile of nothing is 0.
func percentile(xs []float64, share float64) float64 {
	if len(xs) == 0 {
		return 0
	}
	sorted := sortedOf(xs)
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

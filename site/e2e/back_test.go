package e2e

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/core/prove"
	"github.com/gopark/gopark/site/build"
)

// picture gives all that the page shows of a moment: the stage, the words, the life of a goroutine, the table, the tokens beside the
// program, the transport. Attributes are in order: they may have been set in another.
const picture = `
	const seen = node => {
		if (node.nodeType === 3) return node.data
		if (node.nodeType !== 1) return ""
		const at = [...node.attributes].map(a => a.name + "=" + JSON.stringify(a.value)).sort().join(" ")
		return "<" + node.localName + " " + at + ">" + [...node.childNodes].map(seen).join("") + "</" + node.localName + ">"
	}
	const picture = () => {
		const parts = ["stage", "why", "about-one", "pane-table", "count", "jump-next", "jump-previous", "jump-to"].map(id => [...document.getElementById(id).childNodes].map(seen).join(""))
		const lines = [...document.querySelectorAll(".cm-gutterElement .gs")].map(e => Math.round(e.getBoundingClientRect().top) + seen(e))
		return [...parts, ...lines].join("\n")
	}
`

// Step back from event n, and the page shows what it shows after n-1 events; step again, and it shows what it showed. At random moments
// of 20 programs, 50 of each. CI does a fifth of the programs each time.
func TestAStepBackShowsWhatWas(t *testing.T) {
	const programs, moments = 20, 50
	b := openOn(t, build.Handler(siteDir, build.SiteHeaders("")), "/", 20*time.Minute)
	done := 0
	for i := range programs {
		if !prove.Mine(i, 5) {
			continue
		}
		seed := uint64(time.Now().UnixNano())
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		path := fmt.Sprintf("/demos/d%d/", i+1)
		b.do(chromedp.Navigate("about:blank"), inTheme("light"), chromedp.Navigate(b.url+path))
		b.wait(benchReady+" && Number(document.getElementById('scrub').max) > 1 && Number(bench.dataset.position) > 0", 30*time.Second)
		b.do(chromedp.Evaluate[chromedp.Void]("document.getElementById('tab-table').click()"))
		most := eval[int](b, "Number(document.getElementById('scrub').max)")
		list := ""
		for range moments {
			list += fmt.Sprintf("[%d,%d],", 2+r.IntN(most-1), 1+r.IntN(most))
		}
		wrong := eval[[]string](b, `(() => {`+picture+`
			const at = document.getElementById("scrub")
			const go = n => { at.value = n; at.dispatchEvent(new Event("input")) }
			document.querySelector("#stage [data-who^=g]")?.dispatchEvent(new MouseEvent("click", {bubbles: true}))
			const wrong = []
			for (const [n, far] of [`+list+`]) {
				go(n - 1)
				const before = picture()
				go(far)
				go(n)
				const now = picture()
				if (now === before) wrong.push(n + ": nothing changes")
				document.getElementById("back").click()
				if (picture() !== before) wrong.push(n + ": back")
				document.getElementById("step").click()
				if (picture() !== now) wrong.push(n + ": forth")
			}
			return wrong
		})()`)
		if len(wrong) > 0 {
			t.Errorf("%s of %d events (seed %d): %v", path, most, seed, wrong)
		}
		done += moments
	}
	t.Logf("%d moments", done)
	b.silent()
}

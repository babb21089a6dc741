package build

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "write screenshots into this folder")

// lookAt is run in the page and lists what is wrong with how it looks.
var lookAt = mustRead("testdata/look.js")

func mustRead(name string) string {
	b, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// Every page, at three widths and in two themes: nothing overlaps, is cut off or hard
// to read, and the console is silent.
func TestPagesLookRight(t *testing.T) {
	ctx := chromium(t)
	server := startSite(t)
	said := listen(t, ctx)
	for _, page := range []struct{ name, path, ready string }{
		{"lesson", "/lessons/stealing/", "#bench[data-editor=ready][data-threads] .cm-content"},
		{"play", "/play/", "#bench[data-editor=ready][data-threads] .cm-content"},
		{"home", "/", "#lessons"},
		{"source", "/src/sched/", ".source-index"},
		{"missing", "/nothing/", "main"},
	} {
		for _, width := range []int64{1440, 768, 390} {
			for _, mode := range []string{"light", "dark"} {
				t.Run(fmt.Sprintf("%s-%d-%s", page.name, width, mode), func(t *testing.T) {
					err := chromedp.Do(ctx,
						theme(mode),
						chromedp.EmulateViewport(width, 960),
						chromedp.Navigate(server.URL+page.path),
						chromedp.WaitReady(chromedp.CSS(page.ready)),
						chromedp.Sleep(300*time.Millisecond),
					)
					if err != nil {
						t.Fatal(err)
					}
					faults, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](lookAt))
					if err != nil {
						t.Fatal(err)
					}
					for _, f := range faults {
						t.Error(f)
					}
					for _, c := range said.take() {
						if page.name == "missing" && strings.Contains(c, "404") {
							continue
						}
						t.Error(c)
					}
					shoot(t, ctx, t.Name())
				})
			}
		}
	}
}

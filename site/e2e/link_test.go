package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/link"
)

// Two files in one text; with procs 2 and policy local it takes a while and ends.
const twoFiles = `-- main.go --
package main

import "fmt"

func main() {
	done := make(chan string)
	for i := range 6 {
		go work(i, done)
	}
	for range 6 {
		fmt.Println(<-done)
	}
}
-- work.go --
package main

import "fmt"

func work(i int, done chan<- string) {
	done <- fmt.Sprint("work ", i)
}
`

const playReady = "bench.dataset.editor === 'ready' && bench.dataset.threads !== undefined"

// visit goes to an address as if it had been typed into a new tab.
func (b *tab) visit(address string) {
	b.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	b.wait(playReady, 15*time.Second)
}

// share opens the dialog and gives the value of one of its fields.
func (b *tab) share(field string) string {
	b.Helper()
	b.do(clickOn("#share"))
	b.wait("document.getElementById('share-panel')?.open && document.getElementById('share-panel').dataset.ready", 10*time.Second)
	b.wait("document.getElementById('share-code').value !== ''", 5*time.Second)
	value := eval[string](b, "document.getElementById('"+field+"').value")
	b.do(clickOn("#share-panel .set-close"))
	return value
}

// digestOf runs a link by the command, and gives the digest of the run.
func digestOf(t *testing.T, address string) string {
	t.Helper()
	out, err := exec.Command(binary, "run", "-digest", address).CombinedOutput()
	m := regexp.MustCompile(`digest: ([0-9a-f]{64})`).FindSubmatch(out)
	if err != nil || m == nil {
		t.Fatalf("gopark run LINK: %v\n%s", err, out)
	}
	return string(m[1])
}

// A reader shares a run at a moment. Who opens the link finds program and settings, nothing runs, and after Run the stage
// stands at that moment. Page and command agree on the run.
func TestALinkComesBack(t *testing.T) {
	b := open(t, "/play/")
	b.write(twoFiles)
	b.set("procs", "2")
	b.set("seed", "77")
	b.set("policy", "local")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	digest := b.data("digest")
	b.click("step")
	b.click("step")
	b.click("step")
	moment, words := b.data("position"), b.textOf(".why-say")
	address := b.share("share-link")
	if !strings.Contains(address, "/play/#v1:") {
		t.Fatalf("the link is %q", address)
	}
	if got := digestOf(t, address); got != digest {
		t.Errorf("the command's digest is %s, the page's %s", got, digest)
	}

	b.visit(address)
	if got := eval[string](b, "document.querySelector('.cm-content').innerText.replaceAll('\\n\\n', '\\n').trim()"); !strings.Contains(got, "-- work.go --") || !strings.Contains(got, "func work") {
		t.Errorf("the editor has %q", got)
	}
	if got := b.text("opened"); !strings.HasPrefix(got, "This program came with a link, and has not been run here.") {
		t.Errorf("it says %q", got)
	}
	if got := eval[string](b, "procs.value + ' ' + seed.value + ' ' + policy.value"); got != "2 77 local" {
		t.Errorf("procs, seed and policy are %s", got)
	}
	time.Sleep(300 * time.Millisecond)
	if got := b.data("state"); got != "idle" {
		t.Errorf("the link runs by itself: %s", got)
	}
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	if got := b.data("digest"); got != digest {
		t.Errorf("the digest is %s, was %s", got, digest)
	}
	if b.data("position") != moment || b.textOf(".why-say") != words {
		t.Errorf("the stage stands at %s (%s), want %s (%s)", b.data("position"), b.textOf(".why-say"), moment, words)
	}
	if got := b.text("opened"); strings.Contains(got, "has not been run here") {
		t.Errorf("after a run it says %q", got)
	}
	// A goroutine that stands in the second file is beside its line.
	b.wait("[...document.querySelectorAll('.cm-gs .chip')].length > 0", 5*time.Second)
	b.silent()
}

// What is wrong in the second file is said there.
func TestAFaultInTheSecondFile(t *testing.T) {
	b := open(t, "/play/")
	b.write(strings.Replace(twoFiles, `"work ", i`, `"work ", j`, 1))
	b.click("run")
	b.wait("bench.dataset.state === 'failed'", time.Minute)
	if got := b.textOf(".problems button"); got != "work.go:6:30: undefined: j" {
		t.Errorf("the compiler says %q", got)
	}
	if got := b.textOf(".cm-lintRange-error"); got != "j" {
		t.Errorf("marked is %q", got)
	}
	b.silent()
}

// A link that cannot be read says why, in the words of the command, and changes nothing.
func TestLinksThatCannotBeRead(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(repoRoot, "site/link/testdata/links.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ Name, Text, Error string }
	if err := json.Unmarshal(src, &rows); err != nil {
		t.Fatal(err)
	}
	b := open(t, "/play/")
	page := eval[string](b, "location.origin + '/play/'")
	const mine = "package main\n\nfunc main() { println(42) }\n"
	b.write(mine)
	text := func() string { return eval[string](b, "document.querySelector('.cm-content').innerText") }
	before := text()
	n := 0
	for _, row := range rows {
		if row.Error == "" || !strings.HasPrefix(row.Text, "#v") {
			continue
		}
		n++
		want := "The link could not be opened: " + row.Error + "."
		// Come into the address of the page that is open, where something was written.
		eval[bool](b, "(location.hash = "+quote(row.Text)+", document.getElementById('opened').textContent = '', true)")
		b.wait("document.getElementById('opened').textContent.startsWith("+quote(want)+")", 5*time.Second)
		if got := text(); got != before {
			t.Fatalf("%s: the editor has %q", row.Name, got)
		}
	}
	if n < 35 {
		t.Errorf("only %d links were tried", n)
	}
	// A link that can be read does not take the place of what was written, until its reader says so.
	good := rows[0].Text
	eval[bool](b, "(location.hash = "+quote(good)+", true)")
	b.wait("document.querySelector('#opened button')?.textContent === 'Open the other'", 5*time.Second)
	if got := text(); got != before {
		t.Errorf("the editor has %q", got)
	}
	// In a new tab a damaged link shows the playground's own program.
	b.visit(page + good[:len(good)-5])
	if got := b.text("opened"); !strings.HasPrefix(got, "The link could not be opened: the link was cut: ") {
		t.Errorf("it says %q", got)
	}
	if !strings.Contains(text(), "package main") {
		t.Errorf("the editor has %q", text())
	}
	b.silent()
}

// A link of an engine that the site does not have says so before anything runs.
func TestALinkOfAnotherEngine(t *testing.T) {
	b := open(t, "/play/")
	page := eval[string](b, "location.origin + '/play/'")
	text := makeLink(t, "0123456789abcdef", "")
	b.visit(page + text)
	if got := b.text("opened"); !strings.Contains(got, "made with the engine 0123456789abcdef, which this site does not have") {
		t.Errorf("it says %q", got)
	}
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	if got := b.text("output"); got != "hello\n" {
		t.Errorf("the output is %q", got)
	}
	b.visit(page + makeLink(t, "", "999999"))
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	if got := b.text("notice"); !strings.HasPrefix(got, "The moment is not in this run: ") {
		t.Errorf("it says %q", got)
	}
	b.silent()
}

func makeLink(t *testing.T, engine, at string) string {
	t.Helper()
	text, err := link.Encode(link.Link{Files: []link.File{{Name: "hello.go", Text: "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n"}}, Engine: engine, At: at})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A link whose engine the site has kept runs on that engine, all of it.
func TestALinkOfAKeptEngine(t *testing.T) {
	const old = "0123456789abcdef"
	list, err := os.ReadFile(filepath.Join(siteDir, "engines.json"))
	if err != nil {
		t.Fatal(err)
	}
	var engines struct {
		Present string                    `json:"present"`
		Engines map[string]map[string]any `json:"engines"`
	}
	if err := json.Unmarshal(list, &engines); err != nil {
		t.Fatal(err)
	}
	kept := map[string]any{}
	for name, value := range engines.Engines[engines.Present] {
		if text, ok := value.(string); ok {
			value = strings.Replace(text, engines.Present, old, 1)
		}
		kept[name] = value
	}
	newer := map[string]any{"protocol": 99}
	for name, value := range kept {
		if name != "protocol" {
			newer[name] = value
		}
	}
	engines.Engines[old], engines.Engines["fedcba9876543210"] = kept, newer
	files := build.Handler(siteDir, build.SiteHeaders(""))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/engines.json" {
			json.NewEncoder(w).Encode(engines)
			return
		}
		r.URL.Path = strings.Replace(r.URL.Path, "/assets/engine/"+old+"/", "/assets/engine/"+engines.Present+"/", 1)
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	b := &tab{T: t, ctx: chromium(t, 3*time.Minute)}
	if err := chromedp.Listen(b.ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	b.visit(server.URL + "/play/" + makeLink(t, old, ""))
	if got := b.text("opened"); !strings.Contains(got, "It was made with the engine "+old+". This site has it, and runs the program with it.") {
		t.Errorf("it says %q", got)
	}
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	if got := b.text("output"); got != "hello\n" {
		t.Errorf("the output is %q", got)
	}
	used := eval[[]string](b, `performance.getEntriesByType("resource").map(e => new URL(e.name).pathname).filter(p => p.includes("/engine/"))`)
	if len(used) == 0 {
		t.Error("no engine was loaded")
	}
	for _, path := range used {
		if !strings.HasPrefix(path, "/assets/engine/"+old+"/") {
			t.Errorf("it used %s", path)
		}
	}
	if got := b.share("share-link"); !strings.Contains(got, "#v1:") {
		t.Errorf("the link is %q", got)
	} else if l, err := link.Decode(got); err != nil || l.Engine != old {
		t.Errorf("the link names engine %q, %v", l.Engine, err)
	}
	// An engine that this page cannot talk to is as good as none.
	b.visit(server.URL + "/play/" + makeLink(t, "fedcba9876543210", ""))
	if got := b.text("opened"); !strings.Contains(got, "which this site does not have") {
		t.Errorf("it says %q", got)
	}
	b.silent()
}

// Programs are saved as files and come back from them; what was there can be brought back.
func TestFiles(t *testing.T) {
	b := open(t, "/play/")
	// What would be saved is caught where the page gives it to the browser.
	eval[bool](b, `(() => {
		window.saved = []
		const make = URL.createObjectURL
		let blob
		URL.createObjectURL = b => make((blob = b))
		HTMLAnchorElement.prototype.click = function() { blob.text().then(text => window.saved.push([this.download, text])) }
		return true
	})()`)
	b.write(twoFiles)
	save := func(id string) (name, text string) {
		b.do(clickOn("#share"))
		b.wait("document.getElementById('share-panel')?.open", 10*time.Second)
		n := eval[int](b, "saved.length")
		b.do(clickOn("#" + id))
		b.wait(fmt.Sprintf("saved.length > %d", n), 5*time.Second)
		got := eval[[]string](b, "saved.at(-1)")
		b.do(clickOn("#share-panel .set-close"))
		return got[0], got[1]
	}
	if name, text := save("download-txtar"); name != "program.txtar" || text != twoFiles {
		t.Errorf("%s has %q", name, text)
	}
	if name, text := save("download-go"); name != "program.txtar" || text != twoFiles {
		t.Errorf("%s has %q", name, text)
	}
	dir := t.TempDir()
	put := func(name, text string) {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		b.do(clickOn("#share"))
		b.wait("document.getElementById('share-panel')?.open", 10*time.Second)
		b.do(chromedp.SetUploadFiles(chromedp.ID("share-file"), []string{file}))
	}
	// What was pasted ends with an empty line; what comes back has the same text, and the editor does not show that line.
	text := func() string {
		return strings.TrimRight(eval[string](b, "document.querySelector('.cm-content').innerText"), "\n")
	}
	before := text()
	put("one.go", "package main\n\nfunc main() { println(1) }\n")
	b.wait("document.getElementById('notice').textContent.startsWith('one.go is open. It has not been run.')", 5*time.Second)
	if got := text(); !strings.Contains(got, "println(1)") || b.textOf(".file") != "one.go" {
		t.Errorf("the editor has %q of %s", got, b.textOf(".file"))
	}
	if name, text := save("download-go"); name != "one.go" || !strings.Contains(text, "println(1)") {
		t.Errorf("%s has %q", name, text)
	}
	b.do(clickOn("#notice button"))
	if got := text(); got != before {
		t.Errorf("what was there came back as %q", got)
	}
	for name, says := range map[string]string{"image.go": "image.go is no text", "long.go": "is longer than 256 KiB", "x.png": "is neither .go nor .txtar"} {
		put(name, map[string]string{"image.go": "\xff\xfe\x00", "long.go": strings.Repeat("x", 257<<10), "x.png": "x"}[name])
		b.wait("document.getElementById('share-said').textContent.includes("+quote(says)+")", 5*time.Second)
		b.do(clickOn("#share-panel .set-close"))
		if got := text(); got != before {
			t.Errorf("%s: the editor has %q", name, got)
		}
	}
	b.silent()
}

package e2e

// This file drives the settings, the figures and the files as a person does, and compares what
// comes of them with gopark run.

import (
	"bytes"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// set writes a value into a control, as typing and choosing do.
func (b *tab) set(id, value string) {
	b.Helper()
	if !eval[bool](b, `(() => { const e = document.getElementById("`+id+`"); e.value = `+quote(value)+`; for (const on of ["input", "change"]) e.dispatchEvent(new Event(on)); return e.value === `+quote(value)+` })()`) {
		b.Fatalf("#%s cannot be %q", id, value)
	}
}

// settings opens the dialog.
func (b *tab) settings() {
	b.Helper()
	b.do(clickOn("#settings"))
	b.wait("document.getElementById('settings-panel')?.open", 5*time.Second)
}

// cli runs the command that the dialog shows, in a folder where main.go is the program, and gives its stderr.
func (b *tab) cli(program string, flags ...string) (stdout, stderr string) {
	b.Helper()
	line := b.text("set-command")
	words := strings.Fields(line)
	if len(words) < 3 || words[0] != "gopark" || words[1] != "run" {
		b.Fatalf("the command is %q", line)
	}
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644); err != nil {
		b.Fatal(err)
	}
	path, err := filepath.Abs(binary)
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(path, append(append([]string{"run"}, flags...), words[2:]...)...)
	var out, errOut bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errOut
	err = cmd.Run()
	b.Logf("%s: %v", line, err)
	return out.String(), errOut.String()
}

// around writes and reads a file and talks to itself, so that the latencies count.
const around = `package main

import (
	"fmt"
	"io"
	"net"
	"os"
)

func main() {
	os.WriteFile("a", []byte("hello"), 0o644)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		c, err := l.Accept()
		if err != nil {
			panic(err)
		}
		text, _ := os.ReadFile("a")
		c.Write(text)
		c.Close()
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	text, _ := io.ReadAll(c)
	fmt.Println(string(text))
}
`

// TestSettingsOfThePageAreThoseOfTheCommand: what is entered in the page gives the run that the command
// gives, digest and output alike, and the command is the one that the dialog shows.
func TestSettingsOfThePageAreThoseOfTheCommand(t *testing.T) {
	b := open(t, lessonPath)
	for _, test := range []struct {
		name, program, seed, policy string
		set                         map[string]string // by field
	}{
		{"as usual", "", "1", "go1.26", nil},
		{"a policy and a great seed", "", "18446744073709551615", "local", nil},
		{"switches", "", "3", "go1.13", map[string]string{"switch-steal": "one", "switch-victim": "fixed", "switch-order": "lifo"}},
		{"costs", "", "4", "go1.26", map[string]string{"cost-wake": "1.5µs", "cost-steal": "50ns", "cost-find": "0"}},
		{"until", "", "5", "no-runnext", map[string]string{"until": "300us"}},
		{"all at once", around, "6", "netpoll", map[string]string{
			"switch-spin": "off", "cost-syscall": "200ns", "io-file": "1ms", "io-net": "5ms", "io-loss": "1%", "until": "2s", "schedtrace": "5ms"}},
	} {
		program := lessonProgram(t)
		if test.program != "" {
			program = test.program
			b.write(program)
		}
		b.set("seed", test.seed)
		b.set("policy", test.policy)
		b.settings()
		for id, value := range test.set {
			b.set("set-"+id, value)
		}
		if n := eval[int](b, "document.querySelectorAll('.set-row.changed').length"); n != len(test.set) {
			t.Errorf("%s: %d fields are marked, want %d", test.name, n, len(test.set))
		}
		stdout, stderr := b.cli(program, "-digest")
		eval[bool](b, "delete document.getElementById('bench').dataset.digest")
		b.click("set-run")
		b.wait("bench.dataset.state === 'done' && bench.dataset.digest && !document.getElementById('settings-panel').open", time.Minute)
		if want := "digest: " + b.data("digest") + "\n"; !strings.HasSuffix(stderr, want) {
			t.Errorf("%s: the page has %sthe command says\n%s", test.name, want, stderr)
		}
		for _, line := range strings.Split(strings.TrimSpace(stdout), "\n") {
			if !strings.Contains(b.text("output"), line) {
				t.Errorf("%s: the output %q has no %q", test.name, b.text("output"), line)
			}
		}
		if _, ok := test.set["schedtrace"]; ok != strings.Contains(b.text("output"), "SCHED ") {
			t.Errorf("%s: the output is %q", test.name, b.text("output"))
		}
		if until := strings.Contains(b.text("ended"), "as asked"); until != strings.Contains(stderr, "(-until)") {
			t.Errorf("%s: the page says %q, the command %q", test.name, b.text("ended"), stderr)
		}
		b.settings()
		b.click("set-reset")
		if n := eval[int](b, "document.querySelectorAll('.set-row.changed').length"); n != 0 || b.text("settings-count") != "" {
			t.Errorf("%s: %d fields are marked after Reset all", test.name, n)
		}
		b.do(chromedp.KeyEvent(kb.Escape))
	}
	b.silent()
}

// TestWrongSettingsAreExplainedAtTheField: in the words of the command line, and nothing runs.
func TestWrongSettingsAreExplainedAtTheField(t *testing.T) {
	b := open(t, lessonPath)
	for field, value := range map[string]string{"cost-wake": "2ms", "io-loss": "1", "io-net": "soon", "until": "-1s", "schedtrace": "1us"} {
		b.settings()
		b.set("set-"+field, value)
		_, stderr := b.cli(lessonProgram(t))
		said := strings.ToLower(strings.TrimSuffix(b.textOf("#set-"+field+"-words .set-fault:not(.unseen)"), "."))
		if field != "schedtrace" && field != "until" && !strings.Contains(strings.ToLower(stderr), said) || !strings.HasPrefix(said, "want ") || !strings.Contains(stderr, "usage: gopark run") {
			t.Errorf("%s=%s: the page says %q, the command\n%s", field, value, said, stderr)
		}
		b.do(chromedp.KeyEvent(kb.Escape))
		b.do(clickOn("#run"))
		b.wait("document.getElementById('settings-panel').open && document.activeElement.id === 'set-"+field+"'", 5*time.Second)
		if b.data("state") != "idle" || eval[string](b, "document.activeElement.getAttribute('aria-invalid')") != "true" {
			t.Errorf("%s=%s: the bench is %s", field, value, b.data("state"))
		}
		b.click("set-reset")
		b.do(chromedp.KeyEvent(kb.Escape))
	}
	b.set("seed", "18446744073709551616")
	b.click("run")
	if got := b.text("notice"); !strings.Contains(got, "no number from 0 to 18446744073709551615") || b.data("state") != "idle" {
		t.Errorf("a seed that is too large: %q, the bench is %s", got, b.data("state"))
	}
	b.silent()
}

// TestSettingsMoveNothing: the dialog can be used by keys alone, and the page under it stays where it is. In
// Parallel what has no meaning there cannot be set.
func TestSettingsMoveNothing(t *testing.T) {
	b := open(t, "/play/")
	b.wait("document.getElementById('stage').dataset.room", 10*time.Second) // there is room for the recorded run
	where := func() string {
		return eval[string](b, `JSON.stringify(["run", "stage", "settings", "tabs"].map(id => document.getElementById(id).getBoundingClientRect()))`)
	}
	before := where()
	b.do(chromedp.Focus(chromedp.ID("settings")), chromedp.KeyEvent(kb.Enter))
	b.wait("document.getElementById('settings-panel')?.open", 5*time.Second)
	if got := where(); got != before {
		t.Errorf("opening moves the page: %s, before %s", got, before)
	}
	rows := func() string {
		return eval[string](b, `JSON.stringify([...document.querySelectorAll(".set-row")].map(r => r.offsetTop))`)
	}
	at := rows()
	b.do(chromedp.Focus(chromedp.ID("set-cost-wake")), chromedp.KeyEvent("x"))
	if got := b.textOf(`[data-field="cost-wake"].wrong .set-fault:not(.unseen)`); got != "Want a duration such as 50ns or 2us." {
		t.Errorf("a wrong cost says %q", got)
	}
	b.set("set-switch-runnext", "off")
	b.set("set-switch-dispatch", "push")
	b.set("set-io-file", "x")
	if got := rows(); got != at {
		t.Errorf("settings move the rows: %s, before %s", got, at)
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	b.wait("!document.getElementById('settings-panel').open && document.activeElement.id === 'settings'", 5*time.Second)
	if got := where(); got != before {
		t.Errorf("closing moves the page: %s, before %s", got, before)
	}
	if got := b.text("settings-count"); got != "4" {
		t.Errorf("the button counts %q", got)
	}
	b.do(clickOn("#mode-parallel"))
	b.settings()
	b.set("set-io-file", "")
	if off := eval[[]string](b, `[...document.querySelectorAll(".set-row.off")].map(r => r.dataset.field.replace(/-.*/, "")).filter((x, i, all) => all.indexOf(x) === i)`); strings.Join(off, " ") != "until cost" {
		t.Errorf("in Parallel there are off: %v", off)
	}
	b.click("set-run") // the wrong cost has no meaning now
	b.wait("bench.dataset.state === 'done'", time.Minute)
	b.silent()
}

// TestFilesOfThePageAreThoseOfTheCommand: figures, trace, picture and events, byte by byte.
func TestFilesOfThePageAreThoseOfTheCommand(t *testing.T) {
	b := open(t, lessonPath)
	eval[bool](b, `(() => { // what is saved is kept here instead
		window.saved = {}
		const make = URL.createObjectURL
		URL.createObjectURL = blob => { window.last = blob; return make.call(URL, blob) }
		HTMLAnchorElement.prototype.click = function () {
			const name = this.download
			window.last.arrayBuffer().then(b => { let s = ""; for (const x of new Uint8Array(b)) s += String.fromCharCode(x); window.saved[name] = btoa(s) })
		}
		return true
	})()`)
	b.set("policy", "steal-one")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", 20*time.Second)
	b.settings()
	dir := t.TempDir()
	flags := map[string]string{"stats.json": "-stats", "trace.out": "-trace", "perfetto.json": "-perfetto", "run.events": "-events"}
	var args []string
	for name, flag := range flags {
		args = append(args, flag, filepath.Join(dir, name))
	}
	b.cli(lessonProgram(t), args...)
	b.do(chromedp.KeyEvent(kb.Escape))
	b.click("tab-files")
	for name := range flags {
		b.do(clickOn(`#pane-files button[aria-label="Download ` + name + `"]`))
		b.wait("window.saved["+quote(name)+"] !== undefined", 30*time.Second)
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || len(want) == 0 {
			t.Fatal(name, err)
		}
		have, err := base64.StdEncoding.DecodeString(eval[string](b, "window.saved["+quote(name)+"]"))
		if err != nil || !bytes.Equal(have, want) {
			t.Errorf("%s has %d bytes, from the command %d", name, len(have), len(want))
		}
	}
	b.click("tab-stats")
	b.wait("document.getElementById('pane-stats').dataset.ready", 20*time.Second)
	for _, want := range []string{"Makespan", "Utilisation", "stolen", "from the queue of another P", "Waits for the scheduler's lock", "Hand-offs of a P"} {
		if !strings.Contains(b.text("pane-stats"), want) {
			t.Errorf("the figures have no %q: %s", want, b.text("pane-stats"))
		}
	}
	b.silent()
}

package host

// This file compares programs whose output native Go fixes with our runs of them,
// and holds the events of those runs against the scheduler's own memory.

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestFidelity: all agree, with one P each. 90 is about two: it sets them itself, and is run with two from the
// start as well.
func TestFidelity(t *testing.T) {
	names := fidelityPrograms(t)
	if len(names) < 62 {
		t.Errorf("%d programs, want 62", len(names))
	}
	agree := 0
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			procs := []int{1}
			if strings.HasPrefix(name, "90-") {
				procs = []int{1, 2}
			}
			for _, n := range procs {
				if why := compareNative(t, name, n); why != "" {
					t.Errorf("procs %d: %s", n, why)
				}
			}
			if !t.Failed() {
				agree++
			}
		})
	}
	t.Logf("%d of %d programs agree with native Go", agree, len(names))
}

func fidelityPrograms(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/fidelity/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(filepath.Base(f), ".go")
	}
	return names
}

// compareNative runs a program and says how it differs from native Go.
func compareNative(t *testing.T, name string, procs int) string {
	p, why := build(t, filepath.Join("testdata", "fidelity", name+".go"))
	if why != "" {
		return why
	}
	defer p.Close()
	out := runProgram(t, p, Options{Procs: procs, Seed: 1, Timeout: 60 * time.Second})
	if out.err != nil {
		return out.err.Error() + "\n" + out.stderr
	}
	return nativeResult(t, "fidelity/"+name).unlike(out)
}

// native is what native Go makes of a program: its files next to the program, whose path is that below testdata.
type native struct {
	stdout string
	code   int
	crash  string // "": not compared
}

func nativeResult(t *testing.T, name string) (n native) {
	t.Helper()
	base := filepath.Join("testdata", name)
	n.stdout = readFile(t, base+".out")
	if text, err := os.ReadFile(base + ".code"); err == nil {
		n.code, _ = strconv.Atoi(strings.TrimSpace(string(text)))
	}
	if text, err := os.ReadFile(base + ".err"); err == nil {
		n.crash = string(text)
	}
	return n
}

// unlike says how a run differs, or "".
func (n native) unlike(out outcome) string {
	var why []string
	if out.code != n.code {
		why = append(why, "exit code "+strconv.Itoa(out.code)+", want "+strconv.Itoa(n.code)+"\nstderr:\n"+out.stderr)
	}
	if out.stdout != n.stdout {
		why = append(why, "stdout:\n"+out.stdout+"want:\n"+n.stdout+"stderr:\n"+out.stderr)
	}
	if n.crash != "" {
		if d := compareCrash(out.stderr, n.crash); d != "" {
			why = append(why, d)
		}
	}
	return strings.Join(why, "\n")
}

// compareCrash compares the message of a crash, and the headers of its goroutines.
func compareCrash(got, want string) string {
	gotMsg, gotHeads := crashParts(got)
	wantMsg, wantHeads := crashParts(want)
	if gotMsg != wantMsg {
		return "crash message:\n" + gotMsg + "\nwant:\n" + wantMsg
	}
	slices.Sort(gotHeads)
	slices.Sort(wantHeads)
	if !slices.Equal(gotHeads, wantHeads) {
		return "goroutines of the crash:\n" + strings.Join(gotHeads, "\n") + "\nwant:\n" + strings.Join(wantHeads, "\n")
	}
	return ""
}

var otherGoroutine = regexp.MustCompile(`^goroutine ([0-9]{2,}|[2-9]) `)

func crashParts(text string) (message string, heads []string) {
	message, rest, _ := strings.Cut(text, "\n\n")
	for line := range strings.Lines(rest) {
		line = otherGoroutine.ReplaceAllString(strings.TrimSpace(line), "goroutine N ")
		if strings.HasPrefix(line, "goroutine ") {
			heads = append(heads, line)
		}
	}
	return strings.TrimSpace(message), heads
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

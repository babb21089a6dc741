package prove

// This file lets SPIN explore the two models of models/: every interleaving of their steps, and so every schedule of
// a few Ms. Each model as it is must be right; each mistake that is built in (-DBROKEN=n) must be found.
//
// SPIN writes a C program, so a C compiler is needed too. build.sh installs both where it may.

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var models = []struct {
	name   string
	broken int // how many mistakes it has
	states int // it explores at least so many: else it does not do what it says
}{
	{"park", 4, 100_000},
	{"ring", 3, 1_000_000},
}

func TestModels(t *testing.T) {
	if testing.Short() {
		t.Skip("explores millions of states")
	}
	for _, name := range []string{"spin", "cc"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			t.Skip("the models are not checked: ", err)
		}
	}
	for _, m := range models {
		for broken := 0; broken <= m.broken; broken++ {
			states, errors := explore(t, m.name, broken)
			switch {
			case broken == 0 && errors != 0:
				t.Errorf("%s: SPIN finds a schedule that goes wrong", m.name)
			case broken == 0 && states < m.states:
				t.Errorf("%s: only %d states", m.name, states)
			case broken != 0 && errors == 0:
				t.Errorf("%s: the mistake %d is not found", m.name, broken)
			}
			t.Logf("%s, mistake %d: %d states, %d errors", m.name, broken, states, errors)
		}
	}
}

var (
	spinErrors = regexp.MustCompile(`errors: (\d+)`)
	spinStates = regexp.MustCompile(`(\S+) states, stored`)
)

// explore runs SPIN on a model with one mistake, 0 for none.
func explore(t *testing.T, name string, broken int) (states, errors int) {
	t.Helper()
	model, err := filepath.Abs("models/" + name + ".pml")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("spin", "-DBROKEN="+strconv.Itoa(broken), "-a", model)
	run("cc", "-O2", "-w", "-DSAFETY", "-DMEMLIM=3000", "-o", "pan", "pan.c")
	out := run("./pan", "-m200000")
	e, s := spinErrors.FindStringSubmatch(out), spinStates.FindStringSubmatch(out)
	if e == nil || s == nil || strings.Contains(out, "Search not completed") && e[1] == "0" || strings.Contains(out, "max search depth too small") {
		t.Fatalf("%s, mistake %d: SPIN did not finish\n%s", name, broken, out)
	}
	errors, _ = strconv.Atoi(e[1])
	count, _ := strconv.ParseFloat(s[1], 64)
	return int(count), errors
}

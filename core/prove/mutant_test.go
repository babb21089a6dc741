package prove

// This file runs the mutants: each must be found by its test.

import (
	"errors"
	"flag"
	"fmt"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

var only = flag.String("mutant", "", "run only the mutants whose name matches, and all of them")

const (
	root      = "../.." // of the module
	mutantsOf = 8       // a run of the tests does one of every so many
	tries     = 8       // a race that nobody loses shows nothing: a test may pass so often, less one
)

var errPasses = errors.New("passes")

// TestMutantsAreFound builds the scheduler with each mistake, and runs the test that must fail.
func TestMutantsAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many test binaries")
	}
	limit := make(chan struct{}, runtime.NumCPU())
	var wg sync.WaitGroup
	match := regexp.MustCompile(*only)
	for i, m := range Mutants {
		if *only == "" && !Mine(i, mutantsOf) || !match.MatchString(m.Name) {
			continue
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			limit <- struct{}{}
			defer func() { <-limit }()
			began := time.Now()
			how, err := m.run(t.TempDir())
			if err != nil {
				t.Errorf("%s: %v", m.Name, err)
				return
			}
			t.Logf("%s: %s (%s, %.1f s)", m.Name, how, m.Test, time.Since(began).Seconds())
		}()
	}
	wg.Wait()
}

// run returns how the mutant was found.
func (m Mutant) run(dir string) (string, error) {
	o, err := NewOverlay(root, dir)
	if err != nil {
		return "", err
	}
	if err := o.Edit(Edit{m.File, m.Old, m.New}); err != nil {
		return "", err
	}
	bin, err := o.BuildTest("./" + m.pkg())
	if err != nil {
		return "", fmt.Errorf("the mutant does not compile: %w", err)
	}
	var how string
	for range tries {
		cmd := exec.Command(bin, "-test.run", "^"+m.Test+"$", "-test.timeout", "30s", "-test.count", "1")
		cmd.Dir = filepath.Join(root, m.pkg())
		out, err2 := cmd.CombinedOutput()
		if how, err = verdict(string(out), err2, m.Test); !errors.Is(err, errPasses) {
			break
		}
	}
	return how, err
}

func (m Mutant) pkg() string {
	if m.Pkg != "" {
		return m.Pkg
	}
	return path.Dir(m.File)
}

// verdict says how a test ended that was to fail.
func verdict(out string, err error, test string) (string, error) {
	exit := new(exec.ExitError)
	switch {
	case err == nil && strings.Contains(out, "no tests to run"):
		return "", fmt.Errorf("there is no test %s", test)
	case err == nil:
		return "", fmt.Errorf("%s %w: it does not hold the rule", test, errPasses)
	case !errors.As(err, &exit):
		return "", err
	case strings.Contains(out, "--- FAIL: "+test):
		return "fails", nil
	case strings.Contains(out, "panic: test timed out"):
		return "hangs", nil
	case strings.Contains(out, "fatal error: ") || strings.Contains(out, "panic: "):
		return "crashes", nil
	}
	return "", fmt.Errorf("%s ended with %v\n%s", test, err, out)
}

// TestMutantsFit: the text that each replaces is there, once, and no two have the same name. This is fast, so it is
// done for all.
func TestMutantsFit(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Mutants {
		if seen[m.Name] {
			t.Errorf("two mutants are called %q", m.Name)
		}
		seen[m.Name] = true
		o, err := NewOverlay(root, t.TempDir())
		if err == nil {
			err = o.Edit(Edit{m.File, m.Old, m.New})
		}
		if err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
	if len(Mutants) < 12 {
		t.Errorf("only %d mutants", len(Mutants))
	}
}

// TestUnchangedSchedulerPasses: what the mutants run passes without a mistake. Else they would prove nothing.
func TestUnchangedSchedulerPasses(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test binary")
	}
	tests := map[string][]string{}
	for i, m := range Mutants {
		if Mine(i, mutantsOf) {
			tests[m.pkg()] = append(tests[m.pkg()], m.Test)
		}
	}
	for pkg, names := range tests {
		cmd := exec.Command("go", "test", "-count=1", "-run", "^("+strings.Join(names, "|")+")$", "./"+pkg)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", pkg, err, out)
		}
	}
}

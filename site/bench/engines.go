package bench

// This file is the engines that can run a program: each takes Go source, or the
// module made of it, and gives its standard output.

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gopark/gopark/wasm/host"
)

// job is a program to be run.
type job struct {
	name   string
	source string // path of the .go file
	module []byte // made of it by our compiler
	silent []byte // the same without events, if that is measured
	procs  int
	args   []string
	mode   string // of the measurement
}

// outcome is what came of a job.
type outcome struct {
	stdout string
	events int
	took   time.Duration
}

// An engine runs jobs, with real threads and real time unless the mode is virtual. It can run
// several at once.
type engineUnderTest interface {
	run(j job) (outcome, error)
	close()
}

// patience is how long one program may take.
const patience = 5 * time.Minute

// engines are their names; order is that of the report.
var engines = []string{"native", "wazero", "node", "chromium", "gojs"}

// chooseEngines gives the engines with these names, in the order of the report, native
// always among them.
func chooseEngines(names []string) ([]string, error) {
	for _, name := range names {
		if !slices.Contains(engines, name) {
			return nil, fmt.Errorf("no engine %q", name)
		}
	}
	chosen := []string{"native"}
	for _, name := range engines[1:] {
		if slices.Contains(names, name) {
			chosen = append(chosen, name)
		}
	}
	return chosen, nil
}

// makeEngine makes an engine that may keep files in dir.
func makeEngine(name, dir string, c Config) (engineUnderTest, error) {
	switch name {
	case "native":
		return native{dir, new(sync.Mutex)}, nil
	case "wazero":
		return wazero{host.NewEngine("")}, nil
	case "node":
		return newNodeBench(dir)
	case "chromium":
		return newBrowserBench(dir, c)
	case "gojs":
		return goJS{dir}, nil
	}
	return nil, fmt.Errorf("no engine %q", name)
}

// native is the Go toolchain of this machine.
type native struct {
	dir  string
	lock *sync.Mutex // of what is in dir
}

func (n native) run(j job) (outcome, error) {
	binary, err := n.build(j)
	if err != nil {
		return outcome{}, err
	}
	return output(command([]string{"GOMAXPROCS=" + strconv.Itoa(j.procs)}, binary, j.args...))
}

// build builds a program, the first time.
func (n native) build(j job) (binary string, err error) {
	n.lock.Lock()
	defer n.lock.Unlock()
	binary = filepath.Join(n.dir, j.name+".native")
	if _, err := os.Stat(binary); err == nil {
		return binary, nil
	}
	if out, err := exec.Command("go", "build", "-o", binary, j.source).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return binary, nil
}

func (native) close() {}

// wazero is our module in this process.
type wazero struct{ engine *host.Engine }

func (w wazero) run(j job) (outcome, error) {
	p, err := w.engine.Load(j.module)
	if err != nil {
		return outcome{}, err
	}
	defer p.Close()
	var stdout, stderr bytes.Buffer
	began := time.Now()
	res, err := p.Run(context.Background(), host.Options{
		Procs: j.procs, Seed: 1, Parallel: j.mode != "virtual", Timeout: patience,
		Args: append([]string{j.name}, j.args...), Stdout: &stdout, Stderr: &stderr,
	})
	if err == nil && res.Code != 0 {
		err = fmt.Errorf("exit code %d\n%s", res.Code, stderr.String())
	}
	return outcome{stdout.String(), int(res.Events), time.Since(began)}, err
}

func (w wazero) close() { w.engine.Close() }

// goJS is the Go toolchain's own js/wasm port under Node.
type goJS struct{ dir string }

func (g goJS) run(j job) (outcome, error) {
	binary := filepath.Join(g.dir, j.name+".js.wasm")
	build := exec.Command("go", "build", "-o", binary, j.source)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return outcome{}, fmt.Errorf("go build: %w\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return outcome{}, fmt.Errorf("go env GOROOT: %w", err)
	}
	script := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	return output(command(nil, "node", append([]string{"--stack-size=8192", script, binary}, j.args...)...))
}

func (goJS) close() {}

// command is a command with more environment and a deadline.
func command(env []string, name string, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Cancel = func() error { cancel(); return cmd.Process.Kill() }
	cmd.Env = append(os.Environ(), env...)
	return cmd
}

// output runs a command; its stderr is part of the error.
func output(cmd *exec.Cmd) (outcome, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	began := time.Now()
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, stderr.String())
	}
	return outcome{stdout: string(out), took: time.Since(began)}, err
}

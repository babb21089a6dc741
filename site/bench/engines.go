package bench

// This file is the engines that can run a program: each takes Go source, or the
// module made of it, and gives its standard output.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gopark/gopark/site/ui/engine"
	"github.com/gopark/gopark/wasm/host"
)

// job is a program to be run.
type job struct {
	name   string
	source string // path of the .go file
	module []byte // made of it by our compiler
	procs  int
}

// An engine runs jobs, with real threads and real time.
type engineUnderTest interface {
	run(j job) (stdout string, err error)
	close()
}

// patience is how long one program may take.
const patience = 5 * time.Minute

// engines makes an engine by its name; order is that of the report.
var engines = []struct {
	name string
	make func(dir string, root string) (engineUnderTest, error)
}{
	{"native", func(dir, _ string) (engineUnderTest, error) { return native{dir}, nil }},
	{"wazero", func(string, string) (engineUnderTest, error) { return wazero{host.NewEngine("")}, nil }},
	{"node", newNode},
	{"chromium", func(_, root string) (engineUnderTest, error) { return NewChromium(root) }},
	{"gojs", func(dir, _ string) (engineUnderTest, error) { return goJS{dir}, nil }},
}

// native is the Go toolchain of this machine.
type native struct{ dir string }

func (n native) run(j job) (string, error) {
	binary := filepath.Join(n.dir, j.name+".native")
	if out, err := exec.Command("go", "build", "-o", binary, j.source).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return output(command([]string{"GOMAXPROCS=" + strconv.Itoa(j.procs)}, binary))
}

func (native) close() {}

// wazero is our module in this process.
type wazero struct{ engine *host.Engine }

func (w wazero) run(j job) (string, error) {
	p, err := w.engine.Load(j.module)
	if err != nil {
		return "", err
	}
	defer p.Close()
	var stdout, stderr bytes.Buffer
	res, err := p.Run(context.Background(), host.Options{
		Procs: j.procs, Parallel: true, Timeout: patience, Args: []string{j.name}, Stdout: &stdout, Stderr: &stderr,
	})
	if err == nil && res.Code != 0 {
		err = fmt.Errorf("exit code %d\n%s", res.Code, stderr.String())
	}
	return stdout.String(), err
}

func (w wazero) close() { w.engine.Close() }

// node is our module under Node, in the Workers of the page.
type node struct{ dir, script string }

func newNode(dir, _ string) (engineUnderTest, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return nil, errors.New("node is not installed")
	}
	js, err := engine.Node()
	if err != nil {
		return nil, err
	}
	script := filepath.Join(dir, "gopark.mjs")
	return node{dir, script}, os.WriteFile(script, js, 0o644)
}

func (n node) run(j job) (string, error) {
	file := filepath.Join(n.dir, j.name+".wasm")
	if err := os.WriteFile(file, j.module, 0o644); err != nil {
		return "", err
	}
	return output(command(nil, "node", n.script, file, "-parallel", "-procs", strconv.Itoa(j.procs)))
}

func (node) close() {}

// goJS is the Go toolchain's own js/wasm port under Node.
type goJS struct{ dir string }

func (g goJS) run(j job) (string, error) {
	binary := filepath.Join(g.dir, j.name+".js.wasm")
	build := exec.Command("go", "build", "-o", binary, j.source)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	script := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	return output(command(nil, "node", "--stack-size=8192", script, binary))
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
func output(cmd *exec.Cmd) (string, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, stderr.String())
	}
	return string(out), err
}

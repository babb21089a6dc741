package bench

// This file runs modules under Node, in the Workers of the page.

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gopark/gopark/site/ui/engine"
)

// Node runs modules as Chromium does, each in a process of its own.
type Node struct{ dir, script string }

// NewNode keeps its files in dir.
func NewNode(dir string) (*Node, error) {
	if _, err := exec.LookPath("node"); err != nil {
		return nil, errors.New("node is not installed")
	}
	js, err := engine.Node()
	if err != nil {
		return nil, err
	}
	n := &Node{dir, filepath.Join(dir, "gopark.mjs")}
	return n, os.WriteFile(n.script, js, 0o644)
}

// Add makes a module known; the URL is for PageRun. The program's name is as in a page.
func (n *Node) Add(module []byte) (url string, err error) {
	dir, err := os.MkdirTemp(n.dir, "")
	if err != nil {
		return "", err
	}
	url = filepath.Join(dir, "prog.wasm")
	return url, os.WriteFile(url, module, 0o644)
}

// Run runs a module. It counts no events, and always ends as the program does.
func (n *Node) Run(r PageRun) (res PageResult, err error) {
	args := []string{n.script, r.URL, "-procs", strconv.Itoa(r.Procs), "-seed", strconv.FormatUint(r.Seed, 10), "-slice", strconv.Itoa(r.Slice)}
	for _, s := range r.Set {
		args = append(args, "-set", fmt.Sprintf("%d=%d", s[0], s[1]))
	}
	if r.Pages != 0 {
		args = append(args, "-pages", strconv.Itoa(r.Pages))
	}
	last := "-digest" // what the last line of stderr says
	if r.Mode == "parallel" {
		last = "-totals"
		args = append(args, "-parallel")
	}
	cmd := command(nil, "node", append(append(args, last, "--"), r.Args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	began := time.Now()
	err = cmd.Run()
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.Exited() {
		err = nil
	}
	if err == nil {
		res = PageResult{Code: cmd.ProcessState.ExitCode(), Stdout: stdout.String(), MS: time.Since(began).Seconds() * 1000}
		res.lastLine(stderr.String())
	}
	return res, err
}

// lastLine takes what node.ts itself has written off the end of stderr.
func (res *PageResult) lastLine(stderr string) {
	i := strings.LastIndexByte(strings.TrimSuffix(stderr, "\n"), '\n') + 1
	t := &res.Totals
	if n, _ := fmt.Sscanf(stderr[i:], "totals: %d switches, %d steals, %d stolen", &t.Switches, &t.Steals, &t.Stolen); n == 3 {
		stderr = stderr[:i]
	} else if n, _ := fmt.Sscanf(stderr[i:], "digest: %64s", &res.Digest); n == 1 {
		stderr = stderr[:i]
	}
	res.Stderr = stderr
}

// nodeBench is Node as one of the engines.
type nodeBench struct{ *Node }

func newNodeBench(dir string) (engineUnderTest, error) {
	n, err := NewNode(dir)
	return nodeBench{n}, err
}

func (n nodeBench) run(j job) (outcome, error) {
	file, err := n.Add(j.module)
	if err != nil {
		return outcome{}, err
	}
	defer os.Remove(file)
	return j.inPage(n.Node.Run, file)
}

func (nodeBench) close() {}

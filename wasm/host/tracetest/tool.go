package tracetest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Tool is the program that go tool trace runs.
var Tool = sync.OnceValues(func() (string, error) {
	name, err := exec.Command("go", "tool", "-n", "trace").Output()
	return strings.TrimSpace(string(name)), err
})

// CheckTool wants go tool trace -d=parsed to take the trace, and to find as many events as Check did.
func (r *Run) CheckTool(dir string) error {
	n, err := ToolReads(dir, r.File())
	if err != nil {
		return fmt.Errorf("go tool trace: %w", err)
	}
	if n != r.events {
		return fmt.Errorf("go tool trace reads %d events, x/exp/trace %d", n, r.events)
	}
	return nil
}

// ToolReads gives the number of events that go tool trace reads. It needs a folder for the file.
func ToolReads(dir string, file []byte) (events int, err error) {
	tool, err := Tool()
	if err != nil {
		return 0, err
	}
	name := filepath.Join(dir, "trace")
	if err := os.WriteFile(name, file, 0o644); err != nil {
		return 0, err
	}
	defer os.Remove(name)
	var complaint bytes.Buffer
	cmd := exec.Command(tool, "-d=parsed", name)
	cmd.Stderr = &complaint
	text, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return 0, err
	}
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		if bytes.HasPrefix(lines.Bytes(), []byte("M=")) { // other lines are those of stacks
			events++
		}
	}
	if err := errors.Join(lines.Err(), cmd.Wait()); err != nil {
		return events, fmt.Errorf("%w: %s", err, complaint.Bytes())
	}
	return events, nil
}

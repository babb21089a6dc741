// This file builds a package with some of its text replaced. The sources stay as they are: the go command reads
// the changed copies instead (go help build, -overlay).
package prove

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Edit replaces Old, which must occur exactly once in File, by New. File is relative to the root of the module.
type Edit struct{ File, Old, New string }

// Overlay is a set of changed files, in a directory of its own.
type Overlay struct {
	root, dir string
	replace   map[string]string // real file -> changed file
}

// NewOverlay makes an empty one. root is the root of the module, dir an empty directory.
func NewOverlay(root, dir string) (*Overlay, error) {
	root, err := filepath.Abs(root)
	return &Overlay{root, dir, map[string]string{}}, err
}

// Edit makes a change.
func (o *Overlay) Edit(e Edit) error {
	text, err := o.read(e.File)
	if err != nil {
		return err
	}
	switch n := strings.Count(text, e.Old); {
	case n == 0:
		return fmt.Errorf("%s does not contain\n%s", e.File, e.Old)
	case n > 1:
		return fmt.Errorf("%s contains %d times\n%s", e.File, n, e.Old)
	}
	return o.Write(e.File, strings.Replace(text, e.Old, e.New, 1))
}

// read returns the text of a file, as changed so far.
func (o *Overlay) read(file string) (string, error) {
	name := filepath.Join(o.root, file)
	if changed, ok := o.replace[name]; ok {
		name = changed
	}
	text, err := os.ReadFile(name)
	return string(text), err
}

// Write gives a file, new or not, another text.
func (o *Overlay) Write(file, text string) error {
	name := filepath.Join(o.dir, strings.ReplaceAll(file, "/", "_"))
	o.replace[filepath.Join(o.root, file)] = name
	return os.WriteFile(name, []byte(text), 0o644)
}

// BuildTest builds the test of a package, for example ./core/sched, and returns the name of the binary.
func (o *Overlay) BuildTest(pkg string, flags ...string) (string, error) {
	text, err := json.Marshal(map[string]any{"Replace": o.replace})
	if err != nil {
		return "", err
	}
	list, bin := filepath.Join(o.dir, "overlay.json"), filepath.Join(o.dir, "prove.test")
	if err := os.WriteFile(list, text, 0o644); err != nil {
		return "", err
	}
	args := append([]string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-overlay", list, "-o", bin}, flags...)
	cmd := exec.Command("go", append(args, pkg)...)
	cmd.Dir = o.root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", errors.New(strings.TrimSpace(string(out)))
	}
	return bin, nil
}

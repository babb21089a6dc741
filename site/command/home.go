package command

// This file finds the sources of which a site is made: the repository, if the command runs in it or is told where it is; else
// those that the command carries. These are unpacked into the user's cache, once, and npm gets the packages of the page.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/gopark/gopark/wasm/host/cli"
)

// A Tool is the commands that make a site.
type Tool struct {
	Sources fs.FS // of Gopark, as in the repository
}

const needNode = 20

// home is where the sources are.
type home struct {
	dir  string
	ours bool // it is a repository, not the cache: it may change
}

// home finds them; root is what the user said.
func (t Tool) home(root string, io cli.IO) (home, error) {
	if root != "" {
		return home{root, true}, nil
	}
	if isRepository(".") {
		return home{".", true}, nil
	}
	if t.Sources == nil {
		return home{}, errors.New("this is not the repository of Gopark: say with -root where it is")
	}
	dir, err := t.unpack()
	if err != nil {
		return home{}, err
	}
	return home{dir, false}, getPackages(filepath.Join(dir, "site", "ui"), io)
}

// isRepository says whether dir is that of Gopark.
func isRepository(dir string) bool {
	src, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && bytes.HasPrefix(src, []byte("module github.com/gopark/gopark\n"))
}

// unpack writes the sources into the cache, under a name that holds their hash.
func (t Tool) unpack() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find a place for the sources of the page: %w", err)
	}
	sum := sha256.New()
	err = fs.WalkDir(t.Sources, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(t.Sources, name)
		fmt.Fprintf(sum, "%s %d\n", name, len(data))
		sum.Write(data)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("read the sources in the command: %w", err)
	}
	parent := filepath.Join(cache, "gopark")
	dir := filepath.Join(parent, "site-"+hex.EncodeToString(sum.Sum(nil)[:8]))
	if isRepository(dir) {
		now := time.Now()
		os.Chtimes(dir, now, now)
		return dir, nil
	}
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", fmt.Errorf("unpack the sources of the page: %w", err)
	}
	tmp, err := os.MkdirTemp(parent, "new-site-")
	if err != nil {
		return "", fmt.Errorf("unpack the sources of the page: %w", err)
	}
	defer os.RemoveAll(tmp)
	if err := os.CopyFS(tmp, t.Sources); err != nil {
		return "", fmt.Errorf("unpack the sources of the page: %w", err)
	}
	if err := os.Rename(tmp, dir); err != nil && !isRepository(dir) { // another may have been quicker
		return "", fmt.Errorf("unpack the sources of the page: %w", err)
	}
	dropOld(parent, dir)
	return dir, nil
}

// dropOld removes what other versions have left behind, if nobody has used it for a month.
func dropOld(parent, keep string) {
	all, _ := filepath.Glob(filepath.Join(parent, "site-*"))
	for _, dir := range all {
		if info, err := os.Stat(dir); err == nil && dir != keep && time.Since(info.ModTime()) > 30*24*time.Hour {
			os.RemoveAll(dir)
		}
	}
}

// getPackages lets npm get the packages of the page, once.
func getPackages(ui string, io cli.IO) error {
	if err := haveTools(); err != nil {
		return err
	}
	done := filepath.Join(ui, "node_modules", ".gopark-done")
	if _, err := os.Stat(done); err == nil {
		return nil
	}
	fmt.Fprintln(io.Err, "gopark: getting the packages of the page from npm; this is done once")
	cmd := exec.Command("npm", "ci", "--ignore-scripts", "--omit=dev", "--prefer-offline", "--no-audit", "--no-fund")
	cmd.Dir = ui
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci in %s: %w\n%s", ui, err, out)
	}
	return os.WriteFile(done, nil, 0o644)
}

// haveTools looks for the programs that building a site needs.
func haveTools() error {
	for _, need := range []struct{ name, what string }{
		{"go", "Go 1.26 or newer, from https://go.dev/dl/"},
		{"node", fmt.Sprintf("Node %d or newer, from https://nodejs.org/", needNode)},
		{"npm", fmt.Sprintf("npm, which comes with Node %d, from https://nodejs.org/", needNode)},
	} {
		if _, err := exec.LookPath(need.name); err != nil {
			return fmt.Errorf("%s is not installed; a site is made with it: get %s", need.name, need.what)
		}
	}
	out, err := exec.Command("node", "--version").Output()
	if err != nil {
		return fmt.Errorf("node --version: %w", err)
	}
	major, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(out)), "v"), ".")
	if n, err := strconv.Atoi(major); err != nil || n < needNode {
		return fmt.Errorf("node is %s, and %d or newer is needed: get it from https://nodejs.org/", strings.TrimSpace(string(out)), needNode)
	}
	return nil
}

// lessons is the folder of the lessons: what the user said, or lessons in the repository or here.
func (h home) lessons(given string) string {
	if given != "" {
		return given
	}
	if h.ours {
		return filepath.Join(h.dir, "lessons")
	}
	return "lessons"
}

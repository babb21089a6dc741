package build

// This file bundles site/ui with esbuild: TypeScript and CSS in, files with
// hashed names out.
//
// Relies on site/ui/node_modules (build.sh fetches it by `npm ci
// --ignore-scripts`) and on a Go toolchain, whose wasm_exec.js goes into the
// compile worker: it must be of the version that builds wasm/front, so it is
// never kept in the repository.

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// bundle is the URLs of the entries, by the name of their source.
type bundle map[string]string

// entries are what a page loads by name.
var entries = []string{"page.ts", "home.ts", "claims.ts", "embed.ts", "style.css"}

// workers belong to the engine. Each is one file: in a frame without an origin of its own only the text of a script
// can be started, and that imports nothing.
var workers = []string{"compile/worker.ts", "engine/worker.ts"}

func (s *site) bundle() error {
	dir, err := uiDir(s.Root)
	if err != nil {
		return err
	}
	s.ui = bundle{}
	o := uiOptions(dir)
	o.EntryPoints = entries
	o.Splitting = true
	if err := s.runBundle(o); err != nil {
		return err
	}
	o = uiOptions(dir)
	o.EntryPoints = workers
	o.Outdir = filepath.Join(dir, "assets", filepath.FromSlash(s.engineDir()))
	o.EntryNames = "[dir]-[hash]" // compile-…, engine-…
	o.Format = api.FormatIIFE     // a blob without an origin can be a script, and no module
	if err := s.runBundle(o); err != nil {
		return err
	}
	// The theme is set before the first paint: a classic script, alone.
	o = uiOptions(dir)
	o.EntryPoints = []string{"theme.ts"}
	o.Format = api.FormatIIFE
	return s.runBundle(o)
}

// uiOptions are those of everything that the browser loads.
func uiOptions(dir string) api.BuildOptions {
	return api.BuildOptions{
		AbsWorkingDir:     dir,
		Outdir:            filepath.Join(dir, "assets"),
		Bundle:            true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		EntryNames:        "[name]-[hash]",
		ChunkNames:        "chunk-[hash]",
		Sourcemap:         api.SourceMapLinked,
		LegalComments:     api.LegalCommentsLinked,
		Metafile:          true,
		Alias:             map[string]string{"wasm_exec": wasmExec()},
		Loader:            map[string]api.Loader{".svg": api.LoaderDataURL},
	}
}

// runBundle builds, writes what came out and notes the URLs of the entries.
func (s *site) runBundle(o api.BuildOptions) error {
	res := api.Build(o)
	if err := messages(res.Errors); err != nil {
		return err
	}
	var meta struct {
		Outputs map[string]struct {
			EntryPoint string `json:"entryPoint"`
		} `json:"outputs"`
	}
	if err := json.Unmarshal([]byte(res.Metafile), &meta); err != nil {
		return fmt.Errorf("read esbuild's metafile: %w", err)
	}
	for out, about := range meta.Outputs {
		if about.EntryPoint != "" && !strings.HasSuffix(out, ".map") {
			s.ui[about.EntryPoint] = "/" + filepath.ToSlash(out)
		}
	}
	for _, f := range res.OutputFiles {
		rel, err := filepath.Rel(o.AbsWorkingDir, f.Path)
		if err != nil {
			return fmt.Errorf("place %s: %w", f.Path, err)
		}
		if !strings.HasSuffix(rel, ".map") {
			fmt.Fprintf(s.Log, "%9d  %s\n", len(f.Contents), filepath.ToSlash(rel))
		}
		if err := s.write(filepath.ToSlash(rel), f.Contents); err != nil {
			return err
		}
	}
	return nil
}

// nodeBundle gives one file that Node can run, from one source of site/ui.
func nodeBundle(dir, entry string) ([]byte, error) {
	res := api.Build(api.BuildOptions{
		AbsWorkingDir: dir,
		EntryPoints:   []string{entry},
		Bundle:        true,
		Platform:      api.PlatformNode,
		Format:        api.FormatESModule,
		Target:        api.ES2022,
		Outfile:       filepath.Join(dir, "out.mjs"),
	})
	if err := messages(res.Errors); err != nil {
		return nil, err
	}
	return res.OutputFiles[0].Contents, nil
}

// messages makes one error of esbuild's messages.
func messages(list []api.Message) error {
	var errs []error
	for _, m := range list {
		if m.Location == nil {
			errs = append(errs, errors.New(m.Text))
			continue
		}
		errs = append(errs, fmt.Errorf("site/ui/%s:%d:%d: %s", m.Location.File, m.Location.Line, m.Location.Column+1, m.Text))
	}
	return errors.Join(errs...)
}

// uiDir is site/ui, with its packages there.
func uiDir(root string) (string, error) {
	dir, err := filepath.Abs(filepath.Join(root, "site", "ui"))
	if err != nil {
		return "", fmt.Errorf("find site/ui: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "@codemirror")); err != nil {
		return "", fmt.Errorf("site/ui has no packages yet: run `npm ci --ignore-scripts` in it (./build.sh does)")
	}
	return dir, nil
}

// wasmExec is the loader of Go's js/wasm programs in the Go toolchain.
func wasmExec() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "go-toolchain-not-found"
	}
	return filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", "wasm_exec.js")
}

// BuildFront builds the compile service for the page, of the repository in root,
// with the Go toolchain of this machine.
func BuildFront(root string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "gopark-front-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "front.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, "./wasm/front")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build wasm/front: %w\n%s", err, text)
	}
	return os.ReadFile(out)
}

// FiguresFiles are the sources of site/figures.
func FiguresFiles(root string) ([]string, error) {
	all, err := filepath.Glob(filepath.Join(root, "site", "figures", "*.go"))
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasSuffix(name, "_test.go") }), err
}

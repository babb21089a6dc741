package build

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

var keepSite = flag.String("site", "", "build the site into this folder and keep it")

// repoRoot is the repository, seen from this package.
const repoRoot = "../.."

// siteOptions build the site with the real engine, but without the compile service,
// which takes long to build.
func siteOptions(out string) Options {
	return Options{Root: repoRoot, Out: out, Compile: compileProgram, Record: recordProgram}
}

func TestBuildWritesEveryPage(t *testing.T) {
	out := filepath.Join(t.TempDir(), "site")
	if *keepSite != "" {
		out = *keepSite
	}
	o := siteOptions(out)
	o.Log = os.Stderr
	if err := Build(o); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "lessons/stealing/index.html", "play/index.html", "src/sched/index.html", "404.html", "_headers"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
}

// What lesson "stealing" says of its solution is what a run gives.
func TestTheSolutionOfStealingTakesEight(t *testing.T) {
	src, err := os.ReadFile(repoRoot + "/lessons/stealing/solution.go")
	if err != nil {
		t.Fatal(err)
	}
	module, err := compileProgram("solution.go", src)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(5) {
		file, err := recordProgram(module, 2, seed)
		if err != nil {
			t.Fatal(err)
		}
		records, err := event.ReadAll(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range records {
			if r.Kind == kind.Steal {
				if r.N != 8 {
					t.Errorf("with seed %d the first steal takes %d", seed, r.N)
				}
				break
			}
		}
	}
}

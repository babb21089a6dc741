package build

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var keepSite = flag.String("site", "", "build the site into this folder and keep it")

// repoRoot is the repository, seen from this package.
const repoRoot = "../.."

// sampleOptions build the site without an engine, with the sample as every run.
func sampleOptions(out string) Options {
	return Options{
		Root:    repoRoot,
		Out:     out,
		Compile: func(string, []byte) ([]byte, error) { return []byte("\x00asm\x01\x00\x00\x00"), nil },
		Record:  func([]byte, int, uint64) ([]byte, error) { return sampleRun(), nil },
	}
}

func TestBuildWritesEveryPage(t *testing.T) {
	out := filepath.Join(t.TempDir(), "site")
	if *keepSite != "" {
		out = *keepSite
	}
	o := sampleOptions(out)
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

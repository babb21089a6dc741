package host

// This file holds the race detector: programs of testdata/race that have a race, and ones that have none. Go's own
// detector agrees about each of them (TestNativeDetectorAgrees, with -native-races).

import (
	"flag"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var nativeRaces = flag.Bool("native-races", false, "run the programs of testdata/race under go run -race, too")

const raceTitle = "WARNING: DATA RACE"

var raceBuilder = sync.OnceValues(NewRaceBuilder)

// buildRace compiles a program with the detector.
func buildRace(t *testing.T, file string) *Program {
	t.Helper()
	b, err := raceBuilder()
	if err != nil {
		t.Fatal(err)
	}
	files, err := ReadFiles(file)
	if err != nil {
		t.Fatal(err)
	}
	module, ds, err := b.Build(0, files...)
	if err != nil || len(ds) > 0 {
		t.Fatal(err, ds)
	}
	p, err := engine.Load(module)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// runRace runs a program that was compiled with the detector.
func runRace(t *testing.T, p *Program, o Options) outcome {
	t.Helper()
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	o.Memory += RaceMemory
	o.Timeout = 2 * time.Minute
	return runProgram(t, p, o)
}

// racePrograms are the files of one kind.
func racePrograms(t *testing.T, kind string) []string {
	t.Helper()
	files, _ := filepath.Glob("testdata/race/" + kind + "/*.go")
	if len(files) < 30 {
		t.Fatalf("only %d programs", len(files))
	}
	return files
}

func programOf(file string) string { return strings.TrimSuffix(filepath.Base(file), ".go") }

func TestRacesAreFound(t *testing.T) {
	for _, file := range racePrograms(t, "racy") {
		t.Run(programOf(file), func(t *testing.T) {
			p := buildRace(t, file)
			for seed := uint64(1); seed <= 20; seed++ {
				out := runRace(t, p, Options{Procs: 4, Seed: seed})
				if !strings.Contains(out.stderr, raceTitle) {
					continue
				}
				if out.code == 0 {
					t.Errorf("a race was reported, and the exit code is 0:\n%s", out.stderr)
				}
				if !strings.Contains(out.stderr, programOf(file)+".go:") {
					t.Errorf("the report names no line of the program:\n%s", out.stderr)
				}
				t.Logf("with seed %d", seed)
				return
			}
			t.Error("no race was found with 20 seeds")
		})
	}
}

func TestNoRacesAreInvented(t *testing.T) {
	known := map[string]bool{} // programs of the order of things under GOMAXPROCS=1, which share variables freely
	for _, name := range strings.Fields(readFile(t, "testdata/race/fidelity.txt")) {
		known[name] = true
	}
	files := racePrograms(t, "free")
	for _, dir := range []string{"fidelity", "concurrent"} {
		more, _ := filepath.Glob("testdata/" + dir + "/*.go")
		files = append(files, more...)
	}
	for _, file := range files {
		name := programOf(file)
		t.Run(name, func(t *testing.T) {
			p, why := build(t, file)
			if why != "" {
				t.Fatal(why)
			}
			defer p.Close()
			with := buildRace(t, file)
			found, same := false, true
			for seed := uint64(1); seed <= 3; seed++ {
				o := Options{Procs: 4, Seed: seed}
				out := runRace(t, with, o)
				if strings.Contains(out.stderr, raceTitle) {
					found = true
					if !known[name] {
						t.Fatalf("seed %d: %s", seed, out.stderr)
					}
				}
				o.Timeout = 2 * time.Minute
				if plain := runProgram(t, p, o); plain.digest != out.digest || plain.stdout != out.stdout {
					same = false
					if raceMoves[name] == "" {
						t.Errorf("seed %d: another run than without -race\n%s\n%s", seed, plain.stderr, out.stderr)
					}
				}
			}
			if known[name] && !found {
				t.Error("testdata/race/fidelity.txt says that it has a race")
			}
			if same && raceMoves[name] == moreRoots {
				t.Errorf("it is listed as one that runs in another way with -race (%s), and does not", raceMoves[name])
			}
		})
	}
}

const (
	moreRoots = "the collector takes longer by some ns: it has the detector's variables to look at, and a word more in frames"
	addresses = "the program's data is larger, so objects have other addresses, by which semaphores are hashed: they may share a bucket"
)

// raceMoves are programs that run in another way with the detector, and why. Where addresses are the reason it may happen or not.
var raceMoves = map[string]string{
	"08-lrq-overflow-half-to-global":     moreRoots,
	"10-overflow-raw-order-aligned":      moreRoots,
	"74-gc-completes-despite-tight-loop": moreRoots,
	"reused":                             moreRoots,
	"finalizer":                          moreRoots,
	"mergesort":                          addresses,
}

func TestNativeDetectorAgrees(t *testing.T) {
	if !*nativeRaces {
		t.Skip("only with -native-races: it takes minutes, and needs cgo")
	}
	for _, kind := range []string{"racy", "free"} {
		for _, file := range racePrograms(t, kind) {
			if programOf(file) == "group" {
				continue // golang.org/x/sync is not among the modules that this one needs
			}
			t.Run(kind+"/"+programOf(file), func(t *testing.T) {
				bin := filepath.Join(t.TempDir(), "program")
				if out, err := exec.Command("go", "build", "-race", "-o", bin, file).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				found := 0
				for range 20 {
					out, _ := exec.Command(bin).CombinedOutput()
					if strings.Contains(string(out), raceTitle) {
						found++
					}
				}
				t.Logf("%d of 20 runs", found)
				if kind == "free" && found > 0 || kind == "racy" && found == 0 {
					t.Errorf("%d of 20 runs of a %s program", found, kind)
				}
			})
		}
	}
}

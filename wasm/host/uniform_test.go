package host

// This file judges fidelity program 25 by its statistics: what it prints says only that both cases of a select
// come in 45 to 55 of 100 times. Here its choices are counted over many seeds and held against a fair coin.

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gopark/gopark/wasm/compile/load"
)

const (
	coinSeeds  = 40
	coinTosses = 10_000 // by each run of the program
)

// Chi-squared with 40 degrees of freedom is below the first in 0.05 % of all cases, and above the second in 0.05 %.
// Too low is as wrong as too high: to take turns is not to choose.
const (
	coinLeast = 16.91
	coinMost  = 76.09
)

// counted is program 25, which prints how often the first case came, and how often a case came twice in a
// row.
func counted(t *testing.T) load.File {
	t.Helper()
	src := readFile(t, filepath.Join("testdata", "fidelity", "25-select-both-ready-is-random.go"))
	for _, edit := range [][2]string{
		{"first, second := 0, 0", "first, second, last, again := 0, 0, 0, 0"},
		{"\t\t\tfirst++\n", "\t\t\tfirst++\n\t\t\tif last == 1 {\n\t\t\t\tagain++\n\t\t\t}\n\t\t\tlast = 1\n"},
		{"\t\t\tsecond++\n", "\t\t\tsecond++\n\t\t\tif last == 2 {\n\t\t\t\tagain++\n\t\t\t}\n\t\t\tlast = 2\n"},
		{`fmt.Println("total:", first+second)`, "fmt.Println(first, again)"},
	} {
		if strings.Count(src, edit[0]) != 1 {
			t.Fatalf("program 25 has no single %q", edit[0])
		}
		src = strings.Replace(src, edit[0], edit[1], 1)
	}
	return load.File{Name: "main.go", Data: []byte(src)}
}

// TestSelectIsAFairCoin: over the seeds, the number of first cases is spread as that of heads, and so is
// the number of repetitions.
func TestSelectIsAFairCoin(t *testing.T) {
	p, why := buildSources(t, counted(t))
	if why != "" {
		t.Fatal(why)
	}
	defer p.Close()
	var first, again float64
	for seed := uint64(1); seed <= coinSeeds; seed++ {
		out := runProgram(t, p, Options{Procs: 1, Seed: seed, Timeout: time.Minute})
		if out.err != nil || out.code != 0 || !strings.HasSuffix(out.stdout, "true\n") {
			t.Fatalf("seed %d: exit code %d, %v\n%s%s", seed, out.code, out.err, out.stdout, out.stderr)
		}
		numbers := strings.Fields(out.stdout)
		first += coin(t, numbers[0], coinTosses)
		again += coin(t, numbers[1], coinTosses-1)
	}
	t.Logf("chi-squared of %d seeds: first cases %.1f, repetitions %.1f", coinSeeds, first, again)
	for what, chi := range map[string]float64{"first cases": first, "repetitions": again} {
		if chi < coinLeast || chi > coinMost {
			t.Errorf("%s: chi-squared %.1f, want %v to %v", what, chi, coinLeast, coinMost)
		}
	}
}

// coin is the chi-squared of so many heads among n tosses.
func coin(t *testing.T, heads string, n float64) float64 {
	t.Helper()
	h, err := strconv.ParseFloat(heads, 64)
	if err != nil {
		t.Fatal(err)
	}
	return (2*h - n) * (2*h - n) / n
}

package grade

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/check"
	"github.com/gopark/gopark/site/handin"
)

var update = flag.Bool("update", false, "rewrite the golden files of the formats")

// sample is a book in which everything is there, hostile texts too.
func sample() *Book {
	checks := []CheckResult{
		{Rule: `output == "a\n"`, Points: 2, Pass: true},
		{Rule: "never leaks in 20 seeds", Points: 3, Want: "exit code 0 and no goroutines left", Got: "a deadlock: all goroutines are asleep", Seed: 7},
		{Rule: "max wait < 1ms", Points: 1, Pass: true, Hidden: true},
		{Rule: "steals >= 1", Points: 4, Want: "at least 1", Got: "0", Seed: 12345, Hidden: true},
	}
	h := strings.Repeat("ab", 32)
	b := &Book{
		Assignment: handin.Which{Name: "pool", Hash: h}, Title: "A pool", Engine: "0123456789abcdef", Of: 10, Starters: strings.Repeat("cd", 32), Passed: []string{"late/bob.json", "in/my\x1b solution.go"},
		Results: []Result{
			{Submission: "in/ada.gopark.json", Student: "Ada Lovelace", State: Graded, Points: 3, Of: 10, Programs: h, Exercises: []ExerciseResult{{ID: "bound", Points: 3, Of: 10, Checks: checks, Digests: []string{h, h, ""}, Shape: "s"}}},
			{Submission: "in/eve.gopark.json", Student: "=cmd|'/c calc'!A0", State: Flagged, Of: 10, Programs: h, Flags: []Flag{{FlagDigest, "bound: run 1 has digest 00, the replay gives 11"}, {FlagDigest, "end: run 2 has digest 22, the replay gives 33"}, {FlagClaim, "it claims \x1b[31m<b>&"}}, Exercises: []ExerciseResult{{ID: "bound", Of: 10, Problem: "main.go:1:1: expected 'package'\nmore", Checks: checks[1:2]}}},
			{Submission: "in/bomb.gopark.json", Student: "Mallory\nin two lines", State: Limit, Reason: "it could not be graded within 5m0s", Of: 10},
			{Submission: "in/x\u202etxt.zip:../../etc/passwd.gopark.json", State: Refused, Reason: "its name in the archive is no path below it", Of: 10},
			{Submission: "-in.gopark.json", State: Failed, Reason: "the process that graded it ended with exit status 70: internal error", Of: 10},
			{Submission: "in/ada.gopark (1).json", Student: "Ada Lovelace", State: Graded, Points: 3, Of: 10, Programs: h},
			{Submission: "in/bob.gopark.json", Student: "Bob", State: Graded, Points: 2, Of: 10, Programs: strings.Repeat("cd", 32), Exercises: []ExerciseResult{{ID: "bound", Points: 2, Of: 10, Checks: []CheckResult{{Rule: "exit == 0", Points: 1, Want: check.ToItsEnd, Got: "it did not end within 10s of virtual time", Seed: 1}}}}},
			{Submission: "in/joe.gopark.json", Student: "Joe", State: Graded, Points: 2, Of: 10, Programs: strings.Repeat("cd", 32)},
			{Submission: "in/kim.gopark.json", Student: "Kim", State: Flagged, Points: 3, Of: 10, Programs: strings.Repeat("ef", 32), Flags: []Flag{{FlagSeed, "bound: made under another name"}}, Exercises: []ExerciseResult{{ID: "bound", Of: 10, Seeds: handin.Seeds(h, "bound", "Bob"), Shape: "s", Checks: []CheckResult{checks[0], checks[0]}}}},
		},
	}
	b.Compare()
	return b
}

func TestFormats(t *testing.T) {
	for _, f := range Formats {
		b := sample()
		if f.One {
			b.Results = b.Results[:1]
			b.Results[0].Flags = sample().Results[1].Flags
		}
		var out bytes.Buffer
		if err := f.Write(&out, b); err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		file := filepath.Join("testdata", "book."+f.Name)
		if *update {
			write(t, file, out.String())
		}
		want, err := os.ReadFile(file)
		if err != nil || !bytes.Equal(want, out.Bytes()) {
			t.Errorf("%s is not %s (%v): go test ./site/grade -update\n%s", f.Name, file, err, out.Bytes())
		}
		if bytes.ContainsAny(out.Bytes(), "\x1b") || f.Name != "json" && bytes.ContainsAny(out.Bytes(), "\u202e") {
			t.Errorf("%s: a control character of a hand-in is written as it is", f.Name)
		}
	}
}

// TestFormatsCanBeRead: by those who know the formats and not us.
func TestFormatsCanBeRead(t *testing.T) {
	var out bytes.Buffer
	b := sample()
	if err := writeCSV(&out, b); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != 1+len(b.Results) {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.Contains("=+-@\t\r", cell[:1]) {
				t.Errorf("a spreadsheet takes %q for a formula", cell)
			}
		}
	}
	out.Reset()
	if err := writeJUnit(&out, b); err != nil {
		t.Fatal(err)
	}
	var suites junitSuites
	if err := xml.Unmarshal(out.Bytes(), &suites); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for i, suite := range suites.Suites {
		for _, c := range suite.Cases {
			if key := fmt.Sprint(i, c.Class, "/", c.Name); names[key] {
				t.Errorf("%s has two tests %s / %s", suite.Name, c.Class, c.Name)
			} else {
				names[key] = true
			}
		}
	}
	d := xml.NewDecoder(&out)
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	out.Reset()
	if err := writeGradescope(&out, b); err == nil {
		t.Error("gradescope takes several hand-ins")
	}
	b.Results = b.Results[:1]
	if err := writeGradescope(&out, b); err != nil {
		t.Fatal(err)
	}
	var scope struct {
		Score float64 `json:"score"`
		Tests []struct {
			Score      float64 `json:"score"`
			MaxScore   float64 `json:"max_score"`
			Visibility string  `json:"visibility"`
			Name       string  `json:"name"`
		} `json:"tests"`
	}
	if err := json.Unmarshal(out.Bytes(), &scope); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, test := range scope.Tests {
		sum += test.Score
		if hidden := strings.Contains(test.Name, "max wait") || strings.Contains(test.Name, "steals"); hidden != (test.Visibility == "hidden") {
			t.Errorf("%s is %s", test.Name, test.Visibility)
		}
	}
	if sum != scope.Score || scope.Score != 3 {
		t.Errorf("the score is %v, its tests have %v", scope.Score, sum)
	}
}

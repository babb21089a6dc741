package grade

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/gopark/gopark/core/prove"
	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/trial"
)

const testAssignments = "testdata/class/assignments/"

// corpus are programs of all kinds: those of the lessons, and those of special.txtar.
func corpus(t *testing.T) (names []string, programs map[string]string) {
	t.Helper()
	programs = map[string]string{}
	files, err := filepath.Glob("../../lessons/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		programs[filepath.ToSlash(strings.TrimPrefix(file, "../../lessons/"))] = string(lesson.WithoutConstraint(src))
	}
	special, err := txtar.ParseFile("testdata/special.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range special.Files {
		programs["special/"+f.Name] = string(f.Data)
	}
	for name := range programs {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, programs
}

// TestEveryChangedFieldIsFound changes each field of 50 hand-ins, one at a time, in every way that keeps the file a hand-in and in some
// that do not. Every change is refused or flagged.
func TestEveryChangedFieldIsFound(t *testing.T) {
	names, programs := corpus(t)
	trials, pair := judge(t, testAssignments+"trials", ""), judge(t, testAssignments+"pair", "")
	trials.keep, pair.keep = map[string]*trial.Answer{}, map[string]*trial.Answer{}
	for n := range 50 {
		if !prove.Mine(n, 5) {
			continue
		}
		j, name := trials, names[n]
		answers := map[string]string{"only": programs[name]}
		if n%5 == 0 {
			j, answers = pair, map[string]string{"one": programs["special/answer"], "two": programs[name]}
		}
		h := made(t, j, fmt.Sprintf("Student %d", n), answers)
		text := textOf(t, h)
		if r := graded(t, j, text); r.State != Graded {
			t.Errorf("%s: unchanged it is %s: %s %v", name, r.State, r.Reason, r.Flags)
			continue
		}
		changes := 0
		eachChange(t, text, func(what string, changed []byte) {
			changes++
			if r := graded(t, j, changed); r.State == Graded {
				t.Errorf("%s: %s: not found", name, what)
			}
		})
		if changes < 80 {
			t.Errorf("%s: only %d changes", name, changes)
		}
	}
}

var hash64 = regexp.MustCompile(`^[0-9a-f]{16,64}$`)

// eachChange calls fn with text in which one field is other.
func eachChange(t *testing.T, text []byte, fn func(what string, changed []byte)) {
	t.Helper()
	var tree any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	say := func(what string) {
		changed, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		fn(what, changed)
	}
	var walk func(path string, v any, set func(any))
	walk = func(path string, v any, set func(any)) {
		for what, other := range othersOf(v) {
			set(other)
			say(path + ": " + what)
		}
		set(v)
		switch v := v.(type) {
		case map[string]any:
			for key, child := range v {
				delete(v, key)
				say(path + "." + key + ": missing")
				v[strings.ToUpper(key[:1])+key[1:]] = child
				say(path + "." + key + ": in capitals")
				delete(v, strings.ToUpper(key[:1])+key[1:])
				v[key] = child
			}
			v["more"] = 1
			say(path + ": an unknown field")
			delete(v, "more")
			for _, key := range keysOf(v) {
				walk(path+"."+key, v[key], func(x any) { v[key] = x })
			}
		case []any:
			for i := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), v[i], func(x any) { v[i] = x })
			}
		}
	}
	walk("", tree, func(x any) { tree = x })
}

func keysOf(m map[string]any) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// othersOf are values that are not v, by what was done.
func othersOf(v any) map[string]any {
	switch v := v.(type) {
	case string:
		all := map[string]any{"longer": v + "x", "empty": "", "null": nil, "a number": 1}
		if hash64.MatchString(v) {
			flipped := []byte(v)
			flipped[3] ^= 1 // a digit remains one, a becomes `, which is none
			if flipped[3] == '`' || flipped[3] == 'g' {
				flipped[3] = '7'
			}
			all["another hash"] = string(flipped)
			delete(all, "longer")
		} else if v == "" {
			delete(all, "empty")
			all["a hash"] = strings.Repeat("0", 64)
		} else {
			all["a letter less"] = v[:len(v)-1]
			all["a blank more"] = v + " "
		}
		if strings.HasPrefix(v, "package main") {
			all["a comment more"] = strings.Replace(v, "package main", "package main // mine", 1)
		}
		return all
	case json.Number:
		n, _ := v.Int64()
		return map[string]any{"more": n + 1, "zero or one": 1 - min(n, 1), "a lot": json.Number("9223372036854775807"), "a text": string(v), "null": nil, "a fraction": json.Number(string(v) + ".5")}
	case bool:
		return map[string]any{"the contrary": !v, "null": nil}
	case []any:
		all := map[string]any{"empty": []any{}, "null": nil}
		if len(v) > 0 {
			all["one less"] = v[:len(v)-1]
			all["the last twice"] = append(slices.Clone(v), v[len(v)-1])
		}
		if len(v) == 0 {
			delete(all, "empty")
		}
		if len(v) > 1 {
			back := slices.Clone(v)
			slices.Reverse(back)
			if a, _ := json.Marshal(back); !bytes.Equal(a, mustJSON(v)) {
				all["the other way round"] = back
			}
		}
		return all
	default:
		return map[string]any{"null": nil, "a list": []any{}}
	}
}

func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// TestConsistentLies: who mends everything that can be mended without a run is found by the runs.
func TestConsistentLies(t *testing.T) {
	_, programs := corpus(t)
	j := judge(t, testAssignments+"trials", "")
	j.keep = map[string]*trial.Answer{}
	right := programs["special/answer"]
	for _, c := range []struct {
		name string
		lie  func(h *handin.HandIn)
		want string // kind of a flag
	}{
		{"full points for a program that leaks", func(h *handin.HandIn) { swap(h, programs["special/leaks"]) }, FlagClaim},
		{"the runs of another program with the same output", func(h *handin.HandIn) {
			swap(h, strings.Replace(right, "wg.Wait()", "wg.Wait()\n\twg.Wait()", 1))
		}, ""},
		{"somebody else's hand-in under another name", func(h *handin.HandIn) { h.Student = "Mallory" }, FlagSeed},
		{"and with the right seeds", func(h *handin.HandIn) {
			h.Student = "Mallory"
			for i, seed := range handin.Seeds(h.Assignment.Hash, "only", h.Student) {
				h.Exercises[0].Runs[i].Seed = seed
			}
		}, FlagDigest},
		{"one run for all", func(h *handin.HandIn) {
			for i := range h.Exercises[0].Runs {
				h.Exercises[0].Runs[i] = h.Exercises[0].Runs[0]
			}
		}, FlagSeed},
		{"an old engine hides wrong digests, but not wrong points", func(h *handin.HandIn) {
			h.Engine = "00112233445566778899"
			swap(h, programs["special/leaks"])
		}, FlagClaim},
		{"a program that gets around the types", func(h *handin.HandIn) {
			swap(h, strings.Replace(right, "import (", "import (\n\t_ \"unsafe\"", 1))
		}, FlagUnsafe},
		{"a second file that does", func(h *handin.HandIn) {
			swap(h, right+"-- more.go --\npackage main\n\nimport `unsafe`\n\nvar p unsafe.Pointer\n")
		}, FlagUnsafe},
		{"reflect that does", func(h *handin.HandIn) {
			swap(h, strings.Replace(right, "\tvar wg", "\tprintln(reflect.ValueOf(new(int)).UnsafePointer())\n\tvar wg", 1))
		}, FlagUnsafe},
	} {
		h := made(t, j, "Ada", map[string]string{"only": right})
		c.lie(h)
		r := graded(t, j, textOf(t, h))
		again := graded(t, j, textOf(t, made(t, j, "Ada", map[string]string{"only": h.Exercises[0].Files[0].Text})))
		if r.Points != again.Points {
			t.Errorf("%s: %d points, its program gets %d", c.name, r.Points, again.Points)
		}
		if r.State != Flagged || c.want != "" && !slices.ContainsFunc(r.Flags, func(f Flag) bool { return f.Kind == c.want }) {
			t.Errorf("%s: %s %+v", c.name, r.State, r.Flags)
		}
	}
}

// swap puts another program into a hand-in, with its hash.
func swap(h *handin.HandIn, program string) {
	f := &h.Exercises[0].Files[0]
	f.Text, f.SHA256 = program, handin.Hash([]byte(program))
}

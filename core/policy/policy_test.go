package policy

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/sched/knob"
)

var update = flag.Bool("update", false, "write testdata/parse.json anew")

// read is what becomes of a text; Set is nil if it is refused.
type read struct {
	Set   []Setting `json:"set"`
	Words []string  `json:"words"`
}

// TestParse holds what texts mean, also for the twin in the page.
func TestParse(t *testing.T) {
	const path = "testdata/parse.json"
	texts := append(PresetNames(), "", "x", "local,steal=one", "steal=one", "go1.13,preempt=async", "m:n,queues=local,handoff=on", "threads=own",
		"steal=x", "steal=", "x=half", "steal", "go1.0,", ",steal=one", "spin=off,spin=on", "pool,threads=shared", "steal=one,go1.0", "steal=one=two", "Go1.13", "order=lifo, spin=off")
	have := map[string]read{}
	for _, text := range texts {
		set, err := Parse(text)
		if err != nil {
			have[text] = read{nil, []string{}}
			continue
		}
		have[text] = read{append([]Setting{}, set...), append([]string{}, names(set, Setting.String)...)}
	}
	if *update {
		b, err := json.MarshalIndent(have, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(b, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]read{}
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	for text := range have {
		if !reflect.DeepEqual(have[text], want[text]) {
			t.Errorf("%q: %v, want %v", text, have[text], want[text])
		}
	}
	if len(want) != len(have) {
		t.Errorf("%d texts in %s, want %d", len(want), path, len(have))
	}
}

func TestBadTextsAreExplained(t *testing.T) {
	for text, says := range map[string]string{
		"x":         `unknown policy "x" (known: 1:1, pool, `,
		"steal=x":   "steal=x: want one of half, one, none",
		"steels=x":  `unknown switch "steels" (known: queues, steal, `,
		"go1.0,one": `"one" is not SWITCH=VALUE`,
	} {
		if _, err := Parse(text); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, says := range map[string]string{
		"wake":             `"wake" is not COST=DURATION`,
		"wakes=1ns":        `unknown cost "wakes" (known: find, execute, `,
		"wake=5":           "wake=5: want a duration such as 50ns or 2us",
		"wake=-1ns":        "wake=-1ns: want 0 to 1ms",
		"wake=2ms":         "wake=2ms: want 0 to 1ms",
		"wake=1us,steal=x": "steal=x: want a duration",
	} {
		if _, err := ParseCosts(text); err == nil || !strings.HasPrefix(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestParseCosts(t *testing.T) {
	set, err := ParseCosts("wake=2us,steal=50ns,steal=0,find=30ns")
	want := []Setting{{knob.CostSteal, 0}, {knob.CostWake, 2000}}
	if err != nil || !reflect.DeepEqual(set, want) {
		t.Errorf("%v, %v", set, err)
	}
}

// TestListsAreWhole: every number of package knob has a name, and every preset its words.
func TestListsAreWhole(t *testing.T) {
	if len(Switches) != knob.Switches || len(Costs) != knob.Costs {
		t.Errorf("%d switches and %d costs have names", len(Switches), len(Costs))
	}
	for i, s := range Switches {
		usual := knob.Default(s.Knob)
		if s.Knob != knob.ID(i) || s.About == "" || usual != 0 || len(s.Values) < 2 {
			t.Errorf("switch %d: %+v", i, s)
		}
	}
	for i, c := range Costs {
		if c.Knob != knob.ID(i+knob.FirstCost) || c.For == "" || knob.Default(c.Knob) <= 0 {
			t.Errorf("cost %d: %+v", i, c)
		}
	}
	for _, p := range Presets {
		if p.Title == "" || p.Adds == "" || p.Leaves == "" || presetNamed(p.Name) == nil {
			t.Errorf("preset %+v", p)
		}
		if !reflect.DeepEqual(p.Set, compact(p.Set)) && len(p.Set)+len(compact(p.Set)) > 0 && len(p.Set) != len(compact(p.Set)) {
			t.Errorf("%s sets what is the default, or something twice", p.Name)
		}
	}
}

// TestStepsAddOneThing: each of the eight steps differs from the one before by what its name says.
func TestStepsAddOneThing(t *testing.T) {
	var steps []Preset
	for _, p := range Presets {
		if p.Group == Groups[0] {
			steps = append(steps, p)
		}
	}
	want := []string{"threads", "handoff preempt threads", "queues spin steal", "spin steal", "handoff", "netpoll", "preempt"}
	for i := range want {
		if have := differ(steps[i].Set, steps[i+1].Set); have != want[i] {
			t.Errorf("%s to %s: %s", steps[i].Name, steps[i+1].Name, have)
		}
	}
}

// differ names the switches in which two lists differ.
func differ(a, b []Setting) string {
	value := func(set []Setting, k knob.ID) int64 {
		for _, s := range set {
			if s.Knob == k {
				return s.Value
			}
		}
		return knob.Default(k)
	}
	var list []string
	for _, s := range Switches {
		if value(a, s.Knob) != value(b, s.Knob) {
			list = append(list, s.Name)
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

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

// read is what becomes of a text: settings and how they are written, or what is wrong. Time is that of ParseUntil, in ns.
type read struct {
	Set   []Setting `json:"set"`
	Words []string  `json:"words"`
	Time  int64     `json:"time,omitempty,string"`
	Error string    `json:"error,omitempty"`
}

// readers are the functions that read texts.
var readers = map[string]func(string) (read, error){
	"policy": settings(Parse),
	"costs":  settings(ParseCosts),
	"io":     settings(ParseIO),
	"until": func(text string) (read, error) {
		d, err := ParseUntil(text)
		return read{Time: int64(d)}, err
	},
}

func settings(parse func(string) ([]Setting, error)) func(string) (read, error) {
	return func(text string) (read, error) {
		set, err := parse(text)
		return read{Set: set, Words: names(set, Setting.String)}, err
	}
}

// durations are texts for all that reads durations, good ones and bad ones.
var durations = strings.Fields(`0 +0 -0 00 1 1ns 1us 1µs 1μs 1ms 1s 1m 1h 1d 1.5us .5us 1.us .us 1.0000001ms 0.1ns 0.9ns 2.9ns 999ns 1000000ns
	1000001ns 1ms1ns 0.5ms500us 0.5ms501us 1us1us -1us -0us +1us 1e3ns 0x10ns 1_000ns 1US 1Ms 1.1.1us 10s 10.000000001s 9s1s 9s1001ms 1h1h
	9223372036854775807ns 9223372036854775808ns -9223372036854775808ns 99999999999999999999ns 2562047h47m16.854775807s 2562047h47m16.854775808s
	0.99999999999999999999s 0.1234567890123456789s 3000000h 1s- s ms . - + 1µ ١s 0.000000001s 1.0000000005s 1ns1 100usms
	0.3333333333333333333h 12345678901234567890.5ns 1.99999999999999999999999us`)

// texts are what is read in the sample.
func texts() map[string][]string {
	all := map[string][]string{
		"policy": append(PresetNames(), "", "x", "local,steal=one", "steal=one", "go1.13,preempt=async", "m:n,queues=local,handoff=on", "threads=own",
			"steal=x", "steal=", "x=half", "steal", "go1.0,", ",steal=one", "spin=off,spin=on", "pool,threads=shared", "pool,threads=fixed", "timers=goroutine", "steal=one,go1.0", "steal=one=two", "Go1.13", "order=lifo, spin=off"),
		"costs": {"", "wake", "=1us", "wakes=1us", "wake=2us,steal=50ns,steal=0,find=30ns", "wake=2us,", ",wake=2us", "wake=2us, steal=1ns", "wake=5us"},
		"io":    {"", "file=100us,net=500us,loss=0%", "file=1ms,net=5ms,loss=1%", "net=1ms,net=0s", "disk=1ms", "file", "loss=1%,", "loss", "file=1ms;x=1s"},
		"until": append([]string{"", " ", "1 s", "1s "}, durations...),
	}
	for _, d := range durations {
		all["costs"] = append(all["costs"], "wake="+d)
		all["io"] = append(all["io"], "net="+d)
	}
	for _, share := range strings.Fields("0% 1% 100% 100.0000001% 100.1% 0.05% 0.00005% 0.00004999% 1 % 1%% -1% -0% +1% NaN% Inf% infinity% 1e1% 1e-4% 1e999% 1e-999% .5% 1.% .% e% 0x1p-2% 1_0% 1,5% 33.33333333%") {
		all["io"] = append(all["io"], "loss="+share)
	}
	return all
}

// TestParse holds what texts mean, also for the twin in the page (site/ui/knobs.ts).
func TestParse(t *testing.T) {
	const path = "testdata/parse.json"
	have := map[string]map[string]read{}
	for name, list := range texts() {
		have[name] = map[string]read{}
		for _, text := range list {
			r, err := readers[name](text)
			r.Set, r.Words = append([]Setting{}, r.Set...), append([]string{}, r.Words...)
			if err != nil {
				r.Error = err.Error()
			}
			have[name][text] = r
		}
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
	want := map[string]map[string]read{}
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	for name := range have {
		for text := range have[name] {
			if !reflect.DeepEqual(have[name][text], want[name][text]) {
				t.Errorf("%s %q: %v, want %v", name, text, have[name][text], want[name][text])
			}
		}
		if len(want[name]) != len(have[name]) {
			t.Errorf("%s: %d texts in %s, want %d", name, len(want[name]), path, len(have[name]))
		}
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

package build

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/gopark/gopark/core/policy"
	"github.com/gopark/gopark/core/sched/knob"
)

var update = flag.Bool("update", false, "write site/ui/policies.ts anew")

// policiesTS is the content of site/ui/policies.ts: the lists of core/policy.
func policiesTS(t *testing.T) string {
	type value struct {
		Name  string `json:"name"`
		Means string `json:"means"`
	}
	type preset struct {
		Name   string           `json:"name"`
		Group  string           `json:"group"`
		Title  string           `json:"title"`
		Adds   string           `json:"adds"`
		Leaves string           `json:"leaves"`
		Set    []policy.Setting `json:"set"`
	}
	type knobSwitch struct {
		Knob   knob.ID `json:"knob"`
		Name   string  `json:"name"`
		About  string  `json:"about"`
		Values []value `json:"values"`
	}
	type cost struct {
		Knob  knob.ID `json:"knob"`
		Name  string  `json:"name"`
		For   string  `json:"for"`
		Usual int64   `json:"usual"`
	}
	var presets []preset
	for _, p := range policy.Presets {
		presets = append(presets, preset{p.Name, p.Group, p.Title, p.Adds, p.Leaves, append([]policy.Setting{}, p.Set...)})
	}
	var switches []knobSwitch
	for _, s := range policy.Switches {
		k := knobSwitch{s.Knob, s.Name, s.About, nil}
		for _, v := range s.Values {
			k.Values = append(k.Values, value{v.Name, v.Means})
		}
		switches = append(switches, k)
	}
	var costs []cost
	for _, c := range policy.Costs {
		costs = append(costs, cost{c.Knob, c.Name, c.For, knob.Default(c.Knob)})
	}
	type setting struct {
		Knob  knob.ID `json:"knob"`
		Name  string  `json:"name"`
		For   string  `json:"for"`
		Share bool    `json:"share"`
		Max   int64   `json:"max"`
		Usual int64   `json:"usual"`
	}
	var ios []setting
	for _, io := range policy.IOs {
		s := setting{io.Knob, io.Name, io.For, io.Share, knob.MaxLatency, knob.Default(io.Knob)}
		if s.Share {
			s.Max = knob.AllLost
		}
		ios = append(ios, s)
	}
	var b strings.Builder
	b.WriteString(`// The lists of core/policy for the page. Written by
// go test -run TestPoliciesOfThePage -update ./site/build: change core/policy instead.

export interface Preset {
  name: string
  group: string
  title: string
  adds: string
  leaves: string
  set: {knob: number; value: number}[]
}

export interface Switch {
  knob: number
  name: string
  about: string
  values: {name: string; means: string}[] // by number; the first is Go 1.26
}

/// What something takes in virtual time, in ns.
export interface Cost {
  knob: number
  name: string
  for: string
  usual: number
}

/// What the machine takes: ns, or a share in millionths.
export interface IO {
  knob: number
  name: string
  for: string
  share: boolean
  max: number
  usual: number
}

/// The highest cost, in ns.
export const maxCost = ` + fmt.Sprint(knob.MaxCost) + `

/// The preset that is Go 1.26.
export const standard = "` + policy.Default + `"

/// The knobs of schedtrace.
export const schedTrace = ` + fmt.Sprint(knob.SchedTrace) + `
export const schedDetail = ` + fmt.Sprint(knob.SchedDetail) + `
`)
	for _, list := range []struct {
		name, typ string
		of        any
	}{{"presets", "Preset[]", presets}, {"switches", "Switch[]", switches}, {"costs", "Cost[]", costs}, {"ios", "IO[]", ios}} {
		b.WriteString("\nexport const " + list.name + ": " + list.typ + " = [\n")
		for v := reflect.ValueOf(list.of); v.Len() > 0; v = v.Slice(1, v.Len()) {
			text, err := json.Marshal(v.Index(0).Interface())
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString("  " + string(text) + ",\n")
		}
		b.WriteString("]\n")
	}
	return b.String()
}

func TestPoliciesOfThePage(t *testing.T) {
	want := policiesTS(t)
	if *update {
		if err := os.WriteFile(repoRoot+"/site/ui/policies.ts", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(repoRoot + "/site/ui/policies.ts")
	if err != nil || string(have) != want {
		t.Errorf("site/ui/policies.ts is not what core/policy says: go test -run %s -update ./site/build (%v)", t.Name(), err)
	}
}

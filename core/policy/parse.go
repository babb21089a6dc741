// This file turns what a person writes into settings.
package policy

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gopark/gopark/core/sched/knob"
)

// Setting is one knob and what it is set to.
type Setting struct {
	Knob  knob.ID `json:"knob"`
	Value int64   `json:"value"`
}

// Parse reads a policy. Later switches override earlier ones, and those of the preset. It returns
// the settings that are not Go 1.26's, by knob.
func Parse(text string) ([]Setting, error) {
	name, rest, more := strings.Cut(text, ",")
	if strings.Contains(name, "=") || text == "" {
		name, rest, more = Default, text, text != ""
	}
	preset := presetNamed(name)
	if preset == nil {
		return nil, fmt.Errorf("unknown policy %q (known: %s)", name, strings.Join(PresetNames(), ", "))
	}
	if !more {
		return compact(slices.Clone(preset.Set)), nil
	}
	return parseList(preset.Set, rest, "SWITCH=VALUE", parseSwitch)
}

func parseSwitch(name, value string) (Setting, error) {
	s := switchNamed(name)
	if s == nil {
		return Setting{}, fmt.Errorf("unknown switch %q (known: %s)", name, strings.Join(names(Switches, func(s Switch) string { return s.Name }), ", "))
	}
	n, ok := s.value(value)
	if !ok {
		return Setting{}, fmt.Errorf("%s=%s: want one of %s", name, value, strings.Join(names(s.Values, func(v Value) string { return v.Name }), ", "))
	}
	return Setting{s.Knob, n}, nil
}

// ParseCosts reads a list of costs. It returns those that are not the usual ones, by knob.
func ParseCosts(text string) ([]Setting, error) {
	if text == "" {
		return nil, nil
	}
	return parseList(nil, text, "COST=DURATION", parseCost)
}

func parseCost(name, value string) (Setting, error) {
	c := costNamed(name)
	if c == nil {
		return Setting{}, fmt.Errorf("unknown cost %q (known: %s)", name, strings.Join(names(Costs, func(c Cost) string { return c.Name }), ", "))
	}
	d, err := time.ParseDuration(value)
	if err != nil {
		return Setting{}, fmt.Errorf("%s=%s: want a duration such as 50ns or 2us", name, value)
	}
	if d < 0 || d > knob.MaxCost {
		return Setting{}, fmt.Errorf("%s=%s: want 0 to %v", name, value, time.Duration(knob.MaxCost))
	}
	return Setting{c.Knob, int64(d)}, nil
}

// parseList reads settings with commas between them, which override those of base; form is what one looks
// like. It returns those that are not the usual ones, by knob.
func parseList(base []Setting, text, form string, parse func(name, value string) (Setting, error)) ([]Setting, error) {
	set := slices.Clone(base)
	for _, part := range strings.Split(text, ",") {
		name, value, found := strings.Cut(part, "=")
		if !found {
			return nil, fmt.Errorf("%q is not %s", part, form)
		}
		s, err := parse(name, value)
		if err != nil {
			return nil, err
		}
		set = append(set, s)
	}
	return compact(set), nil
}

// ParseUntil reads the virtual time at which a run ends. Nothing, and 0, is never.
func ParseUntil(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s: want a duration such as 500us or 2s", text)
	case d < 0:
		return 0, fmt.Errorf("%s: want no negative time", text)
	}
	return d, nil
}

// compact sorts by knob, keeps the last of each, and leaves out what is the default.
func compact(set []Setting) []Setting {
	slices.SortStableFunc(set, func(a, b Setting) int { return int(a.Knob - b.Knob) })
	var out []Setting
	for i, s := range set {
		if last := i+1 == len(set) || set[i+1].Knob != s.Knob; last && s.Value != knob.Default(s.Knob) {
			out = append(out, s)
		}
	}
	return out
}

// PresetNames lists the presets.
func PresetNames() []string { return names(Presets, func(p Preset) string { return p.Name }) }

func names[T any](list []T, name func(T) string) []string {
	var all []string
	for _, x := range list {
		all = append(all, name(x))
	}
	return all
}

// This file puts the lists into words: the help of the command line, and the line that
// explains a setting in a run's events.
package policy

import (
	_ "embed"
	"fmt"
	"strings"
	"time"

	"github.com/gopark/gopark/core/sched/knob"
)

// StepsText is what each of the eight steps repairs, in measured figures. A test of wasm/host holds them.
//
//go:embed steps.md
var StepsText string

// Text is all policies and switches, for a terminal.
func Text() string {
	var b strings.Builder
	b.WriteString("A policy is NAME[,SWITCH=VALUE...]. Without a name it is " + Default + ".\n")
	for _, group := range Groups {
		fmt.Fprintf(&b, "\n%s\n", group)
		for _, p := range Presets {
			if p.Group == group {
				fmt.Fprintf(&b, "\n  %s: %s\n", p.Name, p.Title)
				paragraph(&b, "    ", p.Adds)
				paragraph(&b, "    ", "Switches: "+choices(p.Set)+".")
				paragraph(&b, "    ", "Left out: "+lower(p.Leaves))
			}
		}
	}
	b.WriteString("\nSwitches (the first value is Go 1.26)\n")
	for _, s := range Switches {
		fmt.Fprintf(&b, "\n  %s: %s\n", s.Name, s.About)
		for _, v := range s.Values {
			paragraph(&b, "    ", s.Name+"="+v.Name+": "+v.Means+".")
		}
	}
	return b.String()
}

// CostText is all costs, for a terminal.
func CostText() string {
	var b strings.Builder
	b.WriteString("Costs in virtual time, COST=DURATION,... from 0 to 1ms. Go code takes 1ns for each SSA instruction.\n\n")
	for _, c := range Costs {
		fmt.Fprintf(&b, "  %-8s %6v  %s\n", c.Name, time.Duration(knob.Default(c.Knob)), c.For)
	}
	return b.String()
}

// choices lists settings as they are written.
func choices(set []Setting) string {
	if len(set) == 0 {
		return "all as in Go 1.26"
	}
	return strings.Join(names(compact(set), Setting.String), ", ")
}

// String is SWITCH=VALUE, or COST=DURATION, or as -io has it.
func (s Setting) String() string {
	for _, sw := range Switches {
		switch {
		case sw.Knob != s.Knob:
		case s.Value >= 0 && s.Value < int64(len(sw.Values)):
			return sw.Name + "=" + sw.Values[s.Value].Name
		default:
			return fmt.Sprintf("%s=%d", sw.Name, s.Value)
		}
	}
	for _, c := range Costs {
		if c.Knob == s.Knob {
			return fmt.Sprintf("%s=%dns", c.Name, s.Value)
		}
	}
	for _, io := range IOs {
		if io.Knob == s.Knob {
			return io.Name + "=" + io.text(s.Value)
		}
	}
	return fmt.Sprintf("knob %d=%d", s.Knob, s.Value)
}

// paragraph breaks text into lines.
func paragraph(b *strings.Builder, indent, text string) {
	line := indent
	for _, word := range strings.Fields(text) {
		if len(line)+1+len(word) > 96 && line != indent {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		}
		line += word + " "
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// lower makes the first letter small, unless the word is a name.
func lower(s string) string {
	if len(s) > 1 && s[1] >= 'a' && s[1] <= 'z' {
		return strings.ToLower(s[:1]) + s[1:]
	}
	return s
}

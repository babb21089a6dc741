package grade

// This file compares the hand-ins of a class with each other.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gopark/gopark/site/handin"
)

// Compare looks for hand-ins with the same programs, or nearly so, for students with several, and for hand-ins that were made under the name of
// another student.
func (b *Book) Compare() {
	alike := b.alike()
	for i := range b.Results {
		r := &b.Results[i]
		r.Same, r.Again, r.Near, r.As, r.Unchanged = nil, nil, nil, b.madeAs(r), r.Programs != "" && r.Programs == b.Starters
		for k := range b.Results {
			other := &b.Results[k]
			switch {
			case k == i:
			case r.Student != "" && r.Student == other.Student:
				r.Again = append(r.Again, other.Submission)
			case r.Programs != "" && r.Programs == other.Programs && !r.Unchanged && !slices.Contains(r.Same, other.label()):
				r.Same = append(r.Same, other.label())
			}
		}
		r.Near = b.near(r, i, alike)
	}
}

// alike are the results whose answers to an exercise have the same shape, by both. What many of a class have is the usual answer, and says nothing
// of any two of them.
func (b *Book) alike() map[string][]int {
	all, answers := map[string][]int{}, map[string]int{}
	for i, r := range b.Results {
		for _, x := range r.Exercises {
			if answers[x.ID]++; x.Shape != "" {
				all[x.ID+" "+x.Shape] = append(all[x.ID+" "+x.Shape], i)
			}
		}
	}
	for key, who := range all {
		students := map[string]bool{}
		for _, i := range who {
			students[b.Results[i].label()] = true
		}
		if id, _, _ := strings.Cut(key, " "); len(students) > 3 && 4*len(students) > answers[id] {
			delete(all, key)
		}
	}
	return all
}

// near names who has nearly the programs of r, which is number i, and in which exercises.
func (b *Book) near(r *Result, i int, alike map[string][]int) (all []string) {
	in := map[string][]string{}
	var who []string
	for _, x := range r.Exercises {
		for _, k := range alike[x.ID+" "+x.Shape] {
			other := &b.Results[k]
			label := other.label()
			switch {
			case k == i, r.Student != "" && r.Student == other.Student, slices.Contains(r.Same, label), slices.Contains(in[label], x.ID):
				continue
			case in[label] == nil:
				who = append(who, label)
			}
			in[label] = append(in[label], x.ID)
		}
	}
	for _, label := range who {
		all = append(all, fmt.Sprintf("%s (%s)", label, strings.Join(in[label], ", ")))
	}
	return all
}

// madeAs names the student whose seeds the runs of r have, if they are not its own.
func (b *Book) madeAs(r *Result) string {
	for _, x := range r.Exercises {
		for k := range b.Results {
			name := b.Results[k].Student
			if len(x.Seeds) > 0 && name != "" && name != r.Student && slices.Equal(handin.Seeds(b.Assignment.Hash, x.ID, name), x.Seeds) {
				return name
			}
		}
	}
	return ""
}

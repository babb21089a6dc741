package check

// This file makes the runs of one answer: each once, whichever rules ask for it, and none in vain.
//
// An endless loop takes seconds until it meets a limit, with every seed and for every rule. So a program that was cut off MostCut times
// is not run again: what its rules ask for after that counts as cut off too. Rules are judged one after the other, and each asks for
// its runs in the order of its seeds, so which runs these are depends on the program and the rules alone: gopark grade and the
// page come to the same. A rule that was decided before keeps its points, and so does one whose runs were made before.

import "fmt"

// MostCut is how many runs of an answer may be cut off.
const MostCut = 3

// Runs makes the runs of one answer.
type Runs struct {
	Cut int // how many were cut off

	run  func(Case) (*Run, error)
	made map[Case]*Run
}

// NewRuns makes runs by run, which is asked for each case once. It makes those of the programs that answers are compared with, too.
func NewRuns(run func(Case) (*Run, error)) *Runs {
	return &Runs{run: run, made: map[Case]*Run{}}
}

// Run gives the run of a case.
func (r *Runs) Run(c Case) (*Run, error) {
	if run := r.made[c]; run != nil {
		return run, nil
	}
	if c.Program == "" && r.Cut >= MostCut {
		return &Run{Failed: fmt.Sprintf("it was not run: it had not ended %d times before", MostCut)}, nil
	}
	run, err := r.run(c)
	if err != nil {
		return nil, err
	}
	r.made[c] = run
	if run.Failed != "" { // of a program that answers are compared with that ends the judgement
		r.Cut++
	}
	return run, nil
}

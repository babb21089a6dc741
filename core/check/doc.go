// Package check reads and judges the rules by which an exercise is checked: statements about what a
// program printed, how it ended, and what the scheduler did meanwhile, for one seed or many.
//
// It runs nothing. A rule says which runs it needs (Cases); who runs the program, be it the
// page, gopark check or gopark grade, measures each run (Meter) and hands it back (Judge). So all
// three judge alike. Runs makes each run once for all rules of an exercise, and none any more when too many did not end.
//
// # A rule
//
// A rule is one line: a statement, then perhaps the settings of the run, then perhaps the seeds.
//
//	output == "done\n"
//	output == same as starter
//	steals >= 1 in every of 20 seeds
//	makespan <= 60% of starter with procs=2 in 5 seeds
//	never deadlocks in 200 seeds
//	busy(every P) > 85% in some of 20 seeds
//
// Statements about the output:
//
//	output == TEXT             the program prints just this; TEXT is quoted as in Go if it has spaces
//	output != TEXT
//	output contains TEXT
//	output lacks TEXT
//	output matches REGEXP      somewhere in it
//	output == same as NAME     as what the program NAME of the lesson prints, run in the same way;
//	                           starter is the program that the exercise begins with
//	sorted output ...          the same of the lines in order, where the schedule decides on it
//	stderr ...                 the same of standard error
//
// About the end:
//
//	exit == 0                  the exit code: 0, 1 (os.Exit), 2 (panic, deadlock) ...
//	never deadlocks            panics, fails, leaks: nothing of the kind happens
//
// panics is an end with a panic or another fatal error of the runtime, but for a deadlock; fails is any exit
// code but 0; leaks is an end with goroutines other than main left, or with another exit code, which says nothing about what would be left.
//
// About the schedule: a quantity, one of == != < <= > >=, and a value. The quantities are those of Quantities,
// with blanks or _ between words. The value is a number, a duration such as 10ms, a percentage
// for shares, or what another program reached: starter, 50% of starter, 2x starter. A run that ended in a
// deadlock or a panic passes no such rule, but for exit.
//
// # Settings and seeds
//
//	with procs=2 policy=go1.13 costs=steal=1us io=net=5ms until=2s
//
// replaces what the lesson sets for the program, word by word.
//
//	in N seeds, in every of N seeds      it must hold for each of the seeds 1 to N
//	in some of N seeds                   for one of them at least
//	in M of N seeds                      for M at least
//	in seed S                            for this one
//
// Without it, the seed is the lesson's.
package check

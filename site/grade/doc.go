// Package grade grades hand-ins: it replays them and holds what they claim against what the replay gives.
//
//	submissions.go  from the arguments of the command to hand-ins: files, folders, zip archives, within bounds
//	pool.go         each hand-in in a process of its own, several at a time
//	child.go        that process: its limits, one hand-in in, one result out
//	judge.go        the judgement itself
//	private.go      the checks that students do not see
//	result.go       what became of a hand-in; text.go csv.go junit.go gradescope.go write it
//
// The points are those of the replay, whatever a hand-in claims. A claim that the replay does not confirm is a Flag: it says what
// differs, and the teacher decides.
package grade

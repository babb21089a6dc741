// Package handin is what a student hands in: one file, NAME.gopark.json, that the page of an assignment makes and gopark grade
// takes.
//
//	format.go      the file: what is in it, its bounds, and how strictly it is read
//	assignment.go  what an assignment grades, the hash of that, and the seeds of its runs
//	schema.json    the same as a JSON Schema, for other programs
//
// A hand-in proves nothing by itself: whoever can write JSON can claim any result. What it says is held against a replay
// (site/grade). So it holds what a replay needs, and what the page saw: the programs, the digests of some runs, and what
// became of each check.
package handin

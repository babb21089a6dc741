// Package prove shows that the tests of the scheduler test it. It is part of no program.
//
//	mutants.go   wrong versions of the scheduler, each with the test that must find it
//	overlay.go   builds a package with some of its text replaced
//	slice.go     which part of a large suite this run does
//	shim/        what takes the place of sync/atomic when schedules are explored
//	models/      park and wake, and the ring, for SPIN
//
// The table of core/sched/rules.md names for every rule its function, Go's function, its test, and the mutant without
// the rule; the tests here hold the table against the sources, and run the mutants.
package prove

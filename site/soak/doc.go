// Package soak runs the long tests: those that look for what happens once in a million times. It is the
// command gopark soak, and ./build.sh soak.
//
// A soak is made of parts, a part of rounds. After each round its result is written to a file in the user's cache,
// so a soak that was ended goes on where it was. It belongs to one commit: with another it begins anew. gopark soak
// -record adds what was found to results.md.
//
//	parts.go     what the parts are
//	state.go     the file
//	command.go   the command
//	explore.go   the schedules of the scheduler, slice by slice
//	parallel.go  many switches and steals on four Workers, in Node and in Chromium
package soak

//go:build !gopark

// This file is the port for native tests.

package race

// Init does nothing: a test calls setup.
func Init() {}

// nativeReport gets the races that a test makes.
var nativeReport func(*Race)

func report(r *Race) { nativeReport(r) }

func finish(found int) {}

func die(msg string) { panic(msg) }

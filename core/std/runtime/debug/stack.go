//go:build gopark

// Package debug is Go's, without crash files: those need a second process.
package debug

import (
	"errors"
	"os"
	"runtime"
)

// Stack returns the trace of the goroutine that calls it.
func Stack() []byte {
	for buf := make([]byte, 1024); ; buf = make([]byte, 2*len(buf)) {
		if n := runtime.Stack(buf, false); n < len(buf) {
			return buf[:n]
		}
	}
}

// PrintStack writes the trace to the standard error.
func PrintStack() { os.Stderr.Write(Stack()) }

type CrashOptions struct{}

func SetCrashOutput(f *os.File, opts CrashOptions) error {
	if f == nil {
		return nil
	}
	return errors.ErrUnsupported
}

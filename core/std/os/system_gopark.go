//go:build gopark

// Package os is Go's for Unix, on the system that package syscall is here. Only what
// is about processes has its own files.
package os

import "syscall"

func hostname() (string, error) { return "gopark", nil }

// Executable fails: the program is not a file here.
func Executable() (string, error) { return "", syscall.ENOTSUP }

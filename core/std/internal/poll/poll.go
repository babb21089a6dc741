//go:build gopark

// Package poll has only its error values: package os reads and writes through
// syscall, where nothing needs a poller.
package poll

//go:build gopark

// Package sysrand gives the random numbers of the scheduler, as crypto/rand does.
package sysrand

import _ "unsafe" // for linkname

//go:linkname next runtime.rand
func next() uint64

// Read fills b.
func Read(b []byte) {
	for i := range b {
		b[i] = byte(next() >> 32)
	}
}

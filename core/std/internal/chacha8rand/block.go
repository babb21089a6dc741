//go:build gopark

// Package chacha8rand is Go's; only the step that has assembly there for every
// machine is given its portable body here.
package chacha8rand

import _ "unsafe" // for linkname

//go:linkname portableBlock internal/chacha8rand.block
func portableBlock(seed *[4]uint64, buf *[32]uint64, counter uint32) {
	block_generic(seed, buf, counter)
}

//go:build gopark

// Package check would compare the FIPS 140-3 module with a sum that the linker has left: it is not in use.
package check

const Verified = false

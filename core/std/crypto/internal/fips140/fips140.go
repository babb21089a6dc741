//go:build gopark

// Package fips140 is what the hash functions need of the FIPS 140-3 module: nothing is recorded, and
// no algorithm is tested when a program starts.
package fips140

const Enabled = false

func RecordApproved()                  {}
func RecordNonApproved()               {}
func CAST(name string, f func() error) {}

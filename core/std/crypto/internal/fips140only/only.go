//go:build gopark

// Package fips140only says that any cryptography may be used.
package fips140only

import (
	"hash"
	"io"
)

func Enforced() bool                      { return false }
func ApprovedHash(h hash.Hash) bool       { return true }
func ApprovedRandomReader(io.Reader) bool { return true }

//go:build gopark

// Package sig marks binaries that hold certain cryptography; here nobody looks for the marks.
package sig

func BoringCrypto()   {}
func FIPSOnly()       {}
func StandardCrypto() {}

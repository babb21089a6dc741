package link

import "embed"

// Sources is this package's source: part of the compiler's version.
//
//go:embed *.go
var Sources embed.FS

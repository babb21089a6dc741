// Package core holds the source that becomes part of every program: the
// scheduler, the language runtime, the event schema and the replacements for
// standard packages. The compiler reads it from FS.
package core

import "embed"

//go:embed sched rt std event policy check
var FS embed.FS

// This file says what is wrong with the user's program, in the words and the
// order of the gc compiler.

package load

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A Diagnostic is a fault in the user's program. Line is 0 if the fault has no
// place in it.
type Diagnostic struct {
	File      string
	Line, Col int
	Msg       string
}

// String returns the line that go build prints.
func (d Diagnostic) String() string {
	if d.Line == 0 {
		return strings.Replace(d.Msg, "function main is", "runtime.main_main·f: function main is", 1)
	}
	return fmt.Sprintf("%s:%d:%d: %s", shown(d.File), d.Line, d.Col, d.Msg)
}

// shown returns a file's name as go build writes it.
func shown(name string) string {
	if filepath.IsAbs(name) || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "$") {
		return name
	}
	return "./" + name
}

// Text returns the diagnostics as go build prints them.
func Text(ds []Diagnostic) string {
	var b strings.Builder
	for _, d := range ds {
		b.WriteString(d.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// maxErrors is how many diagnostics gc prints before it gives up.
const maxErrors = 10

// trim does to a list of faults, in the order in which they were found, what gc
// does: of those on one line that say the same it keeps one, and one syntax
// error per line; after ten it stops; it sorts by place.
func trim(found []Diagnostic) []Diagnostic {
	var kept []Diagnostic
	var syntax, other Diagnostic
	for _, d := range found {
		if strings.HasPrefix(d.Msg, "syntax error") {
			if sameLine(d, syntax) {
				continue
			}
			syntax = d
		} else {
			if sameLine(d, other) && d.Msg == other.Msg {
				continue
			}
			other = d
		}
		if kept = append(kept, d); len(kept) == maxErrors {
			break
		}
	}
	last := kept[len(kept)-1]
	slices.SortStableFunc(kept, func(a, b Diagnostic) int {
		if a.File != b.File {
			return 0 // files keep their order
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
	kept = slices.Compact(kept)
	if len(found) >= maxErrors && last.Line > 0 && len(kept) == maxErrors {
		last.Msg = "too many errors"
		kept = append(kept, last)
	}
	return kept
}

func sameLine(a, b Diagnostic) bool { return a.File == b.File && a.Line == b.Line }

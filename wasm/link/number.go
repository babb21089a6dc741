// This file numbers the functions that a goroutine can start with, so that the record of a new
// goroutine can say which one it is.
//
// The functions of the user's files have the first numbers, from 1 on, in the order of Layout.Funcs; after
// them come closures, and wrappers of go statements, of the library, and functions of the user that exist only inlined
// in a wrapper: Layout.Starts. A wrapper is called as what it calls, and has its number. The number is in the upper half of the
// flags of the FuncInfo. 0 is no number: too many functions, or one of the library that
// only a func value brings into a go statement.

package link

import (
	"encoding/binary"
	"regexp"
	"strings"

	"github.com/gopark/gopark/core/event/kind"
)

type funcNumbers struct {
	funcs   []*entry // FuncInfos of the user's functions
	starts  []string
	numbers map[*entry]uint16 // by FuncInfo
}

// startable is what the symbol or the name of any other function must be like.
var startable = regexp.MustCompile(`·gowrap\d+$|\.func\d+[\d.]*$|^main\.[^·]*·f$`)

func (l *linker) numberFuncs() funcNumbers {
	n := funcNumbers{numbers: map[*entry]uint16{}}
	byName := map[string]int{}
	for _, e := range l.data {
		if _, ok := infoFileName(e); ok && len(e.Bytes) >= infoNumber+2 && (e.Bytes[infoFlags]&1 != 0 || l.opts.AllFuncs) {
			n.funcs = append(n.funcs, e)
			byName[infoFuncName(e)] = len(n.funcs)
			n.number(e, len(n.funcs))
		}
	}
	for _, f := range l.table {
		if f == nil || f.Info == "" {
			continue
		}
		e := l.entries[f.Info]
		if e == nil || n.numbers[e] != 0 || len(e.Bytes) < infoNumber+2 {
			continue
		}
		name := infoFuncName(e)
		if byName[name] == 0 {
			if !startable.MatchString(strings.TrimPrefix(e.Name, "info:")) && !startable.MatchString(name) {
				continue
			}
			n.starts = append(n.starts, name)
			byName[name] = len(n.funcs) + len(n.starts)
		}
		n.number(e, byName[name])
	}
	return n
}

func (n *funcNumbers) number(e *entry, number int) {
	if number < kind.Systems {
		n.numbers[e] = uint16(number)
	}
}

// infoFuncName is the name in a FuncInfo.
func infoFuncName(e *entry) string {
	at, n := infoNameAt(e), binary.LittleEndian.Uint32(e.Bytes[8:])
	return string(e.Bytes[at:][:n])
}

// infoEnd is the line at which a function of the user ends; 0 if a FuncInfo does not say.
func infoEnd(e *entry) int32 {
	if rest := e.Bytes[infoNameAt(e)+len(infoFuncName(e)):]; len(rest) >= 4 {
		return int32(binary.LittleEndian.Uint32(rest))
	}
	return 0
}

// infoNameAt is where the name is: the FuncInfo begins with its address.
func infoNameAt(e *entry) int {
	for i := range e.Relocs {
		if e.Relocs[i].Off == 0 {
			return int(e.Relocs[i].Add)
		}
	}
	return len(e.Bytes)
}

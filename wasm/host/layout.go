// This file reads section "gopark.layout": where the scheduler's variables and
// the fields of its structs are. The linker writes it; the page has a twin
// (site/ui/engine/layout.ts). Nobody writes an offset down by hand.

package host

import (
	"encoding/json"
	"fmt"

	"github.com/gopark/gopark/core/event"
)

// Layout is the content of section "gopark.layout".
type Layout struct {
	Structs map[string]Struct `json:"structs"` // "sched.g"
	Vars    map[string]uint32 `json:"vars"`    // "sched.allp" -> address
	Files   []string          `json:"files"`   // user files; file id n is Files[n-1]
	Funcs   []Func            `json:"funcs"`   // user functions
	Starts  []string          `json:"starts"`  // library functions that goroutines start with
}

// Struct is the layout of one Go struct.
type Struct struct {
	Size   uint32               `json:"size"`
	Fields map[string][2]uint32 `json:"fields"` // name -> offset, size
}

// Func names the function behind the address of its FuncInfo.
type Func struct {
	Info uint32
	Name string
	File string
	Line int
	End  int
}

// UnmarshalJSON reads [info, "name", "file", line, end].
func (f *Func) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&f.Info, &f.Name, &f.File, &f.Line, &f.End})
}

// Places names the positions and functions in events.
func (l *Layout) Places() *event.Places {
	funcs := make([]event.Func, len(l.Funcs))
	for i, f := range l.Funcs {
		funcs[i] = event.Func{Name: f.Name, File: f.File, Line: f.Line, End: f.End}
	}
	return event.NewPlaces(l.Files, funcs, l.Starts)
}

func parseLayout(text []byte) (*Layout, error) {
	l := new(Layout)
	if len(text) == 0 {
		return l, nil
	}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, fmt.Errorf("section gopark.layout: %w", err)
	}
	return l, nil
}

// field gives offset and size of a field, for example ("sched.g", "goid").
func (l *Layout) field(typ, name string) (off, size uint32, err error) {
	s, ok := l.Structs[typ]
	if !ok {
		return 0, 0, fmt.Errorf("layout has no struct %s", typ)
	}
	f, ok := s.Fields[name]
	if !ok {
		return 0, 0, fmt.Errorf("layout has no field %s.%s", typ, name)
	}
	return f[0], f[1], nil
}

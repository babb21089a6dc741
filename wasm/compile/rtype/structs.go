// This file describes structs for readers outside the program, who look into
// its memory: the section gopark.layout.
package rtype

import "go/types"

// StructLayout is where the fields of a struct are. Fields of nested structs
// are there too, as "outer.inner".
type StructLayout struct {
	Size   int64               `json:"size"`
	Fields map[string][2]int64 `json:"fields"` // offset, size
}

// Structs gives the layouts of struct types by name, after prefix.
func (u *Universe) Structs(prefix string, ts ...*types.Named) map[string]StructLayout {
	m := map[string]StructLayout{}
	for _, t := range ts {
		if s, ok := t.Underlying().(*types.Struct); ok {
			l := StructLayout{u.Size(t), map[string][2]int64{}}
			u.addFields(l.Fields, "", 0, s)
			m[prefix+t.Obj().Name()] = l
		}
	}
	return m
}

func (u *Universe) addFields(m map[string][2]int64, prefix string, at int64, s *types.Struct) {
	for i, off := range u.Offsets(s) {
		f := s.Field(i)
		if f.Name() == "_" {
			continue
		}
		m[prefix+f.Name()] = [2]int64{at + off, u.Size(f.Type())}
		if inner, ok := f.Type().Underlying().(*types.Struct); ok {
			u.addFields(m, prefix+f.Name()+".", at+off, inner)
		}
	}
}

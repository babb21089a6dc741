package link

import (
	"bytes"
	"testing"
)

// libraryOf sees all of some objects.
func libraryOf(tb testing.TB, objs []*Object) *View {
	tb.Helper()
	lib := NewLibrary()
	if err := lib.Add(objs); err != nil {
		tb.Fatal(err)
	}
	all := map[string]bool{}
	for _, o := range objs {
		all[o.Path] = true
	}
	return lib.View(all)
}

// A link sees the packages of its view only, and which definition of a symbol it takes does not depend on the order in which they came.
func TestAViewIsTheSameInAnyOrder(t *testing.T) {
	object := func(path string, code byte) *Object {
		return &Object{Path: path, Symbols: []*Symbol{
			{Name: "shared", Kind: Data, Dup: true, Size: 1, Align: 1, Bytes: []byte{code}},
			{Name: "of." + path, Kind: Data, Size: 1, Align: 1, Bytes: []byte{code}},
		}}
	}
	a, b, c := object("a", 1), object("b", 2), object("c", 3)
	for _, order := range [][]*Object{{a, b, c}, {c, b, a}, {b, a, c}, {c, a, b}} {
		lib := NewLibrary()
		for _, o := range order {
			if err := lib.Add([]*Object{o}); err != nil {
				t.Fatal(err)
			}
		}
		for _, view := range []struct {
			packages string
			want     byte
		}{{"abc", 1}, {"bc", 2}, {"ca", 1}, {"c", 3}} {
			packages := map[string]bool{}
			for _, p := range view.packages {
				packages[string(p)] = true
			}
			v := lib.View(packages)
			if s := v.lookup("shared"); s == nil || !bytes.Equal(s.Bytes, []byte{view.want}) {
				t.Errorf("%s sees %v of shared, want %d", view.packages, s, view.want)
			}
			for _, p := range "abc" {
				if got := v.lookup("of."+string(p)) != nil; got != packages[string(p)] {
					t.Errorf("%s sees what is of %c: %v", view.packages, p, got)
				}
			}
		}
		if err := lib.Add([]*Object{{Path: "d", Symbols: []*Symbol{{Name: "of.a", Kind: Data, Size: 1, Align: 1}}}}); err == nil {
			t.Error("of.a is defined twice, and nobody says so")
		}
	}
}

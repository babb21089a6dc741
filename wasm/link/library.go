package link

import "fmt"

// Library is a set of objects that are in many links. Objects can be added at any time: what a link sees of it is a View.
type Library struct {
	index   map[string]*definition
	exports map[string][]string // by the path of the object
}

// definition is a symbol of an object, and the other ones of the same name.
type definition struct {
	*Symbol
	path  string
	other *definition // with a greater path
}

// NewLibrary makes a library without objects.
func NewLibrary() *Library {
	return &Library{index: map[string]*definition{}, exports: map[string][]string{}}
}

// Add adds objects.
func (lib *Library) Add(objs []*Object) error {
	n := 0
	for _, o := range objs {
		n += len(o.Symbols)
	}
	store := make([]definition, n)
	for _, o := range objs {
		for _, s := range o.Symbols {
			d := &store[0]
			store = store[1:]
			*d = definition{Symbol: s, path: o.Path}
			if err := lib.define(d); err != nil {
				return err
			}
			if s.Export != "" {
				lib.exports[o.Path] = append(lib.exports[o.Path], s.Name)
			}
		}
	}
	return nil
}

// define enters d. Which of several definitions a link takes must not depend on the order in which they came.
func (lib *Library) define(d *definition) error {
	at := lib.index[d.Name]
	if at != nil && (!at.Dup || !d.Dup) {
		return fmt.Errorf("library: %s is defined twice", d.Name)
	}
	if at == nil || d.path < at.path {
		d.other = at
		lib.index[d.Name] = d
		return nil
	}
	for at.other != nil && at.other.path < d.path {
		at = at.other
	}
	d.other, at.other = at.other, d
	return nil
}

// View is what a link sees of a Library: the objects of some packages.
type View struct {
	lib      *Library
	packages map[string]bool
}

// View is the part of a library that is in these packages.
func (lib *Library) View(packages map[string]bool) *View { return &View{lib, packages} }

// lookup gives a symbol, or nil.
func (v *View) lookup(name string) *Symbol {
	for d := v.lib.index[name]; d != nil; d = d.other {
		if v.packages[d.path] {
			return d.Symbol
		}
	}
	return nil
}

// exports are the names of all exported functions, in no order.
func (v *View) exports() (names []string) {
	for path, list := range v.lib.exports {
		if v.packages[path] {
			names = append(names, list...)
		}
	}
	return names
}

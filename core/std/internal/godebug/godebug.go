//go:build gopark

// Package godebug stands in for the settings of $GODEBUG that the library
// looks at: each has its default. (The settings of the scheduler, such as
// asyncpreemptoff, are flags of the run.)
package godebug

// A Setting is one setting.
type Setting struct{ name string }

func New(name string) *Setting {
	if name[0] == '#' {
		name = name[1:] // an undocumented one
	}
	return &Setting{name}
}

func (s *Setting) Name() string       { return s.name }
func (s *Setting) Undocumented() bool { return false }
func (s *Setting) String() string     { return s.name + "=" }
func (s *Setting) Value() string      { return "" }
func (s *Setting) IncNonDefault()     {}

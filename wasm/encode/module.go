// Package encode writes the bytes of a WebAssembly module. It knows nothing of
// Go: a Module is what the format can say, and Bytes says it.
//
// This file is the module and its sections; the body of a function comes
// finished (Code), as bytes.
package encode

// Module is a module with one imported memory, at most one table, and only
// i32 globals: what the linker needs.
type Module struct {
	Imports []Import
	Memory  Memory
	Funcs   []Func   // their indices follow those of the imports
	Globals int      // number of mutable i32 globals, initially 0
	Table   []uint32 // function index by slot; slot 0 is left null
	Exports []Export
	Data    [][]byte // passive segments
	Customs []Custom
	Names   []string // of all functions, imports first; nil for no name section

	types   []FuncType
	typeIdx map[string]uint32
}

// Import is an imported function.
type Import struct {
	Module, Name string
	Type         uint32
}

// Memory is the imported memory, in pages of 64 KiB.
type Memory struct {
	Module, Name string
	Min, Max     uint32
	Shared       bool
}

// Func is a function. Code ends with its end instruction.
type Func struct {
	Type   uint32
	Locals []ValType // after the parameters
	Code   []byte
	Hints  []Hint
}

// Hint says about the br_if or if at Off in Code how often it is taken.
type Hint struct {
	Off    uint32
	Likely bool // else rarely
}

// Export is an exported function.
type Export struct {
	Name string
	Func uint32
}

// Custom is a section for others to read.
type Custom struct {
	Name  string
	Bytes []byte
}

// TypeIndex is the index of t, which is added if it is new.
func (m *Module) TypeIndex(t FuncType) uint32 {
	k := t.key()
	if i, ok := m.typeIdx[k]; ok {
		return i
	}
	if m.typeIdx == nil {
		m.typeIdx = map[string]uint32{}
	}
	i := uint32(len(m.types))
	m.typeIdx[k] = i
	m.types = append(m.types, t)
	return i
}

const (
	secCustom = iota
	secType
	secImport
	secFunc
	secTable
	secMemory
	secGlobal
	secExport
	secStart
	secElem
	secCode
	secData
	secDataCount
)

const (
	funcref  = 0x70
	kindFunc = 0
	kindMem  = 2
)

// Bytes encodes the module.
func (m *Module) Bytes() []byte {
	n := 4096
	for i := range m.Funcs {
		n += len(m.Funcs[i].Code) + 16
	}
	for _, d := range m.Data {
		n += len(d) + 16
	}
	w := writer{out: make([]byte, 0, n)}
	w.out = append(w.out, "\x00asm\x01\x00\x00\x00"...)
	m.typeSection(&w)
	m.importSection(&w)
	m.funcSection(&w)
	m.tableSection(&w)
	m.globalSection(&w)
	m.exportSection(&w)
	m.elemSection(&w)
	m.dataCountSection(&w)
	m.hintSection(&w)
	m.codeSection(&w)
	m.dataSection(&w)
	m.nameSection(&w)
	for _, c := range m.Customs {
		w.section(secCustom, func() {
			w.name(c.Name)
			w.out = append(w.out, c.Bytes...)
		})
	}
	return w.out
}

// writer appends to out; a section's length is filled in after its contents.
type writer struct{ out []byte }

func (w *writer) u(v int)        { w.out = AppendU(w.out, uint64(v)) }
func (w *writer) name(s string)  { w.out = appendName(w.out, s) }
func (w *writer) byte(b ...byte) { w.out = append(w.out, b...) }

func (w *writer) section(id byte, contents func()) {
	w.out = append(w.out, id)
	at := len(w.out)
	w.out = append(w.out, 0, 0, 0, 0, 0)
	contents()
	AppendPaddedU(w.out[:at], uint32(len(w.out)-at-PadLen))
}

func (w *writer) valTypes(ts []ValType) {
	w.u(len(ts))
	for _, t := range ts {
		w.byte(byte(t))
	}
}

func (m *Module) typeSection(w *writer) {
	w.section(secType, func() {
		w.u(len(m.types))
		for _, t := range m.types {
			w.byte(0x60)
			w.valTypes(t.Params)
			w.valTypes(t.Results)
		}
	})
}

func (m *Module) importSection(w *writer) {
	w.section(secImport, func() {
		n := len(m.Imports)
		if m.Memory.Name != "" {
			n++
		}
		w.u(n)
		for _, im := range m.Imports {
			w.name(im.Module)
			w.name(im.Name)
			w.byte(kindFunc)
			w.u(int(im.Type))
		}
		if m.Memory.Name == "" {
			return
		}
		w.name(m.Memory.Module)
		w.name(m.Memory.Name)
		w.byte(kindMem, 1)
		if m.Memory.Shared {
			w.out[len(w.out)-1] = 3
		}
		w.u(int(m.Memory.Min))
		w.u(int(m.Memory.Max))
	})
}

func (m *Module) funcSection(w *writer) {
	w.section(secFunc, func() {
		w.u(len(m.Funcs))
		for i := range m.Funcs {
			w.u(int(m.Funcs[i].Type))
		}
	})
}

func (m *Module) tableSection(w *writer) {
	if len(m.Table) == 0 {
		return
	}
	w.section(secTable, func() {
		w.byte(1, funcref, 1)
		w.u(len(m.Table))
		w.u(len(m.Table))
	})
}

func (m *Module) globalSection(w *writer) {
	w.section(secGlobal, func() {
		w.u(m.Globals)
		for range m.Globals {
			w.byte(byte(I32), 1, byte(OpI32Const), 0, byte(OpEnd))
		}
	})
}

func (m *Module) exportSection(w *writer) {
	w.section(secExport, func() {
		w.u(len(m.Exports))
		for _, e := range m.Exports {
			w.name(e.Name)
			w.byte(kindFunc)
			w.u(int(e.Func))
		}
	})
}

func (m *Module) elemSection(w *writer) {
	if len(m.Table) < 2 {
		return
	}
	w.section(secElem, func() {
		w.byte(1, 0, byte(OpI32Const), 1, byte(OpEnd))
		w.u(len(m.Table) - 1)
		for _, f := range m.Table[1:] {
			w.u(int(f))
		}
	})
}

func (m *Module) dataCountSection(w *writer) {
	if len(m.Data) > 0 {
		w.section(secDataCount, func() { w.u(len(m.Data)) })
	}
}

// hintSection writes the hints, by function: the branch hinting proposal. An engine that does
// not know it reads over it. Offsets count from the start of the body, locals included.
func (m *Module) hintSection(w *writer) {
	n := 0
	for i := range m.Funcs {
		if len(m.Funcs[i].Hints) > 0 {
			n++
		}
	}
	if n == 0 {
		return
	}
	w.section(secCustom, func() {
		w.name("metadata.code.branch_hint")
		w.u(n)
		for i := range m.Funcs {
			f := &m.Funcs[i]
			if len(f.Hints) == 0 {
				continue
			}
			w.u(len(m.Imports) + i)
			w.u(len(f.Hints))
			locals := len(appendLocals(nil, f.Locals))
			for _, h := range f.Hints {
				w.u(locals + int(h.Off))
				w.byte(1, 0)
				if h.Likely {
					w.out[len(w.out)-1] = 1
				}
			}
		}
	})
}

func (m *Module) codeSection(w *writer) {
	var head []byte
	w.section(secCode, func() {
		w.u(len(m.Funcs))
		for i := range m.Funcs {
			f := &m.Funcs[i]
			head = appendLocals(head[:0], f.Locals)
			w.u(len(head) + len(f.Code))
			w.out = append(w.out, head...)
			w.out = append(w.out, f.Code...)
		}
	})
}

// appendLocals appends the locals as runs of one type.
func appendLocals(b []byte, ts []ValType) []byte {
	runs := 0
	for i, t := range ts {
		if i == 0 || t != ts[i-1] {
			runs++
		}
	}
	b = AppendU(b, uint64(runs))
	for i := 0; i < len(ts); {
		j := i
		for j < len(ts) && ts[j] == ts[i] {
			j++
		}
		b = append(AppendU(b, uint64(j-i)), byte(ts[i]))
		i = j
	}
	return b
}

func (m *Module) dataSection(w *writer) {
	if len(m.Data) == 0 {
		return
	}
	w.section(secData, func() {
		w.u(len(m.Data))
		for _, d := range m.Data {
			w.byte(1)
			w.u(len(d))
			w.out = append(w.out, d...)
		}
	})
}

func (m *Module) nameSection(w *writer) {
	if m.Names == nil {
		return
	}
	w.section(secCustom, func() {
		w.name("name")
		w.byte(1)
		at := len(w.out)
		w.out = append(w.out, 0, 0, 0, 0, 0)
		w.u(len(m.Names))
		for i, n := range m.Names {
			w.u(i)
			w.name(n)
		}
		AppendPaddedU(w.out[:at], uint32(len(w.out)-at-PadLen))
	})
}

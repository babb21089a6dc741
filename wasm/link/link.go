package link

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// This file is Link and its two first steps: the index of all symbols, and what
// the roots reach. Place (place.go) gives addresses, slots and indices; write
// (write.go) applies relocations and makes the module.

// Options of a link.
type Options struct {
	MemoryBytes uint64 // the whole memory, a multiple of 64 KiB
	Shared      bool   // the memory is shared between instances
	Roots       []string
	Names       bool // write a name section

	// LinkInfo is the data symbol that tells the runtime about the layout, as
	// consecutive u64: rodataStart, rodataEnd, scanStart, scanEnd, heapStart,
	// functab, nslots, memorySize, itabs, nitabs, types, ntypes. As many are
	// written as it has room for. functab holds an i32 for each table slot:
	// the address of the FuncInfo, or 0. itabs and types are arrays of 8-byte
	// pointers, to the live symbols named "itab:..." and "type:...".
	LinkInfo string

	// Library holds more objects, indexed once for many links.
	Library *View

	// UserFiles are the files whose ids (1, 2, ...) go into the FuncInfos.
	UserFiles []string

	// For the section gopark.layout: see Layout.
	Structs  json.RawMessage
	Vars     map[string]string // name there: data symbol
	AllFuncs bool              // list library functions too

	// Bridge makes the symbols of a bridge, whose name begins with "bridge.": a function that
	// goes with a signature. It is asked once for each. See bridge.go.
	Bridge func(name string) ([]*Symbol, error)
}

// Result is a linked module.
type Result struct {
	Module []byte
	Layout *Layout
	addrs  map[string]uint32
	Live   int // number of live symbols
}

// Addr is the address of a live data symbol.
func (r *Result) Addr(sym string) (uint32, bool) {
	a, ok := r.addrs[sym]
	return a, ok
}

// entry is what the link knows of a symbol.
type entry struct {
	*Symbol
	live  bool
	slot  uint32 // table slot, 0 if none
	index uint32 // function index
	addr  uint32
	weak  []string // functions to keep when this one is live
	to    []*entry // what each relocation refers to, if the marks found it
}

type linker struct {
	opts    Options
	entries map[string]*entry
	errs    []error

	work    []*entry
	funcs   []*entry // live, in order of discovery
	imports []*entry
	data    []*entry
	table   []*entry // by slot; slot 0 is nil

	used    map[string]bool // method keys
	useAll  bool
	waiting map[string][]*Reloc // by the key they wait for
	keys    []string            // of waiting, in order
	missing map[string][]string // undefined: who refers to it
}

// Link links objects. An object may be used in many links, one after the other.
func Link(objs []*Object, opts Options) (*Result, error) {
	l := &linker{
		opts: opts, table: []*entry{nil}, used: map[string]bool{},
		waiting: map[string][]*Reloc{}, missing: map[string][]string{},
	}
	roots := l.index(objs)
	for _, r := range append(roots, opts.Roots...) {
		l.reach(r, "the roots")
	}
	if opts.LinkInfo != "" {
		l.reach(opts.LinkInfo, "the options")
	}
	l.drain()
	l.bridges()
	l.checkMissing()
	if len(l.errs) > 0 {
		return nil, Errors(l.errs)
	}
	if need := l.need(); need > math.MaxUint32-pageSize { // addresses would wrap
		return nil, TooBig{need, opts.MemoryBytes}
	}
	p := l.place()
	if uint64(p.heapStart) > opts.MemoryBytes {
		return nil, TooBig{uint64(p.heapStart), opts.MemoryBytes}
	}
	return l.write(p), nil
}

// need is the memory that all data take, or a little more.
func (l *linker) need() uint64 {
	sum := uint64(firstAddr)
	for _, e := range l.data {
		sum += max(uint64(e.Size), uint64(len(e.Bytes))) + uint64(e.Align)
	}
	return sum
}

// Errors are all that is wrong.
type Errors []error

func (e Errors) Error() string { return "link: " + errors.Join(e...).Error() }

// TooBig says that the data of the program are more than its memory.
type TooBig struct{ Need, Have uint64 }

func (e TooBig) Error() string {
	return fmt.Sprintf("the program's variables need %d bytes, and its memory has %d", e.Need, e.Have)
}

func (l *linker) fail(format string, args ...any) {
	l.errs = append(l.errs, fmt.Errorf(format, args...))
}

// index fills entries and returns the exported functions.
func (l *linker) index(objs []*Object) (exports []string) {
	n := 0
	for _, o := range objs {
		n += len(o.Symbols)
	}
	l.entries = make(map[string]*entry, n+8)
	store := make([]entry, n)
	for _, o := range objs {
		for _, s := range o.Symbols {
			if old := l.lookup(s.Name); old != nil {
				if !old.Dup || !s.Dup {
					l.fail("%s is defined twice", s.Name)
				}
				continue
			}
			e := &store[0]
			store = store[1:]
			e.Symbol = s
			l.entries[s.Name] = e
			if s.Export != "" {
				exports = append(exports, s.Name)
			}
		}
	}
	if l.opts.Library != nil {
		exports = append(exports, l.opts.Library.exports()...)
	}
	slices.Sort(exports)
	for _, name := range []string{functabSym, itabsSym, typesSym, bridgesSym} {
		l.entries[name] = &entry{Symbol: &Symbol{Name: name, Kind: Data, Align: 8, RoData: true}}
	}
	return exports
}

// lookup finds a symbol here or in the library; nil if there is none.
func (l *linker) lookup(name string) *entry {
	if e := l.entries[name]; e != nil {
		return e
	}
	var s *Symbol
	if l.opts.Library != nil {
		s = l.opts.Library.lookup(name)
	}
	if s == nil {
		return l.bridge(name)
	}
	e := &entry{Symbol: s}
	l.entries[name] = e
	return e
}

// target is what relocation i of a live symbol refers to.
func (l *linker) target(e *entry, i int) *entry {
	if i < len(e.to) && e.to[i] != nil {
		return e.to[i]
	}
	return l.entries[e.Relocs[i].Sym]
}

// reach makes a symbol live.
func (l *linker) reach(name, from string) *entry {
	e := l.lookup(name)
	if e == nil {
		if !slices.Contains(l.missing[name], from) {
			l.missing[name] = append(l.missing[name], from)
		}
		return nil
	}
	if e.live {
		return e
	}
	e.live = true
	if err := e.Load(); err != nil {
		l.fail("%w", err)
	}
	switch e.Kind {
	case Func:
		l.funcs = append(l.funcs, e)
	case Import:
		l.imports = append(l.imports, e)
	case Data:
		l.data = append(l.data, e)
	}
	l.work = append(l.work, e)
	return e
}

// reachSlot makes a function live and gives it a slot in the table.
func (l *linker) reachSlot(name, from string) *entry {
	e := l.reach(name, from)
	if e == nil || e.slot != 0 {
		return e
	}
	if e.Kind == Data {
		l.fail("%s takes the slot of data %s", from, name)
		return e
	}
	e.slot = uint32(len(l.table))
	l.table = append(l.table, e)
	if e.Info != "" {
		l.reach(e.Info, name)
	}
	return e
}

func (l *linker) drain() {
	for len(l.work) > 0 {
		last := len(l.work) - 1
		e := l.work[last]
		l.work = l.work[:last]
		for _, w := range e.weak {
			l.reach(w, e.Name)
		}
		e.weak = nil
		e.to = make([]*entry, len(e.Relocs))
		for i := range e.Relocs {
			e.to[i] = l.follow(e, &e.Relocs[i])
		}
	}
}

// follow does for the marks what a relocation asks for. It returns what the
// relocation refers to, or nil if that is not known yet.
func (l *linker) follow(e *entry, r *Reloc) *entry {
	switch r.Kind {
	case CodeFunc:
		t := l.reach(r.Sym, e.Name)
		if t != nil && t.Kind == Data {
			l.fail("%s calls data %s", e.Name, r.Sym)
		} else if t != nil && !r.Sig.IsZero() && !r.Sig.Equal(t.Sig) {
			l.fail("%s calls %s as %v, which is %v", e.Name, r.Sym, r.Sig, t.Sig)
		}
		return t
	case CodeAddr, DataAddr64, DataAddr32, DataSlot64, DataMethod32, DataBridge32:
		if r.waits() && !l.isUsed(r) {
			if l.waiting[r.Key] == nil {
				l.keys = append(l.keys, r.Key)
			}
			l.waiting[r.Key] = append(l.waiting[r.Key], r)
			return nil
		}
		return l.followWord(e.Name, r)
	case CodeSlot, DataSlot32:
		return l.reachSlot(r.Sym, e.Name)
	case WeakFunc:
		key := l.lookup(r.Key)
		switch {
		case key == nil: // never live
		case key.live:
			l.reach(r.Sym, e.Name)
		default:
			key.weak = append(key.weak, r.Sym)
		}
	case Use:
		l.use(r.Key)
	case UseAll:
		l.useAll = true
		for _, k := range l.keys {
			if !l.forBridges(k) {
				l.use(k)
			}
		}
	case KeepSym:
		l.reach(r.Sym, e.Name)
	}
	return nil
}

// waits reports whether the word is left 0 until its key is used.
func (r *Reloc) waits() bool {
	switch r.Kind {
	case DataMethod32, DataBridge32:
		return true
	case DataSlot64, DataAddr32:
		return r.Key != ""
	}
	return false
}

// isUsed reports whether what r waits for has come.
func (l *linker) isUsed(r *Reloc) bool { return l.used[r.Key] || l.useAll && r.Kind != DataBridge32 }

// followWord makes live what an address or method points to.
func (l *linker) followWord(from string, r *Reloc) *entry {
	switch r.Kind {
	case DataMethod32, DataSlot64, DataBridge32:
		if r.Sym == "" {
			return nil
		}
		return l.reachSlot(r.Sym, from)
	}
	t := l.reach(r.Sym, from)
	if t != nil && t.Kind != Data {
		l.fail("%s takes the address of function %s", from, r.Sym)
	}
	return t
}

// use marks a method key.
func (l *linker) use(key string) {
	if l.used[key] {
		return
	}
	l.used[key] = true
	for _, r := range l.waiting[key] {
		l.followWord("method "+key, r)
	}
	delete(l.waiting, key)
}

func (l *linker) checkMissing() {
	var names []string
	for n := range l.missing {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		l.fail("undefined: %s, referred to by %s", n, someOf(l.missing[n]))
	}
}

// someOf lists the first few.
func someOf(names []string) string {
	const most = 4
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// numGlobals is how many mutable i32 globals every module has; see package ir.
const numGlobals = 9

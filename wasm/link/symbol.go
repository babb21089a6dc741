// Package link turns symbols into a module: it keeps what the roots reach, gives
// every symbol its index or address, and applies the relocations. It also reads
// and writes objects and archives of them. It knows nothing of Go's types.
package link

import "github.com/gopark/gopark/wasm/encode"

// Kind of a symbol.
type Kind uint8

const (
	Func   Kind = iota // a wasm function
	Import             // a function of the host
	Data               // bytes in the memory image
)

// Symbol is a named function or piece of data.
type Symbol struct {
	Name string
	Kind Kind
	Dup  bool // several objects may define it; the first is kept

	// Func, Import
	Sig    encode.FuncType
	Module string           // Import: module; Name in it is Field
	Field  string           // Import
	Locals []encode.ValType // Func: after the parameters
	Code   []byte           // Func: body without locals, with its final end
	Export string           // Func: exported under this name, and a root
	Info   string           // Func: data symbol with its FuncInfo, "" for none
	Attr   uint32           // compiler's notes (ABI, clock, unwinds ...), kept in archives

	// Data
	Size   uint32 // in memory; bytes beyond len(Bytes) are zero
	Align  uint32 // power of two, at least 1
	Bytes  []byte
	Ptrs   bool // may hold pointers into the heap: scanned by the collector
	RoData bool // never written

	Relocs []Reloc

	lazy *lazy // Locals, Code, Bytes and Relocs still to be decoded (archive.go)
}

// RelocKind says what a relocation writes, and how.
type RelocKind uint8

const (
	// In code.
	CodeFunc RelocKind = iota // function index, 5-byte padded uleb128
	CodeType                  // type index of signature Sig, 5-byte padded uleb128
	CodeAddr                  // address of data + Add, 5-byte padded sleb128
	CodeSlot                  // table index of function, 5-byte padded sleb128
	// In data, little endian.
	DataAddr64 // address of data + Add, 8 bytes (upper half zero)
	DataAddr32 // address of data + Add, 4 bytes
	DataSlot64 // table index of function, 8 bytes
	DataSlot32 // table index of function, 4 bytes
	// DataMethod32 is DataSlot32 that does not keep the function alive by itself:
	// it is kept when Key is marked by a live Use relocation. Dead: writes 0.
	// DataSlot64 and DataAddr32 with a Key do the same.
	DataMethod32
	// WeakFunc in code is CodeFunc of a ()->() function that is called only if data symbol
	// Key is live otherwise; dead, the call becomes that of an empty function.
	WeakFunc
	// Marks, write nothing.
	Use     // Key (a method's name and signature, "String() string") is called on some interface
	UseAll  // every method may be called (reflect)
	KeepSym // Sym is kept
	// Hints for the engine, write nothing. At Off is a br_if or if:
	Rarely // it is rarely taken
	Mostly // it is nearly always taken

	// DataBridge32 is DataSlot32 of a bridge (Options.Bridge) if Key is marked, else 0. UseAll
	// does not mark it.
	DataBridge32
)

// Reloc is one place that needs an index or an address. Off counts from the
// start of Code or Bytes.
type Reloc struct {
	Kind RelocKind
	Off  uint32
	Sym  string
	Key  string
	Sig  encode.FuncType // CodeType
	Add  int32
}

// Object is what one package compiles to.
type Object struct {
	Path    string // import path
	Symbols []*Symbol
}

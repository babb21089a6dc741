// Package emit turns an ir.Func into symbols for the linker: its wasm code, and
// with it all that lets a goroutine leave its M in the middle of a call.
//
// # Calling convention
//
// A Plain function takes and gives what its signature says. A Fueled one has
// one more parameter, the last: the fuel that is left, an i32; and one more
// result, the last: the fuel that is left now. Blocks subtract their cost. A
// Resumable function is Fueled and may also freeze.
//
// The global mode says how a call came back: 0 it returned; 1 it froze, and so
// must its caller; 2 the goroutine unwinds (panic, Goexit). In modes 1 and 2
// the results are zeros, except the fuel, which is always true.
//
// # Freezing
//
// Every place where a function can be left and entered again is a point, with
// a number k: after each call to a Resumable function, in front of a loop
// header when fuel ran out (after the moves that stand for phis), and behind
// the entry. At a point in mode 1 the locals that live there go into a frame
//
//	+0  i32 the frame of the caller
//	+4  i32 table slot of the resume function
//	+8  u16 k
//	+10 u16 number of pointers
//	+12 u32 size class: size/16
//	+16 pointers, then other locals of 4 bytes, then, 8-aligned, those of 8
//
// which is linked to the frames of its callees (GlobalFzTop is the innermost,
// GlobalFzLast the one just made), and the function returns. When fuel is
// below zero it is stored in GlobalFuel and rt.fuelout is called, which sets
// mode 1; then the same happens.
//
// A call at the very end of a hidden function is no point (isTail): it leaves no frame.
//
// # Thawing
//
// To go on, the base loop puts a frame in GlobalThaw and calls the function in
// its slot: f·r, of type () -> (). It calls f with zeros. f sees GlobalThaw at
// its entry, clears it, loads the locals of point k, keeps the frame as GlobalSpare and frees what was there, takes
// the results of the call it waited for from the M (component i is at
// [GlobalM + 8*i]) and the fuel from GlobalFuel, and goes on at the point, in
// front of the look at the mode: if the base thaws a caller in mode 2, the
// unwinding goes on. When f returns to f·r in mode 0, f·r leaves its results in
// the M; it leaves the fuel in GlobalFuel in any mode.
//
// An edge from the entry into the middle of a loop would give the loop two
// entries. So it goes through the headers of all loops around the point, from
// the outside in; a selector local, else 0, says where to (resume.go). Points
// in front of a header need nothing for that loop itself.
//
// # Unwinding
//
// In mode 2 the function tells rt.unwindframe its FuncInfo and the line of the
// call, then returns zeros, or goes to the handler if it has one.
//
// # FuncInfo
//
//	+0  ptr64, len64 of the name    +16 ptr64, len64 of the file
//	+32 u32 file id, by the linker  +36 i32 line of the declaration
//	+40 u16 flags: 1 user, 2 calls recover
//	+42 u16 number of a function that goroutines start with, by the linker
//	+44 u32 n, the number of points +48 i32 line of each; then i32 slot of f·r
//
// Behind it is the name, and for user code i32 line of the end, which only the linker reads.
//
// The data symbol is "info:" + the function's name. The file's name is the
// data symbol "file:" + the file, by which the linker finds the file id.
//
// # Passes
//
// build (graph.go) makes nodes of blocks, cut at points; reduce (reduce.go)
// gives every loop one entry; fuel (fuel.go) places checks and charges; live
// (live.go) finds what a frame must hold; resume (resume.go) adds the edges
// from the entry; colour (colour.go) gives locals indices; layout (layout.go)
// writes structured control flow. Symbols besides the code are in symbols.go.
package emit

import (
	"fmt"

	"github.com/gopark/gopark/wasm/compile/ir"
	"github.com/gopark/gopark/wasm/encode"
	"github.com/gopark/gopark/wasm/link"
)

// RT is the prefix of the runtime's symbols that emitted code calls:
//
//	framealloc(class i32) ptr     framefree(frame ptr, class i32)
//	fuelout()                     unwindframe(info ptr, line i32)
const RT = "github.com/gopark/gopark/core/rt."

// Bits of link.Symbol.Attr that this package sets.
const (
	AttrABI        = 3 // mask: the ir.ABI
	AttrUnwinds    = 1 << 3
	AttrHasRecover = 1 << 4
)

// noFuelLimit is what a Plain function gives a callee that takes fuel.
const noFuelLimit = 0x7fffffff

// Sig is the wasm signature of a function called by abi.
func Sig(params, results []ir.Type, abi ir.ABI) encode.FuncType {
	var t encode.FuncType
	for _, p := range params {
		t.Params = append(t.Params, p.Val())
	}
	for _, r := range results {
		t.Results = append(t.Results, r.Val())
	}
	if abi != ir.Plain {
		t.Params = append(t.Params, encode.I32)
		t.Results = append(t.Results, encode.I32)
	}
	return t
}

// Func emits f. The first symbol is the function; f is used up.
func Func(f *ir.Func) (syms []*link.Symbol, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case bug:
			err = fmt.Errorf("emit %s: %s", f.Sym, string(r))
		default:
			panic(r)
		}
	}()
	fn := &fn{Func: f, fuel: ir.NoLocal, selector: ir.NoLocal, frame: ir.NoLocal, line: ir.NoLocal}
	fn.build()
	fn.reduce()
	fn.placeFuel()
	fn.clash = fn.clashes(fn.live())
	fn.resume()
	fn.colour()
	return fn.symbols(fn.layout()), nil
}

// bug is the panic of this package: what lowering made cannot be emitted.
type bug string

func (f *fn) bug(format string, args ...any) { panic(bug(fmt.Sprintf(format, args...))) }

// fn is the state of one function on its way through the passes.
type fn struct {
	*ir.Func
	entry  *node
	nnodes int
	points []*point

	clash []bits64 // by local: which may not share its index (clash); nil: none is shared

	// Locals of our own; NoLocal until needed.
	fuel     ir.Local // what is left, in Fueled functions
	selector ir.Local // on the way through loop headers to a point, else 0
	frame    ir.Local // the frame that is thawed
	line     ir.Local // of the call that unwinds

	index  []uint32         // wasm index of each local (colour)
	locals []encode.ValType // after the parameters (colour)

	helpers []*link.Symbol
}

func (f *fn) info() string      { return "info:" + f.Sym }
func (f *fn) resumeSym() string { return f.Sym + "·r" }

// ours makes one of our own locals if it is not there yet.
func (f *fn) ours(l *ir.Local) ir.Local {
	if *l == ir.NoLocal {
		*l = f.NewLocal(ir.I32)
	}
	return *l
}

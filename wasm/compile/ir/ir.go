// Package ir is the form a function has between lowering and emission: a graph
// of blocks whose instructions are wasm expression trees over locals.
//
// Lowering (package compile) makes it from go/ssa; package emit adds what makes
// a goroutine leave its M (freeze, thaw, fuel, unwinding), lays the graph out as
// structured control flow and writes a link.Symbol. Nothing here knows of Go's
// types: a Go value has become one or more locals.
//
// Locals are variables, not SSA values: they may be set many times. Phis are
// plain Sets on the edges. Expressions are trees that are evaluated in order,
// left to right, where the instruction stands; an Expr node is used once.
package ir

import "github.com/gopark/gopark/wasm/encode"

// Type is the type of a local.
type Type uint8

const (
	I32 Type = iota
	I64
	F32
	F64
	Ptr // an i32 that the collector must see
)

// Val is the wasm type that holds t.
func (t Type) Val() encode.ValType {
	return [...]encode.ValType{encode.I32, encode.I64, encode.F32, encode.F64, encode.I32}[t]
}

// Local is an index in Func.Locals.
type Local int32

// NoLocal as a destination drops the value.
const NoLocal Local = -1

// ABI says how a function is called; see the convention in package emit.
type ABI uint8

const (
	// Plain takes and gives what its signature says.
	Plain ABI = iota
	// Fueled takes fuel as one more i32 parameter, the last, and gives what is
	// left as one more result, the last.
	Fueled
	// Resumable is Fueled, and the function may freeze: after such a call the
	// caller looks at the mode.
	Resumable
)

// Func is one function.
type Func struct {
	Sym     string // the linker's name
	Name    string // as a traceback prints it: main.worker
	File    string // as a traceback prints it
	Line    int32  // of the declaration
	End     int32  // of its end; only user code has it
	UserPos bool   // its lines are shown on the stage (user code)
	Place   bool   // it tells package race where it is: see emit's "place:"

	Params  int    // the first Params locals are the parameters, fuel excluded
	Locals  []Type // of all locals; emit appends its own
	Results []Type

	ABI        ABI
	Poll       bool // Resumable: look at the fuel at back edges
	PollEntry  bool // Resumable: look at the fuel at the entry
	HasRecover bool // calls recover; see rt.recovery
	Hidden     bool // no traceback shows it, so a call at its end needs no frame
	Dup        bool // may be defined by several packages, all alike
	Export     string

	Blocks  []*Block // Blocks[0] is the entry
	Handler *Block   // where a call with Unwind == ToHandler goes when it unwinds
}

// NewLocal adds a local.
func (f *Func) NewLocal(t Type) Local {
	f.Locals = append(f.Locals, t)
	return Local(len(f.Locals) - 1)
}

// NewBlock adds a block.
func (f *Func) NewBlock(comment string) *Block {
	b := &Block{ID: len(f.Blocks), Comment: comment}
	f.Blocks = append(f.Blocks, b)
	return b
}

// Block is a run of instructions with one entry and one end.
type Block struct {
	ID      int
	Comment string
	Cost    int32 // fuel units charged when the block is entered (ABI >= Fueled)
	Line    int32 // source line where it begins, 0 if unknown
	Ins     []Ins
	Term    Term
}

// Ins is one instruction: *Set, *Do, *Call, *Check or *Guard.
type Ins interface{ isIns() }

// Set is Dst = X.
type Set struct {
	Dst Local
	X   *Expr
}

// Do evaluates an expression without a result: a store, memory.copy, global.set.
type Do struct{ X *Expr }

// Unwinding says what follows a call that came back in mode unwinding.
type Unwinding uint8

const (
	NoUnwind  Unwinding = iota // the callee never unwinds: not looked at
	ToCaller                   // return at once
	ToHandler                  // go on at Func.Handler
)

// Call calls a function. Its results land in Dst; when it unwinds, what Dst holds
// is not defined.
type Call struct {
	Sym  string // direct call, or:
	Slot *Expr  // table index (i32) of an indirect call, evaluated after Args
	// Signature without fuel; for an indirect call also the type that is checked.
	Params, Results []Type

	Args   []*Expr
	Dst    []Local // one for each result; NoLocal drops it
	ABI    ABI
	Unwind Unwinding
	Clock  bool  // the callee may read the clock or record an event: store fuel first
	Reload bool  // the callee may change GlobalFuel: the fuel is what it left there
	Never  bool  // the callee never returns in mode running (panic, exit)
	Cold   bool  // hardly ever called here
	Line   int32 // source line, for tracebacks and the stage
}

// Check is: if Cond, then Call (which must be Never). For the run-time checks.
type Check struct {
	Cond *Expr
	Call *Call
}

// Guard is: if Cond, then Call, which is Plain, has no results, neither freezes nor
// unwinds, and costs no fuel. For what is off most of the time: the write barrier.
type Guard struct {
	Cond *Expr
	Call *Call
}

func (*Set) isIns()   {}
func (*Do) isIns()    {}
func (*Call) isIns()  {}
func (*Check) isIns() {}
func (*Guard) isIns() {}

// Term ends a block: *Jump, *If, *Switch, *Return or *Unreachable.
type Term interface{ isTerm() }

type (
	// Jump goes to To.
	Jump struct{ To *Block }
	// If goes to Then when Cond is not 0, else to Else.
	If struct {
		Cond       *Expr
		Then, Else *Block
	}
	// Switch goes to To[X], or to the last of To when X is out of range.
	Switch struct {
		X  *Expr
		To []*Block
	}
	// Return gives one value for each result.
	Return struct{ Vals []*Expr }
	// Unreachable follows a call that is Never.
	Unreachable struct{}
)

func (*Jump) isTerm()        {}
func (*If) isTerm()          {}
func (*Switch) isTerm()      {}
func (*Return) isTerm()      {}
func (*Unreachable) isTerm() {}

// Expr is a node of an expression tree.
//
//	OpLocalGet            Local
//	OpI32Const, ...       Imm; floats: Imm holds the IEEE bits (f32 in the low 32)
//	OpGlobalGet/Set       Imm is one of the Global constants
//	loads and stores      Imm is the offset; Args are address (and value)
//	OpSymAddr             i32 address of data symbol Sym, plus Imm
//	OpFuncSlot            i32 table index of function symbol Sym (its Indirect form)
//	OpFence ... the rest  as wasm; Args in order
type Expr struct {
	Op    encode.Op
	Local Local
	Imm   int64
	Sym   string
	Args  []*Expr
}

// Pseudo operations; values above every encode.Op.
const (
	OpSymAddr  encode.Op = 0xff00 + iota // address of a data symbol
	OpFuncSlot                           // table index of a function
)

// The mutable globals every module has, by index. All are i32 and belong to
// the instance, that is, to the M.
const (
	GlobalMode    = iota // 0 running, 1 freezing, 2 unwinding
	GlobalM              // the M
	GlobalG              // the G that runs
	GlobalFuel           // fuel, while no local holds it
	GlobalThaw           // the frame to thaw, or 0
	GlobalFzTop          // innermost frame of the freeze under way
	GlobalFzLast         // outermost frame of it so far
	GlobalSpare          // a frame that was freed last, for the next freeze; or 0
	GlobalBarrier        // the write barrier is on
	NumGlobals
)

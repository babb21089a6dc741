// This file writes a function as text and reads it back, for dumps and tests.
//
//	func "main.f"(v0 i32, v1 ptr) i64 resumable poll line 3 {
//	local v2 i32, v3 i64
//	handler b4
//	b0: cost 5 line 4
//		v2 = i32.add(v0, i32.const 1)
//		do i32.store+8(v1, v2)
//		v3, _ = call resumable "main.g"(v2) (i32) (i64 i32) caller clock line 9
//		check i32.eqz(v1) call plain "core/rt.panicnil"() () () caller never line 10
//		if v2 b1 b2
//
// An indirect call has the slot's expression in brackets instead of a name.
// Other ends: jump b1, switch v0 b1 b2 b3, return v3, unreachable.
// Leaves: v0, i32.const 1 (floats: their bits), global.get 2, addr "sym"+4,
// slot "sym".

package ir

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gopark/gopark/wasm/encode"
)

var typeNames = [...]string{"i32", "i64", "f32", "f64", "ptr"}

func (t Type) String() string { return typeNames[t] }

var abiNames = [...]string{"plain", "fueled", "resumable"}

func (a ABI) String() string { return abiNames[a] }

var unwindNames = [...]string{"", "caller", "handler"}

// String is the function as text.
func (f *Func) String() string {
	for i, b := range f.Blocks {
		b.ID = i
	}
	p := &printer{}
	p.f("func %q(", f.Sym)
	for i := range f.Params {
		p.sep(i, ", ")
		p.f("v%d %v", i, f.Locals[i])
	}
	p.f(")")
	for i, r := range f.Results {
		p.sep(i, ",")
		p.f(" %v", r)
	}
	p.f(" %v", f.ABI)
	for _, w := range []struct {
		name string
		on   bool
	}{{"poll", f.Poll}, {"pollentry", f.PollEntry}, {"hasrecover", f.HasRecover}, {"hidden", f.Hidden}, {"user", f.UserPos}, {"dup", f.Dup}} {
		if w.on {
			p.f(" %s", w.name)
		}
	}
	p.f(" line %d", f.Line)
	if f.Export != "" {
		p.f(" export %q", f.Export)
	}
	p.f(" {\n")
	if len(f.Locals) > f.Params {
		p.f("local ")
		for i, t := range f.Locals[f.Params:] {
			p.sep(i, ", ")
			p.f("v%d %v", i+f.Params, t)
		}
		p.f("\n")
	}
	if f.Handler != nil {
		p.f("handler b%d\n", f.Handler.ID)
	}
	for _, b := range f.Blocks {
		p.block(b)
	}
	p.f("}\n")
	return p.String()
}

type printer struct{ strings.Builder }

func (p *printer) f(format string, args ...any) { fmt.Fprintf(p, format, args...) }

func (p *printer) sep(i int, s string) {
	if i > 0 {
		p.WriteString(s)
	}
}

func (p *printer) block(b *Block) {
	p.f("b%d:", b.ID)
	if b.Cost != 0 {
		p.f(" cost %d", b.Cost)
	}
	if b.Line != 0 {
		p.f(" line %d", b.Line)
	}
	if b.Comment != "" {
		p.f(" ; %s", b.Comment)
	}
	p.f("\n")
	for _, in := range b.Ins {
		p.f("\t")
		switch in := in.(type) {
		case *Set:
			p.f("%s = ", local(in.Dst))
			p.expr(in.X)
		case *Do:
			p.f("do ")
			p.expr(in.X)
		case *Call:
			for i, d := range in.Dst {
				p.sep(i, ", ")
				p.f("%s", local(d))
			}
			if len(in.Dst) > 0 {
				p.f(" = ")
			}
			p.call(in)
		case *Check:
			p.f("check ")
			p.expr(in.Cond)
			p.f(" ")
			p.call(in.Call)
		case *Guard:
			p.f("guard ")
			p.expr(in.Cond)
			p.f(" ")
			p.call(in.Call)
		}
		p.f("\n")
	}
	p.f("\t")
	p.term(b.Term)
	p.f("\n")
}

func (p *printer) term(t Term) {
	switch t := t.(type) {
	case *Jump:
		p.f("jump b%d", t.To.ID)
	case *If:
		p.f("if ")
		p.expr(t.Cond)
		p.f(" b%d b%d", t.Then.ID, t.Else.ID)
	case *Switch:
		p.f("switch ")
		p.expr(t.X)
		for _, to := range t.To {
			p.f(" b%d", to.ID)
		}
	case *Return:
		p.f("return")
		for i, v := range t.Vals {
			p.sep(i, ",")
			p.f(" ")
			p.expr(v)
		}
	case *Unreachable:
		p.f("unreachable")
	default:
		p.f("; no end")
	}
}

func (p *printer) call(c *Call) {
	p.f("call %v ", c.ABI)
	if c.Slot != nil {
		p.f("[")
		p.expr(c.Slot)
		p.f("]")
	} else {
		p.f("%q", c.Sym)
	}
	p.args(c.Args)
	p.types(c.Params)
	p.types(c.Results)
	if c.Unwind != NoUnwind {
		p.f(" %s", unwindNames[c.Unwind])
	}
	if c.Clock {
		p.f(" clock")
	}
	if c.Reload {
		p.f(" reload")
	}
	if c.Never {
		p.f(" never")
	}
	if c.Line != 0 {
		p.f(" line %d", c.Line)
	}
}

func (p *printer) args(xs []*Expr) {
	p.f("(")
	for i, x := range xs {
		p.sep(i, ", ")
		p.expr(x)
	}
	p.f(")")
}

func (p *printer) types(ts []Type) {
	p.f(" (")
	for i, t := range ts {
		p.sep(i, " ")
		p.f("%v", t)
	}
	p.f(")")
}

func local(l Local) string {
	if l == NoLocal {
		return "_"
	}
	return "v" + strconv.Itoa(int(l))
}

func (p *printer) expr(x *Expr) {
	switch x.Op {
	case encode.OpLocalGet:
		p.f("%s", local(x.Local))
		return
	case OpSymAddr:
		p.f("addr %q", x.Sym)
		if x.Imm != 0 {
			p.f("%+d", x.Imm)
		}
		return
	case OpFuncSlot:
		p.f("slot %q", x.Sym)
		return
	}
	p.f("%v", x.Op)
	switch x.Op {
	case encode.OpLocalSet, encode.OpLocalTee:
		p.f(" %s", local(x.Local))
	case encode.OpI32Const, encode.OpI64Const, encode.OpF32Const, encode.OpF64Const, encode.OpGlobalGet, encode.OpGlobalSet:
		p.f(" %d", x.Imm)
	default:
		if x.Imm != 0 {
			p.f("+%d", x.Imm)
		}
	}
	switch x.Op {
	case encode.OpI32Const, encode.OpI64Const, encode.OpF32Const, encode.OpF64Const, encode.OpGlobalGet:
	default:
		p.args(x.Args)
	}
}

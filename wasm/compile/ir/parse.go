// This file reads the text of text.go. It is for tests: it panics when the text
// is wrong.

package ir

import (
	"fmt"
	"strconv"
	"strings"
	"text/scanner"

	"github.com/gopark/gopark/wasm/encode"
)

// Parse reads functions.
func Parse(text string) []*Func {
	p := &parser{}
	p.s.Init(strings.NewReader(text))
	p.s.Mode = scanner.ScanIdents | scanner.ScanInts | scanner.ScanStrings
	p.s.Whitespace = 1<<' ' | 1<<'\t' | 1<<'\r'
	p.s.IsIdentRune = func(c rune, i int) bool {
		return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && (c == '.' || c >= '0' && c <= '9')
	}
	p.next()
	var fs []*Func
	for p.lines(); p.tok != scanner.EOF; p.lines() {
		fs = append(fs, p.fn())
	}
	return fs
}

type parser struct {
	s      scanner.Scanner
	tok    rune
	text   string
	f      *Func
	blocks map[string]*Block
}

func (p *parser) fail(format string, args ...any) {
	panic(fmt.Sprintf("%v: %s (at %q)", p.s.Position, fmt.Sprintf(format, args...), p.text))
}

// next reads a token; a comment runs to the end of its line.
func (p *parser) next() {
	p.tok = p.s.Scan()
	p.text = p.s.TokenText()
	if p.tok == ';' {
		for p.tok != '\n' && p.tok != scanner.EOF {
			p.tok = p.s.Next()
		}
		p.text = "\n"
	}
}

func (p *parser) lines() {
	for p.tok == '\n' {
		p.next()
	}
}

func (p *parser) is(s string) bool { return p.tok != scanner.String && p.text == s }

func (p *parser) take(s string) bool {
	if p.is(s) {
		p.next()
		return true
	}
	return false
}

func (p *parser) need(s string) {
	if !p.take(s) {
		p.fail("want %q", s)
	}
}

func (p *parser) word() string {
	if p.tok != scanner.Ident {
		p.fail("want a word")
	}
	w := p.text
	p.next()
	return w
}

func (p *parser) str() string {
	s, err := strconv.Unquote(p.text)
	if err != nil {
		p.fail("want a string")
	}
	p.next()
	return s
}

func (p *parser) num() int64 {
	sign := ""
	if p.take("-") {
		sign = "-"
	} else {
		p.take("+")
	}
	v, err := strconv.ParseInt(sign+p.text, 0, 64)
	if err != nil {
		u, err := strconv.ParseUint(p.text, 0, 64)
		if err != nil {
			p.fail("want a number")
		}
		v = int64(u)
	}
	p.next()
	return v
}

func (p *parser) typ() Type {
	w := p.word()
	for i, n := range typeNames {
		if n == w {
			return Type(i)
		}
	}
	p.fail("no type %s", w)
	return 0
}

func (p *parser) abi() ABI {
	w := p.word()
	for i, n := range abiNames {
		if n == w {
			return ABI(i)
		}
	}
	p.fail("no ABI %s", w)
	return 0
}

func (p *parser) local() Local {
	w := p.word()
	if w == "_" {
		return NoLocal
	}
	n, err := strconv.Atoi(w[1:])
	if w[0] != 'v' || err != nil || n >= len(p.f.Locals) {
		p.fail("no local %s", w)
	}
	return Local(n)
}

func (p *parser) declare() {
	w := p.word()
	if w != "v"+strconv.Itoa(len(p.f.Locals)) {
		p.fail("local %s out of order", w)
	}
	p.f.NewLocal(p.typ())
}

func (p *parser) block() *Block {
	w := p.word()
	b := p.blocks[w]
	if b == nil {
		b = &Block{}
		p.blocks[w] = b
	}
	return b
}

func (p *parser) fn() *Func {
	p.need("func")
	p.f = &Func{Sym: p.str()}
	p.f.Name, p.f.File = p.f.Sym, "test.go"
	p.blocks = map[string]*Block{}
	p.need("(")
	for !p.take(")") {
		p.declare()
		p.take(",")
	}
	f := p.f
	f.Params = len(f.Locals)
	for !p.is("plain") && !p.is("fueled") && !p.is("resumable") {
		f.Results = append(f.Results, p.typ())
		p.take(",")
	}
	f.ABI = p.abi()
	for !p.take("{") {
		switch w := p.word(); w {
		case "poll":
			f.Poll = true
		case "pollentry":
			f.PollEntry = true
		case "hidden":
			f.Hidden = true
		case "hasrecover":
			f.HasRecover = true
		case "user":
			f.UserPos = true
		case "dup":
			f.Dup = true
		case "line":
			f.Line = int32(p.num())
		case "export":
			f.Export = p.str()
		default:
			p.fail("no property %s", w)
		}
	}
	p.lines()
	for p.take("local") {
		for p.tok != '\n' {
			p.declare()
			p.take(",")
		}
		p.lines()
	}
	if p.take("handler") {
		f.Handler = p.block()
		p.lines()
	}
	for !p.take("}") {
		p.body()
		p.lines()
	}
	for i, b := range f.Blocks {
		b.ID = i
	}
	return f
}

func (p *parser) body() {
	b := p.block()
	p.f.Blocks = append(p.f.Blocks, b)
	p.need(":")
	for p.tok != '\n' {
		switch p.word() {
		case "cost":
			b.Cost = int32(p.num())
		case "line":
			b.Line = int32(p.num())
		}
	}
	for b.Term == nil {
		p.lines()
		p.statement(b)
	}
}

func (p *parser) statement(b *Block) {
	switch {
	case p.take("do"):
		b.Ins = append(b.Ins, &Do{p.expr()})
	case p.take("check"):
		x := p.expr()
		p.need("call")
		b.Ins = append(b.Ins, &Check{x, p.call(nil)})
	case p.take("guard"):
		x := p.expr()
		p.need("call")
		b.Ins = append(b.Ins, &Guard{x, p.call(nil)})
	case p.take("call"):
		b.Ins = append(b.Ins, p.call(nil))
	case p.take("jump"):
		b.Term = &Jump{p.block()}
	case p.take("if"):
		b.Term = &If{p.expr(), p.block(), p.block()}
	case p.take("switch"):
		t := &Switch{X: p.expr()}
		for p.tok != '\n' {
			t.To = append(t.To, p.block())
		}
		b.Term = t
	case p.take("return"):
		t := &Return{}
		for p.tok != '\n' {
			t.Vals = append(t.Vals, p.expr())
			p.take(",")
		}
		b.Term = t
	case p.take("unreachable"):
		b.Term = &Unreachable{}
	default:
		p.assign(b)
	}
}

func (p *parser) assign(b *Block) {
	dst := []Local{p.local()}
	for p.take(",") {
		dst = append(dst, p.local())
	}
	p.need("=")
	if p.take("call") {
		b.Ins = append(b.Ins, p.call(dst))
		return
	}
	b.Ins = append(b.Ins, &Set{dst[0], p.expr()})
}

func (p *parser) call(dst []Local) *Call {
	c := &Call{Dst: dst, ABI: p.abi()}
	if p.take("[") {
		c.Slot = p.expr()
		p.need("]")
	} else {
		c.Sym = p.str()
	}
	c.Args = p.args()
	c.Params = p.types()
	c.Results = p.types()
	for p.tok != '\n' {
		switch w := p.word(); w {
		case "caller":
			c.Unwind = ToCaller
		case "handler":
			c.Unwind = ToHandler
		case "clock":
			c.Clock = true
		case "reload":
			c.Reload = true
		case "never":
			c.Never = true
		case "line":
			c.Line = int32(p.num())
		default:
			p.fail("no property %s", w)
		}
	}
	return c
}

func (p *parser) args() (xs []*Expr) {
	p.need("(")
	for !p.take(")") {
		xs = append(xs, p.expr())
		p.take(",")
	}
	return xs
}

func (p *parser) types() (ts []Type) {
	p.need("(")
	for !p.take(")") {
		ts = append(ts, p.typ())
	}
	return ts
}

func (p *parser) expr() *Expr {
	w := p.word()
	x := &Expr{}
	switch {
	case w == "addr":
		x.Op, x.Sym = OpSymAddr, p.str()
		if p.is("+") || p.is("-") {
			x.Imm = p.num()
		}
		return x
	case w == "slot":
		x.Op, x.Sym = OpFuncSlot, p.str()
		return x
	case w[0] == 'v' && len(w) > 1 && w[1] <= '9':
		n, _ := strconv.Atoi(w[1:])
		if n >= len(p.f.Locals) {
			p.fail("no local %s", w)
		}
		return Get(Local(n))
	}
	op, ok := encode.OpByName(w)
	if !ok {
		p.fail("no instruction %s", w)
	}
	x.Op = op
	switch op {
	case encode.OpLocalSet, encode.OpLocalTee:
		x.Local = p.local()
	case encode.OpI32Const, encode.OpI64Const, encode.OpF32Const, encode.OpF64Const, encode.OpGlobalGet, encode.OpGlobalSet:
		x.Imm = p.num()
	default:
		if p.is("+") {
			x.Imm = p.num()
		}
	}
	if p.is("(") {
		x.Args = p.args()
	}
	return x
}

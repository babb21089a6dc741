// A small language: scanner, parser and stack machine.
package main

import (
	"fmt"
	"strings"
	"unicode"
)

type opcode byte

const (
	push opcode = iota
	load
	store
	add
	sub
	mul
	less
	jump
	jumpFalse
	print
)

var opNames = map[opcode]string{push: "push", load: "load", store: "store", add: "add", sub: "sub", mul: "mul", less: "less", jump: "jump", jumpFalse: "jumpFalse", print: "print"}

func (o opcode) String() string { return opNames[o] }

type instr struct {
	op  opcode
	arg int
}

type compiler struct {
	toks []string
	code []instr
	vars map[string]int
}

type syntaxError struct{ tok string }

func (e syntaxError) Error() string { return "unexpected " + e.tok }

func scan(src string) (toks []string) {
	for i := 0; i < len(src); {
		c := rune(src[i])
		switch {
		case unicode.IsSpace(c):
			i++
		case unicode.IsLetter(c) || unicode.IsDigit(c):
			j := i
			for j < len(src) && (unicode.IsLetter(rune(src[j])) || unicode.IsDigit(rune(src[j]))) {
				j++
			}
			toks = append(toks, src[i:j])
			i = j
		default:
			toks = append(toks, string(c))
			i++
		}
	}
	return append(toks, "end of file")
}

func (c *compiler) next() string { t := c.toks[0]; c.toks = c.toks[1:]; return t }
func (c *compiler) want(t string) {
	if got := c.next(); got != t {
		panic(syntaxError{got})
	}
}
func (c *compiler) emit(op opcode, arg int) int {
	c.code = append(c.code, instr{op, arg})
	return len(c.code) - 1
}
func (c *compiler) slot(name string) int {
	n, ok := c.vars[name]
	if !ok {
		n = len(c.vars)
		c.vars[name] = n
	}
	return n
}

func (c *compiler) factor() {
	switch t := c.next(); {
	case t == "(":
		c.expr()
		c.want(")")
	case unicode.IsDigit(rune(t[0])):
		n := 0
		fmt.Sscan(t, &n)
		c.emit(push, n)
	case unicode.IsLetter(rune(t[0])) && t != "end of file":
		c.emit(load, c.slot(t))
	default:
		panic(syntaxError{t})
	}
}

func (c *compiler) binary(sub func(), ops map[string]opcode) {
	sub()
	for {
		op, ok := ops[c.toks[0]]
		if !ok {
			return
		}
		c.next()
		sub()
		c.emit(op, 0)
	}
}

func (c *compiler) term() { c.binary(c.factor, map[string]opcode{"*": mul}) }
func (c *compiler) sum()  { c.binary(c.term, map[string]opcode{"+": add, "-": sub}) }
func (c *compiler) expr() { c.binary(c.sum, map[string]opcode{"<": less}) }

func (c *compiler) stmt() {
	switch t := c.next(); t {
	case "print":
		c.expr()
		c.emit(print, 0)
	case "while":
		start := len(c.code)
		c.expr()
		exit := c.emit(jumpFalse, 0)
		c.want("{")
		for c.toks[0] != "}" {
			c.stmt()
		}
		c.next()
		c.emit(jump, start)
		c.code[exit].arg = len(c.code)
	default:
		if !unicode.IsLetter(rune(t[0])) || t == "end of file" {
			panic(syntaxError{t})
		}
		c.want("=")
		c.expr()
		c.emit(store, c.slot(t))
	}
}

func compile(src string) (code []instr, err error) {
	c := &compiler{toks: scan(src), vars: map[string]int{}}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			code, err = nil, e
		}
	}()
	for c.toks[0] != "end of file" {
		c.stmt()
	}
	return c.code, nil
}

func run(code []instr) string {
	var out strings.Builder
	stack := make([]int, 0, 16)
	var vars [26]int
	pop := func() int { v := stack[len(stack)-1]; stack = stack[:len(stack)-1]; return v }
	for pc := 0; pc < len(code); pc++ {
		switch in := code[pc]; in.op {
		case push:
			stack = append(stack, in.arg)
		case load:
			stack = append(stack, vars[in.arg])
		case store:
			vars[in.arg] = pop()
		case add, sub, mul, less:
			b, a := pop(), pop()
			v := 0
			switch in.op {
			case add:
				v = a + b
			case sub:
				v = a - b
			case mul:
				v = a * b
			case less:
				if a < b {
					v = 1
				}
			}
			stack = append(stack, v)
		case jump:
			pc = in.arg - 1
		case jumpFalse:
			if pop() == 0 {
				pc = in.arg - 1
			}
		case print:
			fmt.Fprint(&out, pop(), " ")
		}
	}
	return out.String()
}

func main() {
	for _, src := range []string{
		"print 1 + 2 * (3 - 4)",
		"a = 0 b = 1 n = 0 while n < 20 { print a t = a + b a = b b = t n = n + 1 }",
		"i = 0 s = 0 while i < 1000 { j = 0 while j < 10 { s = s + i * j j = j + 1 } i = i + 1 } print s",
		"x = (1 + ",
		"while { }",
		"1 = 2",
	} {
		code, err := compile(src)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Println(len(code), code[len(code)-1], run(code))
	}
}

// Output:
// 8 {9 0} -1
// 25 {7 6} 0 1 1 2 3 5 8 13 21 34 55 89 144 233 377 610 987 1597 2584 4181
// 32 {9 0} 22477500
// error: unexpected end of file
// error: unexpected {
// error: unexpected 1

// This file looks at the tokens around a syntax error.

package load

import (
	"bytes"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// A tok is a token of the source. An automatic semicolon has the text "\n".
type tok struct {
	offset, line, col int
	tok               token.Token
	lit               string
}

func (t tok) isNewline() bool { return t.tok == token.SEMICOLON && t.lit == "\n" }

// tokens is the source as a list of tokens, and one of them, the current one.
type tokens struct {
	data []byte
	list []tok
	i    int
}

// scan returns all tokens of a source, the last of which is EOF.
func scan(data []byte) *tokens {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(data))
	var s scanner.Scanner
	s.Init(file, data, func(token.Position, string) {}, 0)
	t := &tokens{data: data}
	for {
		pos, tk, lit := s.Scan()
		at := fset.PositionFor(pos, false)
		t.list = append(t.list, tok{at.Offset, at.Line, at.Column, tk, lit})
		if tk == token.EOF {
			return t
		}
	}
}

// at makes the token at or after an offset the current one.
func (t *tokens) at(offset int) {
	t.i, _ = slices.BinarySearchFunc(t.list, offset, func(k tok, offset int) int { return k.offset - offset })
	t.i = min(t.i, len(t.list)-1)
	if t.cur().isNewline() && t.i+1 < len(t.list) && t.list[t.i+1].tok == token.EOF {
		t.i++ // the last newline counts as the end
	}
}

func (t *tokens) cur() tok { return t.list[t.i] }

// before returns the kind of the n-th token before the current one.
func (t *tokens) before(n int) token.Token {
	if t.i < n {
		return token.EOF
	}
	return t.list[t.i-n].tok
}

// place moves a diagnostic to token i.
func (t *tokens) place(d *Diagnostic, i int) {
	switch {
	case i < 0:
	case t.list[i].tok == token.EOF:
		d.Line = 1 + bytes.Count(t.data, []byte("\n"))
		d.Col = len(t.data) - bytes.LastIndexByte(t.data, '\n')
	default:
		d.Line, d.Col = t.list[i].line, t.list[i].col
	}
}

// describe names the current token as gc does.
func (t *tokens) describe() string {
	k := t.cur()
	switch {
	case k.isNewline():
		return "newline"
	case k.tok == token.EOF:
		return "EOF"
	case k.tok == token.SEMICOLON:
		return "semicolon"
	case k.tok == token.COMMA:
		return "comma"
	case k.tok == token.IDENT:
		return "name " + k.lit
	case k.tok.IsLiteral():
		return "literal " + k.lit
	case k.tok.IsKeyword():
		return "keyword " + k.lit
	}
	return k.tok.String()
}

// afterKeyword returns the index of the token after the last of these keywords
// that begins the statement of the current token, or -1.
func (t *tokens) afterKeyword(kinds ...token.Token) int {
	depth := 0
	for i := t.i - 1; i >= 0; i-- {
		switch k := t.list[i].tok; {
		case k == token.RPAREN || k == token.RBRACK || k == token.RBRACE:
			depth++
		case k == token.LPAREN || k == token.LBRACK || k == token.LBRACE:
			if depth--; depth < 0 {
				return -1
			}
		case depth == 0 && slices.Contains(kinds, k):
			return i + 1
		}
	}
	return -1
}

// upTo returns the index of the next token of one of these kinds after i.
func (t *tokens) upTo(i int, kinds ...token.Token) int {
	for ; i < len(t.list)-1; i++ {
		if slices.Contains(kinds, t.list[i].tok) {
			break
		}
	}
	return i
}

// text returns the source of tokens i to j, without j.
func (t *tokens) text(i, j int) string {
	return strings.TrimSpace(string(t.data[t.list[i].offset:t.list[j].offset]))
}

// context names the innermost bracket around the current token: "" at top
// level, "block", "switch", "select", "struct type", "interface type",
// "grouped declaration", or the bracket itself.
func (t *tokens) context() string {
	var open []string
	for i := range t.i {
		switch k := t.list[i].tok; k {
		case token.LBRACE:
			open = append(open, t.brace(i))
		case token.LPAREN:
			open = append(open, t.paren(i))
		case token.LBRACK:
			open = append(open, "[")
		case token.RBRACE, token.RPAREN, token.RBRACK:
			open = open[:max(0, len(open)-1)]
		}
	}
	if len(open) == 0 {
		return ""
	}
	return open[len(open)-1]
}

func (t *tokens) paren(i int) string {
	if i > 0 {
		switch t.list[i-1].tok {
		case token.IMPORT, token.CONST, token.VAR, token.TYPE:
			return "grouped declaration"
		}
	}
	return "("
}

// brace says what an opening brace opens.
func (t *tokens) brace(i int) string {
	if i > 0 {
		switch t.list[i-1].tok {
		case token.STRUCT:
			return "struct type"
		case token.INTERFACE:
			return "interface type"
		case token.SELECT:
			return "select"
		}
	}
	for j := i - 1; j >= 0; j-- {
		switch t.list[j].tok {
		case token.SWITCH:
			return "switch"
		case token.LBRACE, token.RBRACE:
			return "block"
		case token.SEMICOLON:
			if t.list[j].isNewline() {
				return "block"
			}
		}
	}
	return "block"
}

// strayStatement returns the token where gc, which skips to the end of the line
// or to a brace after an error at the end of a statement, believes that the
// function is over although it is not; or -1.
func (t *tokens) strayStatement() int {
	depth := 0
	for _, k := range t.list[:t.i] {
		switch k.tok {
		case token.LBRACE:
			depth++
		case token.RBRACE:
			depth--
		}
	}
	for i := t.upTo(t.i, token.SEMICOLON, token.RBRACE); i < len(t.list); i++ {
		switch t.list[i].tok {
		case token.LBRACE:
			depth++
		case token.RBRACE:
			if depth--; depth > 0 {
				continue
			}
			if i+2 >= len(t.list) || t.list[i+1].tok != token.SEMICOLON {
				return -1
			}
			switch t.list[i+2].tok {
			case token.FUNC, token.VAR, token.TYPE, token.CONST, token.IMPORT, token.EOF:
				return -1
			}
			return i + 2
		}
	}
	return -1
}

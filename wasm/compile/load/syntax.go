// This file parses the user's files and rewords the syntax errors: gc has a
// parser of its own, whose words differ from those of go/parser.
//
// go/parser says what it expected and where; what it found there, and in what
// construct, is told from the tokens (tokens.go). Of the errors after the first
// only those are kept which do not follow from it.
//
// Faults inside a token (a bad character, an open string) are mended in a copy
// of the source, which is then parsed again, as gc reads on after them.

package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

const parseMode = parser.ParseComments | parser.SkipObjectResolution | parser.AllErrors

// parseFile parses a file of the user. fatal is false if gc would go on to check
// types in spite of the errors.
func parseFile(fset *token.FileSet, f File) (tree *ast.File, ds []Diagnostic, fatal bool) {
	data := f.Data
	for range maxErrors {
		if tree != nil {
			fset.RemoveFile(fset.File(tree.FileStart)) // of the try before
		}
		var err error
		tree, err = parser.ParseFile(fset, f.Name, data, parseMode)
		list, _ := err.(scanner.ErrorList)
		if len(list) == 0 {
			return tree, ds, fatal
		}
		if fatal && !strings.HasPrefix(list[0].Msg, "curly ") {
			return tree, ds, true
		}
		d, mended, ok := tokenFault(f.Name, data, list)
		if !ok {
			return tree, append(ds, gcSyntaxErrors(f.Name, data, list)...), true
		}
		ds = append(ds, d)
		if data = mended; strings.HasPrefix(d.Msg, "comment ") || strings.HasSuffix(d.Msg, " in identifier") {
			fatal = true // nothing good follows
		}
		if strings.HasPrefix(d.Msg, "comment ") {
			break
		}
	}
	return tree, ds, fatal
}

// gcSyntaxErrors returns the errors of one file in gc's words.
func gcSyntaxErrors(name string, data []byte, list scanner.ErrorList) []Diagnostic {
	toks := scan(data)
	var ds []Diagnostic
	for i, e := range list {
		if i > 0 && !follows(list[0], e) {
			continue
		}
		d := Diagnostic{name, e.Pos.Line, e.Pos.Column, ""}
		toks.at(e.Pos.Offset)
		toks.reword(&d, e.Msg)
		ds = append(ds, d)
		if i == 0 && strings.HasSuffix(d.Msg, " at end of statement") {
			if j := toks.strayStatement(); j >= 0 {
				d.Msg = "syntax error: non-declaration statement outside function body"
				toks.place(&d, j)
				return append(ds, d)
			}
		}
	}
	return ds
}

// follows reports whether an error is worth saying after the first one.
func follows(first, e *scanner.Error) bool {
	if strings.HasPrefix(first.Msg, "middle index") {
		return strings.HasPrefix(e.Msg, "final index")
	}
	return strings.HasPrefix(e.Msg, "expected declaration") && e.Pos.Line != first.Pos.Line
}

// plain are errors that gc gives without the words "syntax error".
var plain = []string{
	"expression in go must", "expression in defer must", "middle index required", "final index required",
	"method has no receiver", "can only use ...", "invalid use of ...", "empty type parameter list",
}

// reword fills d.Msg, and corrects the place, from a message of go/parser about
// the current token.
func (t *tokens) reword(d *Diagnostic, msg string) {
	for _, p := range plain {
		if strings.HasPrefix(msg, p) {
			d.Msg = msg
			switch {
			case strings.HasSuffix(msg, "must be function call"):
				t.place(d, t.afterKeyword(token.GO, token.DEFER))
			case strings.HasSuffix(msg, "in 3-index slice"):
				t.place(d, t.i+1)
			}
			return
		}
	}
	d.Msg = "syntax error: " + t.words(d, msg)
}

// words returns gc's words for a message.
func (t *tokens) words(d *Diagnostic, msg string) string {
	unexpected := "unexpected " + t.describe()
	if t.cur().tok == token.EOF {
		t.place(d, t.i)
	}
	if want, found, ok := strings.Cut(msg, ", found "); ok && strings.HasPrefix(want, "expected ") {
		if strings.HasSuffix(found, "(missing parentheses around composite literal?)") {
			return t.asValue(d)
		}
		return t.expected(d, unexpected, strings.Trim(want[len("expected "):], "'"))
	}
	if context, ok := strings.CutPrefix(msg, "missing ',' before newline in "); ok {
		return unexpected + " in " + context + possibly(context)
	}
	if context, ok := strings.CutPrefix(msg, "missing ',' in "); ok {
		return unexpected + " in " + context + possibly(context)
	}
	switch msg {
	case "illegal label declaration":
		return unexpected + " at end of statement"
	}
	return strings.Replace(msg, "expecting ", "expected ", 1)
}

// expected returns the words for a wanted thing that is not there.
func (t *tokens) expected(d *Diagnostic, unexpected, want string) string {
	in := t.context()
	switch want {
	case ";":
		switch {
		case t.cur().tok == token.EOF:
			return unexpected + ", expected }"
		case in == "":
			return unexpected + " after top level declaration"
		case in == "struct type" || in == "interface type":
			return unexpected + " in " + in + "; possibly missing semicolon or newline or }"
		case in == "grouped declaration":
			return unexpected + " in " + in + "; possibly missing semicolon or newline or )"
		}
		return unexpected + " at end of statement"
	case "declaration":
		return "non-declaration statement outside function body"
	case "operand":
		if t.before(1) == token.LBRACK {
			return unexpected + ", expected operand"
		}
		return unexpected + ", expected expression"
	case "statement":
		return unexpected + ", expected }"
	case "if statement or block":
		return "else must be followed by if or statement block"
	case "selector or type assertion":
		return unexpected + ", expected name or ("
	case "IDENT":
		return unexpected + ", expected name"
	case "type":
		switch {
		case t.before(1) == token.CHAN || t.before(1) == token.ARROW && t.before(2) == token.CHAN:
			return "missing channel element type"
		case t.before(1) == token.IDENT && t.before(2) == token.TYPE:
			return unexpected + " in type declaration"
		case t.cur().tok == token.DEFINE && t.before(2) == token.VAR:
			return unexpected + ", expected ="
		}
	case "{":
		if t.afterKeyword(token.FOR) >= 0 && t.cur().isNewline() {
			return unexpected + ", expected { after for clause"
		}
	case "}":
		if in == "switch" || in == "select" {
			return unexpected + ", expected case or default or }"
		}
	case ")":
		if t.cur().tok == token.EOF {
			return unexpected + " in argument list; possibly missing comma or )"
		}
	case ",":
		want = "comma"
	}
	return unexpected + ", expected " + want
}

// asValue is for an assignment where a condition should be.
func (t *tokens) asValue(d *Diagnostic) string {
	start := max(t.i, 0)
	for i := start; i < len(t.list); i++ {
		switch tok := t.list[i]; tok.tok {
		case token.ASSIGN, token.DEFINE:
			t.place(d, i)
			what := ""
			if tok.tok == token.ASSIGN {
				what = "assignment "
			}
			return "cannot use " + what + t.text(start, t.upTo(i, token.LBRACE, token.SEMICOLON)) + " as value"
		case token.LBRACE:
			i = len(t.list)
		}
	}
	return "cannot use assignment as value"
}

func possibly(context string) string {
	switch context {
	case "composite literal":
		return "; possibly missing comma or }"
	case "type argument list":
		return "; possibly missing comma or ]"
	}
	return "; possibly missing comma or )"
}

// tokenFault finds the first fault within a token that comes before any other
// error, in gc's words, and the source without it.
func tokenFault(name string, data []byte, list scanner.ErrorList) (d Diagnostic, mended []byte, ok bool) {
	for _, e := range list {
		if e.Pos.Offset > list[0].Pos.Offset {
			break
		}
		d = Diagnostic{name, e.Pos.Line, e.Pos.Column, ""}
		mended = slices.Clone(data)
		if d.Msg = mend(&d, mended, e.Pos.Offset, e.Msg); d.Msg != "" {
			return d, mended, true
		}
	}
	return d, nil, false
}

// mend repairs the token fault at an offset of data and returns gc's words for
// it, or "" if the message is about something else.
func mend(d *Diagnostic, data []byte, at int, msg string) string {
	blank := func(n int) {
		for i := at; i < min(at+n, len(data)); i++ {
			data[i] = ' '
		}
	}
	switch {
	case strings.HasPrefix(msg, "illegal character "):
		ch := msg[len("illegal character "):]
		blank(max(1, len(quoted(ch))))
		return "invalid character " + ch
	case strings.HasPrefix(msg, "curly quotation mark "):
		ch := []rune(string(data[at:]))[0]
		copy(data[at:], "___")
		return fmt.Sprintf("invalid character %#U in identifier", ch)
	case msg == "unknown escape sequence":
		data[at-1] = ' ' // the backslash
		return "unknown escape"
	case msg == "string literal not terminated":
		end := at
		for end < len(data) && data[end] != '\n' {
			end++
		}
		d.Col += end - at
		if end-at >= 2 {
			data[end-1] = '"'
		} else {
			blank(end - at)
		}
		return "newline in string"
	case msg == "illegal rune literal":
		end := at + 1
		for end < len(data) && data[end] != '\'' && data[end] != '\n' {
			end++
		}
		n := end + 1 - at
		copy(data[at:], "'a'")
		for i := at + 3; i < at+n; i++ {
			data[i] = ' '
		}
		if n == 2 {
			return "empty rune literal or unescaped '"
		}
		return "more than one character in rune literal"
	case strings.HasSuffix(msg, "literal has no digits"), strings.HasPrefix(msg, "'_' must separate"), strings.HasPrefix(msg, "invalid digit "), msg == "exponent has no digits":
		for at > 0 && isNumberByte(data[at-1]) {
			at--
		}
		n := 0
		for at+n < len(data) && isNumberByte(data[at+n]) {
			n++
		}
		blank(n)
		data[at] = '1'
		return msg
	case msg == "comment not terminated":
		blank(len(data) - at)
		return msg
	}
	return ""
}

func isNumberByte(b byte) bool {
	return '0' <= b && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' || b == '.'
}

// quoted returns the character in a text such as U+0040 '@'.
func quoted(s string) string {
	_, ch, _ := strings.Cut(s, "'")
	return strings.TrimSuffix(ch, "'")
}

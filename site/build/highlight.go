package build

// This file colours code that stands still: chroma's tokens as spans with short
// class names, whose colours are in style.css, one set for each theme.

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// highlight writes the code as HTML, one line after the other. before, if not
// nil, writes what stands in front of line n (from 1).
func highlight(b *bytes.Buffer, language string, code []byte, before func(b *bytes.Buffer, n int)) {
	lines := chroma.SplitTokensIntoLines(tokens(language, string(code)))
	for i, line := range lines {
		if before != nil {
			before(b, i+1)
		}
		for _, t := range line {
			writeToken(b, t)
		}
	}
}

func tokens(language, code string) []chroma.Token {
	if lexer := lexers.Get(language); lexer != nil && language != "" && language != "text" {
		if it, err := lexer.Tokenise(nil, code); err == nil {
			return it.Tokens()
		}
	}
	return []chroma.Token{{Type: chroma.Text, Value: code}}
}

func writeToken(b *bytes.Buffer, t chroma.Token) {
	text := html.EscapeString(t.Value)
	class := tokenClass(t.Type)
	if class == "" || strings.TrimSpace(t.Value) == "" {
		b.WriteString(text)
		return
	}
	fmt.Fprintf(b, `<span class="%s">%s</span>`, class, text)
}

// tokenClass has a name for what we colour, and none for the rest.
func tokenClass(t chroma.TokenType) string {
	switch {
	case t.InCategory(chroma.Comment):
		return "t-com"
	case t == chroma.KeywordType:
		return "t-typ"
	case t == chroma.KeywordConstant:
		return "t-num"
	case t.InCategory(chroma.Keyword):
		return "t-key"
	case t.InSubCategory(chroma.LiteralString):
		return "t-str"
	case t.InSubCategory(chroma.LiteralNumber):
		return "t-num"
	case t == chroma.NameFunction, t == chroma.NameBuiltin:
		return "t-fun"
	}
	return ""
}

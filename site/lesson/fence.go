package lesson

// This file reads the line that opens a fenced block: words, then key=value
// pairs. A value with spaces stands in double quotes.
//
//	```go play id=rich procs=2 focus=first(steal) file=main.go

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
)

// A fence is one fenced block with its opening line taken apart.
type fence struct {
	words []string // "go", "play"
	keys  []string // in the order written
	value map[string]string
	body  []byte
	line  int // of the opening line
}

// parseFence takes the block apart, or reports what is wrong with its line.
func parseFence(n *ast.FencedCodeBlock, src []byte, pc parser.Context) (fence, bool) {
	f := fence{value: map[string]string{}}
	if n.Info == nil {
		return f, true
	}
	at := n.Info.Segment
	f.line = lineAt(src, at.Start)
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		f.body = append(f.body, seg.Value(src)...)
	}
	fields, err := splitQuoted(string(at.Value(src)))
	if err != nil {
		report(pc, f.line, "%v", err)
		return f, false
	}
	ok := true
	for _, field := range fields {
		key, value, pair := strings.Cut(field, "=")
		switch {
		case !pair && len(f.keys) == 0:
			f.words = append(f.words, field)
		case !pair:
			report(pc, f.line, "%q stands after the first key=value", field)
			ok = false
		case f.value[key] != "":
			report(pc, f.line, "key %s is given twice", key)
			ok = false
		default:
			f.keys = append(f.keys, key)
			f.value[key] = value
		}
	}
	return f, ok
}

// splitQuoted splits at spaces outside double quotes and drops the quotes.
func splitQuoted(s string) ([]string, error) {
	var out []string
	var word strings.Builder
	quoted, some := false, false
	for _, r := range s {
		switch {
		case r == '"':
			quoted, some = !quoted, true
		case r == ' ' && !quoted:
			if some {
				out = append(out, word.String())
			}
			word.Reset()
			some = false
		default:
			word.WriteRune(r)
			some = true
		}
	}
	if quoted {
		return nil, fmt.Errorf("a quote is not closed")
	}
	if some {
		out = append(out, word.String())
	}
	return out, nil
}

// only reports every key that is not in the list.
func (f *fence) only(pc parser.Context, known ...string) {
	for _, key := range f.keys {
		if !slices.Contains(known, key) {
			report(pc, f.line, "unknown key %s (known: %s)", key, strings.Join(known, ", "))
		}
	}
}

// number reads a key as a number between low and high; unset gives def.
func (f *fence) number(pc parser.Context, key string, def, low, high int) int {
	text, ok := f.value[key]
	if !ok {
		return def
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		report(pc, f.line, "%s=%s: want a number from %d to %d", key, text, low, high)
		return def
	}
	return n
}

// must reads a key that has to be there.
func (f *fence) must(pc parser.Context, key string) string {
	if f.value[key] == "" {
		report(pc, f.line, "key %s is missing", key)
	}
	return f.value[key]
}

// eachFence calls fn for every fenced block whose opening line begins with
// words; what fn returns takes the block's place.
func eachFence(doc *ast.Document, src []byte, pc parser.Context, words []string, fn func(fence) ast.Node) {
	for _, b := range codeBlocks(doc) {
		if !opensWith(b, src, words) {
			continue
		}
		f, ok := parseFence(b, src, pc)
		if !ok {
			continue
		}
		if len(f.words) > len(words) {
			report(pc, f.line, "%q: want key=value", f.words[len(words)])
		}
		if with := fn(f); with != nil {
			b.Parent().ReplaceChild(b.Parent(), b, with)
		}
	}
}

func codeBlocks(doc *ast.Document) (blocks []*ast.FencedCodeBlock) {
	ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if b, ok := n.(*ast.FencedCodeBlock); ok && entering {
			blocks = append(blocks, b)
		}
		return ast.WalkContinue, nil
	})
	return blocks
}

func opensWith(b *ast.FencedCodeBlock, src []byte, words []string) bool {
	if b.Info == nil {
		return false
	}
	have := strings.Fields(string(b.Info.Segment.Value(src)))
	return len(have) >= len(words) && slices.Equal(have[:len(words)], words)
}

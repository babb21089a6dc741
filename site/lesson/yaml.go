package lesson

// This file reads YAML for authors: all keys that nobody knows are found, not the first alone, and what is wrong is said in words
// that name no types of Go.

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// decodeYAML fills v from src. first is the line of the file at which src begins. What is wrong with the form leaves v as it is, and ok is
// false then; keys that are unknown are passed over.
func decodeYAML(file string, first int, src []byte, v any) (ps Problems, ok bool) {
	faults, ok := DecodeYAML(src, v)
	for _, f := range faults {
		ps = append(ps, Problem{file, first + f.Line - 1, f.Text})
	}
	return ps, ok
}

// DecodeYAML is the same for a whole file; the problems name none.
func DecodeYAML(src []byte, v any) (ps Problems, ok bool) {
	f, err := parser.ParseBytes(src, 0)
	if err != nil {
		line, text := YAMLError(err)
		if lines := strings.Split(string(src), "\n"); text == inQuotes && line <= len(lines) && outputRule.MatchString(lines[line-1]) {
			text += ", the whole rule: - '2 points: output == \"a: b\"'"
		}
		return Problems{{Line: line, Text: text}}, false
	}
	for _, d := range f.Docs {
		ps = append(ps, unknownKeys(d.Body, reflect.TypeOf(v))...)
	}
	if err := yaml.Unmarshal(src, v); err != nil {
		line, text := YAMLError(err)
		return append(ps, Problem{Line: line, Text: text}), false
	}
	return ps, true
}

// unknownKeys finds the keys that have no field in t.
func unknownKeys(n ast.Node, t reflect.Type) (ps Problems) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			ps = append(ps, unknownKeys(v, t)...)
		}
	case *ast.SequenceNode:
		if t.Kind() == reflect.Slice {
			for _, v := range n.Values {
				ps = append(ps, unknownKeys(v, t.Elem())...)
			}
		}
	case *ast.MappingValueNode:
		switch {
		case t.Kind() == reflect.Map:
			return unknownKeys(n.Value, t.Elem())
		case t.Kind() != reflect.Struct || reflect.PointerTo(t).Implements(reflect.TypeFor[yaml.NodeUnmarshaler]()):
			return nil
		}
		token := n.Key.GetToken()
		known := fieldsOf(t)
		at := slices.IndexFunc(known, func(f reflect.StructField) bool { return f.Tag.Get("yaml") == token.Value })
		if at < 0 {
			return Problems{{Line: token.Position.Line, Text: fmt.Sprintf("unknown key %q (known: %s)", token.Value, strings.Join(keysOf(known), ", "))}}
		}
		return unknownKeys(n.Value, known[at].Type)
	}
	return ps
}

// fieldsOf are the fields of a struct that have a key.
func fieldsOf(t reflect.Type) (all []reflect.StructField) {
	for _, f := range reflect.VisibleFields(t) {
		if f.Tag.Get("yaml") != "" {
			all = append(all, f)
		}
	}
	return all
}

func keysOf(fields []reflect.StructField) (all []string) {
	for _, f := range fields {
		all = append(all, f.Tag.Get("yaml"))
	}
	return all
}

// KeyLines gives the lines of the keys below a key at the top, or of those at the top for "".
func KeyLines(src []byte, top string) map[string]int {
	lines := map[string]int{}
	f, err := parser.ParseBytes(src, 0)
	if err != nil {
		return lines
	}
	for _, d := range f.Docs {
		for _, v := range pairs(d.Body) {
			found := []*ast.MappingValueNode{v}
			if top != "" {
				found = pairs(v.Value)
			}
			for _, key := range found {
				if top == "" || v.Key.GetToken().Value == top {
					lines[key.Key.GetToken().Value] = key.Key.GetToken().Position.Line
				}
			}
		}
	}
	return lines
}

// pairs are the keys of a mapping with their values.
func pairs(n ast.Node) []*ast.MappingValueNode {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	}
	return nil
}

var bracketed = regexp.MustCompile(`^\[(\d+):\d+\] `)

// YAMLError takes the line and the message out of an error of go-yaml, whose text begins with [line:column].
func YAMLError(err error) (line int, text string) {
	text, _, _ = strings.Cut(err.Error(), "\n")
	line = 1
	if m := bracketed.FindStringSubmatch(text); m != nil {
		line, _ = strconv.Atoi(m[1])
		text = text[len(m[0]):]
	}
	var kind *yaml.TypeError
	var node *yaml.UnexpectedNodeTypeError
	var number *yaml.OverflowError
	switch {
	case errors.As(err, &kind):
		return line, typeWords(kind)
	case errors.As(err, &node):
		return line, "want " + nodeWords(node.Expected)
	case errors.As(err, &number):
		return line, number.SrcNum + " is too large"
	}
	for _, w := range yamlWords {
		if w.theirs.MatchString(text) {
			return line, w.theirs.ReplaceAllString(text, w.ours)
		}
	}
	return line, text
}

const inQuotes = "a text with a colon and a blank in it stands in quotes"

// outputRule is a line of check that has a text.
var outputRule = regexp.MustCompile(`^\s*- .*(==|!=|contains|lacks|matches)\s+["\x60]`)

// yamlWords say what authors can do about it.
var yamlWords = []struct {
	theirs *regexp.Regexp
	ours   string
}{
	{regexp.MustCompile(`^unknown field`), "unknown key"},
	{regexp.MustCompile(`^mapping value is not allowed in this context$`), inQuotes},
	{regexp.MustCompile(`^value is not allowed in this context.*$`), "this does not fit here; if it is one text, put it in quotes, and write \\\" for each quote in it, or use the quotes '…'"},
	{regexp.MustCompile(`^'(.)' is a reserved character$`), "a text that begins with $1 stands in quotes"},
	{regexp.MustCompile(`^could not find end character of .*$`), "the quotes are not closed"},
	{regexp.MustCompile(`^could not find flow .*$`), "the bracket is not closed"},
	{regexp.MustCompile(`^mapping key (.*) already defined at \[(\d+):.*$`), "key $1 is there twice"},
	{regexp.MustCompile(`^(tab character|found a tab|found character '\\t').*$`), "lines are indented with blanks, not with tabs"},
}

func typeWords(err *yaml.TypeError) string {
	want := "something else"
	switch err.DstType.Kind() {
	case reflect.String:
		want = "a text; if it is one, put it in quotes"
	case reflect.Int:
		want = "a whole number"
	case reflect.Slice:
		want = nodeWords(ast.SequenceType)
	case reflect.Map, reflect.Struct:
		want = nodeWords(ast.MappingType)
	}
	if err.StructFieldName == nil {
		return "want " + want
	}
	_, field, _ := strings.Cut(*err.StructFieldName, ".")
	return fmt.Sprintf("%s: want %s", dashed(field), want)
}

func nodeWords(t ast.NodeType) string {
	switch t {
	case ast.SequenceType:
		return "a list: [a, b], or lines that begin with -"
	case ast.MappingType:
		return "keys with values: key: value"
	}
	return "a " + strings.ToLower(t.YAMLName())
}

// dashed is a Go name as a key: HandIn is hand-in.
func dashed(name string) string {
	var b strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('-')
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String()
}

// A RuleText is a rule as authors write it, with its line in the YAML. Points before it need no quotes: YAML then sees a key with a value.
type RuleText struct {
	Text string
	Line int
}

// UnmarshalYAML takes a text, or "N points: RULE".
func (r *RuleText) UnmarshalYAML(n ast.Node) error {
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) == 1 {
		n = m.Values[0]
	}
	r.Line = n.GetToken().Position.Line
	if v, ok := n.(*ast.MappingValueNode); ok {
		r.Line = v.Key.GetToken().Position.Line
		var key, value Scalar
		if key.UnmarshalYAML(v.Key) == nil && value.UnmarshalYAML(v.Value) == nil {
			r.Text = string(key) + ": " + string(value)
			return nil
		}
	}
	var text Scalar
	if text.UnmarshalYAML(n) != nil {
		r.Text = "" // addCheck says that it is no rule
		return nil
	}
	r.Text = string(text)
	return nil
}

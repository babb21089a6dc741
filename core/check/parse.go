package check

// This file reads a rule.

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// maxRule is the most bytes of a rule.
const maxRule = 4 << 10

// Parse reads one rule. The error says what was expected, for the author of a lesson.
func Parse(text string) (*Rule, error) {
	if len(text) > maxRule {
		return nil, fmt.Errorf("a rule of %d bytes: at most %d", len(text), maxRule)
	}
	words, err := split(text)
	if err != nil {
		return nil, err
	}
	r := &Rule{Text: text}
	if words, err = r.takeSeeds(words); err != nil {
		return nil, err
	}
	if words, err = r.takeSettings(words); err != nil {
		return nil, err
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("no statement: want such as output == done, steals >= 1, never deadlocks")
	}
	r.test, err = parseStatement(words)
	return r, err
}

// A word is one word of a rule; what stood in quotes is never a keyword.
type word struct {
	text   string
	quoted bool
}

func (w word) is(text string) bool { return !w.quoted && w.text == text }

// split takes a rule apart: words, and texts in quotes as Go writes them. Between brackets
// blanks belong to the word: busy(every P).
func split(text string) ([]word, error) {
	var words []word
	for rest := strings.TrimSpace(text); rest != ""; rest = strings.TrimSpace(rest) {
		if rest[0] == '"' || rest[0] == '`' {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return nil, fmt.Errorf("a quote is not closed, or what it holds is no text as in Go: %s", rest)
			}
			value, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", quoted, err)
			}
			words = append(words, word{value, true})
			rest = rest[len(quoted):]
			continue
		}
		n, err := wordEnd(rest)
		if err != nil {
			return nil, err
		}
		words = append(words, word{rest[:n], false})
		rest = rest[n:]
	}
	return words, nil
}

func wordEnd(s string) (int, error) {
	depth := 0
	for i, c := range s {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case (c == ' ' || c == '\t' || c == '\n') && depth == 0:
			return i, nil
		}
	}
	if depth != 0 {
		return 0, fmt.Errorf("a bracket is not closed: %s", s)
	}
	return len(s), nil
}

// takeSeeds takes "in … seeds" off the end.
func (r *Rule) takeSeeds(words []word) ([]word, error) {
	at := lastKeyword(words, "in")
	if at < 0 {
		return words, nil
	}
	var in []string
	for _, w := range words[at+1:] {
		in = append(in, w.text)
	}
	text := strings.Join(in, " ")
	for _, form := range seedForms {
		m := form.pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		var n [2]int
		for i, digits := range m[1:] {
			v, err := strconv.Atoi(digits)
			if err != nil {
				return nil, fmt.Errorf("in %s: %s is too large", text, digits)
			}
			n[i] = v
		}
		r.seeds = form.make(n[0], n[1])
		if one := form.one; !one && (r.seeds.n < 1 || r.seeds.n > MaxSeeds || r.seeds.need < 1 || r.seeds.need > r.seeds.n) {
			return nil, fmt.Errorf("in %s: want 1 to %d seeds", text, MaxSeeds)
		}
		return words[:at], nil
	}
	return nil, fmt.Errorf("in %s: want in N seeds, in every of N seeds, in some of N seeds, in M of N seeds or in seed S", text)
}

var seedForms = []struct {
	pattern *regexp.Regexp
	one     bool
	make    func(a, b int) seeds
}{
	{regexp.MustCompile(`^(\d+) seeds?$`), false, func(n, _ int) seeds { return seeds{first: 1, n: n, need: n} }},
	{regexp.MustCompile(`^every of (\d+) seeds$`), false, func(n, _ int) seeds { return seeds{first: 1, n: n, need: n} }},
	{regexp.MustCompile(`^some of (\d+) seeds$`), false, func(n, _ int) seeds { return seeds{first: 1, n: n, need: 1} }},
	{regexp.MustCompile(`^(\d+) of (\d+) seeds$`), false, func(m, n int) seeds { return seeds{first: 1, n: n, need: m} }},
	{regexp.MustCompile(`^seed (\d+)$`), true, func(s, _ int) seeds { return seeds{first: s, n: 1, need: 1, named: true} }},
}

// takeSettings takes "with key=value …" off the end.
func (r *Rule) takeSettings(words []word) ([]word, error) {
	at := lastKeyword(words, "with")
	if at < 0 {
		return words, nil
	}
	if at+1 == len(words) {
		return nil, fmt.Errorf("with what? want such as with procs=2")
	}
	for _, w := range words[at+1:] {
		key, value, ok := strings.Cut(w.text, "=")
		if !ok || value == "" {
			return nil, fmt.Errorf("with %s: want KEY=VALUE", w.text)
		}
		if err := r.settings.Set(key, value); err != nil {
			return nil, err
		}
	}
	return words[:at], nil
}

// Set sets one of the settings by its name: procs, policy, costs, io or until.
func (s *Settings) Set(key, value string) error {
	switch key {
	case "procs":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > 64 {
			return fmt.Errorf("procs=%s: want 1 to 64", value)
		}
		s.Procs = n
	case "policy":
		s.Policy = value
	case "costs":
		s.Costs = value
	case "io":
		s.IO = value
	case "until":
		s.Until = value
	default:
		return fmt.Errorf("unknown setting %s (known: procs, policy, costs, io, until)", key)
	}
	return s.check()
}

func lastKeyword(words []word, key string) int {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i].is(key) {
			return i
		}
	}
	return -1
}

// parseStatement reads what is left when settings and seeds are off.
func parseStatement(words []word) (statement, error) {
	switch first := words[0]; {
	case first.is("never"):
		return parseNever(words[1:])
	case first.is("output"), first.is("stderr"):
		return parseOutput(words, false)
	case first.is("sorted") && len(words) > 1 && (words[1].is("output") || words[1].is("stderr")):
		return parseOutput(words[1:], true)
	default:
		return parseQuantity(words)
	}
}

func parseNever(words []word) (statement, error) {
	if len(words) == 1 && !words[0].quoted {
		if o := outcomeNamed(words[0].text); o != nil {
			return &neverIs{o}, nil
		}
	}
	return nil, fmt.Errorf("never what? want one of %s", strings.Join(outcomeNames(), ", "))
}

func parseOutput(words []word, sorted bool) (statement, error) {
	o := &outputIs{stream: words[0].text, sorted: sorted}
	if len(words) < 3 {
		return nil, fmt.Errorf("%s: want ==, !=, contains, lacks or matches, and a text", o.stream)
	}
	o.op = words[1].text
	if words[1].quoted || !slices.Contains([]string{"==", "!=", "contains", "lacks", "matches"}, o.op) {
		return nil, fmt.Errorf("%s %s: want ==, !=, contains, lacks or matches", o.stream, o.op)
	}
	rest := words[2:]
	if len(rest) == 3 && rest[0].is("same") && rest[1].is("as") && !rest[2].quoted {
		if o.op != "==" && o.op != "!=" {
			return nil, fmt.Errorf("%s %s same as: want == or !=", o.stream, o.op)
		}
		o.other = rest[2].text
		return o, nil
	}
	if len(rest) != 1 {
		return nil, fmt.Errorf("%s %s: a text with blanks stands in quotes", o.stream, o.op)
	}
	o.text = rest[0].text
	if o.op == "matches" {
		re, err := regexp.Compile(o.text)
		if err != nil {
			return nil, fmt.Errorf("%s matches: %w", o.stream, err)
		}
		o.re = re
	}
	return o, nil
}

func parseQuantity(words []word) (statement, error) {
	at := slices.IndexFunc(words, func(w word) bool { return !w.quoted && isOp(w.text) })
	if at < 1 || at+1 == len(words) {
		return nil, fmt.Errorf("%s: want a quantity, one of == != < <= > >=, and a value", join(words))
	}
	name, arg, err := splitCall(join(words[:at]))
	if err != nil {
		return nil, err
	}
	q := quantityNamed(name)
	if q == nil {
		return nil, unknownQuantity(name)
	}
	is := &quantityIs{name: q.Name, quantity: q, arg: arg, op: words[at].text}
	if err := is.checkArg(); err != nil {
		return nil, err
	}
	return is, is.parseValue(words[at+1:])
}

func unknownQuantity(name string) error {
	return fmt.Errorf("unknown quantity %q (known: output, %s)", name, strings.Join(QuantityNames(), ", "))
}

func join(words []word) string {
	var all []string
	for _, w := range words {
		all = append(all, w.text)
	}
	return strings.Join(all, " ")
}

// splitCall takes NAME(ARGUMENT) apart; words of the name are joined by one blank.
func splitCall(text string) (name, arg string, err error) {
	name, arg, call := strings.Cut(text, "(")
	if call {
		if !strings.HasSuffix(arg, ")") {
			return "", "", fmt.Errorf("%s: want NAME(ARGUMENT)", text)
		}
		arg = strings.Join(strings.Fields(strings.TrimSuffix(arg, ")")), " ")
		if arg == "" {
			return "", "", fmt.Errorf("%s: the argument is missing", text)
		}
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(name, "_", " ")), " "), arg, nil
}

func isOp(s string) bool { return slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, s) }

// parseValue reads what the quantity is compared with.
func (q *quantityIs) parseValue(words []word) error {
	want := fmt.Errorf("%s %s %s: want %s, or starter, 50%% of starter, 2x starter", q.name, q.op, join(words), q.quantity.Unit.wants())
	switch {
	case len(words) == 1:
		if v, ok := q.quantity.Unit.parse(words[0].text); ok {
			q.value = v
			return nil
		}
		if !isProgram(words[0]) {
			return want
		}
		q.other, q.value = words[0].text, 1
	case len(words) == 2 && strings.HasSuffix(words[0].text, "x") && isProgram(words[1]):
		v, ok := number(strings.TrimSuffix(words[0].text, "x"))
		if !ok {
			return want
		}
		q.other, q.value = words[1].text, v
	case len(words) == 3 && words[1].is("of") && isProgram(words[2]):
		v, ok := Share.parse(words[0].text)
		if !ok {
			return want
		}
		q.other, q.value = words[2].text, v
	default:
		return want
	}
	return nil
}

func isProgram(w word) bool {
	return !w.quoted && (w.text == Starter || strings.HasSuffix(w.text, ".go"))
}

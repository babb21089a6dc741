// Package strings, and a word count built with it.
package main

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
)

const text = `It was the best of times, it was the worst of times,
it was the age of wisdom, it was the age of foolishness`

func main() {
	fmt.Printf("%q %q %q\n", strings.Split("a,b,,c", ","), strings.SplitN("a,b,c", ",", 2), strings.Fields("  x  y z "))
	fmt.Println(strings.Index("chicken", "ken"), strings.LastIndex("go gopher", "go"), strings.IndexByte("abc", 'c'), strings.IndexAny("golang", "ly"), strings.IndexFunc("Hello", unicode.IsLower))
	fmt.Println(strings.Contains("seafood", "foo"), strings.HasPrefix("gopark", "go"), strings.HasSuffix("gopark", "park"), strings.Count("cheese", "e"), strings.Count("abc", ""))
	fmt.Println(strings.Replace("oink oink oink", "k", "ky", 2), strings.ReplaceAll("oink oink", "oink", "moo"), strings.Repeat("na", 3))
	fmt.Println(strings.ToUpper("héllo"), strings.ToLower("ÀB"), strings.Title("x"), strings.TrimSpace(" \t x \n"), strings.Trim("xxhixx", "x"), strings.TrimLeft("aab", "a"), strings.TrimSuffix("a.go", ".go"))
	before, after, found := strings.Cut("key=value=x", "=")
	fmt.Println(before, after, found, strings.EqualFold("Go", "GO"), strings.Compare("a", "b"))
	fmt.Println(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, "a1b2c3"), strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace("<b>bold</b>"), strings.Join([]string{"a", "b"}, "-"))
	var b strings.Builder
	for i := 3; i > 0; i-- {
		fmt.Fprintf(&b, "%d...", i)
	}
	b.WriteByte('!')
	b.WriteRune('世')
	fmt.Println(b.String(), b.Len())
	counts := map[string]int{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) }) {
		counts[w]++
	}
	words := make([]string, 0, len(counts))
	for w := range counts {
		words = append(words, w)
	}
	sort.Slice(words, func(i, j int) bool {
		if counts[words[i]] != counts[words[j]] {
			return counts[words[i]] > counts[words[j]]
		}
		return words[i] < words[j]
	})
	for _, w := range words[:6] {
		fmt.Print(w, ":", counts[w], " ")
	}
	fmt.Println()
	for line := range strings.Lines("one\ntwo\nthree") {
		fmt.Printf("%q ", line)
	}
	for part := range strings.SplitSeq("x-y-z", "-") {
		fmt.Print(part, " ")
	}
	fmt.Println()
	r := strings.NewReader("reader")
	buf := make([]byte, 4)
	n, _ := r.Read(buf)
	c, _ := r.ReadByte()
	fmt.Println(string(buf[:n]), string(c), r.Len())
	long := strings.Repeat("ab", 5000) + "needle" + strings.Repeat("ba", 5000)
	fmt.Println(strings.Index(long, "needle"), strings.Index(long, "abb"), strings.LastIndex(long, "aba"), strings.Count(long, "ba"))
}

// Output:
// ["a" "b" "" "c"] ["a" "b,c"] ["x" "y" "z"]
// 4 3 2 2 1
// true true true 3 4
// oinky oinky oink moo moo nanana
// HÉLLO àb X x hi b a
// key value=x true true -1
// ABC &lt;b&gt;bold&lt;/b&gt; a-b
// 3...2...1...!世 16
// it:4 of:4 the:4 was:4 age:2 times:2
// "one\n" "two\n" "three" x y z
// read e 1
// 10000 -1 20003 9999

// Packages unicode, utf8 and utf16.
package main

import (
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

func main() {
	s := "aé世😀\xff"
	for i, r := range s {
		fmt.Print(i, " ", r, " ", utf8.RuneLen(r), " ", string(r), "; ")
	}
	fmt.Println(utf8.RuneCountInString(s), utf8.ValidString(s), utf8.ValidString("ok"))
	for b := s; len(b) > 0; {
		r, n := utf8.DecodeLastRuneInString(b)
		fmt.Print(n, r == utf8.RuneError, " ")
		b = b[:len(b)-n]
	}
	fmt.Println()
	for _, r := range "aZ5 _é世٣\n!Ǆ" {
		fmt.Print(unicode.IsLetter(r), unicode.IsUpper(r), unicode.IsDigit(r), unicode.IsSpace(r), unicode.IsPunct(r), " ", string(unicode.ToLower(r)), string(unicode.ToTitle(r)), ";")
	}
	fmt.Println()
	fmt.Println(unicode.Is(unicode.Han, '世'), unicode.In('é', unicode.Latin, unicode.Greek), unicode.IsPrint('\u200b'), unicode.IsControl('\t'))
	fmt.Println(utf16.Encode([]rune("a😀")), string(utf16.Decode([]uint16{0x61, 0xd83d, 0xde00, 0xd800})), utf8.AppendRune(nil, 'é'), string(rune(0x110000)))
	b := make([]byte, 4)
	fmt.Println(utf8.EncodeRune(b, '世'), b, utf8.FullRune(b[:2]), []rune(s), len([]byte(s)))
	r := []rune(s)
	fmt.Println(string(r[1:3]), string(r) == s, len(string(r)))
	n := 0
	for r := rune(0); r < 0x3000; r++ {
		if unicode.IsUpper(r) && unicode.ToUpper(unicode.ToLower(r)) == r {
			n++
		}
	}
	fmt.Println(n)
}

// Output:
// 0 97 1 a; 1 233 2 é; 3 19990 3 世; 6 128512 4 😀; 10 65533 3 �; 5 false true
// 1 true 4 false 3 false 2 false 1 false
// true false false false false aA;true true false false false zZ;false false true false false 55;false false false true false   ;false false false false true __;true false false false false éÉ;true false false false false 世世;false false true false false ٣٣;false false false true false
//
// ;false false false false true !!;true true false false false ǆǅ;
// true true false true
// [97 55357 56832] a😀� [195 169] �
// 3 [228 184 150 0] false [97 233 19990 128512 65533] 11
// é世 false 13
// 972

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

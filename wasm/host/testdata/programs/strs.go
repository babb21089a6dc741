// Strings: bytes and runes, conversions, comparison, building.
package main

import "fmt"

type name string

func reverse(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

func main() {
	s := "héllo, 世界\x80!"
	fmt.Println(len(s), s[1], s[2:5] == "\xa9ll", s[len(s)-1:])
	for i, r := range s {
		fmt.Print(i, ":", string(r), " ")
	}
	fmt.Println()
	fmt.Println(reverse("Grüße, 世界"), []byte("aé"), []rune("aé"), string(rune(0x4e16)))
	b := []byte("mutable")
	t := string(b)
	b[0] = 'M'
	fmt.Println(t, string(b), t < string(b), "a" < "ab", "" == t[:0])
	var n name = "typed"
	fmt.Println(n+"!", len(n), string(n[1]))
	sum := ""
	for i := range 5 {
		sum += fmt.Sprint(i) + ","
	}
	fmt.Println(sum, `raw \n`, "\u00e9\U0001f600\t|")
	switch {
	case s > "h":
		fmt.Println("bigger")
	}
	fmt.Printf("%q %x % x %+q %s\n", s, "hi", "hi", "é", []string{"a", "b"})
	m := map[string]int{}
	for _, w := range []string{"x", "y", "x", "zz", "x"} {
		m[w]++
	}
	fmt.Println(m)
	copied := make([]byte, 3)
	fmt.Println(copy(copied, "abcdef"), string(copied), string(append(copied, "def"...)))
}

// Output:
// 16 195 true !
// 0:h 1:é 3:l 4:l 5:o 6:, 7:  8:世 11:界 14:� 15:!
// 界世 ,eßürG [97 195 169] [97 233] 世
// mutable Mutable false true true
// typed! 5 y
// 0,1,2,3,4, raw \n é😀	|
// bigger
// "héllo, 世界\x80!" 6869 68 69 "\u00e9" [a b]
// map[x:3 y:1 zz:1]
// 3 abc abcdef

// Control flow: labels, goto, switch in all its forms, loops of every kind.
package main

import "fmt"

type weekday int

const (
	sunday weekday = iota
	monday
	tuesday
)

func (d weekday) String() string { return [...]string{"Sun", "Mon", "Tue"}[d] }

func grade(n int) string {
	switch {
	case n >= 90:
		return "A"
	case n >= 80:
		return "B"
	}
	return "F"
}

func classify(r rune) (out string) {
	switch r {
	case 'a', 'e', 'i', 'o', 'u':
		out = "vowel"
	case ' ':
		out = "space"
		break
	case 'y':
		out = "semi-"
		fallthrough
	default:
		out += "consonant"
	}
	return
}

func retry(limit int) (tries int) {
again:
	tries++
	if tries < limit {
		goto again
	}
	return tries
}

// irreducible jumps into the middle of a loop.
func irreducible(n int) (s int) {
	i := 0
	if n%2 == 1 {
		goto odd
	}
even:
	s += 2
	i++
	if i >= n {
		return s
	}
odd:
	s += 100
	i++
	if i < n {
		goto even
	}
	return s
}

func find(grid [][]int, want int) (int, int) {
	for i, row := range grid {
		for j, v := range row {
			if v == want {
				return i, j
			}
		}
	}
	return -1, -1
}

func calls(log *[]string, s string, v bool) bool {
	*log = append(*log, s)
	return v
}

func main() {
	fmt.Println(grade(95), grade(85), grade(10), retry(5))
	for _, r := range "ay b" {
		fmt.Print(classify(r), " ")
	}
	fmt.Println(irreducible(7), irreducible(8), irreducible(0))
	fmt.Println(find([][]int{{1, 2}, {3, 4}}, 3))
outer:
	for i := 0; ; i++ {
		for j := 0; j < 10; j++ {
			switch {
			case j == 3:
				continue outer
			case i == 3:
				break outer
			}
			fmt.Print(i*10+j, " ")
		}
	}
	fmt.Println()
	for i, j := 0, 10; i < j; i, j = i+1, j-2 {
		fmt.Print(i, ",", j, " ")
	}
	n := 0
	for n < 100 {
		n += n + 1
	}
	for range 3 {
		n++
	}
	fmt.Println(n)
	switch d := monday; d {
	case sunday:
		fmt.Println("no")
	case monday:
		fmt.Printf("%v %d %s\n", d, d, tuesday)
	}
	var log []string
	_ = calls(&log, "a", false) && calls(&log, "b", true) || calls(&log, "c", true) && !calls(&log, "d", false)
	fmt.Println(log)
	switch x := any(3.5); x := x.(type) {
	case float64:
		fmt.Println(x * 2)
	}
	primes := []int{}
next:
	for c := 2; len(primes) < 15; c++ {
		for _, p := range primes {
			if p*p > c {
				break
			}
			if c%p == 0 {
				continue next
			}
		}
		primes = append(primes, c)
	}
	fmt.Println(primes)
	{
		n := "shadow"
		fmt.Println(n)
	}
	if n := n * 2; n > 100 {
		fmt.Println(n)
	} else if m := n; m > 0 {
		fmt.Println(m)
	}
}

// Output:
// A B F 5
// vowel semi-consonant space consonant 406 408 2
// 1 0
// 0 1 2 10 11 12 20 21 22
// 0,10 1,8 2,6 3,4 130
// Mon 1 Tue
// [a c d]
// 7
// [2 3 5 7 11 13 17 19 23 29 31 37 41 43 47]
// shadow
// 260

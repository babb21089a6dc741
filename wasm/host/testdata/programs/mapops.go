// Maps: all sorts of keys, deletion while ranging, growth.
package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

type point struct{ x, y int }

func main() {
	m := map[string][]int{}
	for i := range 20 {
		k := string(rune('a' + i%5))
		m[k] = append(m[k], i)
	}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		fmt.Print(k, m[k], " ")
	}
	fmt.Println()
	pts := map[point]string{{1, 2}: "a", {3, 4}: "b"}
	pts[point{1, 2}] += "!"
	v, ok := pts[point{9, 9}]
	fmt.Printf("%v %q %v\n", pts, v, ok)
	mixed := map[any]int{1: 1, "1": 2, 1.0: 3, point{1, 1}: 4, [2]bool{true}: 5, int8(1): 6}
	fmt.Println(len(mixed), mixed[1], mixed["1"], mixed[1.0], mixed[point{1, 1}], mixed[[2]bool{true, false}], mixed[int8(1)])
	nan := map[float64]int{math.NaN(): 1, math.NaN(): 2}
	nan[math.NaN()]++
	_, ok = nan[math.NaN()]
	fmt.Println(len(nan), ok)
	clear(nan)
	fmt.Println(len(nan))
	big := map[int]int{}
	for i := range 10000 {
		big[i*7919%10007] = i
	}
	sum, n := 0, 0
	for k, v := range big {
		sum += k ^ v
		if k%3 == 0 {
			delete(big, k)
		}
		n++
	}
	fmt.Println(n, sum, len(big))
	var nilMap map[string]int
	fmt.Println(nilMap["x"], len(nilMap), nilMap == nil)
	func() {
		defer func() { fmt.Println(recover()) }()
		nilMap["x"] = 1
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		mixed[[]int{1}] = 1
	}()
	type counter struct{ n int }
	ps := map[string]*counter{"a": {}}
	ps["a"].n++
	fmt.Println(ps["a"].n, maps.Equal(map[int]int{1: 1}, map[int]int{1: 1}))
	fns := map[bool]func() string{true: func() string { return "yes" }, false: func() string { return "no" }}
	fmt.Println(fns[len(pts) == 2]())
	set := map[[3]byte]struct{}{}
	for i := range 1000 {
		set[[3]byte{byte(i), byte(i / 7), byte(i % 5)}] = struct{}{}
	}
	fmt.Println(len(set))
}

// Output:
// a[0 5 10 15] b[1 6 11 16] c[2 7 12 17] d[3 8 13 18] e[4 9 14 19]
// map[{1 2}:a! {3 4}:b] "" false
// 6 1 2 3 4 5 6
// 3 false
// 0
// 10000 64268886 6668
// 0 0 true
// assignment to entry in nil map
// runtime error: hash of unhashable type []int
// 1 true
// yes
// 1000

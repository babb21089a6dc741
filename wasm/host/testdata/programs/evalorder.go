// The order of evaluation, as far as the specification fixes it.
package main

import "fmt"

var log []string

func f(s string, v int) int { log = append(log, s); return v }

func flush() {
	fmt.Println(log)
	log = nil
}

type t struct{ v int }

func (x *t) add(n int) *t { log = append(log, fmt.Sprint("add", n)); x.v += n; return x }

func multi() (int, string, error) { log = append(log, "multi"); return 1, "two", nil }
func take(a int, b string, c error) string {
	return fmt.Sprint(a, b, c)
}

func named() (a, b int) {
	defer func() { a, b = b, a }()
	a, b = 1, 2
	return b, a
}

var (
	one   = two + 1
	two   = three() + 1
	three = func() int { return f("init", 3) }
)

func init() { log = append(log, "init1") }
func init() { log = append(log, "init2") }

func main() {
	flush()
	fmt.Println(one, two)
	arr := []int{f("a", 1), f("b", 2), f("c", 3)}
	arr[f("index", 0)] = f("value", 10)
	m := map[int]int{f("k1", 1): f("v1", 1), f("k2", 2): f("v2", 2)}
	_ = m
	flush()
	i := 0
	i, arr[i] = 2, 99
	fmt.Println(i, arr)
	arr[0], arr[1], arr[2] = arr[2], arr[0], arr[1]
	fmt.Println(arr)
	fmt.Println(f("x", 1)+f("y", 2)*f("z", 3), f("w", 0) == 1 && f("never", 1) == 1)
	flush()
	x := &t{}
	x.add(f("arg1", 1)).add(f("arg2", 2))
	flush()
	fmt.Println(take(multi()))
	fmt.Println(x.v, log)
	log = nil
	a, b := named()
	fmt.Println(a, b)
	for i, v := range [3]int{f("r", 1), 2, 3} {
		arr[i] += v
	}
	flush()
	ch := make(chan int, 2)
	ch <- f("sent", 5)
	go func(n int) { ch <- n }(f("go arg", 6))
	defer func(n int) { fmt.Println("deferred", n, i) }(f("defer arg", i))
	i = 100
	<-ch
	fmt.Println(<-ch)
	flush()
	s := []int{1, 2, 3}
	for i := range s {
		s = append(s, i)
	}
	for i, v := range s[:3] {
		s[2] = 50
		_ = i
		fmt.Print(v, " ")
	}
	fmt.Println(s, len(s))
	str := "abc"
	for i, c := range str {
		str = "changed"
		fmt.Print(i, string(c))
	}
	fmt.Println(str)
	switch f("tag", 2) {
	case f("case1", 1), f("case2", 2), f("case3", 3):
		flush()
	}
	var e any = 1
	e, ok := e.(string)
	fmt.Printf("%q %v\n", e, ok)
	type pair struct{ a, b int }
	q := pair{b: f("b first", 1), a: f("a second", 2)}
	flush()
	q.a, q.b = q.b, q.a
	fmt.Println(q)
	nums := [3]int{1, 2, 3}
	ptr := &nums
	for i, v := range ptr {
		ptr[2] = 30
		fmt.Print(i+v, " ")
	}
	fmt.Println(len(ptr), cap(ptr[:2]))
}

// Output:
// [init init1 init2]
// 5 4
// [a b c index value k1 v1 k2 v2]
// 2 [99 2 3]
// [3 99 2]
// 7 false
// [x y z w]
// [arg1 add1 arg2 add2]
// 1two<nil>
// 3 [multi]
// 1 2
// [r]
// 6
// [sent go arg defer arg]
// 1 2 50 [1 2 50 0 1 2] 6
// 0a1b2cchanged
// [tag case1 case2]
// "" false
// [b first a second]
// {1 2}
// 1 3 32 3 3
// deferred 2 100

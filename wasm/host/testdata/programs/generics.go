// Generics: constraints, methods, generic types that hold each other, inference.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

type number interface {
	~int | ~int64 | ~float64
}

type celsius float64

func sum[T number](xs ...T) (total T) {
	for _, x := range xs {
		total += x
	}
	return
}

func mapTo[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

func reduce[T, A any](xs []T, a A, f func(A, T) A) A {
	for _, x := range xs {
		a = f(a, x)
	}
	return a
}

type list[T any] struct {
	head *elem[T]
	size int
}
type elem[T any] struct {
	v    T
	next *elem[T]
}

func (l *list[T]) push(v T) { l.head = &elem[T]{v, l.head}; l.size++ }
func (l *list[T]) each(f func(T) bool) {
	for e := l.head; e != nil && f(e.v); e = e.next {
	}
}

type tree[K cmp.Ordered, V any] struct {
	left, right *tree[K, V]
	k           K
	v           V
}

func (t *tree[K, V]) put(k K, v V) *tree[K, V] {
	if t == nil {
		return &tree[K, V]{k: k, v: v}
	}
	switch c := cmp.Compare(k, t.k); {
	case c < 0:
		t.left = t.left.put(k, v)
	case c > 0:
		t.right = t.right.put(k, v)
	default:
		t.v = v
	}
	return t
}

func (t *tree[K, V]) walk(f func(K, V)) {
	if t != nil {
		t.left.walk(f)
		f(t.k, t.v)
		t.right.walk(f)
	}
}

type pair[A, B any] struct {
	first  A
	second B
}

func zip[A, B any](as []A, bs []B) []pair[A, B] {
	out := make([]pair[A, B], min(len(as), len(bs)))
	for i := range out {
		out[i] = pair[A, B]{as[i], bs[i]}
	}
	return out
}

type stringer[T any] interface {
	*T
	String() string
	Set(string)
}
type word struct{ s string }

func (w *word) String() string { return "<" + w.s + ">" }
func (w *word) Set(s string)   { w.s = s }

func parse[T any, P stringer[T]](in string) string {
	var t T
	p := P(&t)
	p.Set(in)
	return p.String()
}

type set[T comparable] map[T]struct{}

func (s set[T]) add(vs ...T) set[T] {
	for _, v := range vs {
		s[v] = struct{}{}
	}
	return s
}
func (s set[T]) has(v T) bool { _, ok := s[v]; return ok }

type ring[T any, N interface{ [2]T | [4]T }] struct{ buf N }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func typeName[T any]() string { var z T; return fmt.Sprintf("%T", z) }

func largest[S ~[]E, E cmp.Ordered](s S) (m E) {
	for _, v := range s {
		m = max(m, v)
	}
	return m
}

func main() {
	fmt.Println(sum(1, 2, 3), sum(1.5, 2), sum[celsius](20, 1.5), sum[int64]())
	fmt.Println(mapTo([]int{1, 2, 3}, func(i int) string { return strings.Repeat("x", i) }))
	fmt.Println(reduce([]string{"a", "bb", "ccc"}, 0, func(n int, s string) int { return n + len(s) }))
	var l list[pair[string, int]]
	for i, s := range strings.Fields("one two three four") {
		l.push(pair[string, int]{s, i})
	}
	l.each(func(p pair[string, int]) bool { fmt.Print(p, " "); return p.second > 1 })
	fmt.Println(l.size)
	var t *tree[string, int]
	for i, s := range strings.Fields("the quick brown fox jumps over the lazy dog") {
		t = t.put(s, i)
	}
	t.walk(func(k string, v int) { fmt.Print(k, "=", v, " ") })
	fmt.Println()
	fmt.Printf("%v %+v\n", zip([]int{1, 2}, []string{"a", "b", "c"}), pair[int, error]{1, nil})
	fmt.Println(parse[word]("in"), set[int]{}.add(1, 2).has(2), set[[2]string]{}.has([2]string{}))
	fmt.Println(typeName[int](), typeName[list[int]](), typeName[*tree[string, []byte]](), typeName[func(set[int])]())
	fmt.Println(must(fmt.Sprint("ok"), nil), largest([]celsius{3, 9.5, 2}), largest([]string{"b", "c", "a"}))
	r := ring[int, [4]int]{}
	r.buf[3] = 4
	fmt.Println(r, slices.MaxFunc([]pair[int, int]{{1, 5}, {2, 3}}, func(a, b pair[int, int]) int { return cmp.Compare(a.second, b.second) }))
	f := sum[float64]
	fmt.Println(f(0.25, 0.5))
	func() {
		defer func() { fmt.Println("caught:", recover()) }()
		must(0, errors.New("must"))
	}()
}

// Output:
// 6 3.5 21.5 0
// [x xx xxx]
// 6
// {four 3} {three 2} {two 1} 4
// brown=2 dog=8 fox=3 jumps=4 lazy=7 over=5 quick=1 the=6
// [{1 a} {2 b}] {first:1 second:<nil>}
// <in> true false
// int main.list[int] *main.tree[string,[]uint8] func(main.set[int])
// ok 9.5 c
// {[0 0 0 4]} {1 5}
// 0.75
// caught: must

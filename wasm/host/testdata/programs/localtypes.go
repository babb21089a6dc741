package main

// A type that a generic function declares is another one in each instance.

import (
	"fmt"
	"reflect"
)

func F[A any]() any { type L struct{}; return L{} }
func G[A, B any]() (any, any) {
	type T[X any] struct{ n int }
	type U struct{ next *U }
	f := func() any { return T[B]{} }
	return f(), []*U{}
}

type P[X any] struct{}

func H[A any]() any  { type L int; return G2[L]() }
func G2[Y any]() any { type M [2]Y; return P[M]{} }

func main() {
	type L string
	a, b := F[int](), F[string]()
	fmt.Println(a == b, a == F[int](), reflect.TypeOf(a), reflect.TypeOf(b), reflect.TypeOf(F[L]()), reflect.TypeOf(F[P[L]]()))
	c, d := G[int, string]()
	e, f := G[bool, string]()
	fmt.Println(reflect.TypeOf(c), reflect.TypeOf(d), reflect.TypeOf(c) == reflect.TypeOf(e), reflect.TypeOf(d) == reflect.TypeOf(f), reflect.TypeOf(f))
	fmt.Println(reflect.TypeOf(H[int]()), H[int]() == H[int](), H[int]() == H[int8]())
	fmt.Println(reflect.TypeOf(P[L]{}), reflect.TypeOf(P[P[L]]{}), reflect.TypeOf(L("")))
	_, ok := any(c).(fmt.Stringer)
	fmt.Println(ok)
}

// Output:
// false true main.L[int] main.L[string] main.L[main.L·6] main.L[main.P[main.L·6]]
// main.T[int,string;string] []*main.U[int,string] false false []*main.U[bool,string]
// main.P[main.M[main.L[int]·4]·5] true false
// main.P[main.L·6] main.P[main.P[main.L·6]] main.L
// false

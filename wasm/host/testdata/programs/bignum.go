// Big numbers, and sizes and layouts that unsafe can see.
package main

import (
	"fmt"
	"math/big"
	"unsafe"
)

type mixed struct {
	a bool
	b int64
	c bool
	d int32
	e string
	f []int
	g any
	h [3]byte
}

func factorial(n int64) *big.Int {
	r := big.NewInt(1)
	for i := int64(2); i <= n; i++ {
		r.Mul(r, big.NewInt(i))
	}
	return r
}

func main() {
	f := factorial(60)
	fmt.Println(f, f.BitLen())
	a, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	b := big.NewInt(987654321)
	q, r := new(big.Int).QuoRem(a, b, new(big.Int))
	fmt.Println(q, r, new(big.Int).Exp(b, big.NewInt(20), a), a.Cmp(b), new(big.Int).GCD(nil, nil, a, b))
	fmt.Println(new(big.Int).Sqrt(a), new(big.Int).Lsh(b, 70), big.NewInt(1_000_003).ProbablyPrime(10))
	x, y := big.NewInt(0), big.NewInt(1)
	for range 300 {
		x.Add(x, y)
		x, y = y, x
	}
	fmt.Println(x)
	rat := big.NewRat(1, 3)
	rat.Add(rat, big.NewRat(1, 6))
	fl := new(big.Float).SetPrec(100).SetInt64(2)
	fmt.Println(rat, rat.FloatString(5), fl.Sqrt(fl).Text('f', 25))
	var m mixed
	fmt.Println(unsafe.Sizeof(m), unsafe.Alignof(m), unsafe.Offsetof(m.b), unsafe.Offsetof(m.d), unsafe.Offsetof(m.e), unsafe.Offsetof(m.f), unsafe.Offsetof(m.g), unsafe.Offsetof(m.h))
	fmt.Println(unsafe.Sizeof(0), unsafe.Sizeof(uintptr(0)), unsafe.Sizeof(&m), unsafe.Sizeof(""), unsafe.Sizeof([]int{}), unsafe.Sizeof(any(0)), unsafe.Sizeof(struct{}{}), unsafe.Sizeof(1i))
	arr := [4]int32{1, 2, 3, 4}
	p := (*int32)(unsafe.Add(unsafe.Pointer(&arr[0]), 8))
	*p = 33
	fmt.Println(arr, unsafe.Slice(&arr[0], 3), unsafe.String(unsafe.StringData("hello"), 4))
	bits := *(*uint64)(unsafe.Pointer(&[]float64{1.5}[0]))
	fmt.Printf("%x\n", bits)
	s := []byte("bytes")
	view := unsafe.String(&s[0], len(s))
	s[0] = 'B'
	fmt.Println(view)
	type header struct {
		data     unsafe.Pointer
		len, cap int
	}
	h := (*header)(unsafe.Pointer(&s))
	fmt.Println(h.len, h.data == unsafe.Pointer(&s[0]))
}

// Output:
// 8320987112741390144276341183223364380754172606361245952449277696409600000000000000 273
// 124999998873437499901 574845669 64809582209480454848389846611 1 9
// 351364182882014 1166016415537944393760955695104 true
// 222232244629420445529739893461909967206666939096499764990979600
// 1/2 0.50000 1.4142135623730950488016887
// 88 8 8 20 24 40 64 80
// 8 8 8 16 24 16 0 16
// [1 2 33 4] [1 2 33] hell
// 3ff8000000000000
// Bytes
// 5 true

// Seeded random numbers: the same on every machine.
package main

import (
	"fmt"
	"math/rand"
	randv2 "math/rand/v2"
)

func main() {
	r := rand.New(rand.NewSource(42))
	for range 5 {
		fmt.Print(r.Intn(1000), " ")
	}
	fmt.Println(r.Int63(), r.Float64(), r.Perm(6), r.NormFloat64(), r.ExpFloat64())
	s := []string{"a", "b", "c", "d", "e"}
	r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	fmt.Println(s, r.Uint32(), r.Int31n(7), r.Uint64())
	p := randv2.New(randv2.NewPCG(1, 2))
	fmt.Println(p.IntN(100), p.Uint64(), p.Float64(), p.Perm(5), p.Int32N(9), randv2.N(1))
	c := randv2.New(randv2.NewChaCha8([32]byte{1, 2, 3}))
	fmt.Println(c.Uint64(), c.IntN(50), c.Uint32())
	// The global source is random: only its range can be checked.
	ok := true
	for range 1000 {
		n, f := rand.Intn(10), randv2.Float64()
		ok = ok && n >= 0 && n < 10 && f >= 0 && f < 1
	}
	fmt.Println(ok)
	inside := 0
	for range 20000 {
		if x, y := r.Float64(), r.Float64(); x*x+y*y < 1 {
			inside++
		}
	}
	fmt.Println(float64(inside) / 5000)
	z := rand.NewZipf(r, 1.5, 2, 100)
	hist := [4]int{}
	for range 1000 {
		hist[min(z.Uint64(), 3)]++
	}
	fmt.Println(hist)
}

// Output:
// 305 987 668 750 423 3534334367214237261 0.8128771359243787 [1 3 4 5 0 2] 0.3455894937562567 0.32960709807089966
// [a b d e c] 4169471008 5 3137486211269163098
// 76 11371241257079532652 0.5085473976760264 [2 1 4 0 3] 4 0
// 18307998996574457915 30 833946299
// true
// 3.1294
// [267 133 73 527]

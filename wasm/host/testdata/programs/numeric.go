// Plain computing: sieve, queens, matrices, hashing, edit distance, life.
package main

import (
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"math/bits"
)

func sieve(n int) (count int) {
	composite := make([]bool, n)
	for i := 2; i < n; i++ {
		if composite[i] {
			continue
		}
		count++
		for j := i * i; j < n; j += i {
			composite[j] = true
		}
	}
	return
}

func queens(n, row int, cols, d1, d2 uint32) (count int) {
	if row == n {
		return 1
	}
	for free := ^(cols | d1 | d2) & (1<<n - 1); free != 0; free &= free - 1 {
		bit := free & -free
		count += queens(n, row+1, cols|bit, (d1|bit)<<1, (d2|bit)>>1)
	}
	return
}

type matrix [4][4]float64

func (a matrix) mul(b matrix) (c matrix) {
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return
}

func distance(a, b string) int {
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := range len(a) {
		cur := make([]int, len(b)+1)
		cur[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			cur[j+1] = min(prev[j]+cost, prev[j+1]+1, cur[j]+1)
		}
		prev = cur
	}
	return prev[len(b)]
}

func life(grid [16]uint16, steps int) [16]uint16 {
	for range steps {
		var next [16]uint16
		for y := range 16 {
			for x := range 16 {
				n := 0
				for dy := -1; dy <= 1; dy++ {
					for dx := -1; dx <= 1; dx++ {
						if dx|dy != 0 && grid[(y+dy)&15]>>((x+dx)&15)&1 == 1 {
							n++
						}
					}
				}
				alive := grid[y]>>x&1 == 1
				if n == 3 || alive && n == 2 {
					next[y] |= 1 << x
				}
			}
		}
		grid = next
	}
	return grid
}

func collatz(limit int) (best, steps int) {
	for i := 1; i < limit; i++ {
		s := 0
		for n := i; n != 1; s++ {
			if n&1 == 0 {
				n >>= 1
			} else {
				n = 3*n + 1
			}
		}
		if s > steps {
			best, steps = i, s
		}
	}
	return
}

func main() {
	fmt.Println(sieve(200000), queens(8, 0, 0, 0, 0))
	m := matrix{{1, 2, 0, 0}, {0, 1, 0.5, 0}, {0, 0, 1, 3}, {0.1, 0, 0, 1}}
	p := m
	for range 10 {
		p = p.mul(m)
	}
	fmt.Printf("%.4f\n", p)
	fmt.Println(distance("kitten sitting on the mat", "sitting kitten at the mall"))
	g := life([16]uint16{1: 2, 2: 4, 3: 7}, 60)
	for _, row := range g {
		if row != 0 {
			fmt.Printf("%016b ", row)
		}
	}
	fmt.Println()
	fmt.Println(collatz(20000))
	fmt.Printf("%08x\n", crc32.ChecksumIEEE([]byte("gopark")))
	h := fnv.New64a()
	for i := range 1000 {
		fmt.Fprint(h, i)
	}
	fmt.Printf("%x\n", h.Sum64())
	fmt.Println(bits.LeadingZeros64(1), bits.TrailingZeros32(8), bits.OnesCount64(1<<40-1), bits.Reverse8(1), bits.RotateLeft32(1, 33), bits.Len(1000))
	hi, lo := bits.Mul64(1<<63, 6)
	q, r := bits.Div64(1, 5, 7)
	sum, carry := bits.Add64(1<<63, 1<<63, 1)
	fmt.Println(hi, lo, q, r, sum, carry)
}

// Output:
// 17984 92
// [[114.8500 309.1000 194.5900 792.2700] [39.6135 114.8500 77.2750 291.8850] [58.3770 158.4540 114.8500 463.6500] [15.4550 38.9180 26.4090 114.8500]]
// 10
// 0000000000000001 0000000000000010 1000000000000011
// 17647 278
// 5a12dcf2
// 194bfd620ea9212f
// 63 3 40 128 2 10
// 3 0 2635249153387078803 0 1 1

// Complex numbers, and a small Mandelbrot set.
package main

import (
	"fmt"
	"math/cmplx"
	"strings"
)

func escape(c complex128) int {
	z := complex128(0)
	for n := range 50 {
		if real(z)*real(z)+imag(z)*imag(z) > 4 {
			return n
		}
		z = z*z + c
	}
	return 50
}

func main() {
	a, b := 3+4i, complex(1, -2)
	fmt.Println(a+b, a-b, a*b, a/b, -a, a == b, real(a), imag(b))
	fmt.Println(cmplx.Abs(a), cmplx.Conj(a), cmplx.Sqrt(-1))
	var c64 complex64 = complex64(a) * 2
	fmt.Printf("%v %.2f %T %T\n", c64, a, c64, b)
	var x any = a
	_, ok := x.(complex128)
	fmt.Println(ok, x == any(3+4i))
	for y := -1.0; y <= 1; y += 0.25 {
		var row strings.Builder
		for x := -2.0; x <= 0.5; x += 0.0625 {
			row.WriteByte(" .:-=+*#%@"[escape(complex(x, y))/6])
		}
		fmt.Println("|" + row.String() + "|")
	}
}

// Output:
// (4+2i) (2+6i) (11-2i) (-1+2i) (-3-4i) false 3 -2
// 5 (3-4i) (0+1i)
// (6+8i) (3.00+4.00i) complex64 complex128
// true true
// |                            ..:-%        |
// |                       .....-%%%+...     |
// |                   ...:-%%%%%%%%%%%%%%.. |
// |          ...=%%%+=.:%%%%%%%%%%%%%%%%%%: |
// |%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%... |
// |          ...=%%%+=.:%%%%%%%%%%%%%%%%%%: |
// |                   ...:-%%%%%%%%%%%%%%.. |
// |                       .....-%%%+...     |
// |                            ..:-%        |

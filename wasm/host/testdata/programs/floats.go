// Floating point: rounding, special values, formatting, conversion.
package main

import (
	"fmt"
	"math"
)

func main() {
	zero := 0.0
	inf, nan := 1/zero, zero/zero
	fmt.Println(inf, -inf, nan, nan == nan, nan < 1, nan != nan, math.IsNaN(nan))
	fmt.Println(1/math.Copysign(0, -1), math.Signbit(math.Copysign(0, -1)))
	fmt.Println(0.1+0.2, float32(0.1)+float32(0.2), 1e21, 1e20, 1e-7, 123456789.0)
	for _, x := range []float64{2.5, -2.5, 3.5, 0.5, -0.5, 1e300} {
		fmt.Println(math.Floor(x), math.Ceil(x), math.Trunc(x), math.Round(x), math.RoundToEven(x))
	}
	fmt.Printf("%.3f %8.2f|%-8.2f|%+.1e %g %G %b\n", math.Pi, math.E, math.E, 12345.678, 1e-10, 1e100, 1.0)
	fmt.Println(min(3.0, 1, 2), max(2.5, 1), min(1, nan), max(nan, 1))
	var f32 float32 = 16777216
	fmt.Println(f32+1 == f32, float32(math.MaxFloat32), math.SmallestNonzeroFloat64)
	fmt.Println(math.Sqrt(2), math.Cbrt(27), math.Pow(2, 0.5), math.Hypot(3, 4), math.Mod(7, -3))
	fmt.Println(math.Exp(1), math.Log(10), math.Log2(8), math.Log10(1000), math.Sin(1), math.Cos(1), math.Atan2(1, -1))
	m, e := math.Frexp(10)
	fmt.Println(m, e, math.Ldexp(m, e))
	fmt.Println(math.Float64bits(1.5), math.Float32bits(-2), math.Float64frombits(0x4009_21fb_5444_2d18))
	sum := 0.0
	for i := 1; i <= 1000; i++ {
		sum += 1 / float64(i*i)
	}
	fmt.Println(sum, int64(sum*1e9), uint32(sum))
	fmt.Println(math.FMA(2, 3, 4), math.Inf(1) > math.MaxFloat64, float64(int64(1)<<62))
}

// Output:
// +Inf -Inf NaN false false true true
// -Inf true
// 0.3 0.3 1e+21 1e+20 1e-07 1.23456789e+08
// 2 3 2 3 2
// -3 -2 -2 -3 -2
// 3 4 3 4 4
// 0 1 0 1 0
// -1 -0 -0 -1 -0
// 1e+300 1e+300 1e+300 1e+300 1e+300
// 3.142     2.72|2.72    |+1.2e+04 1e-10 1E+100 4503599627370496p-52
// 1 2.5 NaN NaN
// true 3.4028235e+38 5e-324
// 1.4142135623730951 3 1.4142135623730951 5 1
// 2.718281828459045 2.302585092994046 3 3 0.8414709848078965 0.5403023058681398 2.356194490192345
// 0.625 4 10
// 4609434218613702656 3221225472 3.141592653589793
// 1.6439345666815615 1643934566 1
// 10 true 4.611686018427388e+18

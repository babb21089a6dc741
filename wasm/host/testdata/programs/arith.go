// Integers of every width: overflow wraps, shifts saturate, division truncates.
package main

import (
	"fmt"
	"math"
)

//go:noinline
func div(a, b int) (q, r int) { return a / b, a % b }

func main() {
	var i8 int8 = 127
	i8++
	var u8 uint8 = 3
	u8 -= 5
	var i16 int16 = math.MinInt16
	i16 = -i16
	var u32 uint32 = 1 << 31
	u32 *= 2
	var i64 int64 = math.MaxInt64
	i64 += 2
	fmt.Println(i8, u8, i16, u32, i64)

	for _, p := range [][2]int{{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {math.MinInt64, -1}} {
		q, r := div(p[0], p[1])
		fmt.Println(p, q, r)
	}

	one, s := int32(-9), uint(1)
	for range 6 {
		fmt.Print(one>>s, " ", uint32(one)>>s, " ", one<<s, "; ")
		s *= 3
	}
	fmt.Println()

	x := uint64(0xdeadbeefcafebabe)
	fmt.Printf("%x %x %x %x %x\n", uint8(x), int8(x), uint16(x), int32(x), x&^0xff)
	fmt.Println(x%1000, x/1000, int64(x)/1000, -int64(x)%7)
	a, b := 0b1100, 0b1010
	fmt.Println(a&b, a|b, a^b, a&^b, ^a, -a, +a)

	f := 3.99
	fmt.Println(int(f), int(-f), uint8(f), int64(1e18), float32(1<<24+1))
	var acc uint16
	for i := range 1000 {
		acc = acc*31 + uint16(i)
	}
	fmt.Println(acc, 1_000_000, 0o17, 0x_ff, 'a', '\n')
}

// Output:
// -128 254 -32768 0 -9223372036854775807
// [7 2] 3 1
// [-7 2] -3 -1
// [7 -2] -3 1
// [-7 -2] 3 -1
// [-9223372036854775808 -1] -9223372036854775808 0
// -5 2147483643 -18; -2 536870910 -72; -1 8388607 -4608; -1 31 -1207959552; -1 0 0; -1 0 0;
// be -42 babe -35014542 deadbeefcafeba00
// 46 16045690984503098 -2401053089206453 0
// 8 14 6 4 -13 -12 12
// 3 -3 3 1000000000000000000 1.6777216e+07
// 14836 1000000 15 255 97 10

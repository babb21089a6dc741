// Package strconv: both directions, all bases, limits and errors.
package main

import (
	"fmt"
	"math"
	"strconv"
)

func main() {
	for _, s := range []string{"0", "-17", "+5", "9223372036854775807", "9223372036854775808", "", "x1", "1_000"} {
		n, err := strconv.Atoi(s)
		fmt.Println(n, err)
	}
	for _, s := range []string{"0x1F", "0b101", "0o17", "017", "1_000", "-0x8"} {
		n, err := strconv.ParseInt(s, 0, 16)
		fmt.Print(n, " ", err, "; ")
	}
	fmt.Println()
	fmt.Println(strconv.FormatInt(-255, 16), strconv.FormatUint(math.MaxUint64, 36), strconv.Itoa(-1<<63))
	n, err := strconv.ParseInt("300", 10, 8)
	u, err2 := strconv.ParseUint("-1", 10, 64)
	fmt.Println(n, err, u, err2)
	for _, f := range []float64{0, 1, -0.1, 1e21, 123456.789, math.Pi, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(-1), math.NaN(), 100, 1e-5} {
		fmt.Print(strconv.FormatFloat(f, 'g', -1, 64), " ", strconv.FormatFloat(f, 'e', 3, 64), " ", strconv.FormatFloat(f, 'f', 2, 32), "; ")
	}
	fmt.Println()
	for _, s := range []string{"3.14", "1e400", ".5", "5.", "0x1p-3", "inf", "NaN", "1e", "1.7976931348623159e308", "2.2250738585072011e-308", "123456789012345678901234567890"} {
		f, err := strconv.ParseFloat(s, 64)
		fmt.Println(f, err)
	}
	for _, s := range []string{"true", "T", "0", "maybe"} {
		b, err := strconv.ParseBool(s)
		fmt.Print(b, " ", err, "; ")
	}
	fmt.Println()
	fmt.Println(strconv.Quote("tab\t\"q\" é \x00 世"), strconv.QuoteToASCII("é世"), strconv.QuoteRune('☺'))
	s, err := strconv.Unquote(`"a\n\u00e9\x41"`)
	fmt.Printf("%q %v\n", s, err)
	_, err = strconv.Unquote(`"open`)
	fmt.Println(err, string(strconv.AppendInt([]byte("n="), 42, 2)), string(strconv.AppendQuote(nil, "q")))
	sum := 0.0
	for i := range 2000 {
		f := math.Sqrt(float64(i)) * math.Pow(10, float64(i%40-20))
		g, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', -1, 64), 64)
		if err != nil || g != f {
			fmt.Println("round trip", f, g, err)
		}
		sum += float64(len(strconv.FormatFloat(f, 'g', -1, 64)))
	}
	fmt.Println(sum)
}

// Output:
// 0 <nil>
// -17 <nil>
// 5 <nil>
// 9223372036854775807 <nil>
// 9223372036854775807 strconv.Atoi: parsing "9223372036854775808": value out of range
// 0 strconv.Atoi: parsing "": invalid syntax
// 0 strconv.Atoi: parsing "x1": invalid syntax
// 0 strconv.Atoi: parsing "1_000": invalid syntax
// 31 <nil>; 5 <nil>; 15 <nil>; 15 <nil>; 1000 <nil>; -8 <nil>;
// -ff 3w5e11264sgsf -9223372036854775808
// 127 strconv.ParseInt: parsing "300": value out of range 0 strconv.ParseUint: parsing "-1": invalid syntax
// 0 0.000e+00 0.00; 1 1.000e+00 1.00; -0.1 -1.000e-01 -0.10; 1e+21 1.000e+21 1000000020040877342720.00; 123456.789 1.235e+05 123456.79; 3.141592653589793 3.142e+00 3.14; 1.7976931348623157e+308 1.798e+308 +Inf; 5e-324 4.941e-324 0.00; -Inf -Inf -Inf; NaN NaN NaN; 100 1.000e+02 100.00; 1e-05 1.000e-05 0.00;
// 3.14 <nil>
// +Inf strconv.ParseFloat: parsing "1e400": value out of range
// 0.5 <nil>
// 5 <nil>
// 0.125 <nil>
// +Inf <nil>
// NaN <nil>
// 0 strconv.ParseFloat: parsing "1e": invalid syntax
// +Inf strconv.ParseFloat: parsing "1.7976931348623159e308": value out of range
// 2.225073858507201e-308 <nil>
// 1.2345678901234568e+29 <nil>
// true <nil>; true <nil>; false <nil>; false strconv.ParseBool: parsing "maybe": invalid syntax;
// "tab\t\"q\" é \x00 世" "\u00e9\u4e16" '☺'
// "a\néA" <nil>
// invalid syntax n=101010 "q"
// 40786

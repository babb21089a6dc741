// Closures, go and defer statements that capture and take more than ten values.
package main

import "fmt"

// adder keeps twelve variables of which two change.
func adder(a, b, c, d, e, f, g, h, i, j, k, l int) func() int {
	return func() int {
		a++
		b += l
		return a + b + c + d + e + f + g + h + i + j + k
	}
}

func mixed() func() string {
	var (
		i8  int8    = -8
		u8  uint8   = 8
		i16 int16   = -16
		f32 float32 = 1.5
		f64         = 2.25
		s           = "text"
		sl          = []int{1, 2}
		m           = map[string]int{"a": 1}
		arr         = [3]string{"x", "y", "z"}
		e   error   = fmt.Errorf("err")
		c           = complex(1, -1)
		p           = &i8
		st          = struct{ a, b int }{3, 4}
		n   any     = arr
	)
	return func() string {
		i8--
		u8 += 250
		s += "!"
		sl = append(sl, len(sl))
		m[s] = int(i16)
		arr[1] = s
		st.a, st.b = st.b, st.a
		f32, c = f32*2, c*c
		return fmt.Sprint(i8, u8, i16, f32, f64, s, sl, m, arr, e, c, *p, st, n)
	}
}

func sum(xs ...int) (t int) {
	for _, x := range xs {
		t += x
	}
	return
}

func main() {
	next := adder(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
	fmt.Println(next(), next(), next())
	f := mixed()
	fmt.Println(f())
	fmt.Println(f())

	c := make(chan int)
	go func(a, b, c2, d, e, f, g, h, i, j, k, l, m int, s string) {
		c <- sum(a, b, c2, d, e, f, g, h, i, j, k, l, m, len(s))
	}(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, "fourteen")
	fmt.Println(<-c)

	func() {
		defer func(a, b, c, d, e, f, g, h, i, j, k, l int, rest ...string) {
			fmt.Println(recover(), a, l, rest)
		}(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, "x", "y")
		panic("caught")
	}()
}

// Output:
// 79 92 105
// -9 2 -16 3 2.25text![1 2 2] map[a:1 text!:-16] [x text! z] err (0-2i) -9 {4 3} [x y z]
// -10 252 -16 6 2.25text!![1 2 2 3] map[a:1 text!:-16 text!!:-16] [x text!! z] err (-4-0i) -10 {3 4} [x y z]
// 99
// caught 1 12 [x y]

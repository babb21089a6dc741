// A select receives from one of two.

package main

func main() {
	a, b := make(chan *int), make(chan *int, 1)
	go func() {
		x := new(int)
		*x = 1
		a <- x
	}()
	go func() {
		y := new(int)
		*y = 2
		b <- y
	}()
	sum := 0
	for range 2 {
		select {
		case p := <-a:
			sum += *p
			*p = 0
		case p := <-b:
			sum += *p
			*p = 0
		}
	}
	println(sum)
}

// Pointers go from stage to stage.

package main

type item struct{ n int }

func stage(in <-chan *item) <-chan *item {
	out := make(chan *item)
	go func() {
		defer close(out)
		for x := range in {
			x.n *= 2
			out <- x
		}
	}()
	return out
}

func main() {
	in := make(chan *item, 2)
	out := stage(stage(stage(in)))
	go func() {
		for i := range 5 {
			in <- &item{i}
		}
		close(in)
	}()
	sum := 0
	for x := range out {
		sum += x.n
	}
	println(sum)
}

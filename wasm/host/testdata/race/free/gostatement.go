// What was done before a go statement, its goroutine may see.

package main

func main() {
	s := []int{1, 2, 3}
	s[0] = 4
	done := make(chan int)
	go func() { done <- s[0] + s[1] }()
	println(<-done)
}

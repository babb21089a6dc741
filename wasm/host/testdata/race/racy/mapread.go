// One reads a map while another writes to it.

package main

func main() {
	m := map[string]int{"a": 1}
	done := make(chan bool)
	go func() {
		m["b"] = 2
		done <- true
	}()
	println(m["a"])
	<-done
}

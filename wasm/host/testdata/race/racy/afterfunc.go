// The function of a timer and main.

package main

import "time"

func main() {
	n := 0
	time.AfterFunc(time.Millisecond, func() { n = 1 })
	n = 2
	time.Sleep(3 * time.Millisecond)
	println(n)
}

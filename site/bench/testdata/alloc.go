// 300 MB of garbage while 25 MB stay alive.
package main

import (
	"fmt"
	"time"
)

type node struct {
	next *node
	data [6]int
}

func main() {
	const live = 25 << 20 / 64
	table := make([]*node, live)
	for i := range table {
		table[i] = &node{}
	}
	for range 12 {
		began := time.Now()
		for i := range 300 << 20 / 64 {
			table[i*7919%live] = &node{data: [6]int{i}}
		}
		fmt.Println(time.Since(began).Nanoseconds())
	}
}

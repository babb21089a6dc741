//go:build ignore

package main

import (
	"fmt"
	"net"
)

// ask calls the server, and returns its answer.
func ask(address string, n byte) byte {
	c, err := net.Dial("tcp", address)
	if err != nil {
		panic(err)
	}
	defer c.Close()
	c.Write([]byte{n})
	answer := make([]byte, 1)
	c.Read(answer)
	return answer[0]
}

// serve answers each number with its double.
func serve(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			n := make([]byte, 1)
			c.Read(n)
			c.Write([]byte{2 * n[0]})
		}()
	}
}

func main() {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	go serve(l)
	var answers [10]byte
	for n := range answers {
		answers[n] = ask(l.Addr().String(), byte(n))
	}
	fmt.Println(answers)
}

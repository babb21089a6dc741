// A request and its answer over a connection.

package main

import (
	"fmt"
	"net"
)

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	served := 0
	done := make(chan bool)
	go func() {
		c, err := l.Accept()
		if err != nil {
			panic(err)
		}
		buf := make([]byte, 5)
		c.Read(buf)
		served++
		c.Write(buf)
		c.Close()
		done <- true
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		panic(err)
	}
	c.Write([]byte("hello"))
	buf := make([]byte, 5)
	c.Read(buf)
	<-done
	fmt.Println(string(buf), served)
}

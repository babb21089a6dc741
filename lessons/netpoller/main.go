package main

import (
	"fmt"
	"net"
	"sync"
)

// ask calls the server and waits for its answer.
func ask(address string) string {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	answer := make([]byte, 5)
	n, _ := c.Read(answer)
	return string(answer[:n])
}

// serve answers everybody.
func serve(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		c.Write([]byte("hello"))
	}
}

func main() {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	go serve(l)
	var wg sync.WaitGroup
	for range 20 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ask(l.Addr().String())
		}()
	}
	wg.Wait()
	fmt.Println("20 answers")
}

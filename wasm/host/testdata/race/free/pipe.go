// Bytes go through a pipe.

package main

import "io"

func main() {
	r, w := io.Pipe()
	go func() {
		buf := []byte("hello")
		w.Write(buf)
		buf[0] = 'j'
		w.Close()
	}()
	b, _ := io.ReadAll(r)
	println(string(b))
}

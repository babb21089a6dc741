// Packages io, bufio and bytes: readers, writers, scanners, a pipe.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

type rot13 struct{ r io.Reader }

func (r rot13) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	for i, c := range p[:n] {
		switch {
		case c >= 'a' && c <= 'z':
			p[i] = 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			p[i] = 'A' + (c-'A'+13)%26
		}
	}
	return n, err
}

type counter int

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

func main() {
	io.Copy(os.Stdout, rot13{strings.NewReader("Uryyb, Tbcure!\n")})
	s := bufio.NewScanner(strings.NewReader("first line\nsecond\n\nlast"))
	for n := 1; s.Scan(); n++ {
		fmt.Printf("%d:%q ", n, s.Text())
	}
	fmt.Println(s.Err())
	s = bufio.NewScanner(strings.NewReader("some words  here"))
	s.Split(bufio.ScanWords)
	for s.Scan() {
		fmt.Print(s.Text(), "|")
	}
	fmt.Println()
	var buf bytes.Buffer
	var c counter
	w := bufio.NewWriterSize(io.MultiWriter(&buf, &c), 16)
	for i := range 10 {
		fmt.Fprintf(w, "item %d;", i)
	}
	fmt.Print(buf.Len() < 70, " ")
	w.Flush()
	fmt.Println(buf.Len(), c, w.Buffered())
	r := bufio.NewReader(&buf)
	line, err := r.ReadString(';')
	peek, _ := r.Peek(4)
	b, _ := r.ReadByte()
	r.UnreadByte()
	fmt.Println(line, err, string(peek), string(b))
	rest, err := io.ReadAll(io.LimitReader(r, 10))
	fmt.Printf("%q %v\n", rest, err)
	pr, pw := io.Pipe()
	go func() {
		for _, s := range []string{"through ", "the ", "pipe"} {
			io.WriteString(pw, s)
		}
		pw.CloseWithError(errors.New("closed by writer"))
	}()
	all, err := io.ReadAll(pr)
	fmt.Printf("%q %v\n", all, err)
	tee := io.TeeReader(strings.NewReader("tee"), &buf)
	io.ReadFull(tee, make([]byte, 3))
	n, err := io.ReadFull(strings.NewReader("ab"), make([]byte, 3))
	fmt.Println(strings.HasSuffix(buf.String(), "tee"), n, err)
	sec := io.NewSectionReader(strings.NewReader("0123456789"), 2, 5)
	sec.Seek(1, io.SeekStart)
	part, _ := io.ReadAll(sec)
	fmt.Println(string(part), bytes.Equal(part, []byte("3456")))
	fmt.Printf("%s %d %q %s\n", bytes.ToUpper([]byte("abc")), bytes.Index([]byte("hello"), []byte("lo")), bytes.Split([]byte("a b"), []byte(" ")), bytes.TrimSpace([]byte(" x ")))
	mr := io.MultiReader(strings.NewReader("a"), bytes.NewReader([]byte("b")), strings.NewReader(""))
	joined, _ := io.ReadAll(mr)
	fmt.Println(string(joined), io.EOF)
	in, err := io.ReadAll(os.Stdin)
	fmt.Println(len(in), err)
	fmt.Fprintln(os.Stderr, "this goes to stderr")
}

// Output:
// Hello, Gopher!
// 1:"first line" 2:"second" 3:"" 4:"last" <nil>
// some|words|here|
// true 70 70 0
// item 0; <nil> item i
// "item 1;ite" <nil>
// "through the pipe" closed by writer
// true 2 unexpected EOF
// 3456 true
// ABC 3 ["a" "b"] x
// ab EOF
// 0 <nil>

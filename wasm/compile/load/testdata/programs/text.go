package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"unicode"
)

func main() {
	s := bufio.NewScanner(strings.NewReader("one two\nthree"))
	s.Split(bufio.ScanWords)
	var b bytes.Buffer
	for s.Scan() {
		b.WriteString(strings.Map(unicode.ToUpper, s.Text()))
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 1, ' ', 0)
	fmt.Fprintf(w, "%s\t%v\n", b.String(), strings.Fields(" a b "))
	w.Flush()
	for part := range strings.SplitSeq("a,b", ",") {
		fmt.Println(part)
	}
}

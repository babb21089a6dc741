package e2e

// This file is about what is too much: a program that is too long or too hard to compile, one that does not end, one that
// prints without end. Each is ended or cut, the reader is told, and the next Run works.

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

func TestWhatIsTooMuchIsSaid(t *testing.T) {
	b := openOn(t, siteItself(), "/404.html", 4*time.Minute)
	b.watch(`{ const wait = setTimeout; self.setTimeout = (f, ms, ...more) => wait(f, ms === 600000 ? 1500 : ms, ...more) }`) // ten minutes are shorter here
	b.do(chromedp.Navigate(b.url + "/play/"))
	b.wait(benchReady, 30*time.Second)
	for _, test := range []struct{ name, program, phase, where, says string }{
		{"a long program", "package main\n\nfunc main() {}\n" + strings.Repeat("// much more\n", 6000), "failed", ".problems", "longer than 64 KiB"},
		{"a compiler bomb", structBomb(30), "failed", ".problems", "the compiler gave up after 10 seconds"},
		{"much output", "package main\n\nimport (\n\t\"fmt\"\n\t\"strings\"\n)\n\nfunc main() {\n\tfor range 40 {\n\t\tfmt.Println(strings.Repeat(\"x\", 1<<16))\n\t}\n}\n", "done", "#output-cut", "characters more; they are not shown"},
		{"no end", "package main\n\nfunc main() {\n\tfor {\n\t}\n}\n", "stopped", "#notice", "The run was ended after 10 minutes."},
	} {
		b.write(test.program)
		b.click("run")
		b.wait("bench.dataset.state === '"+test.phase+"'", time.Minute)
		b.wait("document.querySelector('"+test.where+"')?.textContent.includes("+quote(test.says)+")", 5*time.Second)
		if n := eval[int](b, "document.getElementById('output').textContent.length"); n > 1<<20 {
			t.Errorf("%s: %d characters are shown", test.name, n)
		}
		b.write("package main\n\nfunc main() {\n\tprintln(\"alive\")\n}\n")
		b.runs()
		b.wait("document.getElementById('output').textContent === 'alive\\n'", 5*time.Second)
	}
	b.silent()
}

// structBomb is a small program with structs of structs, whose comparison takes twice as long for each level.
func structBomb(levels int) string {
	var s strings.Builder
	s.WriteString("package main\n\ntype t0 struct{ a, b int }\n")
	for i := 1; i <= levels; i++ {
		fmt.Fprintf(&s, "type t%d struct{ a, b t%d }\n", i, i-1)
	}
	fmt.Fprintf(&s, "\nfunc main() {\n\tvar a, b t%d\n\tprintln(a == b)\n}\n", levels)
	return s.String()
}

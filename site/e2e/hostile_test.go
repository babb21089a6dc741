package e2e

import (
	"os"
	"strings"
	"testing"
	"time"
)

// Programs that end badly say so as Go does, and the page lives.
func TestBadEndsAreShown(t *testing.T) {
	b := open(t, "/play/")
	for _, test := range []struct{ name, program, want, ended string }{
		{"panic", "package main\n\nfunc main() {\n\tvar m map[string]int\n\tm[\"a\"] = 1\n}\n", "panic: assignment to entry in nil map", "Ended · exit code 2"},
		{"deadlock", "package main\n\nfunc main() {\n\t<-make(chan int)\n}\n", "fatal error: all goroutines are asleep - deadlock!", "Ended · exit code 2"},
		{"exit code", "package main\n\nimport \"os\"\n\nfunc main() {\n\tos.Exit(3)\n}\n", "", "Ended · exit code 3"},
		{"out of memory", "package main\n\nfunc main() {\n\tvar all [][]byte\n\tfor {\n\t\tall = append(all, make([]byte, 1<<20))\n\t}\n}\n", "out of memory", "Ended · exit code 2"},
		{"markup", "package main\n\nfunc main() {\n\tprintln(\"<img src=x onerror=alert(1)>\")\n}\n", "<img src=x onerror=alert(1)>", "Ended · exit code 0"},
	} {
		b.write(test.program)
		b.click("run")
		b.wait("bench.dataset.state === 'done'", time.Minute)
		if got := b.text("ended"); !strings.HasPrefix(got, test.ended) {
			t.Errorf("%s: it says %q, want %q", test.name, got, test.ended)
		}
		b.wait("document.getElementById('output').textContent.includes("+quote(test.want)+")", 2*time.Second)
	}
	b.silent()
}

// What the compiler refuses is said as gc says it.
func TestRefusedProgramsAreExplained(t *testing.T) {
	b := open(t, "/play/")
	for _, test := range []struct{ program, want string }{
		{"package main\n\nimport \"os\"\n\nfunc main() {}\n", `main.go:3:8: "os" imported and not used`},
		{"package main\n\nfunc main() {\n\tx := 1\n}\n", "main.go:4:2: declared and not used: x"},
		{"package main\n\nfunc main() {\n\tif {\n}\n", "main.go:4:"},
		{"package main\n\nimport \"net/http\"\n\nfunc main() { http.Get(\"\") }\n", "main.go:3:8: "},
	} {
		b.write(test.program)
		b.click("run")
		b.wait("bench.dataset.state === 'failed'", time.Minute)
		if got := b.textOf(".problems button"); !strings.HasPrefix(got, test.want) {
			t.Errorf("the compiler says %q, want %q", got, test.want)
		}
	}
	b.silent()
}

// Parallel has so many Workers and no more: the page says it, and offers the mode that has.
func TestTooManyThreadsOfferVirtualTime(t *testing.T) {
	program, err := os.ReadFile("../../wasm/host/testdata/blocked.go")
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, "/play/")
	b.write(string(program))
	b.do(clickOn("#mode-parallel"))
	b.click("run")
	b.wait("bench.dataset.state === 'stopped'", 2*time.Minute)
	if got := b.text("notice"); !strings.Contains(got, "Parallel has at most 64 Ms") {
		t.Errorf("it says %q", got)
	}
	if eval[int](b, "Number(bench.dataset.events)") == 0 {
		t.Error("the events up to then are gone")
	}
	b.do(clickOn("#notice button"))
	b.wait("bench.dataset.state === 'running' || bench.dataset.state === 'done'", time.Minute)
	if !eval[bool](b, "document.getElementById('mode-virtual').checked") {
		t.Error("it does not run in virtual time")
	}
	b.wait("bench.dataset.state === 'done'", time.Minute)
	b.wait("document.getElementById('output').textContent.includes('all are back')", 2*time.Second)
	b.silent()
}

// On a phone there are two, and no more Ps than that.
func TestAPhoneHasTwoThreads(t *testing.T) {
	b := open(t, "/play/")
	eval[bool](b, "Object.defineProperty(navigator, 'userAgentData', {value: {mobile: true}}) === navigator")
	b.do(clickOn("#mode-parallel"))
	b.write("package main\n\nimport \"runtime\"\n\nfunc main() {\n\tprintln(\"procs\", runtime.GOMAXPROCS(0))\n}\n")
	b.click("run")
	b.wait("bench.dataset.state === 'done'", time.Minute)
	b.wait("document.getElementById('output').textContent.includes('procs 2')", 2*time.Second)
	if got := b.text("notice"); !strings.Contains(got, "A phone has 2 threads") {
		t.Errorf("it says %q", got)
	}
	b.silent()
}

// Stop works within a second, whatever the program does, and the next Run works.
func TestStopStopsEverything(t *testing.T) {
	b := open(t, "/play/")
	for _, test := range []struct{ name, program string }{
		{"flood", "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfor i := 0; ; i++ {\n\t\tfmt.Println(\"line\", i)\n\t}\n}\n"},
		{"goroutines", "package main\n\nfunc main() {\n\tfor {\n\t\tgo func() {}()\n\t}\n}\n"},
		{"loops on all Ps", "package main\n\nfunc main() {\n\tfor range 8 {\n\t\tgo func() {\n\t\t\tfor {\n\t\t\t}\n\t\t}()\n\t}\n\tselect {}\n}\n"},
	} {
		for _, mode := range []string{"#mode-virtual", "#mode-parallel"} {
			b.write(test.program)
			b.do(clickOn(mode))
			b.click("run")
			b.wait("bench.dataset.state === 'running' && Number(bench.dataset.events) > 5", time.Minute)
			time.Sleep(500 * time.Millisecond)
			begun := time.Now()
			b.do(clickOn("#stop"))
			b.wait("bench.dataset.state === 'stopped'", 10*time.Second)
			t.Logf("%s, %s: Stop took %v; the goal is a second", test.name, mode, time.Since(begun))
			if n := eval[int](b, "document.getElementById('output').textContent.length"); n > 1<<20 {
				t.Errorf("%s: %d characters of output", test.name, n)
			}
		}
		b.write("package main\n\nfunc main() {\n\tprintln(\"alive\")\n}\n")
		b.do(clickOn("#mode-virtual"))
		b.click("run")
		b.wait("bench.dataset.state === 'done'", 20*time.Second)
	}
	b.silent()
}

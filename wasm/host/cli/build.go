package cli

import (
	"fmt"
	"os"

	"github.com/gopark/gopark/wasm/host"
)

const buildUsage = `usage: gopark build [-o FILE.wasm] [-mem SIZE] FILE.go...

Compiles a Go program to one WebAssembly module, which gopark run, Node and the page
run. Its memory has the size SIZE (default 256MiB).
`

// Build compiles a program to a file.
func Build(args []string, io IO) int {
	f := FlagSet("build", buildUsage, io)
	mem := size(host.DefaultMemory)
	out := f.String("o", "", "")
	f.Var(&mem, "mem", "")
	if code, ok := Parse(f, args); !ok {
		return code
	}
	if problem := checkFiles(f.Args()); problem != "" {
		return Misuse(f, io, "%s", problem)
	}
	if mem > host.MaxMemory {
		return Misuse(f, io, "-mem must be at most 1GiB")
	}
	if mem < host.MinMemory {
		return Misuse(f, io, "-mem must be at least 4MiB")
	}
	module, code, ok := compileFiles(f.Args(), uint64(mem), false, io)
	if !ok {
		return code
	}
	if *out == "" {
		*out = programName(f.Arg(0)) + ".wasm"
	}
	if err := os.WriteFile(*out, module, 0o644); err != nil {
		fmt.Fprintf(io.Err, "gopark build: %v\n", err)
		return exitUsage
	}
	return 0
}

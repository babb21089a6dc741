// Gopark runs Go programs under a faithful copy of Go's scheduler and shows what it
// does. This file is the command: a table of subcommands.
package main

import (
	"embed"
	"fmt"
	"io"
	"os"

	"github.com/gopark/gopark/site/command"
	"github.com/gopark/gopark/site/soak"
	"github.com/gopark/gopark/wasm/host/cli"
)

// sources are what a site is made of, for who has the command and not the repository.
//
//go:embed go.mod go.sum netlify.toml core wasm/compile wasm/encode wasm/front wasm/link
//go:embed lessons/*.md lessons/assignments site/figures site/ui/*.ts site/ui/*.css site/ui/*.json site/ui/compile site/ui/engine site/ui/timeline
var sources embed.FS

var tool = command.Tool{Sources: sources}

type subcommand struct {
	name, does string
	run        func(args []string, io cli.IO) int
}

var commands = []subcommand{
	{"run", "compile a Go program and run it", command.Run},
	{"build", "compile a Go program to a WebAssembly module, or lessons to a web site", tool.Build},
	{"test", "run the tests of a Go package", cli.Test},
	{"link", "make a link to a program, or show one", command.Link},
	{"site", "build the web site", tool.Site},
	{"serve", "build the web site and serve it here", tool.Serve},
	{"check", "check lessons", tool.Check},
	{"grade", "grade what students handed in", command.Grade},
	{"new", "make a lesson or an assignment", tool.New},
	{"bench", "measure programs in several engines against native Go", command.Bench},
	{"soak", "run the long tests of this repository", soak.Command},
	{"version", "print the version", version},
}

func main() { os.Exit(dispatch(os.Args[1:], cli.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})) }

func dispatch(args []string, io cli.IO) int {
	if len(args) == 0 {
		usage(io.Err)
		return 2
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(args[1:], io)
		}
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		if len(args) > 1 {
			for _, t := range cli.Topics {
				if t.Name == args[1] {
					t.Print(io)
					return 0
				}
			}
			return dispatch([]string{args[1], "-help"}, io)
		}
		usage(io.Out)
		return 0
	}
	fmt.Fprintf(io.Err, "gopark: unknown command %q\n", args[0])
	usage(io.Err)
	return 2
}

func usage(w io.Writer) {
	fmt.Fprint(w, "usage: gopark COMMAND [arguments]\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-8s %s\n", c.name, c.does)
	}
	fmt.Fprint(w, "\ngopark help COMMAND says more. Other topics:\n\n")
	for _, t := range cli.Topics {
		fmt.Fprintf(w, "  %-8s %s\n", t.Name, t.Does)
	}
}

func version(_ []string, io cli.IO) int {
	fmt.Fprintln(io.Out, "gopark", cli.Version())
	return 0
}

// Gopark runs Go programs under a faithful copy of Go's scheduler and shows what it
// does. This file is the command: a table of subcommands.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/gopark/gopark/site/command"
	"github.com/gopark/gopark/site/soak"
	"github.com/gopark/gopark/wasm/host/cli"
)

type subcommand struct {
	name, does string
	run        func(args []string, io cli.IO) int
}

var commands = []subcommand{
	{"run", "compile a Go program and run it", command.Run},
	{"build", "compile a Go program to a WebAssembly module", cli.Build},
	{"link", "make a link to a program, or show one", command.Link},
	{"site", "build the web site", command.Site},
	{"serve", "build the web site and serve it here", command.Serve},
	{"check", "check lessons", command.Check},
	{"grade", "grade what students handed in", command.Grade},
	{"new", "make a lesson", command.New},
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

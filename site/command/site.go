// Package command holds the commands of gopark that build the site and look after lessons. Each is a func from arguments
// to an exit code, as those of wasm/host/cli; main.go lists them.
package command

// This file is the commands site, serve and bench: it lends the engine to the site
// generator, which knows nothing of compilers.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gopark/gopark/site/bench"
	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/wasm/compile/load"
	"github.com/gopark/gopark/wasm/host"
	"github.com/gopark/gopark/wasm/host/cli"
)

const siteUsage = `usage: gopark site [-root DIR] [-o DIR] [-origin URL]
       gopark serve [-root DIR] [-o DIR] [-addr HOST:PORT]

Builds the web site from the repository in -root (default .) to the folder -o
(default public); serve then serves it with the headers that a host should send.

  -origin URL  where the site will be, such as https://example.org/gopark/. All
               addresses in it are relative, so it works without; with it, the
               page for wrong addresses finds its way back from any of them,
               pages tell search engines their address, and frames in a sandbox
               may load from the site in browsers that want its name
`

// Site is gopark site.
func Site(args []string, io cli.IO) int {
	_, code := buildSite("site", args, io)
	return code
}

// Serve is gopark serve.
func Serve(args []string, io cli.IO) int {
	o, code := buildSite("serve", args, io)
	if code != 0 || o == nil {
		return code
	}
	return report(build.Serve(o.out, o.addr, build.SiteHeaders(""), io.Out), io)
}

type siteFlags struct{ root, out, addr, origin string }

// buildSite parses the flags and builds; nil if there was nothing to do.
func buildSite(name string, args []string, io cli.IO) (*siteFlags, int) {
	var o siteFlags
	f := cli.FlagSet(name, siteUsage, io)
	f.StringVar(&o.root, "root", ".", "")
	f.StringVar(&o.out, "o", "", "")
	if name == "serve" {
		f.StringVar(&o.addr, "addr", "127.0.0.1:8080", "")
	} else {
		f.StringVar(&o.origin, "origin", "", "")
	}
	if code, ok := cli.Parse(f, args); !ok {
		return nil, code
	}
	if f.NArg() > 0 {
		return nil, cli.Misuse(f, io, "unexpected argument %s", f.Arg(0))
	}
	if o.out == "" {
		o.out = filepath.Join(o.root, "public")
	}
	return &o, report(runBuild(o, io), io)
}

func runBuild(o siteFlags, io cli.IO) error {
	options, done, err := lend(o.root)
	if err != nil {
		return err
	}
	defer done()
	options.Out, options.Log, options.Origin = o.out, io.Err, o.origin
	return build.Build(options)
}

// lend gives the generator the engine, until done.
func lend(root string) (o build.Options, done func(), err error) {
	builder, err := host.NewBuilder()
	if err != nil {
		return o, nil, err
	}
	version, err := host.EngineVersion()
	if err != nil {
		return o, nil, err
	}
	engine := host.NewEngine("")
	return build.Options{
		Root: root, Engine: version,
		Compile: func(file string, src []byte) ([]byte, error) {
			module, ds, err := builder.Build(0, load.File{Name: file, Data: src})
			if len(ds) > 0 {
				return nil, errors.New(load.Text(ds))
			}
			return module, err
		},
		Record:  func(module []byte, p *lesson.Program) ([]byte, error) { return record(engine, module, p) },
		Archive: builder.Archive,
		Figures: func() ([]byte, error) { return figures(builder, root) },
		Front:   func() ([]byte, error) { return build.BuildFront(root) },
	}, func() { engine.Close() }, nil
}

// figures compiles site/figures.
func figures(b *host.Builder, root string) ([]byte, error) {
	ours, err := b.Ours()
	if err != nil {
		return nil, err
	}
	names, err := build.FiguresFiles(root)
	if err != nil {
		return nil, err
	}
	files, err := host.ReadFiles(names...)
	if err != nil {
		return nil, err
	}
	module, ds, err := ours.Build(0, files...)
	if len(ds) > 0 {
		return nil, errors.New(load.Text(ds))
	}
	return module, err
}

// Bench is gopark bench, with the builder of the site lent to it.
func Bench(args []string, io cli.IO) int {
	return bench.Command(args, io, func(root, out string) error {
		return runBuild(siteFlags{root: root, out: out}, io)
	})
}

// record runs a module as a lesson says, in virtual time, and gives its event file.
func record(engine *host.Engine, module []byte, o *lesson.Program) ([]byte, error) {
	p, err := engine.Load(module)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	set, err := o.Settings.Knobs()
	if err != nil {
		return nil, err
	}
	var events bytes.Buffer
	_, err = p.Run(context.Background(), host.Options{
		Procs: o.Settings.Procs, Seed: uint64(o.Seed), Set: set, Until: o.Settings.End(), Events: &events, Args: []string{strings.TrimSuffix(o.File, ".go")},
	})
	return events.Bytes(), err
}

// report words an error of the world.
func report(err error, io cli.IO) int {
	if err == nil {
		return 0
	}
	fmt.Fprintf(io.Err, "gopark: %v\n", err)
	return 1
}

// Package command holds the commands of gopark that build the site and look after lessons. Each is a func from arguments
// to an exit code, as those of wasm/host/cli; main.go lists them.
package command

// This file is the commands site, build, serve and bench.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gopark/gopark/site/bench"
	"github.com/gopark/gopark/site/build"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/wasm/host/cli"
)

const siteUsage = `usage: gopark site [-root REPO] [-lessons DIR] [-o DIR] [-origin URL] [-engines DIR]
       gopark build -lessons DIR -o DIR [-origin URL]
       gopark serve [-root REPO] [-lessons DIR] [-o DIR] [-addr HOST:PORT]

Makes the web site of the lessons in -lessons in the folder -o (default public). What the folder
held is replaced. serve then serves it, with the headers that it needs, looks at the lessons,
and makes it anew when one of them changes; pages that are open in a browser follow. What is wrong
with the lessons is said in the terminal and in the page. The exercises of a lesson that has changed are
tried meanwhile, as gopark check does, and what is wrong with them is said in the terminal.

In the repository of Gopark, or with -root, the site is made of what is there, and -lessons
is lessons unless it is given. Elsewhere it is made of what the command carries; then
-lessons is the folder lessons here. serve without -o leaves nothing behind.

Making a site needs Go 1.26 and Node 20 with npm. The first time takes a minute or two.

  -origin URL  where the site will be, such as https://example.org/gopark/. All
               addresses in it are relative, so it works without; with it, the
               page for wrong addresses finds its way back from any of them,
               pages tell search engines their address, and frames in a sandbox
               may load from the site in browsers that want its name
  -engines DIR keep the engine of this build in DIR, and add to the site those
               that earlier builds have kept there (about 10 MB each): links and
               embeds that were made with one of them then run as they did
`

// Site is gopark site.
func (t Tool) Site(args []string, io cli.IO) int {
	f, code := t.parse("site", args, io)
	if f == nil {
		return code
	}
	return report(f.build(io), io)
}

// Build is gopark build: a site if it is told of lessons, else the module of a program.
func (t Tool) Build(args []string, io cli.IO) int {
	if !slices.ContainsFunc(args, namesLessons) {
		return cli.Build(args, io)
	}
	return t.Site(args, io)
}

func namesLessons(arg string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	return strings.HasPrefix(arg, "-") && name == "lessons"
}

// siteFlags are what the user said, with what is meant by what was left out.
type siteFlags struct {
	root, lessons, out, addr, origin, engines string
	home                                      home
}

// parse reads the flags and finds the sources; nil if there is nothing to do.
func (t Tool) parse(name string, args []string, io cli.IO) (*siteFlags, int) {
	var o siteFlags
	f := cli.FlagSet(name, siteUsage, io)
	f.StringVar(&o.root, "root", "", "")
	f.StringVar(&o.lessons, "lessons", "", "")
	f.StringVar(&o.out, "o", "", "")
	if name == "serve" {
		f.StringVar(&o.addr, "addr", "127.0.0.1:8080", "")
	} else {
		f.StringVar(&o.origin, "origin", "", "")
		f.StringVar(&o.engines, "engines", "", "")
	}
	if code, ok := cli.Parse(f, args); !ok {
		return nil, code
	}
	if f.NArg() > 0 {
		return nil, cli.Misuse(f, io, "unexpected argument %s", f.Arg(0))
	}
	var err error
	if o.home, err = t.home(o.root, io); err != nil {
		return nil, report(err, io)
	}
	o.lessons = o.home.lessons(o.lessons)
	if _, err := os.Stat(filepath.Join(o.lessons, "order.txt")); err != nil {
		return nil, report(fmt.Errorf("%s is no folder of lessons: it has no order.txt; gopark new lesson NAME begins one", o.lessons), io)
	}
	if stray := strayAssignments(o.lessons); stray != "" {
		fmt.Fprintf(io.Err, "gopark %s: %s\n", name, stray)
	}
	if o.out == "" && o.home.ours {
		o.out = filepath.Join(o.home.dir, "public")
	} else if o.out == "" && name != "serve" {
		o.out = "public"
	}
	return &o, 0
}

func (o *siteFlags) build(io cli.IO) error {
	options, done, err := lend(o.home)
	if err != nil {
		return err
	}
	defer done()
	var sizes bytes.Buffer
	options.Out, options.Lessons, options.Log, options.Origin, options.Engines = o.out, o.lessons, &sizes, o.origin, o.engines
	fmt.Fprintf(io.Err, "gopark: making a site of %s\n", o.lessons)
	if err := build.Build(options); err != nil {
		return err // without the sizes above it
	}
	if o.home.ours {
		io.Err.Write(sizes.Bytes())
	}
	fmt.Fprintf(io.Err, "gopark: the site is in %s; solutions of exercises were not tried: gopark check %s does that\n", o.out, o.lessons)
	return nil
}

// Serve is gopark serve.
func (t Tool) Serve(args []string, io cli.IO) int {
	o, code := t.parse("serve", args, io)
	if o == nil {
		return code
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if o.out == "" {
		tmp, err := os.MkdirTemp("", "gopark-serve-")
		if err != nil {
			return report(err, io)
		}
		defer os.RemoveAll(tmp)
		o.out = filepath.Join(tmp, "site")
	}
	return report(o.serve(ctx, io), io)
}

// serve builds, serves, and builds again when a lesson has changed.
func (o *siteFlags) serve(ctx context.Context, io cli.IO) error {
	options, done, err := lend(o.home)
	if err != nil {
		return err
	}
	defer done()
	options.Out, options.Lessons = o.out, o.lessons
	if o.home.ours {
		options.Log = io.Err
	}
	live := build.NewLive(o.out, build.SiteHeaders(""))
	again := func() error {
		err := live.Build(options)
		var ps lesson.Problems
		if errors.As(err, &ps) {
			fmt.Fprintf(io.Err, "%v\n", ps)
			return nil
		}
		return err
	}
	watch := build.NewWatch(o.lessons)
	solutions := newSolutions(o.lessons, io)
	fmt.Fprintf(io.Err, "gopark: making a site of %s\n", o.lessons)
	if err := again(); err != nil {
		return err
	}
	fmt.Fprintf(io.Err, "gopark: solutions are tried when their lesson changes; gopark check %s tries all\n", o.lessons)
	go solutions.run(ctx)
	options.Log = nil
	go watch.Run(ctx, 300*time.Millisecond, func() {
		fmt.Fprintf(io.Err, "%s changed\n", o.lessons)
		if err := again(); err != nil {
			fmt.Fprintf(io.Err, "gopark serve: %v\n", err)
		} else if live.Good() {
			fmt.Fprintln(io.Err, "built")
			solutions.look()
		}
	})
	return build.ServeHandler(ctx, live, o.addr, io.Out)
}

// Bench is gopark bench, with the builder of the site lent to it.
func Bench(args []string, io cli.IO) int {
	return bench.Command(args, io, func(root, out string) error {
		o := siteFlags{home: home{root, true}, out: out, lessons: filepath.Join(root, "lessons")}
		return o.build(io)
	})
}

// report words an error of the world.
func report(err error, io cli.IO) int {
	if err == nil {
		return 0
	}
	fmt.Fprintf(io.Err, "gopark: %v\n", err)
	return 1
}

package command

// This file is the command of teachers: grade.

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gopark/gopark/site/grade"
	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/wasm/host"
	"github.com/gopark/gopark/wasm/host/cli"
)

const gradeUsage = `usage: gopark grade -assignment DIR [flags] SUBMISSION…

Grades hand-ins: replays their programs, and holds what they claim against the replay. A SUBMISSION is a
file NAME.gopark.json as the page of the assignment makes it, a folder in which such files are, or a zip
archive of them.

  -assignment DIR   the folder of the assignment, with its lesson.md
  -private DIR      hidden checks: DIR/checks.yaml
  -format FORMAT    text (default), json, csv, junit; gradescope for one hand-in
  -o FILE           where to write it (default standard output)
  -j N              hand-ins graded at a time (default: one for each processor)
  -time D           most processor time for one (default 5m)
  -memory SIZE      most memory for one in MiB, besides the 256 of its program (default 1024)

The points are those of the replay. A hand-in whose claims differ from it is flagged, and it is said in what.

Exit code 0 if all were graded, 1 if some could not be, 2 if the arguments are wrong.
`

type gradeFlags struct {
	assignment, private, format, out string
	jobs, memory                     int
	time                             time.Duration
	one                              bool
}

// Grade is gopark grade.
func Grade(args []string, io cli.IO) int {
	var o gradeFlags
	f := cli.FlagSet("grade", gradeUsage, io)
	f.StringVar(&o.assignment, "assignment", "", "")
	f.StringVar(&o.private, "private", "", "")
	f.StringVar(&o.format, "format", "text", "")
	f.StringVar(&o.out, "o", "", "")
	f.IntVar(&o.jobs, "j", runtime.NumCPU(), "")
	f.IntVar(&o.memory, "memory", 1024, "")
	f.DurationVar(&o.time, "time", 5*time.Minute, "")
	f.BoolVar(&o.one, "one", false, "") // the process for one hand-in, which grade starts itself
	if code, ok := cli.Parse(f, args); !ok {
		return code
	}
	if o.one {
		return report(grade.Child(io.In, io.Out), io)
	}
	i := slices.IndexFunc(grade.Formats, func(x grade.Format) bool { return x.Name == o.format })
	switch {
	case o.assignment == "":
		return cli.Misuse(f, io, "want -assignment DIR")
	case f.NArg() == 0:
		return cli.Misuse(f, io, "want a submission")
	case i < 0:
		return cli.Misuse(f, io, "unknown format %q", o.format)
	case o.jobs < 1 || o.jobs > 256 || o.memory < 64 || o.memory > 1<<20 || o.time < time.Second:
		return cli.Misuse(f, io, "want -j from 1 to 256, -memory from 64, -time from 1s")
	}
	book, err := gradeAll(o, grade.Formats[i].One, f.Args(), io)
	if err != nil {
		fmt.Fprintf(io.Err, "gopark grade: %v\n", err)
		return 2
	}
	if err := writeBook(o.out, grade.Formats[i], book, io); err != nil {
		return report(err, io)
	}
	if !book.Decided() {
		return 1
	}
	return 0
}

// gradeAll reads the assignment and the submissions, and grades; several are refused as one if only one is wanted, so that
// the student is told. An error is one of the arguments.
func gradeAll(o gradeFlags, one bool, args []string, io cli.IO) (*grade.Book, error) {
	l, err := lesson.LoadAssignment(o.assignment)
	if err != nil {
		return nil, err
	}
	a, err := handin.Of(l)
	if err != nil {
		return nil, err
	}
	private, err := grade.ReadPrivate(o.private, a)
	if err != nil {
		return nil, err
	}
	for _, w := range private.Warnings() {
		fmt.Fprintf(io.Err, "gopark grade: %s\n", w)
	}
	all, passed, err := grade.Find(args)
	if err != nil {
		return nil, err
	}
	if one && len(all) != 1 {
		all = []grade.Submission{{Name: strings.Join(args, " "), Refuse: fmt.Sprintf("there are %d hand-ins; one is wanted, that which counts", len(all))}}
	}
	engine, err := host.EngineVersion()
	if err != nil {
		return nil, err
	}
	if _, err := host.NewBuilder(); err != nil { // compiles the library now, once, and not in each child
		return nil, err
	}
	b := &grade.Book{Assignment: handin.Which{Name: a.Slug, Hash: a.Hash}, Title: a.Title, Engine: engine, Of: a.Points() + private.Points(), Starters: grade.Starters(a), Passed: passed}
	bar, done := progress(io, len(all))
	defer done()
	b.Results = grade.Pool(all, b.Of, grade.Options{
		Assignment: o.assignment, Private: o.private, Workers: o.jobs, Time: o.time, Memory: uint64(o.memory) << 20, Done: bar,
	})
	b.Compare()
	return b, nil
}

func writeBook(name string, format grade.Format, b *grade.Book, io cli.IO) error {
	if name == "" {
		return format.Write(io.Out, b)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := format.Write(f, b); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// progress draws a bar on a terminal, and nothing elsewhere.
func progress(io cli.IO, of int) (draw func(int), done func()) {
	f, ok := io.Err.(*os.File)
	if !ok {
		return nil, func() {}
	}
	if info, err := f.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil, func() {}
	}
	draw = func(n int) { fmt.Fprintf(f, "\r%s", bar(n, of)) }
	draw(0)
	return draw, func() { fmt.Fprintf(f, "\r%s\r", strings.Repeat(" ", len([]rune(bar(of, of))))) }
}

// bar is n of all, drawn in 30 places.
func bar(n, of int) string {
	const width = 30
	full := width * n / max(1, of)
	return fmt.Sprintf("%s%s %d of %d", strings.Repeat("█", full), strings.Repeat("░", width-full), n, of)
}

// Package cli holds the commands of gopark that compile and run programs. Each is a
// func from arguments to an exit code; main.go lists them.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// IO is what a command reads and writes.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
}

// Exit codes. A program that ran gives its own.
const (
	exitCompile = 1   // the program does not compile, as go run
	exitUsage   = 2   // wrong flags, a missing file
	exitBug     = 70  // our own fault
	exitTimeout = 124 // -timeout, as timeout(1)
)

const reportTo = "please report this, with the program, at https://github.com/gopark/gopark/issues"

// FlagSet makes flags that print usage as text says, without flag's own list.
func FlagSet(name, usage string, io IO) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Err)
	f.Usage = func() { fmt.Fprint(io.Err, usage) }
	return f
}

// Parse parses the flags; ok is false if the command ends here with that code.
func Parse(f *flag.FlagSet, args []string) (code int, ok bool) {
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0, false
	case err != nil:
		return exitUsage, false
	}
	return 0, true
}

// Misuse reports a wrong argument and the usage.
func Misuse(f *flag.FlagSet, io IO, format string, args ...any) int {
	fmt.Fprintf(io.Err, "gopark %s: %s\n", f.Name(), fmt.Sprintf(format, args...))
	f.Usage()
	return exitUsage
}

// Choose gives those of all that have these names, in the order of the names; all if there are none. what is
// the word for one of them.
func Choose[T any](what string, all []T, nameOf func(T) string, names []string) ([]T, error) {
	if len(names) == 0 {
		return all, nil
	}
	var chosen []T
	for _, name := range names {
		i := slices.IndexFunc(all, func(x T) bool { return nameOf(x) == name })
		if i < 0 {
			return nil, fmt.Errorf("no %s %q", what, name)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

// given reports whether a flag was set on the command line.
func given(f *flag.FlagSet, name string) (found bool) {
	f.Visit(func(fl *flag.Flag) { found = found || fl.Name == name })
	return
}

// size is a flag for a number of bytes: 64M, 256MiB, 1g, 1048576.
type size uint64

func (s *size) String() string { return strconv.FormatUint(uint64(*s), 10) }

func (s *size) Set(text string) error {
	units := map[string]uint64{"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
	digits := strings.TrimRight(text, "kKmMgGiIbB")
	unit := strings.ToLower(text[len(digits):])
	unit = strings.TrimSuffix(strings.TrimSuffix(unit, "b"), "i")
	n, err := strconv.ParseUint(digits, 10, 32)
	scale, ok := units[unit]
	if err != nil || !ok || n == 0 {
		return fmt.Errorf("want a size such as 64MiB")
	}
	*s = size(n * scale)
	return nil
}

// Version is the version of this binary.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// cacheDir is where compiled code of this version is kept, "" if nowhere.
func cacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "gopark", strings.NewReplacer("(", "", ")", "", "/", "_").Replace(Version()))
}

// splitArgs takes the program's arguments, after "--", from the files.
func splitArgs(args []string) (files, rest []string) {
	for i, a := range args {
		if a == "--" {
			return args[:i], args[i+1:]
		}
	}
	return args, nil
}

package command

// This file is gopark new: lessons and assignments to begin from.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/wasm/host/cli"
)

const newUsage = `usage: gopark new lesson [-lessons DIR] NAME
       gopark new assignment [-lessons DIR] NAME

new lesson makes a lesson that can be built and checked at once, in DIR/NAME (default lessons/NAME),
and adds it to the end of DIR/order.txt. new assignment makes a small assignment in
DIR/assignments/NAME, and adds it to DIR/assignments/order.txt. The name bounded-pool gives the one
that comes with Gopark: it is the very one of Gopark's site, and grades what was made there.
NAME is made of small letters, digits and dashes. Nothing that is there is changed.
`

// readyAssignment is the one that comes with Gopark.
const readyAssignment = "lessons/assignments/bounded-pool"

// New is gopark new.
func (t Tool) New(args []string, io cli.IO) int {
	f := cli.FlagSet("new", newUsage, io)
	dir := f.String("lessons", "lessons", "")
	what, rest := "", args
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		what, rest = args[0], args[1:]
	}
	if code, ok := cli.Parse(f, rest); !ok {
		return code
	}
	switch {
	case what != "lesson" && what != "assignment":
		return cli.Misuse(f, io, "want gopark new lesson NAME, or gopark new assignment NAME")
	case f.NArg() != 1 || !lesson.IsSlug(f.Arg(0)):
		return cli.Misuse(f, io, "want one name, of small letters, digits and dashes")
	}
	name, in := f.Arg(0), *dir
	var files map[string]string
	var err error
	title := strings.ToUpper(name[:1]) + strings.ReplaceAll(name[1:], "-", " ")
	switch {
	case what == "lesson":
		files = lesson.Template(title)
	case name == path.Base(readyAssignment):
		in = filepath.Join(*dir, lesson.AssignmentsDir)
		files, err = filesIn(t.Sources, readyAssignment)
	default:
		in = filepath.Join(*dir, lesson.AssignmentsDir)
		files = lesson.AssignmentTemplate(title)
	}
	if err == nil {
		err = newFolder(in, name, files)
	}
	if err == nil && what == "assignment" {
		err = newOrder(*dir)
	}
	if err != nil {
		fmt.Fprintf(io.Err, "gopark new: %v\n", err)
		return 1
	}
	at, check := "", ""
	if *dir != "lessons" {
		at, check = " -lessons "+*dir, " "+*dir
	}
	fmt.Fprintf(io.Out, "%s is there. To see it: gopark serve%s. What is wrong with it: gopark check -only %s%s\n", filepath.Join(in, name, "lesson.md"), at, name, check)
	return 0
}

// filesIn are the files of a folder, by name.
func filesIn(fsys fs.FS, dir string) (map[string]string, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, e := range entries {
		text, err := fs.ReadFile(fsys, path.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files[e.Name()] = string(text)
	}
	return files, nil
}

// newOrder lists no lessons, if there is no list yet: a site may have assignments alone.
func newOrder(dir string) error {
	f, err := os.OpenFile(filepath.Join(dir, "order.txt"), os.O_EXCL|os.O_CREATE|os.O_WRONLY, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(f, "# The lessons of the course: one folder in a line.")
	return f.Close()
}

// newFolder writes the files of a lesson, never over another, and lists it.
func newFolder(dir, name string, files map[string]string) error {
	folder := filepath.Join(dir, name)
	if _, err := os.Stat(folder); err == nil {
		return fmt.Errorf("%s is there already", folder)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o644); err != nil {
			return err
		}
	}
	order, err := os.OpenFile(filepath.Join(dir, "order.txt"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(order, name); err != nil {
		order.Close()
		return err
	}
	return order.Close()
}

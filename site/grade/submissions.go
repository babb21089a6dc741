package grade

// This file goes from the arguments of the command to hand-ins. Each argument is a hand-in, a folder in which they are, however
// deep, or a zip archive of them, as a learning platform gives all of a class. Nothing is unpacked to the disk: names in an archive
// are labels and nothing else. What is not called *.gopark*.json is passed over, for platforms add their own files, and put
// numbers into the names.

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/gopark/gopark/site/handin"
)

// Bounds of what is taken from one folder or archive.
const (
	maxEntries = 20_000
	maxDepth   = 10
	maxArchive = 1 << 30 // bytes of the archive
	maxHandIns = 2_000
)

// A Submission is one hand-in, or why it could not be read.
type Submission struct {
	Name   string
	Data   []byte
	Refuse string
}

// Find reads what the arguments name. Arguments that do not exist are an error: somebody mistyped them. passed are the files in folders and
// archives whose names are not those of hand-ins: a student may have given one another name.
func Find(args []string) (all []Submission, passed []string, err error) {
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, nil, err
		}
		var found []Submission
		var others []string
		switch {
		case info.IsDir():
			found, others, err = inFolder(arg)
		case strings.EqualFold(filepath.Ext(arg), ".zip"):
			found, others, err = inArchive(arg)
		default:
			found = []Submission{readFile(arg, arg)}
		}
		if err != nil {
			return nil, nil, err
		}
		passed = append(passed, others...)
		if len(found) == 0 {
			found = []Submission{{Name: arg, Refuse: "there is no hand-in (*" + handin.Suffix + ") in it"}}
		}
		all = append(all, found...)
	}
	return all, passed, nil
}

// isHandIn says whether a file has the name of a hand-in: also pool.gopark(1).json and pool.gopark-2.json, as browsers and platforms
// name the second of a kind.
func isHandIn(name string) bool {
	name = strings.ToLower(path.Base(filepath.ToSlash(name)))
	return strings.HasSuffix(name, ".json") && strings.Contains(name, ".gopark") && !strings.HasPrefix(name, "._")
}

// isOfSystem says whether a file is none of a student's, but of the system that packed it.
func isOfSystem(name string) bool {
	base := path.Base(filepath.ToSlash(name))
	return strings.HasPrefix(base, "._") || base == ".DS_Store" || base == "Thumbs.db"
}

func readFile(name, file string) Submission {
	s := Submission{Name: name}
	f, err := os.Open(file)
	if err != nil {
		s.Refuse = err.Error()
		return s
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		s.Refuse = "it is no file"
		return s
	}
	s.take(f)
	return s
}

// take reads a hand-in, and one byte more than may be, so that Parse refuses what is too large.
func (s *Submission) take(r io.Reader) {
	data, err := io.ReadAll(io.LimitReader(r, handin.MaxBytes+1))
	switch {
	case err != nil:
		s.Refuse = "it cannot be read: " + err.Error()
	case len(data) > handin.MaxBytes:
		s.Refuse = fmt.Sprintf("it is larger than %d KiB", handin.MaxBytes>>10)
	default:
		s.Data = data
	}
}

// inFolder walks a folder, and follows no links.
func inFolder(dir string) (all []Submission, passed []string, err error) {
	entries := 0
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, file)
		entries++
		switch {
		case err != nil:
			all = append(all, Submission{Name: file, Refuse: err.Error()})
			if d != nil && d.IsDir() {
				return fs.SkipDir
			}
		case entries > maxEntries || len(all) >= maxHandIns:
			return tooMany(dir)
		case d.IsDir() && strings.Count(filepath.ToSlash(rel), "/") >= maxDepth:
			all = append(all, Submission{Name: file, Refuse: fmt.Sprintf("it lies deeper than %d folders", maxDepth)})
			return fs.SkipDir
		case !d.IsDir() && isHandIn(file):
			if d.Type().IsRegular() {
				all = append(all, readFile(file, file))
			} else {
				all = append(all, Submission{Name: file, Refuse: "it is no file, or a link"})
			}
		case !d.IsDir() && !isOfSystem(file):
			passed = append(passed, file)
		}
		return nil
	})
	return all, passed, err
}

func tooMany(name string) error {
	return fmt.Errorf("%s: more than %d files, or more than %d hand-ins", name, maxEntries, maxHandIns)
}

// inArchive reads a zip archive. One that is broken is refused, as a hand-in is; it came from others.
func inArchive(file string) (all []Submission, passed []string, err error) {
	refused := func(format string, args ...any) ([]Submission, []string, error) {
		return []Submission{{Name: file, Refuse: fmt.Sprintf(format, args...)}}, nil, nil
	}
	if info, err := os.Stat(file); err != nil {
		return nil, nil, err
	} else if info.Size() > maxArchive {
		return refused("it is larger than %d MiB", maxArchive>>20)
	}
	z, err := zip.OpenReader(file)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return refused("it is no zip archive: %v", err)
	}
	defer z.Close()
	if len(z.File) > maxEntries {
		return refused("it holds more than %d files", maxEntries)
	}
	seen := map[string]bool{}
	for _, f := range z.File {
		s := Submission{Name: file + ":" + f.Name}
		key := strings.ToLower(f.Name)
		switch {
		case f.FileInfo().IsDir():
			continue
		case !isHandIn(f.Name):
			if !isOfSystem(f.Name) {
				passed = append(passed, s.Name)
			}
			continue
		case len(all) >= maxHandIns:
			return refused("it holds more than %d hand-ins", maxHandIns)
		case !fs.ValidPath(f.Name) || strings.ContainsAny(f.Name, "\\\x00:"):
			s.Refuse = "its name in the archive is no path below it"
		case seen[key]:
			s.Refuse = "its name is twice in the archive"
		case !f.Mode().IsRegular():
			s.Refuse = "it is no file, or a link"
		case f.UncompressedSize64 > handin.MaxBytes:
			s.Refuse = fmt.Sprintf("it is larger than %d KiB", handin.MaxBytes>>10)
		default:
			if r, err := f.Open(); err != nil {
				s.Refuse = "it cannot be read: " + err.Error()
			} else {
				s.take(r)
				r.Close()
			}
		}
		seen[key] = true
		all = append(all, s)
	}
	return all, passed, nil
}

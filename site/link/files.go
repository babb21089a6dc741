package link

// This file is about programs of several files in one text, as txtar has it: each file stands behind a line
//
//	-- name.go --
//
// What stands before the first such line is main.go, as in Go's own playground. The twin is site/ui/files.ts.

import (
	"strings"

	"golang.org/x/tools/txtar"
)

// Split gives the files of a text. A text without marks is one file, of that name.
func Split(name, text string) []File {
	archive := txtar.Parse([]byte(text))
	if len(archive.Files) == 0 {
		return []File{{name, text}}
	}
	var files []File
	if head := string(archive.Comment); strings.TrimSpace(head) != "" {
		files = append(files, File{name, head})
	}
	for _, f := range archive.Files {
		files = append(files, File{f.Name, string(f.Data)})
	}
	return files
}

// Join is the text of files: of one, the file itself.
func Join(files []File) string {
	if len(files) == 1 {
		return files[0].Text
	}
	var a txtar.Archive
	for _, f := range files {
		a.Files = append(a.Files, txtar.File{Name: f.Name, Data: []byte(f.Text)})
	}
	return string(txtar.Format(&a))
}

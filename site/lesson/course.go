package lesson

// This file reads what a course is called: course.yaml beside order.txt, which need not be there.
//
//	title: Clocks and locks
//	about: Six lessons on how Go's programs wait, for the second year.

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// CourseFile is its name, in the folder of the lessons.
const CourseFile = "course.yaml"

// A Course is what stands above the list of its lessons.
type Course struct {
	Title string `yaml:"title"`
	About string `yaml:"about"` // plain words with `code`
}

const maxCourseTitle, maxCourseAbout = 80, 600 // characters

// LoadCourse reads what the course in dir is called; nil if it does not say.
func LoadCourse(dir string) (*Course, error) {
	file := filepath.Join(dir, CourseFile)
	src, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what the course is called: %w", err)
	}
	c, ps := readCourse(file, src)
	return c, ps.err()
}

func readCourse(file string, src []byte) (*Course, Problems) {
	var c Course
	ps, ok := decodeYAML(file, 1, src, &c)
	if !ok {
		return nil, ps
	}
	c.Title, c.About = strings.TrimSpace(c.Title), strings.TrimSpace(c.About)
	if c.Title == "" {
		ps = append(ps, Problem{file, lineOfKey(src, "title"), "a course has a title"})
	}
	for _, x := range []struct {
		key, text string
		most      int
	}{{"title", c.Title, maxCourseTitle}, {"about", c.About, maxCourseAbout}} {
		if n := utf8.RuneCountInString(x.text); n > x.most {
			ps = append(ps, Problem{file, lineOfKey(src, x.key), fmt.Sprintf("%s has %d characters: at most %d", x.key, n, x.most)})
		}
	}
	return &c, ps
}

// lineOfKey is the line of a key at the left margin; 1 if it is not there.
func lineOfKey(src []byte, key string) int {
	for i, line := range bytes.Split(src, []byte("\n")) {
		if bytes.HasPrefix(line, []byte(key+":")) {
			return i + 1
		}
	}
	return 1
}

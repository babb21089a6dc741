package lesson

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A course says what it is called, or does not; what is wrong with it is said with file and line.
func TestWhatACourseIsCalled(t *testing.T) {
	dir := t.TempDir()
	if c, err := LoadCourse(dir); c != nil || err != nil {
		t.Errorf("without the file: %v, %v", c, err)
	}
	for _, x := range []struct{ name, text, title, about, wrong string }{
		{"both", "title: Clocks and locks\nabout: How `wait` works.\n", "Clocks and locks", "How `wait` works.", ""},
		{"a title alone", "# ours\ntitle: Clocks\n", "Clocks", "", ""},
		{"no title", "about: It waits.\n", "", "", ":1: a course has a title"},
		{"an empty title", "about: It waits.\ntitle: \"\"\n", "", "", ":2: a course has a title"},
		{"an unknown key", "title: Clocks\nsummary: no\n", "", "", ":2: unknown key \"summary\" (known: title, about)"},
		{"a title that is too long", "\ntitle: " + strings.Repeat("ä", 81) + "\n", "", "", ":2: title has 81 characters: at most 80"},
		{"a list", "title: [a, b]\n", "", "", ":1: title: want a text; if it is one, put it in quotes"},
		{"a colon", "title: Locks: a course\n", "", "", ":1: a text with a colon and a blank in it stands in quotes"},
	} {
		t.Run(x.name, func(t *testing.T) {
			file := filepath.Join(dir, CourseFile)
			if err := os.WriteFile(file, []byte(x.text), 0o644); err != nil {
				t.Fatal(err)
			}
			c, err := LoadCourse(dir)
			if x.wrong != "" {
				if err == nil || err.Error() != file+x.wrong {
					t.Errorf("said %v, want %s", err, x.wrong)
				}
				return
			}
			if err != nil || c.Title != x.title || c.About != x.about {
				t.Errorf("read %+v, %v", c, err)
			}
		})
	}
}

package lesson

// This file is the lesson, and the assignment, that an author begins with.

import "embed"

//go:embed template
var templateFiles embed.FS

// Template gives the files of a new lesson, by name. It builds, and passes gopark check.
func Template(title string) map[string]string { return templateIn("template", title) }

// AssignmentTemplate is the same for an assignment.
func AssignmentTemplate(title string) map[string]string {
	return templateIn("template/assignment", title)
}

func templateIn(dir, title string) map[string]string {
	files := map[string]string{}
	for name, file := range map[string]string{"lesson.md": "lesson.md", "main.go": "main.go.txt", "solution.go": "solution.go.txt"} {
		text, err := templateFiles.ReadFile(dir + "/" + file)
		if err != nil {
			panic(err) // it is part of the program
		}
		files[name] = string(text)
	}
	files["lesson.md"] = "---\ntitle: " + title + "\n" + files["lesson.md"]
	return files
}

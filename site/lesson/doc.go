// Package lesson turns a lesson's files into a model that can be checked and
// drawn.
//
// A lesson is a folder below lessons/: lesson.md, the Go programs it names and
// nothing else. lesson.md is CommonMark with a front matter in YAML and a few
// constructs of our own, one file of this package each:
//
//	play.go       ```go play id=… file=…     an editable program with its stage
//	predict.go    ```predict id=…            a question asked before its answer
//	quiz.go       ```quiz id=…               questions about what was learnt
//	exercise.go   ```exercise id=…           a task, hints, a solution, and the rules that check it
//	assignment.go hand-in: name              an exercise that is handed in and graded
//	figure.go     ```figure run=… at=…       the stage at one moment of a run
//	alert.go      > [!MYTH]                  a box with a heading
//	fact.go       {from run=… field=…}       a number that the run itself gives
//	ref.go        In Go: `runqgrab`          a name of Go's own runtime
//
// program.go has what play and exercise share. For authors all of it is described in lessons/README.md.
//
// Each is a goldmark extension: its parser is here, its HTML is in site/build.
// Raw HTML is refused, and so is a link to anything but http, https, a place in
// the page or a relative page (links.go).
//
// Whatever is wrong with a lesson is a Problem with file and line. Load gathers
// all of them; a lesson with problems is never built.
package lesson

// Package build makes the site: a folder of files that any static host can serve.
//
//	lessons/*  --lesson.LoadAll-->  models  --compile, record, draw-->  pages
//	site/ui/*  --esbuild---------------------------------------------->  assets
//	core/sched --go/parser, chroma------------------------------------>  /src/sched/
//
// What needs the engine is given to Build as functions (Options), so that this
// package knows pages and nothing of compilers: a lesson's program is compiled
// to the module that its first Run uses, and run once in virtual time, so that
// its numbers, its picture for print and the answers to its questions are those
// of a run.
//
// The picture is drawn by the same TypeScript that draws it in the page: Build
// bundles site/ui/print.ts and runs it by Node (draw.go).
//
// To change how a construct of lesson.md looks, see its name here: play.go,
// predict.go, exercise.go, alert.go, fact.go; how a page looks, page/*.html and
// site/ui/style.css.
package build

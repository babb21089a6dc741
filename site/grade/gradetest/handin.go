// Package gradetest makes hand-ins for tests.
package gradetest

import (
	"encoding/json"
	"testing"

	"github.com/gopark/gopark/site/grade"
	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/trial"
	"github.com/gopark/gopark/wasm/host"
)

// HandIn is what a student hands in who changed nothing in the assignment in dir.
func HandIn(t *testing.T, dir, student string) []byte {
	t.Helper()
	l, err := lesson.LoadAssignment(dir)
	if err != nil {
		t.Fatal(err)
	}
	a, err := handin.Of(l)
	if err != nil {
		t.Fatal(err)
	}
	p, err := grade.ReadPrivate("", a)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := host.EngineVersion()
	if err != nil {
		t.Fatal(err)
	}
	r, err := trial.NewRunner("")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	h, err := grade.NewJudge(a, p, engine, r).Make(student, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

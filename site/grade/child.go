package grade

// This file is the process in which one hand-in is graded: gopark grade -one. It reads a job on standard input and writes a result
// to standard output, both JSON. It opens the assignment and what the compiler needs, and nothing that the hand-in names; the
// program itself is in wazero, with a network and files of its own in its memory.
//
// Three things end it: its own look at how much processor time and memory it has taken; the same limits, and a little more, held by the
// system (limits_linux.go); and the process that started it, after ten times as long, should it sleep. Time is that of the
// processor, so that a busy machine costs nobody points.

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/gopark/gopark/site/handin"
	"github.com/gopark/gopark/site/lesson"
	"github.com/gopark/gopark/site/trial"
	"github.com/gopark/gopark/wasm/host"
)

// A job is what the child is to do.
type job struct {
	Assignment string `json:"assignment"` // folder
	Private    string `json:"private"`
	Memory     uint64 `json:"memory"` // bytes, besides the memory of the program
	Time       int64  `json:"time"`   // ns of the processor
	Data       []byte `json:"data"`
}

// The codes of a child that took too much.
const (
	exitMemory = 77
	exitTime   = 78
)

// Child is the process. Its exit code says that there is a result, not which.
func Child(in io.Reader, out io.Writer) error {
	var j job
	if err := json.NewDecoder(in).Decode(&j); err != nil {
		return fmt.Errorf("read the job: %w", err)
	}
	bound(j.Memory, time.Duration(j.Time))
	r, err := runJob(j)
	if err != nil {
		r = Result{State: Failed, Reason: err.Error(), Of: r.Of}
	}
	return json.NewEncoder(out).Encode(r)
}

func runJob(j job) (Result, error) {
	l, err := lesson.LoadAssignment(j.Assignment)
	if err != nil {
		return Result{}, err
	}
	a, err := handin.Of(l)
	if err != nil {
		return Result{}, err
	}
	p, err := ReadPrivate(j.Private, a)
	if err != nil {
		return Result{}, err
	}
	engine, err := host.EngineVersion()
	if err != nil {
		return Result{}, err
	}
	r, err := trial.NewRunner("")
	if err != nil {
		return Result{}, err
	}
	defer r.Close()
	return NewJudge(a, p, engine, r).Grade(j.Data)
}

// bound limits what this process may use.
func bound(most uint64, cpu time.Duration) {
	limitProcess(most+host.DefaultMemory, cpu)
	debug.SetMemoryLimit(int64(most - most/4)) // from here on it is thrifty
	go func() {
		sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
		for ; ; time.Sleep(10 * time.Millisecond) {
			metrics.Read(sample)
			if sample[0].Value.Uint64()-sample[1].Value.Uint64() > most {
				os.Exit(exitMemory)
			}
			if used() > cpu {
				os.Exit(exitTime)
			}
		}
	}()
}

package grade

// This file grades many hand-ins, each in a process of its own, several at a time. What one of them does to its process is
// nothing to the others.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/gopark/gopark/site/handin"
)

// Options of a pool.
type Options struct {
	Assignment, Private string        // folders
	Command             []string      // that starts a child; nil: this program
	Workers             int           // children at a time
	Time                time.Duration // of the processor, for one hand-in
	Memory              uint64        // bytes for one hand-in, besides the 256 MiB of its program
	Done                func(int)     // is told how many are graded
}

const (
	maxAnswer = 16 << 20 // bytes of a child's result
	maxFault  = 8 << 10  // of what it says when it breaks
	patience  = 10       // real time that a child may take, in times of its processor time
)

// Pool grades all, and gives the results in their order. of are the points that can be reached.
func Pool(all []Submission, of int, o Options) []Result {
	results := make([]Result, len(all))
	next := make(chan int)
	var mu sync.Mutex
	done := 0
	var wg sync.WaitGroup
	for range max(1, o.Workers) {
		wg.Go(func() {
			for i := range next {
				results[i] = o.one(all[i], of)
				mu.Lock()
				done++
				if o.Done != nil {
					o.Done(done)
				}
				mu.Unlock()
			}
		})
	}
	for i := range all {
		next <- i
	}
	close(next)
	wg.Wait()
	return results
}

// one grades one hand-in.
func (o Options) one(s Submission, of int) (r Result) {
	defer func() { r.Submission, r.Of = s.Name, of }()
	if s.Refuse != "" {
		return Result{State: Refused, Reason: s.Refuse}
	}
	h, err := handin.Parse(s.Data) // bounded, so that no child is needed to refuse it
	if err != nil {
		return Result{State: Refused, Reason: err.Error()}
	}
	r, err = o.child(s.Data)
	var limit limitReached
	switch {
	case errors.As(err, &limit):
		r = Result{State: Limit, Reason: string(limit)}
	case err != nil:
		r = Result{State: Failed, Reason: err.Error()}
	}
	r.Student = h.Student
	return r
}

type limitReached string

func (l limitReached) Error() string { return string(l) }

// child starts a process for one hand-in and waits for its result.
func (o Options) child(data []byte) (r Result, err error) {
	text, err := json.Marshal(job{o.Assignment, o.Private, o.Memory, int64(o.Time), data})
	if err != nil {
		return r, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience*o.Time)
	defer cancel()
	command := o.Command
	if command == nil {
		self, err := os.Executable()
		if err != nil {
			return r, err
		}
		command = []string{self, "grade", "-one"}
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.WaitDelay = time.Second
	out, fault := &bounded{most: maxAnswer, full: cancel}, &bounded{most: maxFault}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(text), out, fault
	err = cmd.Run()
	code := -1
	if cmd.ProcessState != nil {
		code = cmd.ProcessState.ExitCode()
	}
	switch {
	case out.over:
		return r, limitReached("its result is too large")
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return r, limitReached(fmt.Sprintf("it could not be graded within %v", patience*o.Time))
	case code == exitTime, strings.Contains(fault.kept.String(), "SIGXCPU"):
		return r, limitReached(fmt.Sprintf("grading it took more than %v of the processor's time", o.Time))
	case code == exitMemory, strings.Contains(fault.kept.String(), "out of memory"), strings.Contains(fault.kept.String(), "cannot allocate memory"):
		return r, limitReached(fmt.Sprintf("grading it took more than %d MiB of memory", o.Memory>>20))
	case strings.Contains(fault.kept.String(), "goroutine stack exceeds"):
		return r, limitReached("the compiler ran out of stack: the program is nested too deep")
	case err != nil:
		return r, fmt.Errorf("the process that graded it ended with %v: %s", err, firstLine(fault.kept.String()))
	}
	d := json.NewDecoder(&out.kept)
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return Result{}, fmt.Errorf("read the result: %w", err)
	}
	return r, nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

// bounded keeps the first bytes and calls full when there are more. The buffer is no part of its type: io.Copy would find ReadFrom
// there, and read without bounds.
type bounded struct {
	kept bytes.Buffer
	most int
	over bool
	full func()
}

func (b *bounded) Write(p []byte) (int, error) {
	if room := b.most - b.kept.Len(); len(p) > room {
		if !b.over && b.full != nil {
			b.full()
		}
		b.over = true
		b.kept.Write(p[:room])
		return len(p), nil
	}
	return b.kept.Write(p)
}

var _ io.Writer = (*bounded)(nil)

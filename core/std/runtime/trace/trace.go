//go:build gopark

// Package trace accepts what a program has to say about itself, and writes nothing: gopark run
// -gotrace writes the trace of any program.
package trace

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

var on struct {
	sync.Mutex
	yes bool
}

// Start writes nothing to w.
func Start(w io.Writer) error {
	on.Lock()
	defer on.Unlock()
	if on.yes {
		return errors.New("tracing is already enabled")
	}
	on.yes = true
	return nil
}

// Stop undoes Start.
func Stop() {
	on.Lock()
	on.yes = false
	on.Unlock()
}

// IsEnabled says whether Start was called.
func IsEnabled() bool {
	on.Lock()
	defer on.Unlock()
	return on.yes
}

// A Task is an operation that is traced.
type Task struct{}

func NewTask(parent context.Context, taskType string) (context.Context, *Task) {
	return parent, &Task{}
}

func (t *Task) End() {}

// A Region is a part of a goroutine's work.
type Region struct{}

func StartRegion(ctx context.Context, regionType string) *Region     { return &Region{} }
func (r *Region) End()                                               {}
func WithRegion(ctx context.Context, regionType string, fn func())   { fn() }
func Log(ctx context.Context, category, message string)              {}
func Logf(ctx context.Context, category, format string, args ...any) {}

// A FlightRecorder records nothing.
type FlightRecorder struct{ on bool }

type FlightRecorderConfig struct {
	MinAge   time.Duration
	MaxBytes uint64
}

func NewFlightRecorder(cfg FlightRecorderConfig) *FlightRecorder { return &FlightRecorder{} }

func (r *FlightRecorder) Start() error  { r.on = true; return nil }
func (r *FlightRecorder) Stop()         { r.on = false }
func (r *FlightRecorder) Enabled() bool { return r.on }

func (r *FlightRecorder) WriteTo(w io.Writer) (n int64, err error) {
	return 0, errors.New("nothing is recorded: gopark run -gotrace writes a trace")
}

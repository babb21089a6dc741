// This file drives a run in virtual time.
//
// The module holds the clocks; vrun makes some driver steps and returns. Between
// two calls the host drains the event ring, looks at the real clock for Stop and
// timeout, and calls OnStop. How many steps a call makes changes no event.

package host

import (
	"context"
	"time"

	"github.com/tetratelabs/wazero/api"
)

// What vrun returns.
const (
	vrunMore   = 0
	vrunDrain  = 1 // the event ring is nearly full
	vrunFinish = 2
	vrunUntil  = 3 // the time of Options.Until has come
)

// A call of vrun should take about this long: short enough for Stop.
const (
	vrunShortest = 5 * time.Millisecond
	vrunLongest  = 40 * time.Millisecond
)

// stopGrace is how long Stop waits for a call of vrun before it gives it up.
const stopGrace = 500 * time.Millisecond

// virtual runs until the program exits or ctx ends.
func (r *run) virtual(ctx context.Context) error {
	done := make(chan error, 1)
	go func() { done <- r.virtualLoop(ctx) }()
	select {
	case err := <-done:
		r.finished = true
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done: // the loop saw it, or the program just ended
		r.finished = true
		return err
	case <-time.After(stopGrace): // a library call that does not yield
		r.ended.Store(true)
		r.abandoned = true
		return stopCause(ctx)
	}
}

func (r *run) virtualLoop(ctx context.Context) error {
	mod, err := r.instance()
	if err != nil {
		return err
	}
	defer mod.Close(r.ctx)
	r.rings = r.ringsOf(mod)
	over, err := r.boot(mod)
	for !over && err == nil {
		over, err = r.virtualStep(ctx, mod)
	}
	return err
}

// virtualStep makes one call of vrun and what belongs to its end.
func (r *run) virtualStep(ctx context.Context, mod api.Module) (over bool, err error) {
	began := time.Now()
	status, ended, err := r.call(mod, "vrun", uint64(r.steps()))
	if err != nil {
		return true, err
	}
	r.tune(time.Since(began), status)
	r.until = status == vrunUntil
	over = ended || r.until || status == vrunFinish
	if err := r.rings.drain(r.sink); err != nil {
		return true, err
	}
	records := r.rings.take()
	if r.o.OnStop != nil {
		if err := r.o.OnStop(&Stop{Events: records, Final: over, run: r}); err != nil {
			return true, err
		}
	}
	if !over && ctx.Err() != nil {
		return true, stopCause(ctx)
	}
	return over, nil
}

// steps is how many driver steps the next call makes.
func (r *run) steps() int {
	if r.o.Steps > 0 {
		return r.o.Steps
	}
	return r.vsteps
}

// tune keeps the length of a call between the two bounds.
func (r *run) tune(took time.Duration, status uint64) {
	switch {
	case took > vrunLongest:
		r.vsteps = max(1, r.vsteps/2)
	case took < vrunShortest && status == vrunMore:
		r.vsteps = min(r.vsteps*2, 1<<20)
	}
}

// This file runs a program on real threads: one goroutine, locked to its thread,
// and one instance of the module per M.
//
// The scheduler starts Ms itself (import newosproc). One more goroutine of the host
// drains the Ms' event rings while they run. A run ends when an M calls exit, when
// one traps, or when ctx ends. Then the others must leave: every import ends its
// caller, and to make them call one the host wakes those that sleep and asks those
// that compute to yield (nudge.go). One that does not listen is left behind with
// its memory.
//
// Wasm code is no safe point for Go's own collector: an M that computed without end
// and without calling an import would stop this whole process at the next
// collection. So the scheduler calls nanotime at the end of every slice.

package host

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/tetratelabs/wazero/api"
)

// drainEvery is the pause between two looks at the rings; leaveWithin is how long
// the Ms of a run that is over may take to leave.
const (
	drainEvery  = 500 * time.Microsecond
	leaveWithin = time.Second
)

// MaxMs is how many Ms a run may have at the same time. The page has as many (site/ui/engine/limits.ts).
const MaxMs = 64

// firstHelper is the lowest number of those Ms that run no Go code: sysmon and the template thread.
const firstHelper = 0xfffd

// ErrTooManyMs ends a run in Parallel: too many of its goroutines block their threads at once.
var ErrTooManyMs = fmt.Errorf("the program needs more than %d threads (Ms) at the same time", MaxMs)

// threads counts the Ms of a run.
type threads struct {
	wg   sync.WaitGroup
	over chan struct{} // closed when the run must end

	mu     sync.Mutex
	ms     int // without helpers
	closed bool
	err    error // the first bug
}

func (t *threads) init() { t.over = make(chan struct{}) }

// finish ends the run.
func (t *threads) finish() { t.fail(nil) }

// fail ends the run because of a bug.
func (t *threads) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = err
	}
	if !t.closed {
		t.closed = true
		close(t.over)
	}
}

// add counts one more M, unless the run is over, or is now because there would be too many.
func (t *threads) add(m uint32) bool {
	t.mu.Lock()
	tooMany := m < firstHelper && t.ms == MaxMs
	ok := !t.closed && !tooMany
	if ok {
		t.wg.Add(1)
		if m < firstHelper {
			t.ms++
		}
	}
	t.mu.Unlock()
	if tooMany {
		t.fail(ErrTooManyMs)
	}
	return ok
}

// done counts one M less: its thread ends.
func (t *threads) done(m uint32) {
	t.mu.Lock()
	if m < firstHelper {
		t.ms--
	}
	t.mu.Unlock()
	t.wg.Done()
}

// parallel runs until the program exits or ctx ends.
func (r *run) parallel(ctx context.Context) error {
	main, err := r.instance()
	if err != nil {
		return err
	}
	observer, err := r.instance() // calls rings while main is busy
	if err != nil {
		return err
	}
	r.rings = r.ringsOf(observer)
	if ended, err := r.boot(main); ended || err != nil {
		r.finished = true
		return err
	}
	m0, _, err := r.call(main, "m0")
	if err != nil {
		return err
	}
	r.threads.add(uint32(m0))
	go r.runM(main, uint32(m0))
	stopDrain := r.drainWhileRunning()
	select {
	case <-r.threads.over:
	case <-ctx.Done():
		err = stopCause(ctx)
	}
	stopDrain()
	if r.exited.Load() {
		err = r.finalStop()
	}
	r.rings.release(r.sink)
	r.finished = r.leave()
	return errors.Join(r.threads.err, err)
}

// finalStop takes the last events and calls OnStop. The M that called exit stopped
// the world before, and no M has been told yet that the run is over.
func (r *run) finalStop() error {
	if err := r.rings.drain(r.sink); err != nil {
		return err
	}
	r.rings.release(r.sink)
	if r.o.OnStop == nil {
		return nil
	}
	return r.o.OnStop(&Stop{Events: r.rings.take(), Final: true, run: r})
}

// startM starts a thread for M number m.
func (r *run) startM(m uint32) {
	if !r.threads.add(m) {
		return
	}
	go func() {
		mod, err := r.instance()
		if err != nil {
			r.threads.fail(err)
			r.threads.done(m)
			return
		}
		r.runM(mod, m)
	}()
}

// runM is the whole life of one M's thread.
func (r *run) runM(mod api.Module, m uint32) {
	runtime.LockOSThread() // never unlocked: the thread ends with its M
	defer r.threads.done(m)
	_, ended, err := r.call(mod, "mstart", uint64(m))
	if ended || err == nil || r.ended.Load() {
		return // a trap after the end of the run is our own doing: see leave
	}
	r.threads.fail(err)
}

// leave makes all Ms leave the module; false if one did not.
func (r *run) leave() bool {
	r.ended.Store(true)
	r.threads.finish()
	gone := make(chan struct{})
	go func() { r.threads.wg.Wait(); close(gone) }()
	deadline := time.After(leaveWithin)
	for {
		r.nudge()
		select {
		case <-gone:
			return true
		case <-deadline:
			return false
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// drainWhileRunning empties the rings again and again; the returned func ends that.
func (r *run) drainWhileRunning() (stop func()) {
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-quit:
				return
			case <-time.After(drainEvery):
			}
			if err := r.rings.drain(r.sink); err != nil {
				r.threads.fail(err)
				return
			}
			if r.o.OnStop == nil {
				r.rings.take()
			}
		}
	}()
	return func() { close(quit); <-done }
}

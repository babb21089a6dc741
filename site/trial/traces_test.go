package trial

// This file checks the Go trace of each run that the tests of this package make.

import (
	"testing"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/wasm/host"
	"github.com/gopark/gopark/wasm/host/tracetest"
)

// traced makes a runner check them.
func traced(t *testing.T, r *Runner) *Runner {
	r.listen = func(p *host.Program) (event.Sink, func(host.Result)) {
		trace := tracetest.New(p.Layout.Places(), time.Unix(0, 0), false)
		return trace, func(res host.Result) {
			if err := trace.Check(res.Lost); err != nil && res.Events > 0 {
				t.Error("trace: ", err)
			}
		}
	}
	return r
}

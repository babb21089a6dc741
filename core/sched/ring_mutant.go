//go:build mutant && !gopark

// This file is ring.go with mistakes that can be switched on: the tests must fail with
// each of them, or they test nothing.
package sched

import "runtime"

var mutant string // which mistake is on

func (pp *P) putTail(gp *G, t uint32) {
	if mutant == "publish before the slot is filled" {
		pp.runqtail.Store(t + 1)
		runtime.Gosched()
		pp.runq[t%256].set(gp)
		return
	}
	pp.runq[t%256].set(gp)
	pp.runqtail.Store(t + 1)
}

func (pp *P) takeHead(h, to uint32) bool {
	if mutant == "head moved without compare-and-swap" {
		runtime.Gosched()
		pp.runqhead.Store(to)
		return true
	}
	return pp.runqhead.CompareAndSwap(h, to)
}

var skipRecheck bool

package sched

// This file tests assists natively, with a collector that has so many bytes to scan and no heap.

import (
	"testing"

	"github.com/gopark/gopark/core/event/kind"
)

// bytesToScan is a Collector: Begin finds some, Drain scans them.
type bytesToScan struct {
	noCollector
	found, left int64
}

func (b *bytesToScan) Begin() int64           { b.left = b.found; return 0 }
func (b *bytesToScan) Ready(*P) bool          { return b.left != 0 }
func (b *bytesToScan) End(bool) (bool, int64) { return b.left == 0, 0 }
func (b *bytesToScan) PerKB() int64           { return 1024 } // a byte scanned pays for one allocated

func (b *bytesToScan) Drain(_ *P, budget int64) int64 {
	did := min(b.left, budget)
	b.left -= did
	return did
}

// TestAssistThatScansTheLastByteEndsMarking: then no worker finds that there is nothing.
func TestAssistThatScansTheLastByteEndsMarking(t *testing.T) {
	for _, found := range []int64{assistLeast, assistLeast / 2, 4 * assistLeast} {
		heap := &bytesToScan{found: found}
		Hooks.GC = heap
		t.Cleanup(func() { Hooks.GC = nil })
		recs := records(t, 1, func() {
			Getg().GCAssist = -1
			GC()
		})
		if n := len(of(recs, kind.GCEnd)); n != 1 || heap.left != 0 {
			t.Errorf("%d bytes: %d cycles ended, %d bytes left", found, n, heap.left)
		}
		if len(of(recs, kind.AssistBegin)) == 0 {
			t.Errorf("%d bytes: nobody assisted", found)
		}
	}
}

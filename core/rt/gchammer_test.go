package rt

// This file lets several Ms mark while goroutines move pointers, with the whole cycle as the scheduler runs it: workers,
// assists, the question to each P, both pauses. What is swept is poisoned, so a reader notices an object that was lost.

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/gopark/gopark/core/sched"
)

// wholeCollector is this package's half of the collector, for the native scheduler (intrinsics_gopark.go has
// the same functions for the compiled one).
type wholeCollector struct{ swept, cycles int }

func (*wholeCollector) Due() bool              { return false }
func (*wholeCollector) Ready(pp *sched.P) bool { return greyOf(pp).ready() }
func (*wholeCollector) PerKB() int64           { return 64 }
func (*wholeCollector) Percent() int           { return 100 }

func (c *wholeCollector) Begin() int64 {
	c.cycles++
	nativeGreys = nil
	for i := range sched.Nprocs() {
		nativeGreys = append(nativeGreys, greyOf(sched.Allp(i)))
	}
	return gcBegin()
}

func (*wholeCollector) End(force bool) (bool, int64) { return gcEnd(force) }

func (*wholeCollector) Flush(pp *sched.P) bool {
	w := greyOf(pp)
	found := w.dispose() || w.Flushed
	w.Flushed = false
	return found
}

func (*wholeCollector) Drain(pp *sched.P, budget int64) int64 {
	return greyOf(pp).drain(min(budget, 4000))
}

func (c *wholeCollector) Sweep(n int) (did int) {
	lock(&heap.lock)
	for did < n && central.sweeping && sweepOne() {
		did++
	}
	c.swept += did
	unlock(&heap.lock)
	return did
}

const (
	holderSlots = 32
	payload     = 0x5ca1ab1e << 32
)

// holder is an object that holds pointers to payloads. Markers read it while its owner stores.
type holder uintptr

func (h holder) slot(i int) *uint64 { return (*uint64)(ptr(uintptr(h) + uintptr(i)*8)) }

// store is what compiled code does for a pointer.
func (h holder) store(i int, p uint64) {
	if getbarrier() != 0 {
		shade(ptr(uintptr(atomic.LoadUint64(h.slot(i)))))
	}
	atomic.StoreUint64(h.slot(i), p)
}

// newPayload makes an object that knows its own address.
func newPayload() uint64 {
	p := uint64(uintptr(Mallocgc(48, true)))
	*(*uint64)(ptr(uintptr(p))) = payload | p
	return p
}

// mutator moves payloads between its holders, drops some and makes new ones. It counts those that were lost.
func mutator(seed uint64, holders []holder, moves int) (lost int) {
	r := rand.New(rand.NewPCG(seed, 7))
	for n := range moves {
		a, b := holders[r.IntN(len(holders))], holders[r.IntN(len(holders))]
		i, j := r.IntN(holderSlots), r.IntN(holderSlots)
		if p := atomic.LoadUint64(a.slot(i)); p != 0 {
			if *(*uint64)(ptr(uintptr(p))) != payload|p {
				lost++
			}
			b.store(j, p) // drops what was there
			a.store(i, 0)
		} else {
			a.store(i, newPayload())
		}
		if n%64 == 0 {
			sched.Gosched() // no payload is known here but by the holders
		}
	}
	return lost
}

// TestMarkingHammer: four Ms mark and move; every object that can be reached survives, and some of the others do not.
func TestMarkingHammer(t *testing.T) {
	const mutators, each, cycles = 6, 150, 20
	newHeap(t, arenaSize)
	debugPoison = true
	c := new(wholeCollector)
	sched.Hooks.GC = c
	defer func() { sched.Hooks.GC = nil }()
	nativeCache = func() *mcache {
		mp := sched.Getm()
		if mp == nil || mp.P == nil {
			return &central.boot
		}
		if mp.P.Mcache == nil {
			c := new(mcache)
			cacheInit(c)
			mp.P.Mcache = unsafe.Pointer(c)
		}
		return (*mcache)(mp.P.Mcache)
	}
	nativeGrey = func() *gcWork {
		if mp := sched.Getm(); mp != nil && mp.P != nil {
			return greyOf(mp.P)
		}
		return nil
	}
	var holders [mutators][]holder
	nativeRoots = func(w *gcWork) {
		for _, list := range holders {
			for _, h := range list {
				w.markWord(uintptr(h))
			}
		}
	}
	var lost atomic.Int32
	mustRun(t, sched.Config{Procs: 4, Parallel: true, Seed: 1}, func() {
		for i := range holders {
			for range each {
				h := holder(Mallocgc(holderSlots*8, false))
				holders[i] = append(holders[i], h)
				for j := range holderSlots {
					h.store(j, newPayload())
				}
			}
		}
		var over atomic.Bool
		done := intchan(0)
		for i := range holders {
			spawn(func() {
				for n := uint64(0); !over.Load(); n++ {
					lost.Add(int32(mutator(uint64(i)<<32|n, holders[i], 2000)))
				}
				done.send(i)
			})
		}
		for range cycles {
			sched.GC()
		}
		over.Store(true)
		for range holders {
			done.recv()
		}
	})
	if n := lost.Load(); n != 0 {
		t.Errorf("%d times a lost object was found", n)
	}
	for _, list := range holders {
		for _, h := range list {
			for j := range holderSlots {
				if p := *h.slot(j); p != 0 && *(*uint64)(ptr(uintptr(p))) != payload|p {
					t.Fatalf("the object at %#x was lost", p)
				}
			}
		}
	}
	if c.cycles < cycles || c.swept == 0 || central.stats.Frees == 0 {
		t.Errorf("%d cycles, %d spans swept, %d objects freed", c.cycles, c.swept, central.stats.Frees)
	}
	pageCheck(t)
}

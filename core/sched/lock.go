// This file implements the mutex of the runtime itself.
//
// It spins for a moment, since it is held only for a few instructions, and then sleeps
// on a futex. In virtual mode only one M runs at a time, and it is always free.
// It must not be held while a goroutine is suspended: gopark's unlockf frees it.
//
// In Go: lock_futex.go before 1.24; lock_spinbit.go now, which also orders the sleepers.
package sched

import "sync/atomic"

// Mutex is free when zero.
type Mutex struct{ key atomic.Uint32 }

const (
	unlocked = 0
	locked   = 1
	sleeping = 2 // locked, and somebody may sleep
)

const activeSpin = 100

// Lock takes l.
func Lock(l *Mutex) {
	if !l.key.CompareAndSwap(unlocked, locked) {
		lockSlow(l)
	}
}

func lockSlow(l *Mutex) {
	for i := 0; i < activeSpin; i++ {
		if l.key.Load() == unlocked && l.key.CompareAndSwap(unlocked, locked) {
			return
		}
		procyield()
	}
	for l.key.Swap(sleeping) != unlocked {
		Futexsleep(&l.key, sleeping, -1)
	}
}

// Unlock frees l.
func Unlock(l *Mutex) {
	if l.key.Swap(unlocked) == sleeping {
		Futexwakeup(&l.key, 1)
	}
}

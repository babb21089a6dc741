// This file implements the mutex of the runtime itself.
//
// It spins for a moment, since it is held only for a few instructions, and then sleeps
// on a futex. It must not be held while a goroutine is suspended: gopark's unlockf frees it.
// In virtual mode all Ms are one thread, which runs an M up to the end of a step: then
// no mutex is held, and so none need be taken. (Tests take them, and see that none is left.) But
// the scheduler's lock has its price there: who comes while it is held has to wait (lockprice.go).
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
	if sched.virtual && l == &sched.lock {
		Getm().payLock()
	}
	if oneThread() {
		return
	}
	if !l.key.CompareAndSwap(unlocked, locked) {
		lockSlow(l)
	}
}

//go:cold
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
	if oneThread() {
		return
	}
	if l.key.Swap(unlocked) == sleeping {
		Futexwakeup(&l.key, 1)
	}
}

// LockP is Lock for a mutex that is taken only by Ms with a P: those of channels and
// semaphores. With one P there is nobody else who could hold it. Channels are faster by a third
// for this. solo changes only when the world is stopped, and so when no such mutex is held.
func LockP(l *Mutex) {
	if sched.solo.get() == 0 {
		Lock(l)
	}
}

// UnlockP frees what LockP took.
func UnlockP(l *Mutex) {
	if sched.solo.get() == 0 {
		Unlock(l)
	}
}

// Solo says that LockP takes nothing.
func Solo() bool { return sched.solo.get() != 0 }

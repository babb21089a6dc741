// This file is the lock of this package: the scheduler's, under Go's names.
//
// It is held for some dozens of instructions and never while a goroutine is
// frozen, with one exception that Go has too: a goroutine that parks on a
// channel gives the lock to the scheduler, which releases it when the goroutine
// has left the M.

package rt

import "github.com/gopark/gopark/core/sched"

type mutex = sched.Mutex

func lock(l *mutex)   { sched.Lock(l) }
func unlock(l *mutex) { sched.Unlock(l) }

// For mutexes that only goroutines take, and timers' functions: whoever has a P.

func lockp(l *mutex)   { sched.LockP(l) }
func unlockp(l *mutex) { sched.UnlockP(l) }

//go:build gopark

package runtime

// This file is what internal/synctest links to by name. See bubble.go of core/sched.

import (
	internal "runtime/internal/coro"
	"unsafe"

	"github.com/gopark/gopark/core/rt"
	"github.com/gopark/gopark/core/sched"
)

//go:linkname synctest_run internal/synctest.Run
func synctest_run(f func()) {
	if sched.InBubble() {
		panic("synctest.Run called from within a synctest bubble")
	}
	ended, done := sched.RunBubble(f)
	forgetBubble(sched.OfBubble())
	sched.LeaveBubble()
	switch {
	case ended:
	case done:
		panic(synctestDeadlockError("deadlock: main bubble goroutine has exited but blocked goroutines remain"))
	default:
		panic(synctestDeadlockError("deadlock: all goroutines in bubble are blocked"))
	}
}

type synctestDeadlockError string

func (e synctestDeadlockError) Error() string { return string(e) }

//go:linkname synctest_wait internal/synctest.Wait
func synctest_wait() {
	if !sched.InBubble() {
		panic("goroutine is not in a bubble")
	}
	if !sched.WaitBubble() {
		panic("wait already in progress")
	}
}

//go:linkname synctest_isInBubble internal/synctest.IsInBubble
func synctest_isInBubble() bool { return sched.InBubble() }

//go:linkname synctest_acquire internal/synctest.acquire
func synctest_acquire() any {
	b := sched.OfBubble()
	if b == nil {
		return nil
	}
	b.Hold()
	return b
}

//go:linkname synctest_release internal/synctest.release
func synctest_release(b any) { b.(*sched.Bubble).Release() }

//go:linkname synctest_inBubble internal/synctest.inBubble
func synctest_inBubble(b any, f func()) {
	if sched.InBubble() {
		panic("goroutine is already bubbled")
	}
	sched.EnterBubble(b.(*sched.Bubble))
	internal.Run(func(unsafe.Pointer) { f() }, nil, func(unsafe.Pointer) { sched.LeaveBubble() })
}

// The association of an object with a bubble lasts as long as the bubble; in Go, as long as the object.
type association struct {
	p    unsafe.Pointer
	b    *sched.Bubble
	next *association
}

var associations struct {
	lock    sched.Mutex
	buckets [64]*association
}

func bucketOf(p unsafe.Pointer) **association {
	return &associations.buckets[uintptr(p)>>4%uintptr(len(associations.buckets))]
}

// What internal/synctest.Association says.
const (
	unbubbled = iota
	currentBubble
	otherBubble
)

// associated says which bubble p is associated with. add makes it that of the running goroutine if it has none.
func associated(p unsafe.Pointer, add bool) int {
	if rt.IsStatic(p) || !rt.IsHeap(p) {
		return unbubbled // a package's variable
	}
	b := sched.OfBubble()
	sched.Lock(&associations.lock)
	defer sched.Unlock(&associations.lock)
	at := bucketOf(p)
	for a := *at; a != nil; a = a.next {
		switch {
		case a.p != p:
		case a.b == b:
			return currentBubble
		default:
			return otherBubble
		}
	}
	if !add {
		return unbubbled
	}
	*at = &association{p, b, *at}
	return currentBubble
}

// pointerIn is the pointer that p holds.
func pointerIn(p any) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(&p))[1] }

//go:linkname synctest_associate internal/synctest.associate
func synctest_associate(p any) int { return associated(pointerIn(p), true) }

//go:linkname synctest_isAssociated internal/synctest.isAssociated
func synctest_isAssociated(p any) bool { return associated(pointerIn(p), false) == currentBubble }

//go:linkname synctest_disassociate internal/synctest.disassociate
func synctest_disassociate(p any) {
	at := pointerIn(p)
	dissociate(bucketOf(at), func(a *association) bool { return a.p == at })
}

// forgetBubble drops the associations of a bubble that has ended.
func forgetBubble(b *sched.Bubble) {
	for i := range associations.buckets {
		dissociate(&associations.buckets[i], func(a *association) bool { return a.b == b })
	}
}

func dissociate(at **association, gone func(*association) bool) {
	sched.Lock(&associations.lock)
	for *at != nil {
		if gone(*at) {
			*at = (*at).next
		} else {
			at = &(*at).next
		}
	}
	sched.Unlock(&associations.lock)
}

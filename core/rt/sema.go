// This file implements the semaphores that sync's Mutex, RWMutex and WaitGroup
// sleep on, and the ticket list of sync.Cond.
//
// A semaphore is any uint32. Who waits for it stands in one of 251 buckets, by
// its address; in a bucket each address has one FIFO.
//
// A waiter that is woken competes for the unit with goroutines that just come
// by, unless it was handed to it (ticket 1); then the releaser yields, so that
// the waiter runs at once and inherits its slice.
//
// In Go: sema.go, where the addresses of a bucket form a treap; here they are a
// list.

package rt

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/core/sched"
)

const semTabSize = 251

type semaRoot struct {
	lock  mutex
	first *sudog // first waiters of the addresses, linked by next and prev
	nwait uint32 // waiters of all addresses; atomic
	id    uint64
}

var semtable [semTabSize]semaRoot

func semroot(addr *uint32) *semaRoot {
	return &semtable[(uintptr(unsafe.Pointer(addr))>>3)%semTabSize]
}

// cansem takes one unit if there is one.
func cansem(addr *uint32) bool {
	if sched.Solo() { // nobody else can take it now
		v := *addr
		if v != 0 {
			*addr = v - 1
		}
		return v != 0
	}
	for {
		v := atomic.LoadUint32(addr)
		if v == 0 {
			return false
		}
		if atomic.CompareAndSwapUint32(addr, v, v-1) {
			return true
		}
	}
}

// addsem adds n to a count. With one P nobody else changes it meanwhile.
func addsem(addr *uint32, n uint32) {
	if sched.Solo() {
		*addr += n
	} else {
		atomic.AddUint32(addr, n)
	}
}

// waiters is root.nwait.
func waiters(root *semaRoot) uint32 {
	if sched.Solo() {
		return root.nwait
	}
	return atomic.LoadUint32(&root.nwait)
}

// Semacquire takes one unit of *addr, waiting for it if need be. With lifo it
// waits at the front.
func Semacquire(addr *uint32, lifo bool, reason kind.Wait) {
	if cansem(addr) {
		return
	}
	s := ownSudog(sched.Getg())
	root := semroot(addr)
	s.ticket = 0
	for {
		lockp(&root.lock)
		addsem(&root.nwait, 1) // from here on releasers look into the bucket
		if cansem(addr) {
			addsem(&root.nwait, ^uint32(0))
			unlockp(&root.lock)
			return
		}
		root.queue(addr, s, lifo)
		if root.id == 0 {
			root.id = sched.NewObjID()
		}
		sched.Gopark(semparkcommit, unsafe.Pointer(root), reason, root.id)
		if s.ticket != 0 || cansem(addr) {
			return
		}
	}
}

func semparkcommit(_ *sched.G, root unsafe.Pointer) bool {
	unlockp(&(*semaRoot)(root).lock)
	return true
}

// Semrelease adds one unit to *addr and wakes a waiter. With handoff the unit is
// the waiter's.
func Semrelease(addr *uint32, handoff bool) {
	root := semroot(addr)
	addsem(addr, 1)
	if waiters(root) == 0 {
		return
	}
	lockp(&root.lock)
	if waiters(root) == 0 {
		unlockp(&root.lock)
		return
	}
	s := root.dequeue(addr)
	if s != nil {
		addsem(&root.nwait, ^uint32(0))
	}
	unlockp(&root.lock)
	if s == nil {
		return
	}
	ticket := handoff && cansem(addr)
	if ticket {
		s.ticket = 1
	}
	goready(s)
	if ticket {
		sched.Goyield()
	}
}

// queue adds s to those who wait for addr.
func (root *semaRoot) queue(addr *uint32, s *sudog, lifo bool) {
	s.elem = unsafe.Pointer(addr)
	s.waitlink, s.waittail = nil, nil
	s.next, s.prev = nil, nil
	for t := root.first; t != nil; t = t.next {
		if t.elem != unsafe.Pointer(addr) {
			continue
		}
		if lifo {
			s.waitlink = t
			s.waittail = t.waittail
			if s.waittail == nil {
				s.waittail = t
			}
			root.replace(t, s)
			t.waittail = nil
			return
		}
		if t.waittail == nil {
			t.waitlink = s
		} else {
			t.waittail.waitlink = s
		}
		t.waittail = s
		return
	}
	s.next = root.first
	if s.next != nil {
		s.next.prev = s
	}
	root.first = s
}

// replace puts s in the place of t in the list of addresses. s nil: t goes.
func (root *semaRoot) replace(t, s *sudog) {
	next, prev := t.next, t.prev
	t.next, t.prev = nil, nil
	if s != nil {
		s.next, s.prev = next, prev
		if next != nil {
			next.prev = s
		}
		next = s
	} else if next != nil {
		next.prev = prev
	}
	if prev != nil {
		prev.next = next
	} else {
		root.first = next
	}
}

// dequeue takes the first who waits for addr.
func (root *semaRoot) dequeue(addr *uint32) *sudog {
	s := root.first
	for s != nil && s.elem != unsafe.Pointer(addr) {
		s = s.next
	}
	if s == nil {
		return nil
	}
	t := s.waitlink
	root.replace(s, t)
	if t != nil {
		if t.waitlink != nil {
			t.waittail = s.waittail
		} else {
			t.waittail = nil
		}
	}
	s.elem = nil
	s.waitlink, s.waittail = nil, nil
	s.ticket = 0
	return s
}

// NotifyList is what sync.Cond waits on. Its layout is sync's notifyList.
type NotifyList struct {
	wait   uint32 // next ticket; atomic
	notify uint32 // next ticket to be notified; written under lock
	lock   notifyLock
	head   *sudog
	tail   *sudog
}

// notifyLock fills the word that sync reserves for a lock.
type notifyLock struct {
	mutex
	_ [8 - unsafe.Sizeof(mutex{})]byte
}

func ticketLess(a, b uint32) bool { return int32(a-b) < 0 }

// NotifyAdd gives a ticket.
func NotifyAdd(l *NotifyList) uint32 { return atomic.AddUint32(&l.wait, 1) - 1 }

// NotifyWait waits until ticket t is notified.
func NotifyWait(l *NotifyList, t uint32) {
	lockp(&l.lock.mutex)
	if ticketLess(t, l.notify) {
		race.Acquire(unsafe.Pointer(l))
		unlockp(&l.lock.mutex)
		return
	}
	s := ownSudog(sched.Getg())
	s.ticket = t
	if l.tail == nil {
		l.head = s
	} else {
		l.tail.next = s
	}
	l.tail = s
	sched.Gopark(notifyparkcommit, unsafe.Pointer(l), kind.WaitCond, 0)
}

func notifyparkcommit(_ *sched.G, l unsafe.Pointer) bool {
	unlockp(&(*NotifyList)(l).lock.mutex)
	return true
}

// NotifyAll wakes all that wait, in the order of the list.
func NotifyAll(l *NotifyList) {
	if atomic.LoadUint32(&l.wait) == atomic.LoadUint32(&l.notify) {
		return
	}
	lockp(&l.lock.mutex)
	race.ReleaseMerge(unsafe.Pointer(l)) // for those who have a ticket, and do not wait yet
	s := l.head
	l.head, l.tail = nil, nil
	atomic.StoreUint32(&l.notify, atomic.LoadUint32(&l.wait))
	unlockp(&l.lock.mutex)
	for s != nil {
		next := s.next
		s.next = nil
		race.Wake(unsafe.Pointer(s.g))
		goready(s)
		s = next
	}
}

// NotifyOne wakes the one with the lowest ticket.
func NotifyOne(l *NotifyList) {
	if atomic.LoadUint32(&l.wait) == atomic.LoadUint32(&l.notify) {
		return
	}
	lockp(&l.lock.mutex)
	t := l.notify
	if t == atomic.LoadUint32(&l.wait) {
		unlockp(&l.lock.mutex)
		return
	}
	race.ReleaseMerge(unsafe.Pointer(l))
	atomic.StoreUint32(&l.notify, t+1)
	// Who has ticket t may not be in the list yet: then it will not wait at all.
	var prev *sudog
	for s := l.head; s != nil; prev, s = s, s.next {
		if s.ticket != t {
			continue
		}
		if prev != nil {
			prev.next = s.next
		} else {
			l.head = s.next
		}
		if s.next == nil {
			l.tail = prev
		}
		unlockp(&l.lock.mutex)
		s.next = nil
		race.Wake(unsafe.Pointer(s.g))
		goready(s)
		return
	}
	unlockp(&l.lock.mutex)
}

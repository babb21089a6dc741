// This file keeps sudogs: a sudog is a goroutine that waits in some queue. A
// goroutine in a select waits in many, so it is not the goroutine itself.
//
// Each goroutine has one of its own, for waits in one place. Those for selects are taken from
// a cache. Free ones are kept by P, at most 128; sudogs are objects of the collector.
//
// In Go: sudog in runtime2.go, acquireSudog and releaseSudog in proc.go. There
// full caches give half to a central list; here they give it to the collector.

package rt

import (
	"unsafe"

	"github.com/gopark/gopark/core/sched"
)

type sudog struct {
	g        *sched.G
	next     *sudog // in the queue
	prev     *sudog
	elem     unsafe.Pointer // what to send, where to receive; for a semaphore its address
	c        *Hchan
	waitlink *sudog // next in g.Waiting, or next waiter of the same semaphore
	waittail *sudog // last waiter, in the first
	ticket   uint32
	isSelect bool
}

// ownSudog is the sudog of gp for a wait in one place: all waits but select. Who
// takes it out of its queue leaves it clean.
func ownSudog(gp *sched.G) *sudog {
	s := (*sudog)(gp.Sudog)
	if s == nil {
		s = new(sudog)
		s.g = gp
		gp.Sudog = unsafe.Pointer(s)
	}
	return s
}

const maxSudogs = 128

type sudogCache struct {
	head *sudog // linked through next
	n    int
}

func sudogCacheOf(pp *sched.P) *sudogCache {
	c := (*sudogCache)(pp.Rtlocal[0])
	if c == nil {
		c = new(sudogCache)
		pp.Rtlocal[0] = unsafe.Pointer(c)
	}
	return c
}

func acquireSudog() *sudog {
	pp := sched.Getm().P
	if pp == nil {
		return new(sudog)
	}
	c := sudogCacheOf(pp)
	s := c.head
	if s == nil {
		return new(sudog)
	}
	c.head = s.next
	c.n--
	s.next = nil
	return s
}

func releaseSudog(s *sudog) {
	if s.elem != nil || s.isSelect || s.next != nil || s.prev != nil || s.waitlink != nil || s.c != nil {
		throw("runtime: sudog with non-nil fields")
	}
	s.g = nil
	s.waittail = nil
	s.ticket = 0
	pp := sched.Getm().P
	if pp == nil {
		return
	}
	c := sudogCacheOf(pp)
	if c.n >= maxSudogs {
		return
	}
	s.next = c.head
	c.head = s
	c.n++
}

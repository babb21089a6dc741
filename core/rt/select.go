// This file implements select.
//
// The cases are looked at in a random order, drawn from the scheduler's seeded
// source; all channels are locked first, each once, in the order of their
// addresses, so that two selects cannot wait for each other. The order of the
// locks shows nowhere else.
//
//	pass 1: can one of them go on now?
//	pass 2: if not, wait in the queue of each
//	pass 3: woken by one, leave the other queues
//
// Whoever wakes a goroutine in a select must win its SelectDone first; the others
// go on to the next waiter.
//
// In Go: select.go. The compiler turns select {} into block, and one case with a
// default into selectnbsend or selectnbrecv.

package rt

import (
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/core/sched"
)

// scase is one case: a send of *elem on c, or a receive into it.
type scase struct {
	c    *Hchan
	elem unsafe.Pointer
}

// block is select {}.
func block() {
	sched.Gopark(nil, nil, kind.WaitSelectNoCases, 0)
}

// smallSelect is the number of cases for which a goroutine keeps memory from one select to the next.
const smallSelect = 8

// selectcases gives the memory for the cases of a select: not cleared.
func selectcases(n int) unsafe.Pointer {
	if n > smallSelect {
		return Mallocgc(uintptr(n)*unsafe.Sizeof(scase{}), false)
	}
	gp := sched.Getg()
	if gp.Selcases == nil {
		gp.Selcases = Mallocgc(smallSelect*(unsafe.Sizeof(scase{})+4), false)
	}
	return gp.Selcases
}

// selorders gives memory for two orders of n cases.
func selorders(cas0 unsafe.Pointer, n int) []uint16 {
	if cas0 == sched.Getg().Selcases {
		return unsafe.Slice((*uint16)(unsafe.Add(cas0, smallSelect*unsafe.Sizeof(scase{}))), 2*n)
	}
	return unsafe.Slice((*uint16)(mallocScratch(uintptr(n)*4)), 2*n)
}

// selectgo chooses one of the nsends+nrecvs cases at cas0, sends first, and does
// it. It gives its index and, for a receive, whether there was a value. Without
// block it gives -1 if none is ready.
//
// The cases keep what they point to alive until the next select of the goroutine, if they are few.
func selectgo(cas0 unsafe.Pointer, nsends, nrecvs int, block bool) (int, bool) {
	n := nsends + nrecvs
	cases := unsafe.Slice((*scase)(cas0), n)
	orders := selorders(cas0, n)
	poll := orders[:n]
	norder := 0
	for i := 0; i < n; i++ {
		c := cases[i].c
		if c == nil {
			cases[i].elem = nil
			continue
		}
		if c.timer != nil {
			c.timer.maybeRun()
		}
		j := int(sched.Cheaprandn(uint32(norder + 1)))
		poll[norder] = poll[j]
		poll[j] = uint16(i)
		norder++
	}
	poll = poll[:norder]
	order := orders[n : n+norder]
	solo := sched.Solo()
	if !solo {
		lockorder(cases, poll, order)
		sellock(cases, order)
	}

	// Pass 1.
	for _, o := range poll {
		i := int(o)
		if done, ok := selnow(cases, order, i, i < nsends); done {
			return i, ok
		}
	}
	if !block {
		selunlock(cases, order)
		return -1, false
	}

	// Pass 2.
	if solo {
		lockorder(cases, poll, order)
	}
	gp := sched.Getg()
	if gp.Waiting != nil {
		throw("gp.waiting != nil")
	}
	selwait(gp, cases, order, nsends)
	obj := uint64(0)
	if norder > 0 {
		obj = cases[poll[0]].c.objid()
	}
	seldurable(gp)
	sched.Gopark(selparkcommit, nil, kind.WaitSelect, obj)

	// Pass 3.
	sellock(cases, order)
	i, ok := selwoken(gp, cases, order, nsends)
	selunlock(cases, order)
	if i < nsends && !ok {
		panicPlain("send on closed channel")
	}
	if i < nsends {
		ok = false
	}
	return i, ok
}

// selnow does case i if it can be done now; then all locks are released.
func selnow(cases []scase, order []uint16, i int, send bool) (done, ok bool) {
	c := cases[i].c
	elem := cases[i].elem
	if send {
		if c.closed {
			selunlock(cases, order)
			panicPlain("send on closed channel")
			return true, false
		}
		if s := c.recvq.dequeue(); s != nil {
			sendTo(c, s, elem)
			selunlock(cases, order)
			goready(s)
			return true, false
		}
		if c.qcount < c.dataqsiz {
			c.put(elem)
			selunlock(cases, order)
			return true, false
		}
		return false, false
	}
	if s := c.sendq.dequeue(); s != nil {
		recvFrom(c, s, elem)
		selunlock(cases, order)
		goready(s)
		return true, true
	}
	if c.qcount > 0 {
		c.take(elem)
		selunlock(cases, order)
		return true, true
	}
	if c.closed {
		race.Acquire(unsafe.Pointer(c))
		selunlock(cases, order)
		if elem != nil {
			wipe(elem, c.elemsize)
		}
		return true, false
	}
	return false, false
}

// selwait puts gp in the queue of every channel, and links its sudogs in lock order.
func selwait(gp *sched.G, cases []scase, order []uint16, nsends int) {
	var last *sudog
	for _, o := range order {
		i := int(o)
		c := cases[i].c
		s := acquireSudog()
		s.g = gp
		s.isSelect = true
		s.elem = cases[i].elem
		s.c = c
		if last == nil {
			gp.Waiting = unsafe.Pointer(s)
		} else {
			last.waitlink = s
		}
		last = s
		if i < nsends {
			c.sendq.enqueue(s)
		} else {
			c.recvq.enqueue(s)
		}
		if c.timer != nil {
			c.timer.block()
		}
	}
	gp.Param = nil
}

// seldurable says that gp is about to wait: durably, if all channels are of its bubble.
//
//go:free
func seldurable(gp *sched.G) {
	durable := gp.Bubble != nil
	for s := (*sudog)(gp.Waiting); s != nil && durable; s = s.waitlink {
		durable = s.c.bubble != nil
	}
	if durable {
		gp.Durable = true
	}
}

// selparkcommit releases the locks when the goroutine has left its M. As soon as
// the last lock of a channel is gone, its sudogs are no longer ours.
func selparkcommit(gp *sched.G, _ unsafe.Pointer) bool {
	if sched.Solo() {
		return true
	}
	var last *Hchan
	for s := (*sudog)(gp.Waiting); s != nil; s = s.waitlink {
		if s.c != last && last != nil {
			unlockp(&last.lock)
		}
		last = s.c
	}
	if last != nil {
		unlockp(&last.lock)
	}
	return true
}

// selwoken leaves all queues, and gives the case that gp was woken for and
// whether it was by a partner. All channels are locked.
func selwoken(gp *sched.G, cases []scase, order []uint16, nsends int) (chosen int, success bool) {
	gp.EndSelect()
	woken := (*sudog)(gp.Param)
	gp.Param = nil
	chosen = -1
	list := (*sudog)(gp.Waiting)
	gp.Waiting = nil
	for _, o := range order {
		i := int(o)
		c := cases[i].c
		s := list
		list = s.waitlink
		if c.timer != nil {
			c.timer.unblock()
		}
		if s == woken {
			chosen = i
			success = gp.Woken != 0
		} else if i < nsends {
			c.sendq.remove(s)
		} else {
			c.recvq.remove(s)
		}
		s.isSelect = false
		s.elem = nil
		s.c = nil
		s.waitlink = nil
		releaseSudog(s)
	}
	if chosen < 0 {
		throw("selectgo: bad wakeup")
	}
	return chosen, success
}

// lockorder sorts the cases in poll by the address of their channel.
func lockorder(cases []scase, poll, order []uint16) {
	if len(order) > maxInserted || !insertOrder(cases, poll, order) {
		heapOrder(cases, poll, order)
	}
}

const maxInserted = 8 // most selects have no more cases

// insertOrder is lockorder for few cases: an insertion sort. It gives up if a channel comes twice, since heapOrder
// orders its cases in its own way.
func insertOrder(cases []scase, poll, order []uint16) bool {
	for i, o := range poll {
		c := selkey(cases, o)
		j := i
		for ; j > 0; j-- {
			k := selkey(cases, order[j-1])
			if k == c {
				return false
			}
			if k < c {
				break
			}
			order[j] = order[j-1]
		}
		order[j] = o
	}
	return true
}

// heapOrder is lockorder for any number of cases: heap sort, as in Go.
func heapOrder(cases []scase, poll, order []uint16) {
	for i := range order {
		j := i
		c := selkey(cases, poll[i])
		for j > 0 && selkey(cases, order[(j-1)/2]) < c {
			k := (j - 1) / 2
			order[j] = order[k]
			j = k
		}
		order[j] = poll[i]
	}
	for i := len(order) - 1; i >= 0; i-- {
		o := order[i]
		c := selkey(cases, o)
		order[i] = order[0]
		j := 0
		for {
			k := j*2 + 1
			if k >= i {
				break
			}
			if k+1 < i && selkey(cases, order[k]) < selkey(cases, order[k+1]) {
				k++
			}
			if c >= selkey(cases, order[k]) {
				break
			}
			order[j] = order[k]
			j = k
		}
		order[j] = o
	}
}

func selkey(cases []scase, i uint16) uintptr { return uintptr(unsafe.Pointer(cases[i].c)) }

// sellock locks each channel once.
func sellock(cases []scase, order []uint16) {
	if sched.Solo() {
		return
	}
	var last *Hchan
	for _, o := range order {
		if c := cases[o].c; c != last {
			last = c
			lockp(&c.lock)
		}
	}
}

func selunlock(cases []scase, order []uint16) {
	if sched.Solo() {
		return
	}
	for i := len(order) - 1; i >= 0; i-- {
		c := cases[order[i]].c
		if i > 0 && c == cases[order[i-1]].c {
			continue
		}
		unlockp(&c.lock)
	}
}

// Selectgo is selectgo for package reflect.
func Selectgo(cas0 unsafe.Pointer, nsends, nrecvs int, block bool) (int, bool) {
	return selectgo(cas0, nsends, nrecvs, block)
}

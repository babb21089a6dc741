// This file implements channels.
//
// Invariants, under the channel's lock:
//   - at least one of recvq and sendq is empty, except that one goroutine may
//     both send and receive in one select on an unbuffered channel;
//   - buffered: values in the buffer mean that recvq is empty; room in the buffer
//     means that sendq is empty.
//
// A value passes directly between the two goroutines when one of them waits, even
// on a buffered channel. Whoever comes second goes on; the one that waited is made
// ready, which puts it in runnext.
//
// In Go: chan.go. A timer's channel (time.After and friends) is a buffered one
// that shows itself as unbuffered; its timer is in the heap only while somebody
// waits, as since Go 1.23.

package rt

import (
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/core/sched"
)

// Hchan is a channel.
type Hchan struct {
	qcount   uint // values in the buffer; package reflect and the compiler read this
	dataqsiz uint // size of the buffer
	buf      unsafe.Pointer
	elemsize uintptr
	closed   bool
	timer    *Timer // the timer that feeds it
	sendx    uint
	recvx    uint
	recvq    waitq
	sendq    waitq
	bubble   *sched.Bubble // it was made in
	id       uint64        // its number in events, given when a goroutine first waits
	lock     mutex
}

// waitq is a FIFO of sudogs.
type waitq struct {
	first *sudog
	last  *sudog
}

func (q *waitq) enqueue(s *sudog) {
	s.next = nil
	s.prev = q.last
	if q.last == nil {
		q.first = s
	} else {
		q.last.next = s
	}
	q.last = s
}

// dequeue takes the first waiter that is still to be had. One in a select may
// have been taken by another channel: then it is skipped.
func (q *waitq) dequeue() *sudog {
	for {
		s := q.first
		if s == nil {
			return nil
		}
		q.first = s.next
		if q.first == nil {
			q.last = nil
		} else {
			q.first.prev = nil
			s.next = nil
		}
		if s.isSelect && !s.g.WinSelect() {
			continue
		}
		return s
	}
}

// remove takes s out of the queue, if it is in it.
func (q *waitq) remove(s *sudog) {
	switch {
	case s.prev != nil && s.next != nil:
		s.prev.next, s.next.prev = s.next, s.prev
	case s.prev != nil:
		s.prev.next = nil
		q.last = s.prev
	case s.next != nil:
		s.next.prev = nil
		q.first = s.next
	case q.first == s:
		q.first, q.last = nil, nil
	}
	s.next, s.prev = nil, nil
}

// Makechan makes a channel, or says that size is out of range.
func Makechan(elemsize uintptr, noscan bool, size int) (c *Hchan, ok bool) {
	if size < 0 || elemsize != 0 && uintptr(size) > (maxAlloc-unsafe.Sizeof(Hchan{}))/elemsize {
		return nil, false
	}
	c = new(Hchan)
	c.elemsize = elemsize
	c.dataqsiz = uint(size)
	c.buf = newbuf(uintptr(size)*elemsize, noscan)
	c.enter()
	return c, true
}

// enter makes c a channel of the running goroutine's bubble.
//
//go:free
func (c *Hchan) enter() { c.bubble = sched.OfBubble() }

// durable says that the running goroutine is about to wait for c.
//
//go:free
func (c *Hchan) durable() {
	if c.bubble != nil {
		sched.SetDurable()
	}
}

// slot gives the address of buffer slot i.
func (c *Hchan) slot(i uint) unsafe.Pointer { return unsafe.Add(c.buf, uintptr(i)*c.elemsize) }

func (c *Hchan) objid() uint64 {
	if c.id == 0 {
		c.id = sched.NewObjID()
	}
	return c.id
}

// chansend sends *elem on c, and waits if need be.
func chansend(c *Hchan, elem unsafe.Pointer) {
	if c == nil {
		sched.Gopark(nil, nil, kind.WaitChanSendNil, 0)
		throw("unreachable")
	}
	lockp(&c.lock)
	switch trysend(c, elem) {
	case opDone:
		return
	case opClosed:
		panicPlain("send on closed channel")
		return
	}
	s := ownSudog(sched.Getg())
	s.elem = elem
	c.sendq.enqueue(s)
	c.durable()
	sched.Gopark(chanparkcommit, unsafe.Pointer(c), kind.WaitChanSend, c.objid())
	// Nothing may follow: this wait has no frame. If c is closed meanwhile, sendOnClosed is called.
}

// sendOnClosed is what a sender does that was waiting when its channel was closed.
func sendOnClosed() { panicPlain("send on closed channel") }

// chanparkcommit runs when the goroutine has left its M.
func chanparkcommit(_ *sched.G, c unsafe.Pointer) bool {
	unlockp(&(*Hchan)(c).lock)
	return true
}

// What an attempt came to.
const (
	opBlocked = iota // nothing done, c is still locked
	opDone           // done, unlocked
	opClosed         // c is closed, unlocked
)

// trysend does what can be done without waiting. c is locked.
func trysend(c *Hchan, elem unsafe.Pointer) int {
	if c.closed {
		unlockp(&c.lock)
		return opClosed
	}
	if s := c.recvq.dequeue(); s != nil {
		sendTo(c, s, elem)
		unlockp(&c.lock)
		goready(s)
		return opDone
	}
	if c.qcount < c.dataqsiz {
		c.put(elem)
		unlockp(&c.lock)
		return opDone
	}
	return opBlocked
}

// move copies a value; most have one word.
func move(dst, src unsafe.Pointer, n uintptr) {
	if getbarrier() != 0 {
		bulkBarrier(dst, n)
	}
	if n == 8 {
		*(*uint64)(dst) = *(*uint64)(src)
		return
	}
	memmove(dst, src, n)
}

func wipe(p unsafe.Pointer, n uintptr) {
	if getbarrier() != 0 {
		bulkBarrier(p, n)
	}
	if n == 8 {
		*(*uint64)(p) = 0
		return
	}
	memclr(p, n)
}

// put stores *elem at the end of the buffer.
func (c *Hchan) put(elem unsafe.Pointer) {
	race.Buffer(unsafe.Pointer(c), c.buf, uintptr(c.sendx), c.elemsize, uintptr(c.dataqsiz))
	move(c.slot(c.sendx), elem, c.elemsize)
	c.sendx++
	if c.sendx == c.dataqsiz {
		c.sendx = 0
	}
	c.qcount++
}

// take moves the first value of the buffer to *elem.
func (c *Hchan) take(elem unsafe.Pointer) {
	race.Buffer(unsafe.Pointer(c), c.buf, uintptr(c.recvx), c.elemsize, uintptr(c.dataqsiz))
	p := c.slot(c.recvx)
	if elem != nil {
		move(elem, p, c.elemsize)
	}
	wipe(p, c.elemsize)
	c.recvx++
	if c.recvx == c.dataqsiz {
		c.recvx = 0
	}
	c.qcount--
}

// sendTo gives *elem to the receiver s.
func sendTo(c *Hchan, s *sudog, elem unsafe.Pointer) {
	race.Handed(unsafe.Pointer(s.g), unsafe.Pointer(c), c.buf, uintptr(c.recvx), c.elemsize, uintptr(c.dataqsiz))
	if s.elem != nil {
		move(s.elem, elem, c.elemsize)
		s.elem = nil
	}
	s.g.Woken = 1
}

// recvFrom takes a value for *elem while the sender s waits. If there is a
// buffer it is full: its first value is ours, and the sender's goes to its end.
func recvFrom(c *Hchan, s *sudog, elem unsafe.Pointer) {
	race.Refilled(unsafe.Pointer(s.g), unsafe.Pointer(c), c.buf, uintptr(c.recvx), c.elemsize, uintptr(c.dataqsiz))
	if c.dataqsiz == 0 {
		if elem != nil {
			move(elem, s.elem, c.elemsize)
		}
	} else {
		p := c.slot(c.recvx)
		if elem != nil {
			move(elem, p, c.elemsize)
		}
		move(p, s.elem, c.elemsize)
		c.recvx++
		if c.recvx == c.dataqsiz {
			c.recvx = 0
		}
		c.sendx = c.recvx
	}
	s.elem = nil
	s.g.Woken = 1
}

// goready makes the goroutine of s ready. No lock is held.
func goready(s *sudog) {
	gp := s.g
	gp.Param = unsafe.Pointer(s)
	sched.Goready(gp)
}

// chanrecv receives into *elem, or drops the value if elem is nil. It says
// whether there was a value (false: closed).
func chanrecv(c *Hchan, elem unsafe.Pointer) bool {
	if c == nil {
		sched.Gopark(nil, nil, kind.WaitChanReceiveNil, 0)
		throw("unreachable")
	}
	if c.timer != nil {
		c.timer.maybeRun()
	}
	lockp(&c.lock)
	switch tryrecv(c, elem) {
	case opDone:
		return true
	case opClosed:
		return false
	}
	s := ownSudog(sched.Getg())
	s.elem = elem
	c.recvq.enqueue(s)
	c.durable()
	if c.timer != nil {
		return recvTimer(c)
	}
	return sched.GoparkOK(chanparkcommit, unsafe.Pointer(c), kind.WaitChanReceive, c.objid())
}

// recvTimer waits for a timer's channel: the timer is in the heap meanwhile.
func recvTimer(c *Hchan) bool {
	c.timer.block()
	ok := sched.GoparkOK(chanparkcommit, unsafe.Pointer(c), kind.WaitChanReceive, c.objid())
	c.timer.unblock()
	return ok
}

// tryrecv does what can be done without waiting. c is locked.
func tryrecv(c *Hchan, elem unsafe.Pointer) int {
	if s := c.sendq.dequeue(); s != nil && !c.closed {
		recvFrom(c, s, elem)
		unlockp(&c.lock)
		goready(s)
		return opDone
	}
	if c.qcount > 0 {
		c.take(elem)
		unlockp(&c.lock)
		return opDone
	}
	if c.closed {
		race.Acquire(unsafe.Pointer(c))
		unlockp(&c.lock)
		if elem != nil {
			wipe(elem, c.elemsize)
		}
		return opClosed
	}
	return opBlocked
}

// selectnbsend is select { case c <- *elem: default: }.
func selectnbsend(c *Hchan, elem unsafe.Pointer) bool {
	if c == nil {
		return false
	}
	lockp(&c.lock)
	switch trysend(c, elem) {
	case opDone:
		return true
	case opClosed:
		panicPlain("send on closed channel")
		return false
	}
	unlockp(&c.lock)
	return false
}

// selectnbrecv is select { case *elem, ok = <-c: default: }.
func selectnbrecv(elem unsafe.Pointer, c *Hchan) (selected, received bool) {
	if c == nil {
		return false, false
	}
	if c.timer != nil {
		c.timer.maybeRun()
	}
	lockp(&c.lock)
	switch tryrecv(c, elem) {
	case opDone:
		return true, true
	case opClosed:
		return true, false
	}
	unlockp(&c.lock)
	return false, false
}

// closechan closes c and wakes all that wait: receivers in the order in which
// they came, then senders, pushed on a stack. So the last to come is made ready
// first, and the first ends up in runnext: they run 1, k, k-1, ... 2.
func closechan(c *Hchan) {
	if c == nil {
		panicPlain("close of nil channel")
		return
	}
	lockp(&c.lock)
	if c.closed {
		unlockp(&c.lock)
		panicPlain("close of closed channel")
		return
	}
	c.closed = true
	race.Release(unsafe.Pointer(c))
	var stack *sudog
	for s := c.recvq.dequeue(); s != nil; s = c.recvq.dequeue() {
		race.AcquireFor(unsafe.Pointer(s.g), unsafe.Pointer(c))
		if s.elem != nil {
			wipe(s.elem, c.elemsize)
			s.elem = nil
		}
		s.g.Woken = 0
		s.next = stack
		stack = s
	}
	for s := c.sendq.dequeue(); s != nil; s = c.sendq.dequeue() {
		race.AcquireFor(unsafe.Pointer(s.g), unsafe.Pointer(c))
		s.elem = nil
		s.g.Woken = 0
		if !s.isSelect {
			s.g.Wakefn = sendOnClosed
		}
		s.next = stack
		stack = s
	}
	unlockp(&c.lock)
	for stack != nil {
		s := stack
		stack = s.next
		s.next = nil
		s.prev = nil
		goready(s)
	}
}

func chanlen(c *Hchan) int {
	if c == nil || c.timer != nil {
		return 0
	}
	return int(c.qcount)
}

func chancap(c *Hchan) int {
	if c == nil || c.timer != nil {
		return 0
	}
	return int(c.dataqsiz)
}

// For package reflect. The non-blocking forms say whether they did anything.

// Chansend is chansend; false if nb and it would wait.
func Chansend(c *Hchan, elem unsafe.Pointer, nb bool) bool {
	if nb {
		return selectnbsend(c, elem)
	}
	chansend(c, elem)
	return true
}

// Chanrecv is chanrecv; selected is false if nb and it would wait.
func Chanrecv(c *Hchan, nb bool, elem unsafe.Pointer) (selected, received bool) {
	if nb {
		return selectnbrecv(elem, c)
	}
	return true, chanrecv(c, elem)
}

// Closechan is closechan.
func Closechan(c *Hchan) { closechan(c) }

// Chanlen is chanlen.
func Chanlen(c *Hchan) int { return chanlen(c) }

// Chancap is chancap.
func Chancap(c *Hchan) int { return chancap(c) }

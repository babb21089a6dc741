// This file implements the network poller: which goroutine waits for which descriptor, and
// what becomes ready when.
//
// There is no kernel below that would wait for us. Who sends something knows when it arrives,
// and tells the poller so beforehand (NetReady). The news is kept by time, and is seen
// from that time on, by who looks: findRunnable when its queues are empty (netpoll), an M that
// found nothing and sleeps until the earliest news or timer (pollOrStop), sysmon when nobody
// looked for 10 ms. While none of them looks, nobody is woken: as in Go.
//
// News is edge-triggered: who is told "try again" (EAGAIN) before it waits is told once when to.
//
// Locks: a PollDesc's before those of timers. The poller's own is held for its heap only.
//
// In Go: netpoll.go, and netpoll_epoll.go for what is below it. There rg and wg of a pollDesc
// are words that change by compare-and-swap; here a lock guards them. One timer per side;
// Go has one for both if their deadlines are equal.
package sched

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// What PollReset and PollWait return, as internal/poll knows it.
const (
	PollNoError    = 0
	PollErrClosing = 1
	PollErrTimeout = 2
)

// PollDesc is what the poller knows of an open descriptor. It is never freed, but used again.
type PollDesc struct {
	lock    Mutex
	closing bool
	fdseq   uint32 // how often it was closed: older news is not about this descriptor
	id      uint64
	side    [2]pollSide // reading, writing
	link    *PollDesc   // the free list
	all     *PollDesc   // the list of all
}

// pollSide is one direction. In Go: rg, rd, rt and rseq, or those with w.
type pollSide struct {
	ready   bool
	expired bool // the deadline has passed
	gp      *G   // who waits
	mp      *M   // with policy netpoll=off: which M waits (netblock.go)
	at      int64
	timer   Timer
	seq     uintptr // of the deadline: an old timer is void
}

// netNews says that a descriptor is ready at a time.
type netNews struct {
	when  int64
	order uint64 // of two at the same time the older is first
	pd    *PollDesc
	fdseq uint32
	mode  int32
}

var netpoller struct {
	lock  Mutex
	heap  []netNews // a binary heap; the first n are used
	n     int
	order uint64
	free  *PollDesc
	all   *PollDesc

	next    atomic.Int64 // when of the earliest news, 0: there is none
	waiters atomic.Int32 // goroutines that wait
}

const maxNews = 128 // that one look takes

// pollSides gives the sides that mode ('r', 'w', or their sum) is about: from <= i < to.
func pollSides(mode int) (from, to int) {
	switch mode {
	case 'r':
		return 0, 1
	case 'w':
		return 1, 2
	}
	return 0, 2
}

// PollOpen gives a descriptor to the poller.
func PollOpen() *PollDesc {
	Lock(&netpoller.lock)
	pd := netpoller.free
	if pd != nil {
		netpoller.free = pd.link
		pd.link = nil
	} else {
		pd = new(PollDesc)
		pd.id = NewObjID()
		pd.all = netpoller.all
		netpoller.all = pd
	}
	Unlock(&netpoller.lock)
	Lock(&pd.lock)
	pd.closing = false
	for i := range pd.side {
		s := &pd.side[i]
		s.ready, s.expired, s.at = false, false, 0
	}
	Unlock(&pd.lock)
	return pd
}

// PollClose takes it back. PollUnblock was called, and nobody waits.
func PollClose(pd *PollDesc) {
	Lock(&pd.lock)
	if !pd.closing || pd.side[0].gp != nil || pd.side[1].gp != nil {
		throw("runtime: close polldesc w/o unblock")
	}
	pd.fdseq++
	Unlock(&pd.lock)
	Lock(&netpoller.lock)
	pd.link = netpoller.free
	netpoller.free = pd
	Unlock(&netpoller.lock)
}

// err says why a side cannot be waited for. pd is locked.
func (pd *PollDesc) err(s *pollSide) int {
	switch {
	case pd.closing:
		return PollErrClosing
	case s.expired:
		return PollErrTimeout
	}
	return PollNoError
}

// PollReset forgets that a side was ready: the caller is about to try.
func PollReset(pd *PollDesc, mode int) int {
	i, _ := pollSides(mode)
	Lock(&pd.lock)
	err := pd.err(&pd.side[i])
	if err == PollNoError {
		pd.side[i].cameTrue()
		pd.side[i].ready = false
	}
	Unlock(&pd.lock)
	return err
}

// PollWait waits until a side is ready. The goroutine is not told so but wakes up and looks.
func PollWait(pd *PollDesc, mode int) int {
	i, _ := pollSides(mode)
	s := &pd.side[i]
	for {
		Lock(&pd.lock)
		if err := pd.err(s); err != PollNoError {
			Unlock(&pd.lock)
			return err
		}
		s.cameTrue()
		if s.ready {
			s.ready = false
			Unlock(&pd.lock)
			return PollNoError
		}
		if s.gp != nil || s.mp != nil {
			throw("runtime: double wait")
		}
		if policy.netpoll != knob.On {
			pd.blockThread(s)
			continue
		}
		s.gp = Getg()
		netpoller.waiters.Add(1)
		Goparkunlock(&pd.lock, kind.WaitIO, pd.id)
	}
}

// unblock takes who waits for a side, if anybody does. pd is locked.
func (s *pollSide) unblock(ready bool) *G {
	gp := s.gp
	if ready {
		s.ready = true
	}
	if gp != nil {
		s.gp = nil
		netpoller.waiters.Add(-1)
	}
	if s.mp != nil {
		s.mp.callnote.wakeup()
	}
	return gp
}

// PollUnblock wakes all that wait: the descriptor will be closed.
func PollUnblock(pd *PollDesc) {
	var woken [2]*G
	Lock(&pd.lock)
	if pd.closing {
		throw("runtime: unblock on closing polldesc")
	}
	pd.closing = true
	for i := range pd.side {
		s := &pd.side[i]
		s.seq++
		TimerStop(&s.timer)
		woken[i] = s.unblock(false)
	}
	Unlock(&pd.lock)
	readyBoth(woken)
}

func readyBoth(woken [2]*G) {
	for _, gp := range woken {
		if gp != nil {
			Goready(gp)
		}
	}
}

// PollSetDeadline sets the deadline of a side or both: in d ns; past, if d is negative; none, if it is 0.
func PollSetDeadline(pd *PollDesc, d int64, mode int) {
	if d > 0 {
		if d += Nanotime(); d < 0 {
			d = never
		}
	}
	var woken [2]*G
	Lock(&pd.lock)
	for i, to := pollSides(mode); i < to && !pd.closing; i++ {
		s := &pd.side[i]
		s.seq++
		s.expired = d < 0
		if d > 0 {
			TimerModify(&s.timer, d, 0, pollDeadline, unsafe.Pointer(pd), s.seq<<1|uintptr(i))
			continue
		}
		TimerStop(&s.timer)
		if s.expired {
			woken[i] = s.unblock(false)
		}
	}
	Unlock(&pd.lock)
	readyBoth(woken)
}

// pollDeadline is called by a side's timer.
func pollDeadline(arg unsafe.Pointer, seq uintptr) {
	pd := (*PollDesc)(arg)
	s := &pd.side[seq&1]
	var gp *G
	Lock(&pd.lock)
	if s.seq == seq>>1 {
		s.expired = true
		gp = s.unblock(false)
	}
	Unlock(&pd.lock)
	if gp != nil {
		Goready(gp)
	}
}

// NetReady says that pd is ready for mode from the time when on.
func NetReady(pd *PollDesc, mode int, when int64) {
	when = max(when, 1)
	if policy.netpoll != knob.On {
		netReadyThread(pd, mode, when)
		return
	}
	Lock(&netpoller.lock)
	netpoller.order++
	netPush(netNews{when, netpoller.order, pd, pd.fdseq, int32(mode)})
	Unlock(&netpoller.lock)
	if sched.lastpoll.Load() == 0 { // an M sleeps as the poller, perhaps for too long
		if at := sched.pollUntil.Load(); at == 0 || at > when {
			sched.pollnote.wakeup()
		}
	}
}

// netpoll returns the goroutines that waited for what is ready now. They are a stack: who was
// ready last is first. The list is the M's own: nothing is allocated.
func netpoll(now int64) *gQueue {
	list := &Getm().netlist
	for i := 0; i < maxNews; i++ {
		news, ok := netPop(now)
		if !ok {
			break
		}
		pd := news.pd
		Lock(&pd.lock)
		for i, to := pollSides(int(news.mode)); i < to && pd.fdseq == news.fdseq; i++ {
			if gp := pd.side[i].unblock(true); gp != nil {
				emitGo(kind.NetReady, kind.NoRule, nil, uint32(i), gp, pd.id, uint64(max(news.when-sched.start, 0)))
				list.push(gp)
			}
		}
		Unlock(&pd.lock)
	}
	return list
}

// netpollHere looks at the network when the queues are empty, unless an M sleeps as the poller: that one will.
// One M at a time does, the others find nothing: in Go that is pollingNet, here the lock.
func (mp *M) netpollHere() *G {
	if netpoller.waiters.Load() == 0 || sched.lastpoll.Load() == 0 || netpoller.next.Load() == 0 {
		return nil
	}
	return readyToRun(netpoll(Nanotime()))
}

// sysmonPoll looks for sysmon, if nobody did for 10 ms.
func sysmonPoll(now int64) {
	last := sched.lastpoll.Load()
	if last == 0 || last+sysmonMax >= now || !sched.lastpoll.CompareAndSwap(last, now) {
		return
	}
	list := netpoll(now)
	if list.size > 0 {
		incidlelocked(-1) // nobody is to find a deadlock before they are in a queue
		injectglist(list, kind.ByNet)
		incidlelocked(1)
	}
}

// netDue says whether netpoll may find something.
func netDue(now int64) bool {
	next := netpoller.next.Load()
	return next != 0 && next <= now
}

// readyToRun takes the first of those that netpoll found, to run at once, and puts the others where they
// belong.
func readyToRun(list *gQueue) *G {
	gp := list.pop()
	injectglist(list, kind.ByNet)
	if gp != nil {
		injected(gp, kind.ByNet)
		came(kind.FromNet, 0)
	}
	return gp
}

// The heap. netpoller.lock is held.

func (a *netNews) before(b *netNews) bool {
	return a.when < b.when || a.when == b.when && a.order < b.order
}

func netPush(news netNews) {
	if netpoller.n == len(netpoller.heap) {
		netpoller.heap = append(netpoller.heap, news)
	}
	i := netpoller.n
	netpoller.n++
	h := netpoller.heap
	for i > 0 && news.before(&h[(i-1)/2]) {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = news
	netpoller.next.Store(h[0].when)
}

// netPop takes the earliest news if it is due.
func netPop(now int64) (news netNews, ok bool) {
	if !netDue(now) {
		return news, false
	}
	Lock(&netpoller.lock)
	if ok = netpoller.n > 0 && netpoller.heap[0].when <= now; ok {
		news = netpoller.heap[0]
		netpoller.n--
		netSink(netpoller.heap[netpoller.n])
	}
	Unlock(&netpoller.lock)
	return news, ok
}

// netSink fills the hole at the top with what was last.
func netSink(last netNews) {
	h, n, i := netpoller.heap, netpoller.n, 0
	h[n] = netNews{} // let go of its PollDesc
	if n == 0 {
		netpoller.next.Store(0)
		return
	}
	for {
		c := 2*i + 1
		if c+1 < n && h[c+1].before(&h[c]) {
			c++
		}
		if c >= n || !h[c].before(&last) {
			break
		}
		h[i] = h[c]
		i = c
	}
	h[i] = last
	netpoller.next.Store(h[0].when)
}

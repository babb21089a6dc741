// This file is the network without a poller (policy netpoll=off): who waits for a descriptor makes
// a system call that blocks its M until the descriptor is ready.
//
// The news is kept in the descriptor: from the time at on it is ready. Who changes that, or the
// deadline, wakes the M; it looks, and sleeps again if it is too early.
//
// In Go: descriptors in blocking mode, as (*os.File).Fd leaves them.
package sched

import "github.com/gopark/gopark/core/event/kind"

// cameTrue makes the side ready if the news is due. The PollDesc is locked.
func (s *pollSide) cameTrue() {
	if s.at != 0 && s.at <= Nanotime() {
		s.at, s.ready = 0, true
	}
}

// blockThread waits for a side in a system call. pd is locked, and is not afterwards.
func (pd *PollDesc) blockThread(s *pollSide) {
	mp := Getm()
	mp.callnote.clear()
	mp.callDesc, mp.callSide = pd, s
	mp.callFor = kind.NoEnd
	if s.at != 0 {
		mp.callFor = s.at - Nanotime()
	}
	s.mp = mp
	Unlock(&pd.lock)
	freeze(whySyscall)
}

// waitOver says whether the call of mp has ended; if not, mp must sleep on.
func (mp *M) waitOver() bool {
	pd, s := mp.callDesc, mp.callSide
	Lock(&pd.lock)
	s.cameTrue()
	over := s.ready || pd.err(s) != PollNoError
	if over {
		s.mp = nil
		mp.callDesc, mp.callSide = nil, nil
	} else {
		mp.callnote.clear()
		mp.sleepOn, mp.wakeAt = &mp.callnote, s.at
	}
	Unlock(&pd.lock)
	return over
}

// netReadyThread is NetReady without a poller.
func netReadyThread(pd *PollDesc, mode int, when int64) {
	Lock(&pd.lock)
	for i, to := pollSides(mode); i < to; i++ {
		s := &pd.side[i]
		s.at = earlier(s.at, when)
		if s.mp != nil {
			s.mp.callnote.wakeup()
		}
	}
	Unlock(&pd.lock)
}

// Package stats computes the figures of a run from its records: how goroutines came to run, how
// long they waited for that, what the Ps and threads did with their time.
//
// It reads records once, in an order that keeps causes before effects, and keeps no more than
// the Ps, the goroutines that are runnable now, and a table of 500 counters. Nothing but the
// records counts, so the page, the command and tests get the same figures.
//
// # What the figures mean
//
// All times are nanoseconds of the run's clock: virtual, or real in Parallel mode, where
// the clock of the events is read at the end of a time slice only and is coarse.
//
// Makespan is the time of the last record.
//
// Latency is the time from runnable to running: from GoCreate, GoReady, GoStop or
// SyscallPark to the GoStart that follows. It is kept in buckets that are 1/8 of a power of two
// wide, so a quantile (the upper end of its bucket, at most the maximum) is at most 12.5 % too high.
// Goroutines that are runnable at the end are in no bucket; they are Pending.
//
// LongestWait is the longest latency of any goroutine; one that still waits at the
// end counts with its time so far, and Pending says so: it may wait for ever.
//
// The time of each P, from its PNew to its PDead or the end, is one of
//
//	Running     a goroutine runs on it
//	Scheduling  its M looks at what is here, or changes from one goroutine to the next
//	Spinning    its M searches other Ps for work
//	Blocked     its goroutine is in a system call, and nobody has taken the P away
//	Starting    taken off the idle list for an M that is not awake yet
//	Idle        on the idle list
//	Stopped     the world is stopped
//
// Utilisation is the Running time of all Ps by the time of all Ps.
//
// Stranded.Idle is the time during which a goroutine is on a queue while a P is on the idle list. Work
// conservation allows that for as long as a thread needs to wake up. Stranded.Blocked is the time
// during which a goroutine is on the own queue of a P that is Blocked. Stranded.Time is the time in which either
// holds; Stranded.Goroutines is the same, times the number of goroutines that are stranded. The clocks
// of the Ms of virtual mode are up to 5 µs apart, and these figures take the one furthest ahead.
//
// LockWait is the time that Ms waited for the scheduler's lock (virtual time only).
package stats

import (
	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/kind"
)

// Version is the version of the JSON text. It changes when a field changes its meaning.
const Version = 1

// Stats are the figures of a run.
type Stats struct {
	Version int `json:"version"`

	Parallel bool   `json:"parallel"`
	Seed     uint64 `json:"seed"`
	Procs    int    `json:"procs"`    // GOMAXPROCS at the end
	Makespan uint64 `json:"makespan"` // ns
	Ended    string `json:"ended"`    // exit, deadlock, until, or open: the run was cut off
	ExitCode uint64 `json:"exitCode"` // if it ended by exit
	Records  uint64 `json:"records"`

	Goroutines  Goroutines  `json:"goroutines"`
	Threads     Threads     `json:"threads"`
	Dispatches  Dispatches  `json:"dispatches"`
	Steals      Steals      `json:"steals"`
	Handoffs    uint64      `json:"handoffs"` // of Ps that lost their M
	Retakes     uint64      `json:"retakes"`  // by sysmon, of Ps whose M is in a system call
	Preemptions Preemptions `json:"preemptions"`
	Syscalls    Syscalls    `json:"syscalls"`
	Latency     Latency     `json:"latency"`
	LongestWait LongestWait `json:"longestWait"`
	LockWait    Waits       `json:"lockWait"`
	Stranded    Stranded    `json:"stranded"`
	StopWorld   Waits       `json:"stopWorld"` // from asking for the stop to the end of it
	Collections uint64      `json:"collections"`
	Ps          []P         `json:"ps"`
	AllPs       Times       `json:"allPs"`
	Utilisation float64     `json:"utilisation"` // 0 to 1
}

// Goroutines counts them.
type Goroutines struct {
	Created uint64 `json:"created"`
	Ended   uint64 `json:"ended"`
	MaxLive uint64 `json:"maxLive"`
}

// Threads counts Ms, without sysmon and the template thread.
type Threads struct {
	Created uint64 `json:"created"`
	MaxLive uint64 `json:"maxLive"`
}

// Dispatches counts GoStart by its rule.
type Dispatches struct {
	Total     uint64            `json:"total"`
	Inherited uint64            `json:"inherited"` // went on with the time slice of the one before
	ByRule    map[string]uint64 `json:"byRule"`
}

// Steals counts what was taken from other Ps.
type Steals struct {
	Passes     uint64  `json:"passes"`     // looks at all Ps
	Steals     uint64  `json:"steals"`     // that took something
	Runnext    uint64  `json:"runnext"`    // of these, those of a runnext
	Goroutines uint64  `json:"goroutines"` // moved
	Min        uint64  `json:"min"`        // moved by one steal
	Mean       float64 `json:"mean"`
	Max        uint64  `json:"max"`
}

// Preemptions counts time slices that were ended.
type Preemptions struct {
	Asked uint64 `json:"asked"` // requests of sysmon
	Done  uint64 `json:"done"`  // goroutines that left because of one
}

// Syscalls counts system calls.
type Syscalls struct {
	Calls  uint64 `json:"calls"`
	Parked uint64 `json:"parked"` // came back and found no P
}

// Waits counts waits.
type Waits struct {
	Count uint64 `json:"count"`
	Total uint64 `json:"total"` // ns
	Max   uint64 `json:"max"`   // ns
}

func (w *Waits) add(ns uint64) {
	w.Count++
	w.Total += ns
	w.Max = max(w.Max, ns)
}

// Latency is the time from runnable to running, ns.
type Latency struct {
	Count   uint64   `json:"count"`
	Mean    float64  `json:"mean"`
	P50     uint64   `json:"p50"`
	P90     uint64   `json:"p90"`
	P99     uint64   `json:"p99"`
	Max     uint64   `json:"max"`
	Pending uint64   `json:"pending"` // runnable at the end
	Buckets []Bucket `json:"buckets"` // those that are not empty
}

// Bucket is a number of waits of at most UpTo ns, and longer than the bucket before.
type Bucket struct {
	UpTo  uint64 `json:"upTo"`
	Count uint64 `json:"count"`
}

// LongestWait is the longest wait to run.
type LongestWait struct {
	Time      uint64 `json:"time"` // ns
	Goroutine uint64 `json:"goroutine"`
	Pending   bool   `json:"pending"` // it still waits at the end
}

// Stranded is the time in which work waits while a P has none, ns.
type Stranded struct {
	Time       uint64 `json:"time"`
	Idle       uint64 `json:"idle"`
	Blocked    uint64 `json:"blocked"`
	Goroutines uint64 `json:"goroutines"` // times ns
}

// Times is what a P did, ns.
type Times struct {
	Running    uint64 `json:"running"`
	Scheduling uint64 `json:"scheduling"`
	Spinning   uint64 `json:"spinning"`
	Blocked    uint64 `json:"blocked"`
	Starting   uint64 `json:"starting"`
	Idle       uint64 `json:"idle"`
	Stopped    uint64 `json:"stopped"`
}

// P is one P.
type P struct {
	ID         int    `json:"id"`
	Dispatches uint64 `json:"dispatches"`
	Times
}

// sum is all the time there was.
func (t Times) sum() uint64 {
	return t.Running + t.Scheduling + t.Spinning + t.Blocked + t.Starting + t.Idle + t.Stopped
}

func (t *Times) add(u Times) {
	t.Running += u.Running
	t.Scheduling += u.Scheduling
	t.Spinning += u.Spinning
	t.Blocked += u.Blocked
	t.Starting += u.Starting
	t.Idle += u.Idle
	t.Stopped += u.Stopped
}

// Collector computes Stats. It is an event.Sink.
type Collector struct {
	s     Stats
	now   uint64            // the latest time of any record
	ready map[uint64]uint64 // the runnable goroutines, and since when
	ps    []*proc
	rules [256]uint64 // dispatches
	waits histogram

	live    uint64 // goroutines
	threads uint64
	stw     uint64 // when the world was asked to stop
	glob    int    // on the global queue
	queued  int    // on all queues
	idle    int    // Ps on the idle list
	blocked int    // goroutines on the queues of Ps that are blocked
}

// New returns a Collector that has seen nothing.
func New() *Collector {
	return &Collector{ready: map[uint64]uint64{}}
}

// Add adds a record.
func (c *Collector) Add(r event.Record) {
	c.pass(r.Time)
	c.s.Records++
	switch {
	case r.Kind < 16:
		c.run(r)
	case r.Kind < 32:
		c.goroutine(r)
	case r.Kind < 48:
		c.queue(r)
	case r.Kind < 56:
		c.proc(r)
	default:
		c.rest(r)
	}
}

// Close does nothing: Stats may be asked for at any time.
func (c *Collector) Close() error { return nil }

// pass lets the time pass in which nothing changed.
func (c *Collector) pass(now uint64) {
	if now <= c.now {
		return
	}
	d := now - c.now
	c.now = now
	st := &c.s.Stranded
	stranded := 0
	if c.idle > 0 && c.queued > 0 {
		st.Idle += d
		stranded = c.queued
	}
	if c.blocked > 0 {
		st.Blocked += d
		stranded = max(stranded, c.blocked)
	}
	if stranded > 0 {
		st.Time += d
		st.Goroutines += d * uint64(stranded)
	}
}

func (c *Collector) run(r event.Record) {
	switch r.Kind {
	case kind.Begin:
		c.s.Parallel, c.s.Seed, c.s.Procs = r.N == 1, r.B, int(r.A)
	case kind.ProcsChange:
		c.s.Procs = int(r.A)
	case kind.Exit:
		if c.s.Ended == "" {
			c.s.Ended = "exit"
		}
		c.s.ExitCode = r.A
	case kind.Deadlock:
		c.s.Ended = "deadlock"
	case kind.Until:
		c.s.Ended = "until"
	}
}

func (c *Collector) goroutine(r event.Record) {
	switch r.Kind {
	case kind.GoCreate:
		c.s.Goroutines.Created++
		c.live++
		c.s.Goroutines.MaxLive = max(c.s.Goroutines.MaxLive, c.live)
		c.ready[r.G] = r.Time
	case kind.GoReady:
		c.ready[r.G] = r.Time
	case kind.GoStart:
		c.start(r)
	case kind.GoStop:
		if r.Rule == kind.ByPreempt {
			c.s.Preemptions.Done++
		}
		c.ready[r.G] = r.Time
		c.change(r, scheduling)
	case kind.GoPark:
		c.change(r, scheduling)
	case kind.GoExit:
		c.s.Goroutines.Ended++
		c.live--
		c.change(r, scheduling)
	case kind.GoTarget:
		c.s.Preemptions.Asked++
	case kind.GoHand:
		c.take(r)
		c.change(r, starting)
	}
}

func (c *Collector) start(r event.Record) {
	c.s.Dispatches.Total++
	c.s.Dispatches.Inherited += uint64(r.N)
	c.rules[r.Rule]++
	if since, ok := c.ready[r.G]; ok {
		delete(c.ready, r.G)
		wait := r.Time - min(since, r.Time)
		c.waits.add(wait)
		if l := &c.s.LongestWait; wait > l.Time || l.Goroutine == 0 {
			*l = LongestWait{Time: wait, Goroutine: r.G}
		}
	}
	c.change(r, running)
	if p := c.p(r.P); p != nil {
		p.dispatches++
	}
	c.take(r)
}

// take is the removal of a goroutine from the queue of the P that ran it.
func (c *Collector) take(r event.Record) {
	switch r.Rule {
	case kind.FromLocal, kind.FromRunnext, kind.FromTail:
		c.local(c.p(r.P), -1)
	}
}

func (c *Collector) rest(r event.Record) {
	switch r.Kind {
	case kind.MNew:
		c.s.Threads.Created++
		c.threads++
		c.s.Threads.MaxLive = max(c.s.Threads.MaxLive, c.threads)
	case kind.SpinBegin:
		c.change(r, spinning)
	case kind.SpinEnd:
		c.change(r, scheduling)
	case kind.STWBegin:
		c.stw = r.Time
	case kind.STWEnd:
		c.s.StopWorld.add(r.Time - min(c.stw, r.Time))
	case kind.LockWait:
		c.s.LockWait.add(r.A)
	case kind.GCBegin:
		c.s.Collections++
	case kind.MExit:
		c.threads--
	case kind.SyscallEnter:
		c.s.Syscalls.Calls++
		c.change(r, blocked)
	case kind.SyscallExit:
		c.change(r, running)
	case kind.SyscallPark:
		c.s.Syscalls.Parked++
		c.ready[r.G] = r.Time
	case kind.Retake:
		if r.Rule == kind.ByRetake {
			c.s.Retakes++
		}
		c.change(r, starting)
	case kind.Handoff:
		c.s.Handoffs++
		c.change(r, starting)
	}
}

// Stats gives the figures up to now.
func (c *Collector) Stats() Stats {
	s := c.s
	s.Version = Version
	s.Makespan = c.now
	if s.Ended == "" {
		s.Ended = "open"
	}
	s.Dispatches.ByRule = map[string]uint64{}
	for rule, n := range c.rules {
		if n > 0 {
			s.Dispatches.ByRule[event.RuleName(kind.Rule(rule))] = n
		}
	}
	if s.Steals.Steals > 0 {
		s.Steals.Mean = float64(s.Steals.Goroutines) / float64(s.Steals.Steals)
	}
	s.Latency = c.waits.latency()
	c.pending(&s)
	for i, p := range c.ps {
		t := p.timesAt(c.now)
		s.Ps = append(s.Ps, P{i, p.dispatches, t})
		s.AllPs.add(t)
	}
	if all := s.AllPs.sum(); all > 0 {
		s.Utilisation = float64(s.AllPs.Running) / float64(all)
	}
	return s
}

// Queued gives how many goroutines are queued now, how many of them on the global queue, and how
// many Ps are idle.
func (c *Collector) Queued() (all, global, idle int) { return c.queued, c.glob, c.idle }

// pending adds those that still wait. Of several that wait equally long the lowest is named.
func (c *Collector) pending(s *Stats) {
	s.Latency.Pending = uint64(len(c.ready))
	l := &s.LongestWait
	for g, since := range c.ready {
		wait := c.now - min(since, c.now)
		if wait > l.Time || wait == l.Time && l.Pending && g < l.Goroutine {
			*l = LongestWait{Time: wait, Goroutine: g, Pending: true}
		}
	}
}

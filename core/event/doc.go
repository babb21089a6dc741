// Package event is the record of what the scheduler did, and the fold from
// records to a state that can be drawn.
//
// The scheduler (core/sched) writes a record for each decision; everybody else
// only reads records. Nothing that is shown is guessed from anything else.
//
// # The record
//
// 48 bytes, little endian:
//
//	 0 u64 time   ns since the start; virtual: the clock of M m; parallel: coarse
//	 8 u64 stamp  virtual: 1, 2, 3 ...; parallel: a Lamport stamp
//	16 u8  kind   what happened (package kind)
//	17 u8  rule   by which rule
//	18 u16 m      the M that did it; 0xfffe sysmon, 0xffff none (before there are Ms)
//	20 u16 p      the P it is about; 0xffff none
//	22 u16 n      a count
//	24 u64 g      the goroutine it is about (goid), 0 none
//	32 u64 a      see the table
//	40 u64 b      see the table
//
// A file is the 8 bytes "gopark\x00\x01", u32 version (1), u32 record size (48),
// then the records. The digest of a run is the SHA-256 of all these bytes.
//
// # Positions
//
// pos is a place in the user's program: file number << 20 | line; 0 unknown.
//
// A ring position never wraps (it is the uint32 counter head or tail of the P);
// the slot is position mod 256. A runnext has a number too: how often that P's
// runnext was filled. Positions of the global queue are 64 bit and begin at 1<<32.
// With policy order=lifo the owner takes from the tail, and fills these places again: there
// the later stamp counts, and thieves take one at a time (Steal with n = 1).
// An insertion at its head, which only procresize does, goes down by one; but first
// procresize gives all that are in the queue positions beyond the next multiple of 1<<32 (GlobPutHead
// and GlobPut with rule ForProcs). So a record says exactly which places it filled or
// emptied, no place is filled twice, and records of several Ms can be folded in any
// order that keeps each M's own.
//
// # Kinds
//
//	kind          g            n            a                       b
//	Begin         -            1 parallel   GOMAXPROCS              seed
//	ProcsChange   -            -            new GOMAXPROCS          old
//	Exit          who          -            exit code               -
//	Deadlock      -            -            goroutines waiting      -
//	Output        who          fd           bytes written           -
//	Setting       -            knob         value                   -
//	Until         -            -            the time set            -
//
//	GoCreate      new          its function goid of its maker       pos of the go statement
//	GoStart       runs         1 inherits   schedtick of p          place it was taken from
//	GoPark        waits        wait reason  what it waits on        pos
//	GoReady       runnable     -            goid that readied it    -
//	GoStop        runnable     -            -                       pos
//	GoExit        dead         -            -                       -
//	GoLine        runs         -            -                       pos
//	GoWire        wired        -            -                       -
//	GoUnwire      wired        -            -                       -
//	GoHand        taken        -            the M it is wired to    place it was taken from
//	GoTarget      asked        -            schedtick of p          ns it has had the slice
//
//	RunqPut       queued       -            ring position           -
//	RunnextPut    queued       -            runnext number          goid kicked out, 0 none
//	RunqOverflow  the newest   129          first ring position     first global position
//	GlobPut       queued       -            global position         -
//	GlobPutHead   queued       -            global position         -
//	GlobGet       to be run    taken        first global position   first ring position filled
//	Steal         to be run    taken        victim<<32 | its first  first ring position filled
//	                                        ring position
//	StealRunnext  to be run    1            victim<<32 | its        -
//	                                        runnext number
//	StealPass     -            1 to 4       first victim            stride
//	RunqDrainTail taken        -            ring position           -
//	RunnextDrop   taken        -            runnext number          -
//	RunqDrain     taken        -            ring position           -
//
//	PIdle         -            -            idle Ps now             -
//	PGet          -            -            idle Ps now             -
//	PStart        brings, or 0 1 m searches -                       -
//	PStop         -            1 m keeps p  Ps still to stop        -
//	PDead         -            -            -                       -
//	PNew          -            -            schedtick of p          -
//	MNew          -            1 spinning   the new M               -
//	MWake         -            1 spinning   the M woken             -
//	MPark         -            -            idle Ms now             -
//	MPoll         -            -            -                       time it sleeps until, or NoEnd
//	MPollEnd      -            -            -                       -
//	SpinBegin     -            -            Ms that spin now        -
//	SpinEnd       -            -            Ms that spin now        -
//	MLocked       -            -            -                       -
//
//	TimerFire     sleeper or 0 -            when it was due         -
//	Sysmon        -            -            new delay in ns         -
//	LockWait      -            -            ns waited for the       -
//	                                        scheduler's lock
//	STWBegin      who or 0     -            Ps to stop              -
//	STWDone       who or 0     -            -                       -
//	STWEnd        who or 0     -            -                       -
//	GCBegin       -            -            cycle, from 1           -
//	GCEnd         -            -            cycle                   bytes live
//	GCWorker      worker       1 dedicated  -                       -
//	                           2 fractional
//	                           3 idle
//	AssistBegin   who          -            bytes it owes           bytes to scan
//	AssistEnd     who          -            -                       -
//	GCSweep       -            -            spans                   -
//
//	SyscallEnter  calls        1 by entersyscallblock  ns, or NoEnd pos
//	SyscallExit   runs         1 p is another, or was taken  -      -
//	SyscallPark   runnable     -            -                       -
//	Retake        in the call  -            the M that loses p      -
//	Handoff       -            -            -                       -
//	NetReady      waited       0 read       the descriptor          when it was due
//	                           1 write
//	MExit         -            -            -                       -
//
// Setting: one for each knob (package knob) that is not as Go 1.26 has it, after Begin.
//
// GoCreate: n is the number of the function that the goroutine starts with, in the layout of the module (funcs,
// and after them starts), from 1 on; 0 if it has none: the first goroutine, and few others. Goroutines of
// the runtime have 0xfff1 (a mark worker), 0xfff2 (the sweeper), 0xfff3 (forces collections), 0xfff4 (runs timers).
// pos is 0 if the go statement is not in the user's program.
//
// GoStart: b is the ring position for FromLocal and FromTail, the runnext number for
// FromRunnext, else 0; so GoStart is also the record of that removal. Goroutines
// taken by GlobGet and Steal are named by those records: the first of a global
// batch and the last of a stolen half are in g, to be run; the others go to p's
// ring in order, from the given position on.
//
// GoPark: a is a small number that the runtime gives the channel, lock or other
// object, 0 if it has none; for a sleep it is the time at which it ends. n is one
// of the Wait values of package kind.
//
// A goroutine in a system call still counts as the one that runs on its P, until Retake or
// Handoff part them: from then on p is idle, though not on the idle list. Retake with
// rule BySTW is followed by the PStop. SyscallPark is followed by GlobPut, or,
// at the last moment, by PStart and GoStart.
//
// GoHand has the rule and the b that a GoStart would have; p goes along with the goroutine, so
// there is no MWake. The GoStart of the M that gets both has rule FromWired. A Handoff comes after MExit.
//
// MNew, MWake: p is the P that the M gets (its nextp), m is who did it.
// TimerFire: p is the P whose heap held the timer.
//
// # Order
//
// In virtual mode there is one ring of records and its order is the order. In
// parallel mode each M has a ring. A stamp is greater than every stamp that could
// have influenced it: each G, P and the scheduler's lock carry the stamp of the last
// record about them, and an M takes over the stamp of what it touches. Merge puts the
// records of several rings into one such order. State.Apply also takes records
// that come too early (a ring drained before another): it goes by positions, and by the stamps
// of what a record is about.
package event

// This file defines the objects: G, M, P and sched.
//
// Fields are grouped by who may touch them. Exported ones are used by core/rt. Hosts
// find all of them by name in the module's section gopark.layout.
//
// In Go: runtime2.go.
package sched

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
)

// Status of a G. In Go: the values of atomicstatus; the scan bit is not needed here,
// since others look at a status only when the world is stopped.
const (
	Gidle     = 0 // just allocated
	Grunnable = 1 // on a run queue, or in the hands of one scheduler
	Grunning  = 2 // has an M and a P
	Gsyscall  = 3
	Gwaiting  = 4 // recorded in some list of waiters
	Gdead     = 6 // unused: just ended, or on a free list
)

// Status of a P.
const (
	Pidle    = 0 // on the idle list, or on its way from it
	Prunning = 1 // owned by an M
	Pgcstop  = 3 // stopped; keeps its queue
	Pdead    = 4 // GOMAXPROCS shrank
)

// WaitReason says what a parked goroutine waits for.
type WaitReason = kind.Wait

// Kept is a field of types whose objects are never freed. The compiler needs no write
// barrier for pointers to them.
type Kept struct{}

// G is a goroutine. Its fields belong to whoever may change its status.
type G struct {
	_       Kept
	Top     unsafe.Pointer // innermost frame; nil: not started, or ended
	Startfn func()         // what to call when it has no frames yet
	Goid    uint64

	Atomicstatus uint32 // plain: changes only in the owner's hands
	Waitreason   WaitReason
	Pos          uint32 // place in the user's program: file<<20 | line
	Schedlink    *G     // next in a list; a G is on at most one
	M            *M     // while it runs
	Lockedm      *M     // the M that it is wired to
	Preempt      bool   // Go asks here; we ask the P

	Elem       [4]uint64      // a small value that it sends or receives
	Woken      uint64         // what GoparkOK returns, set by who readies it
	Wakefn     func()         // what it must do first when it runs again, or nil
	Sudog      unsafe.Pointer // its own, for all waits but select
	Param      unsafe.Pointer // what woke it (a sudog)
	Waiting    unsafe.Pointer // its sudogs in a select, in lock order
	Selcases   unsafe.Pointer // memory for the cases of a select, or nil
	SelectDone atomic.Uint32  // who wins the race to wake a select

	SleepWhen  int64
	Timer      *Timer // for Sleep
	ParentGoid uint64
	GopcInfo   unsafe.Pointer // function and line of the go statement
	GopcLine   int32

	Recovery unsafe.Pointer // core/rt: the panic that a deferred call may recover
	Panics   unsafe.Pointer
	Defers   unsafe.Pointer
	Rtlocal  [2]unsafe.Pointer
	Alllink  *G // the list of all

	GCAssist   int64 // bytes it may allocate during marking; < 0: what it owes
	assistWork int64 // of the assist under way, what is left to scan
	assisting  bool
	system     system

	Bubble       *Bubble // of testing/synctest, or nil
	Durable      bool    // it waits for something of its bubble, or is about to
	durableGroup bool    // a wait for a WaitGroup is durable

	waitobj uint64 // what it waits on, for the event
	startin uint32 // create position, for the event
	nextseq uint32 // which filling of a runnext it was
	stopped bool   // WorldStopped did its work
	stamp   uint64 // of the last event about it; virtual mode: its time
	native  nativeG
}

// M is a worker. All fields are its own, except those that startm and mput set while it sleeps.
type M struct {
	Ret [32]uint64 // results of the last function that was thawed; must be first

	_       Kept
	ID      int32
	Curg    *G
	P       *P
	Mcache  unsafe.Pointer // core/rt: that of its P, or while it has none its own
	Own     unsafe.Pointer // core/rt: its own Mcache
	Rtlocal [2]unsafe.Pointer
	Locks   int32
	Alllink *M // the list of all

	lockedg   *G     // the goroutine that is wired to it
	lockedExt uint32 // by LockOSThread, so many times
	lockedInt uint32 // by the runtime

	nextp    *P   // the P to take when it wakes up
	spinning bool // searches for work, and is counted in sched.nmspinning
	back     bool // it is to run soon, and its P was taken back
	todo     todo // what step does first
	park     Note
	link     *M // the idle list

	// Why the goroutine came back; set by it just before it froze.
	why         why
	tight       bool // whyFuel: in a loop that calls nothing
	waitunlockf func(*G, unsafe.Pointer) bool
	waitlock    unsafe.Pointer
	waitreason  WaitReason
	waitobj     uint64
	stopfn      func(uint64) // WorldStopped
	stoparg     uint64
	stopwhy     kind.Rule
	stopForG    bool                     // WorldStopped asked, not step
	afterPoint  func()                   // what forEachP's caller does next
	lookfn      func(*G, unsafe.Pointer) // Look
	lookarg     unsafe.Pointer

	// Where findRunnable found its goroutine, for the event.
	from    kind.Rule
	fromPos uint64

	stealing stealing // stealWork
	wakeAt   int64    // when to wake up by itself, if step says sleep; 0 never
	sleepOn  *Note    // and on what
	polling  bool     // it was spinning before it went to sleep as the poller

	netlist gQueue // what netpoll found

	callFor  int64                // how long the system call takes
	callFn   func(unsafe.Pointer) // or what it is
	callArg  unsafe.Pointer
	callDesc *PollDesc // or what it waits for
	callSide *pollSide
	callnote Note // what it sleeps on meanwhile
	oldp     *P   // the P it had before

	fuel    int32  // given for this slice and not yet charged to the clock
	looked  int64  // the last time that virtualNow saw in a slice
	clock   int64  // virtual mode: ns
	horizon int64  // where the next M stands
	slept   int64  // when it went to sleep
	line    int64  // clock of its last GoLine event
	looks   uint32 // slices that ended for lack of fuel
	rand    uint64 // parallel mode: its random numbers
	stamp   uint64 // of its last event; parallel mode
	ring    *EventRing
	head    uint64 // its ID in the head of a record

	mon    sysmonState // only sysmon's M
	native nativeM
}

// P is the right to run Go code.
type P struct {
	_      Kept
	ID     int32
	status rword
	head   uint64        // its ID in the head of a record
	m      *M            // who owns it
	oldm   *M            // who owned it last
	given  *M            // parallel mode: to whom it was handed who does not run yet; under sched.lock
	link   *P            // the idle list
	incall atomic.Uint32 // which M is in a system call with it (syscall.go)

	// The queue. See runq.go.
	_        [64]byte // head is written by thieves: a cache line of its own
	runqhead atomic.Uint32
	_        [64]byte
	runqtail atomic.Uint32
	runq     [256]gslot
	runnext  atomic.Pointer[G]
	nextseq  uint32 // how often runnext was filled

	schedtick   rword // +1 for each fresh time slice
	inherits    rword // +1 for each goroutine that goes on with the slice of the one before
	syscalltick rword // +1 for each system call that ended, or lost the P
	preempt     rword // somebody asks the running goroutine to yield
	sysmontick

	runSafePointFn atomic.Uint32 // 1: forEachP waits for this P

	timers  timers
	gFree   *G // dead Gs
	nGfree  int32
	created rword // goroutines made and ended here
	ended   rword
	steals  rword // how often it stole, and how many goroutines: for hosts, who may lose events
	stolen  rword
	goidc   uint64 // batch of ids
	goidend uint64

	Mcache  unsafe.Pointer // core/rt
	Gcw     GCWork         // core/rt
	gcp                    // gcwork.go
	Rtlocal [2]unsafe.Pointer
	stamp   uint64
}

// sysmontick is what sysmon remembers of a P.
type sysmontick struct {
	tick        uint32
	when        int64
	syscalltick uint32
	syscallwhen int64
}

// gQueue is a list of Gs, linked by Schedlink, with head and tail.
type gQueue struct {
	head, tail *G
	size       int32
}

// sched is the state that all share.
var sched struct {
	lock Mutex // guards what follows, up to the next comment

	runq         gQueue
	runqhead     uint64 // absolute position of runq.head; tail is head+size
	pidle        *P     // idle Ps, last in first out
	midle        *M     // idle Ms, likewise
	nmidle       int32
	nmidlelocked int32 // Ms that wait for their wired goroutine
	mcount       int32 // Ms that run code, sysmon not among them
	mnext        int32
	maxmcount    int32
	nmfreed      int32 // Ms that ended
	newms        *M    // Ms whose threads the template thread is to make
	freeRings    *EventRing
	allm         *M
	gFree        *G
	nGfree       int32
	goidgen      uint64
	stopwait     int32
	newprocs     int32
	stamp        uint64
	rings        atomic.Pointer[EventRing]

	safePointFn   func(pp *P)
	safePointWait int32
	safePointNote Note

	// Read without the lock, too.
	qsize        rword // runq.size
	npidle       atomic.Int32
	idlepMask    atomic.Uint64 // a bit for each P on the idle list; written under the lock
	nmspinning   atomic.Int32
	needspinning atomic.Uint32
	gcwaiting    atomic.Uint32
	freeGs       atomic.Int32  // length of gFree
	pooled       atomic.Int32  // goroutines that have a thread of the pool (pool.go)
	stopping     atomic.Uint32 // somebody stops the world, or asks each P (in Go: worldsema)
	sysmonwait   atomic.Uint32 // sysmon sleeps deeply; written under the lock
	nGsyscallNoP atomic.Int32  // goroutines in system calls whose M lost its P
	lastpoll     atomic.Int64  // 0: an M sleeps as the poller
	pollUntil    atomic.Int64  // until when
	pollnote     Note
	stopnote     Note
	sysmonnote   Note
	allgs        atomic.Pointer[G]
	objids       atomic.Uint64
	now          rclock // since start: coarse clock of events

	// Set by boot, then only read.
	virtual     bool
	solo        rword // 1: there is one P, or one thread; changes with GOMAXPROCS
	slice       int32
	window      int64 // virtual mode: how far clocks may be apart
	holds       holds // virtual mode
	mainStarted bool
	start       int64 // nanotime at boot
	wallstart   int64
	sysmon      *M
	trace       traceState
	template    atomic.Pointer[M] // the template thread, once there is one

	gc gcController // gcwork.go

	// Virtual mode has one thread.
	rand   uint64
	ring   *EventRing
	exited bool
	until  int64 // virtual mode ends at this time, 0 never
	ended  bool  // it has
}

// allp holds all Ps ever made; the first gomaxprocs are in use.
var allp [MaxProcs]*P

var gomaxprocs atomic.Int32

// onlyP is sched.solo for the atomic operations of the program: the compiler knows its name.
var onlyP rword

// m0 is the first M. It is not allocated, since without an M nothing can be.
var m0 M

// MaxProcs is the highest GOMAXPROCS.
const MaxProcs = 64

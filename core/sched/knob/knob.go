// Package knob holds the numbers of what can be set before a run: the switches of
// a policy, and the costs of virtual time. It imports nothing, so that the scheduler,
// which is linked into every program, can import it.
//
// A host hands a setting to the program as two numbers, knob and value. Package policy has the
// names, and says what each one does. Numbers are part of the event format: never renumber.
package knob

// ID is the number of a knob.
type ID = int32

// The switches. Value 0 is always what Go 1.26 does.
const (
	Queues   ID = 0  // where runnable goroutines wait
	Steal    ID = 1  // how much a thief takes
	Victim   ID = 2  // whom it robs first
	Runnext  ID = 3  // the slot in front of the ring
	Order    ID = 4  // from which end the owner takes
	Fair     ID = 5  // the global queue first, every 61st time
	Spin     ID = 6  // searching Ms are counted, and limited
	Handoff  ID = 7  // the P of an M in a system call goes to another M
	Netpoll  ID = 8  // reads from the network park the goroutine, not the M
	Preempt  ID = 9  // where a goroutine can be made to yield
	Threads  ID = 10 // what becomes of the M of a goroutine that waits
	Dispatch ID = 11 // whether work is fetched or handed out
	Needspin ID = 12 // the flag needspinning
	Timers   ID = 13 // who runs timers

	Switches = 14 // how many there are
)

// On and Off are the values of most switches.
const (
	On  = 0
	Off = 1
)

// Other values.
const (
	QueuesLocal  = 0
	QueuesGlobal = 1

	StealHalf = 0
	StealOne  = 1
	StealNone = 2

	VictimRandom = 0
	VictimFixed  = 1

	OrderFIFO = 0
	OrderLIFO = 1

	PreemptAsync = 0
	PreemptCalls = 1
	PreemptOff   = 2

	ThreadsShared = 0
	ThreadsPool   = 1
	ThreadsOwn    = 2
	ThreadsFixed  = 3

	TimersByLookers   = 0
	TimersByBuckets   = 1
	TimersByGoroutine = 2

	DispatchFetch = 0
	DispatchPush  = 1
)

// The costs, in ns of virtual time.
const (
	CostFind    ID = 32
	CostExecute ID = 33
	CostPark    ID = 34
	CostExit    ID = 35
	CostLook    ID = 36
	CostSteal   ID = 37
	CostTimer   ID = 38
	CostPause   ID = 39
	CostWake    ID = 40
	CostThread  ID = 41
	CostStop    ID = 42
	CostSysmon  ID = 43
	CostLock    ID = 44
	CostSyscall ID = 45

	FirstCost = 32
	Costs     = 14 // how many there are
)

// The machine around the scheduler. Package syscall of core/std reads these.
const (
	FileLatency ID = 56 // ns that an access to the disk blocks its thread
	NetLatency  ID = 57 // ns that a message is under way
	NetLoss     ID = 58 // lost packets in a million

	// What sysmon prints (schedtrace).
	SchedTrace  ID = 59 // every so many ns; 0: nothing
	SchedDetail ID = 60 // 1: a line for each P, M and G

	MaxLatency = 10_000_000_000 // ns
	AllLost    = 1_000_000
)

// N is more than any knob.
const N = 64

// MaxCost is the highest cost: a tenth of a time slice. If starting a goroutine took
// all of its slice, it would be preempted before it did anything, for ever.
const MaxCost = 1_000_000

// Default is the value of a knob in Go 1.26, and the usual cost.
func Default(k ID) int64 {
	switch k {
	case CostFind: // findRunnable looks at its own queue
		return 30
	case CostExecute: // starting a goroutine
		return 70
	case CostPark: // gopark, Gosched and preemption, after the freeze
		return 80
	case CostExit: // the end of a goroutine
		return 60
	case CostLook: // looking at another P
		return 15
	case CostSteal: // taking half of its queue
		return 40
	case CostTimer: // running a timer, without what it does
		return 50
	case CostPause: // the thief's wait before it takes a runnext
		return 3_000
	case CostWake: // from waking a sleeping thread until it runs
		return 5_000
	case CostThread: // from making a thread until it runs
		return 15_000
	case CostStop: // stopping the world, once all have stopped
		return 1_000
	case CostSysmon: // one look of sysmon, besides its sleep
		return 1_000
	case CostSyscall: // entering a system call, and as much for coming back
		return 50
	case CostLock: // holding the scheduler's lock
		return 50
	case FileLatency: // a read from a solid-state disk
		return 100_000
	case NetLatency: // between two machines of one data centre
		return 500_000
	}
	return 0
}

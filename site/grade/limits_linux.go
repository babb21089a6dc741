package grade

import (
	"syscall"
	"time"
)

// spare is address space that Go and wazero reserve and do not use.
const spare = 4 << 30

// limitProcess is the second line: the child looks at what it has used itself, but a single huge allocation could come between two
// looks, or a loop in which it does not get to look.
func limitProcess(memory uint64, cpu time.Duration) {
	set := func(what int, most uint64) { syscall.Setrlimit(what, &syscall.Rlimit{Cur: most, Max: most}) }
	set(syscall.RLIMIT_AS, memory+spare)
	set(syscall.RLIMIT_CPU, uint64(cpu/time.Second)+10)
	set(syscall.RLIMIT_CORE, 0)
	set(syscall.RLIMIT_FSIZE, 0) // it writes no files
}

// used is the processor time of this process.
func used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

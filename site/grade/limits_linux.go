package grade

import "syscall"

// spare is address space that Go and wazero reserve and do not use.
const spare = 4 << 30

// limitAddressSpace is a second line: the child looks at its own memory, but a single huge allocation could come between two looks.
func limitAddressSpace(most uint64) {
	r := syscall.Rlimit{Cur: most + spare, Max: most + spare}
	syscall.Setrlimit(syscall.RLIMIT_AS, &r)
	syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{}) // it writes no files
}

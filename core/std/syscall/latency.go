//go:build gopark

package syscall

// This file is how long the machine takes: a disk's latency, which blocks the
// thread, and a network's, with its losses. The settings come from the host (-io);
// the random choices are those of the run's seed.
//
// These calls go to the disk, once each: open, read, write and their kin with an
// offset, truncate, fsync, stat, mkdir, rename, unlink, chmod, utimes, and each
// buffer of a directory's names. Those that touch only the kernel's memory do not:
// close, seek, fstat, fcntl, getwd, everything on pipes.
//
// A change is made when its call begins, and the caller learns of it after the latency.

import _ "unsafe" // for linkname

// block keeps the thread for ns, in a system call.
func block(ns int64) {
	if ns > 0 {
		nanosleep(ns)
		return
	}
	passed()
}

// disk waits as long as one access to the disk takes.
func disk() { block(fileLatency()) }

// nanotime is the monotonic clock.
//
//go:linkname nanotime runtime.nanotime
func nanotime() int64

//go:linkname runtime_rand runtime.rand
func runtime_rand() uint64

// The settings: ns, ns for one way, and lost packets in a million.

//go:linkname fileLatency runtime.syscall_fileLatency
func fileLatency() int64

//go:linkname netLatency runtime.syscall_netLatency
func netLatency() int64

//go:linkname netLoss runtime.syscall_netLoss
func netLoss() int64

// lost decides about one packet.
func lost() bool {
	loss := netLoss()
	return loss > 0 && int64(runtime_rand()%1_000_000) < loss
}

//go:build gopark

package runtime

// This file binds packages internal/poll and syscall to the scheduler's poller. A
// poll descriptor is a number to them; the poller keeps it, so nothing is lost.

import (
	"unsafe"

	"github.com/gopark/gopark/core/sched"
	"github.com/gopark/gopark/core/sched/knob"
)

func pollDesc(ctx uintptr) *sched.PollDesc { return (*sched.PollDesc)(unsafe.Pointer(ctx)) }

//go:linkname poll_ServerInit internal/poll.runtime_pollServerInit
func poll_ServerInit() {}

//go:linkname poll_isServerDescriptor internal/poll.runtime_isPollServerDescriptor
func poll_isServerDescriptor(fd uintptr) bool { return false }

//go:linkname poll_Reset internal/poll.runtime_pollReset
func poll_Reset(ctx uintptr, mode int) int { return sched.PollReset(pollDesc(ctx), mode) }

//go:linkname poll_Wait internal/poll.runtime_pollWait
func poll_Wait(ctx uintptr, mode int) int { return sched.PollWait(pollDesc(ctx), mode) }

// poll_WaitCanceled is for Windows, where a wait cannot be given up.
//
//go:linkname poll_WaitCanceled internal/poll.runtime_pollWaitCanceled
func poll_WaitCanceled(ctx uintptr, mode int) {}

//go:linkname poll_SetDeadline internal/poll.runtime_pollSetDeadline
func poll_SetDeadline(ctx uintptr, d int64, mode int) {
	sched.PollSetDeadline(pollDesc(ctx), d, mode)
}

//go:linkname poll_Unblock internal/poll.runtime_pollUnblock
func poll_Unblock(ctx uintptr) { sched.PollUnblock(pollDesc(ctx)) }

func syscall_pollOpen() uintptr     { return uintptr(unsafe.Pointer(sched.PollOpen())) }
func syscall_pollClose(ctx uintptr) { sched.PollClose(pollDesc(ctx)) }
func syscall_fileLatency() int64    { return sched.Setting(knob.FileLatency) }
func syscall_netLatency() int64     { return sched.Setting(knob.NetLatency) }
func syscall_netLoss() int64        { return sched.Setting(knob.NetLoss) }

func syscall_netReady(ctx uintptr, mode int, when int64) {
	sched.NetReady(pollDesc(ctx), mode, when)
}

// os_sigpipe ends the program: nobody reads its output. Here somebody always does.
//
//go:linkname os_sigpipe os.sigpipe
func os_sigpipe() {}

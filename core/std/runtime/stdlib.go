//go:build gopark

package runtime

// This file holds what other packages of the standard library link to by name:
// sync, time, os, syscall, runtime/debug and others. For reflect see reflect.go.

import (
	"sync/atomic"
	"unsafe"

	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/rt"
	"github.com/gopark/gopark/core/sched"
)

// sync, internal/sync

//go:linkname sync_runtime_Semacquire sync.runtime_Semacquire
func sync_runtime_Semacquire(addr *uint32) { rt.Semacquire(addr, false, kind.WaitSemacquire) }

//go:linkname poll_runtime_Semacquire internal/poll.runtime_Semacquire
func poll_runtime_Semacquire(addr *uint32) { rt.Semacquire(addr, false, kind.WaitSemacquire) }

//go:linkname sync_runtime_SemacquireWaitGroup sync.runtime_SemacquireWaitGroup
func sync_runtime_SemacquireWaitGroup(addr *uint32, synctestDurable bool) {
	sched.SetDurableGroup(synctestDurable)
	rt.Semacquire(addr, false, kind.WaitWaitGroup)
}

//go:linkname sync_runtime_SemacquireRWMutexR sync.runtime_SemacquireRWMutexR
func sync_runtime_SemacquireRWMutexR(addr *uint32, lifo bool, skipframes int) {
	rt.Semacquire(addr, lifo, kind.WaitRWMutexRLock)
}

//go:linkname sync_runtime_SemacquireRWMutex sync.runtime_SemacquireRWMutex
func sync_runtime_SemacquireRWMutex(addr *uint32, lifo bool, skipframes int) {
	rt.Semacquire(addr, lifo, kind.WaitRWMutexLock)
}

//go:linkname sync_runtime_Semrelease sync.runtime_Semrelease
func sync_runtime_Semrelease(addr *uint32, handoff bool, skipframes int) {
	rt.Semrelease(addr, handoff)
}

//go:linkname internal_sync_SemacquireMutex internal/sync.runtime_SemacquireMutex
func internal_sync_SemacquireMutex(addr *uint32, lifo bool, skipframes int) {
	rt.Semacquire(addr, lifo, kind.WaitMutexLock)
}

//go:linkname internal_sync_Semrelease internal/sync.runtime_Semrelease
func internal_sync_Semrelease(addr *uint32, handoff bool, skipframes int) {
	rt.Semrelease(addr, handoff)
}

//go:linkname poll_runtime_Semrelease internal/poll.runtime_Semrelease
func poll_runtime_Semrelease(addr *uint32) { rt.Semrelease(addr, false) }

// A Mutex does not spin before it sleeps: natively it does on more than one P,
// for less than a microsecond.
//
//go:linkname internal_sync_canSpin internal/sync.runtime_canSpin
func internal_sync_canSpin(i int) bool { return false }

//go:linkname internal_sync_doSpin internal/sync.runtime_doSpin
func internal_sync_doSpin() {}

// A Mutex asks twice for each wait, to see whether it was longer than a millisecond.
//
//go:linkname internal_sync_nanotime internal/sync.runtime_nanotime
func internal_sync_nanotime() int64 { return sched.Coarsetime() }

//go:linkname internal_sync_throw internal/sync.throw
func internal_sync_throw(s string) { rt.FatalHere(s) }

//go:linkname internal_sync_fatal internal/sync.fatal
func internal_sync_fatal(s string) { rt.FatalHere(s) }

//go:linkname sync_throw sync.throw
func sync_throw(s string) { rt.FatalHere(s) }

//go:linkname sync_fatal sync.fatal
func sync_fatal(s string) { rt.FatalHere(s) }

//go:linkname rand_fatal crypto/rand.fatal
func rand_fatal(s string) { rt.FatalHere(s) }

//go:linkname sysrand_fatal crypto/internal/sysrand.fatal
func sysrand_fatal(s string) { rt.FatalHere(s) }

//go:linkname fips_fatal crypto/internal/fips140.fatal
func fips_fatal(s string) { rt.FatalHere(s) }

// Nothing asks whether what was used is approved by FIPS 140-3.

//go:linkname fips_getIndicator crypto/internal/fips140.getIndicator
func fips_getIndicator() uint8 { return 0 }

//go:linkname fips_setIndicator crypto/internal/fips140.setIndicator
func fips_setIndicator(uint8) {}

//go:linkname fips140_setBypass crypto/fips140.setBypass
func fips140_setBypass() {}

//go:linkname fips140_unsetBypass crypto/fips140.unsetBypass
func fips140_unsetBypass() {}

//go:linkname fips140_isBypassed crypto/fips140.isBypassed
func fips140_isBypassed() bool { return false }

//go:linkname notifyListAdd sync.runtime_notifyListAdd
func notifyListAdd(l *rt.NotifyList) uint32 { return rt.NotifyAdd(l) }

//go:linkname notifyListWait sync.runtime_notifyListWait
func notifyListWait(l *rt.NotifyList, t uint32) { rt.NotifyWait(l, t) }

//go:linkname notifyListNotifyAll sync.runtime_notifyListNotifyAll
func notifyListNotifyAll(l *rt.NotifyList) { rt.NotifyAll(l) }

//go:linkname notifyListNotifyOne sync.runtime_notifyListNotifyOne
func notifyListNotifyOne(l *rt.NotifyList) { rt.NotifyOne(l) }

//go:linkname notifyListCheck sync.runtime_notifyListCheck
func notifyListCheck(size uintptr) {
	if size != unsafe.Sizeof(rt.NotifyList{}) {
		rt.Throw("bad notifyList size")
	}
}

//go:linkname sync_registerPoolCleanup sync.runtime_registerPoolCleanup
func sync_registerPoolCleanup(f func()) { rt.OnCollect(f) }

//go:linkname sync_procPin sync.runtime_procPin
func sync_procPin() int { return procPin() }

//go:linkname sync_procUnpin sync.runtime_procUnpin
func sync_procUnpin() {}

//go:linkname atomic_procPin sync/atomic.runtime_procPin
func atomic_procPin() int { return procPin() }

//go:linkname atomic_procUnpin sync/atomic.runtime_procUnpin
func atomic_procUnpin() {}

// procPin gives the P. Those who pin call nothing that could suspend them, and
// library loops do not yield: there is nothing to pin.
func procPin() int { return int(sched.Getm().P.ID) }

//go:linkname sync_LoadAcquintptr internal/runtime/atomic.LoadAcquintptr
func sync_LoadAcquintptr(p *uintptr) uintptr { return atomic.LoadUintptr(p) }

//go:linkname sync_StoreReluintptr internal/runtime/atomic.StoreReluintptr
func sync_StoreReluintptr(p *uintptr, v uintptr) { atomic.StoreUintptr(p, v) }

// math/rand, maps, unique and others

func rand() uint64 { return sched.Rand64() }

func randn(n uint32) uint32 { return sched.Cheaprandn(n) }

//go:linkname legacy_fastrand runtime.fastrand
func legacy_fastrand() uint32 { return uint32(sched.Rand64()) }

//go:linkname legacy_fastrandn runtime.fastrandn
func legacy_fastrandn(n uint32) uint32 { return sched.Cheaprandn(n) }

//go:linkname legacy_fastrand64 runtime.fastrand64
func legacy_fastrand64() uint64 { return sched.Rand64() }

// time

//go:linkname time_now time.now
func time_now() (sec int64, nsec int32, mono int64) {
	sec, nsec = sched.Walltime()
	mono = sched.Nanotime()
	return sched.BubbleWall(sec, nsec, mono)
}

//go:linkname time_runtimeNow time.runtimeNow
func time_runtimeNow() (sec int64, nsec int32, mono int64) { return time_now() }

//go:linkname time_runtimeNano time.runtimeNano
func time_runtimeNano() int64 { return sched.BubbleNow(sched.Nanotime()) }

//go:linkname time_runtimeIsBubbled time.runtimeIsBubbled
func time_runtimeIsBubbled() bool { return sched.InBubble() }

//go:linkname timeSleep time.Sleep
func timeSleep(ns int64) { sched.Sleep(ns) }

//go:linkname newTimer time.newTimer
func newTimer(when, period int64, f func(arg any, seq uintptr, delta int64), arg any, c unsafe.Pointer) *rt.Timer {
	return rt.NewTimer(when, period, f, arg, c)
}

//go:linkname stopTimer time.stopTimer
func stopTimer(t *rt.Timer) bool { return rt.StopTimer(t) }

//go:linkname resetTimer time.resetTimer
func resetTimer(t *rt.Timer, when, period int64) bool { return rt.ResetTimer(t, when, period) }

func nanotime() int64 { return sched.Nanotime() }

// crypto/subtle: no processor here has instructions that take as long whatever the data.

//go:linkname dit_setEnabled crypto/subtle.setDITEnabled
func dit_setEnabled() bool { return false }

//go:linkname dit_setDisabled crypto/subtle.setDITDisabled
func dit_setDisabled() {}

// os, syscall

//go:linkname os_runtime_args os.runtime_args
func os_runtime_args() []string { return append([]string{}, argv()...) }

//go:linkname syscall_runtime_envs syscall.runtime_envs
func syscall_runtime_envs() []string { return append([]string{}, envs()...) }

// syscall_files are the files that the host gives.
func syscall_files() []string { return rt.Files() }

//go:linkname syscall_Getpagesize syscall.Getpagesize
func syscall_Getpagesize() int { return 4096 }

//go:linkname os_beforeExit os.runtime_beforeExit
func os_beforeExit(exitCode int) { exitHook(exitCode) }

//go:linkname syscall_Exit syscall.Exit
func syscall_Exit(code int) { rt.Exit(code) }

//go:linkname syscall_runtimeSetenv syscall.runtimeSetenv
func syscall_runtimeSetenv(key, value string) {}

//go:linkname syscall_runtimeUnsetenv syscall.runtimeUnsetenv
func syscall_runtimeUnsetenv(key string) {}

//go:linkname syscall_runtimeClearenv syscall.runtimeClearenv
func syscall_runtimeClearenv(env map[string]int) {}

//go:linkname godebug_setUpdate internal/godebug.setUpdate
func godebug_setUpdate(update func(string, string)) {}

//go:linkname godebug_registerMetric internal/godebug.registerMetric
func godebug_registerMetric(name string, read func() uint64) {}

//go:linkname godebug_setNewIncNonDefault internal/godebug.setNewIncNonDefault
func godebug_setNewIncNonDefault(newIncNonDefault func(string) func()) {}

func write(fd uintptr, p unsafe.Pointer, n int32) int32 {
	rt.WriteHost(int(fd), p, int(n))
	return n
}

func syscall_hostWrite(fd int32, p unsafe.Pointer, n int32) { rt.WriteHost(int(fd), p, int(n)) }

// syscall_passed is a system call that did not block.
func syscall_passed() { sched.Syscalled() }

// syscall_host is a system call that is a function of the host.
func syscall_host(fn func(unsafe.Pointer), arg unsafe.Pointer) { sched.SyscallFn(fn, arg) }

// syscall_nanosleep blocks the M for ns.
func syscall_nanosleep(ns int64) { sched.Syscall(ns) }

// runtime/debug, runtime/pprof

//go:linkname debug_setGCPercent runtime/debug.setGCPercent
func debug_setGCPercent(percent int32) int32 { return int32(rt.SetPercent(int(percent))) }

//go:linkname debug_freeOSMemory runtime/debug.freeOSMemory
func debug_freeOSMemory() { GC() }

//go:linkname debug_setMaxStack runtime/debug.setMaxStack
func debug_setMaxStack(n int) int {
	old := maxStack
	maxStack = n
	return old
}

var (
	maxStack    = 1000000000
	memoryLimit = int64(1<<63 - 1)
)

//go:linkname debug_setPanicOnFault runtime/debug.setPanicOnFault
func debug_setPanicOnFault(bool) bool { return false }

//go:linkname debug_setMaxThreads runtime/debug.setMaxThreads
func debug_setMaxThreads(n int) int {
	return sched.SetMaxThreads(n)
}

//go:linkname debug_setMemoryLimit runtime/debug.setMemoryLimit
func debug_setMemoryLimit(n int64) int64 {
	old := memoryLimit
	if n >= 0 {
		memoryLimit = n
	}
	return old
}

//go:linkname debug_WriteHeapDump runtime/debug.WriteHeapDump
func debug_WriteHeapDump(fd uintptr) {}

//go:linkname debug_SetTraceback runtime/debug.SetTraceback
func debug_SetTraceback(level string) {}

//go:linkname debug_modinfo runtime/debug.modinfo
func debug_modinfo() string { return "" }

//go:linkname debug_readGCStats runtime/debug.readGCStats
func debug_readGCStats(pauses *[]uint64) {
	var st rt.Stats
	rt.ReadStats(&st)
	p := (*pauses)[:3]
	p[0], p[1], p[2] = 0, uint64(st.NumGC), 0
	*pauses = p
}

func pprof_threadCount() int {
	return sched.Threads()
}

// Tests of packages unique and sync wait until nothing is left to clean up.

//go:linkname unique_blockUntilEmpty unique.runtime_blockUntilEmptyCleanupQueue
func unique_blockUntilEmpty(timeout int64) bool { return blockUntilIdle(timeout) }

//go:linkname sync_blockUntilEmpty sync_test.runtime_blockUntilEmptyCleanupQueue
func sync_blockUntilEmpty(timeout int64) bool { return blockUntilIdle(timeout) }

func blockUntilIdle(timeout int64) bool {
	end := sched.Nanotime() + timeout
	for !rt.Idle() {
		if now := sched.Nanotime(); now >= end && end > now-timeout {
			return false
		}
		sched.Sleep(1000)
	}
	return true
}

// The tests of package time ask whether sleeps are exact.
var haveHighResSleep = true

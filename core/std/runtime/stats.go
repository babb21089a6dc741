//go:build gopark

package runtime

// This file holds MemStats and the profiles, which are all empty. Of MemStats
// what we know is filled in: allocation, collections, the arena. In Go: mstats.go,
// mprof.go.

import "github.com/gopark/gopark/core/rt"

// A MemStats holds statistics of memory. The fields mean what Go's documentation
// says; those without a comment are always 0.
type MemStats struct {
	Alloc      uint64 // bytes of live objects
	TotalAlloc uint64 // bytes ever allocated
	Sys        uint64 // bytes of the arena
	Lookups    uint64
	Mallocs    uint64 // objects ever allocated
	Frees      uint64 // objects ever freed

	HeapAlloc    uint64 // = Alloc
	HeapSys      uint64 // = Sys
	HeapIdle     uint64 // free pages
	HeapInuse    uint64 // pages in use
	HeapReleased uint64
	HeapObjects  uint64 // Mallocs - Frees

	StackInuse  uint64 // frames of frozen functions
	StackSys    uint64 // = StackInuse
	MSpanInuse  uint64
	MSpanSys    uint64
	MCacheInuse uint64
	MCacheSys   uint64
	BuckHashSys uint64
	GCSys       uint64
	OtherSys    uint64

	NextGC        uint64 // live bytes at which the next collection is due
	LastGC        uint64
	PauseTotalNs  uint64
	PauseNs       [256]uint64
	PauseEnd      [256]uint64
	NumGC         uint32 // collections so far
	NumForcedGC   uint32
	GCCPUFraction float64
	EnableGC      bool // true
	DebugGC       bool

	BySize [61]struct {
		Size    uint32
		Mallocs uint64
		Frees   uint64
	}
}

// ReadMemStats fills m.
func ReadMemStats(m *MemStats) {
	var st rt.Stats
	live, sys, inuse, trigger := rt.ReadStats(&st)
	*m = MemStats{}
	m.Alloc, m.HeapAlloc = uint64(live), uint64(live)
	m.TotalAlloc = st.TotalAlloc
	m.Sys, m.HeapSys = uint64(sys), uint64(sys)
	m.Mallocs, m.Frees = st.Mallocs, st.Frees
	m.HeapObjects = st.Mallocs - st.Frees
	m.HeapInuse = uint64(inuse)
	m.HeapIdle = uint64(sys - inuse)
	m.StackInuse, m.StackSys = uint64(st.FrameBytes), uint64(st.FrameBytes)
	m.NextGC = uint64(trigger)
	m.NumGC = st.NumGC
	m.EnableGC = true
}

// A StackRecord is a stack in a profile.
type StackRecord struct {
	Stack0 [32]uintptr
}

// Stack is empty.
func (r *StackRecord) Stack() []uintptr { return nil }

// A MemProfileRecord is a place that allocates.
type MemProfileRecord struct {
	AllocBytes, FreeBytes     int64
	AllocObjects, FreeObjects int64
	Stack0                    [32]uintptr
}

func (r *MemProfileRecord) InUseBytes() int64   { return r.AllocBytes - r.FreeBytes }
func (r *MemProfileRecord) InUseObjects() int64 { return r.AllocObjects - r.FreeObjects }
func (r *MemProfileRecord) Stack() []uintptr    { return nil }

// A BlockProfileRecord is a place that blocks.
type BlockProfileRecord struct {
	Count  int64
	Cycles int64
	StackRecord
}

// MemProfileRate has no effect.
var MemProfileRate int = 512 * 1024

func MemProfile(p []MemProfileRecord, inuseZero bool) (n int, ok bool) { return 0, true }
func BlockProfile(p []BlockProfileRecord) (n int, ok bool)             { return 0, true }
func MutexProfile(p []BlockProfileRecord) (n int, ok bool)             { return 0, true }
func ThreadCreateProfile(p []StackRecord) (n int, ok bool)             { return 0, true }
func GoroutineProfile(p []StackRecord) (n int, ok bool)                { return 0, true }
func CPUProfile() []byte                                               { panic("CPUProfile no longer available") }
func SetCPUProfileRate(hz int)                                         {}
func SetBlockProfileRate(rate int)                                     {}
func SetMutexProfileFraction(rate int) int                             { return 0 }
func StartTrace() error                                                { return errorString("tracing is not supported") }
func StopTrace()                                                       {}
func ReadTrace() []byte                                                { return nil }

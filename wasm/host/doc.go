// Package host runs a linked module natively, under wazero.
//
// A module holds a program, its runtime and its scheduler; it imports one memory
// and the few functions of "gopark/1" (imports.go). The host gives it a fresh
// memory for every run and then drives it in one of two ways:
//
//   - Virtual (virtual.go): one instance; the host calls vrun again and again.
//     The module keeps the clocks of all Ms itself. Same seed, same events.
//   - Parallel (parallel.go): one OS thread and one instance per M, all over the
//     same memory, with the real clock.
//
// Events leave the module through rings in its memory (ring.go); the digest of a
// run is the SHA-256 of the event file (digest.go). What the host knows of the
// scheduler's structs it reads from the module's own section "gopark.layout"
// (layout.go), so no offset is written down here. memory.go and snapshot.go read
// queues and statuses straight from there, for the tests that compare them with
// the fold of the events.
//
// Read: host.go (options, Run), virtual.go, parallel.go, imports.go, ring.go.
package host

// This file writes the bytes of a trace: batches, and the tables of strings and stacks.
//
// In Go: trace.go, tracebuf.go and tracestack.go of the runtime; the numbers are those of
// internal/trace/tracev2. Everything is an unsigned LEB128 number but the type of
// an event, which is one byte.
package gotrace

import (
	"encoding/binary"

	"github.com/gopark/gopark/core/event"
)

const header = "go 1.26 trace\x00\x00\x00"

// The events that we write.
const (
	evEventBatch       = 1
	evStacks           = 2
	evStack            = 3
	evStrings          = 4
	evString           = 5
	evFrequency        = 8
	evProcsChange      = 9
	evProcStart        = 10
	evProcStop         = 11
	evProcSteal        = 12
	evProcStatus       = 13
	evGoCreate         = 14
	evGoStart          = 16
	evGoDestroy        = 17
	evGoStop           = 19
	evGoBlock          = 20
	evGoUnblock        = 21
	evGoSyscallBegin   = 22
	evGoSyscallEnd     = 23
	evGoSyscallBlocked = 24
	evGoStatus         = 25
	evSTWBegin         = 26
	evSTWEnd           = 27
	evGCBegin          = 29
	evGCEnd            = 30
	evMarkAssistActive = 34
	evMarkAssistBegin  = 35
	evMarkAssistEnd    = 36
	evHeapAlloc        = 37
	evGoLabel          = 39
	evGoCreateBlocked  = 47
	evSync             = 50
	evClockSnapshot    = 51
	evEndOfGeneration  = 52
)

const (
	maxBatch  = 64 << 10 // bytes of a batch, without its head
	maxString = 1 << 10
	noThread  = 1<<64 - 1
	perSecond = 1_000_000_000 // our clock counts nanoseconds
)

// put appends numbers.
func put(b []byte, numbers ...uint64) []byte {
	for _, n := range numbers {
		b = binary.AppendUvarint(b, n)
	}
	return b
}

// event appends an event to the batch of t, which ends if it is full. The time of a
// thread never goes back.
func (w *Writer) event(t *thread, time uint64, typ byte, args ...uint64) {
	if len(t.batch) > maxBatch-128 {
		w.flush(t)
	}
	time = max(time, t.time, t.after)
	if len(t.batch) == 0 {
		t.base, t.time = time, time
	}
	t.batch = append(t.batch, typ)
	t.batch = put(t.batch, time-t.time)
	t.batch = put(t.batch, args...)
	t.time = time
	w.events++
}

// flush writes the batch of t.
func (w *Writer) flush(t *thread) {
	if len(t.batch) > 0 {
		w.batch(uint64(t.id), t.base, t.batch)
		t.batch = t.batch[:0]
	}
}

// batch writes one batch.
func (w *Writer) batch(m, base uint64, data []byte) {
	w.head = append(w.head[:0], evEventBatch)
	w.head = put(w.head, w.gen, m, base, uint64(len(data)))
	w.write(w.head)
	w.write(data)
}

func (w *Writer) write(b []byte) {
	n := 0
	if w.err == nil {
		n, w.err = w.out.Write(b)
	}
	w.bytes += n
}

// structural writes a batch that belongs to no thread: first byte kind, then items, as many
// to a batch as fit.
func (w *Writer) structural(kind byte, items [][]byte) {
	data := []byte{kind}
	for i, item := range items {
		data = append(data, item...)
		if i == len(items)-1 || len(data)+len(items[i+1]) > maxBatch {
			w.batch(noThread, w.begin, data)
			data = []byte{kind}
		}
	}
}

// sync says what the clock counts, and what time of day it is.
func (w *Writer) sync() {
	wall := w.start.Add(nanoseconds(w.begin))
	data := []byte{evSync, evFrequency}
	data = put(data, perSecond)
	data = append(data, evClockSnapshot)
	data = put(data, 0, w.begin, uint64(wall.Unix()), uint64(wall.Nanosecond()))
	w.batch(noThread, w.begin, data)
}

// tables are the strings and stacks of a generation. Number 0 is the empty string and
// no stack.
type tables struct {
	strings     map[string]uint64
	stacks      map[uint64]uint64 // by program counter
	stringItems [][]byte
	stackItems  [][]byte
}

func newTables() tables {
	return tables{strings: map[string]uint64{"": 0}, stacks: map[uint64]uint64{}}
}

func (t *tables) str(s string) uint64 {
	s = s[:min(len(s), maxString)]
	id, ok := t.strings[s]
	if !ok {
		id = uint64(len(t.strings))
		t.strings[s] = id
		item := put([]byte{evString}, id, uint64(len(s)))
		t.stringItems = append(t.stringItems, append(item, s...))
	}
	return id
}

// stack returns the number of the stack with one frame, f. pc stands for the program
// counter: readers take frames with the same one for the same.
func (t *tables) stack(pc uint64, f event.Frame) uint64 {
	id, ok := t.stacks[pc]
	if !ok {
		id = uint64(len(t.stacks)) + 1
		t.stacks[pc] = id
		item := put([]byte{evStack}, id, 1, pc, t.str(f.Func), t.str(f.File), uint64(f.Line))
		t.stackItems = append(t.stackItems, item)
	}
	return id
}

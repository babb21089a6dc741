package eventtest

// This file reads the bytes of a Go trace, and writes them again. It knows nothing of the writer, and
// nothing of what the events mean: a trace can be taken apart, changed, and put together.
//
// In Go: internal/trace/tracev2 has the numbers.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

const traceHeader = "go 1.26 trace\x00\x00\x00"

// Event is one event of a thread. Time is that of the trace's clock.
type Event struct {
	Name string
	Time uint64
	Args []uint64
}

// Batch is a batch of a thread; or, without events, other data.
type Batch struct {
	Gen, M, Time uint64
	Events       []Event
	Data         []byte
	End          bool // no batch: a generation ends
}

const (
	batchEvent   = 1
	firstTimed   = 9  // events from here on belong to a thread
	syncEvent    = 50 // and not this one
	endOfGen     = 52
	longestBatch = 64 << 10
)

// wire has name and number of arguments, the time not counted, of each event that a thread may write.
var wire = map[byte]struct {
	name string
	args int
}{
	9: {"ProcsChange", 2}, 10: {"ProcStart", 2}, 11: {"ProcStop", 0}, 12: {"ProcSteal", 3}, 13: {"ProcStatus", 2},
	14: {"GoCreate", 3}, 16: {"GoStart", 2}, 17: {"GoDestroy", 0}, 19: {"GoStop", 2}, 20: {"GoBlock", 2}, 21: {"GoUnblock", 3},
	22: {"GoSyscallBegin", 2}, 23: {"GoSyscallEnd", 0}, 24: {"GoSyscallEndBlocked", 0}, 25: {"GoStatus", 3},
	26: {"STWBegin", 2}, 27: {"STWEnd", 0}, 28: {"GCActive", 1}, 29: {"GCBegin", 2}, 30: {"GCEnd", 1},
	31: {"GCSweepActive", 1}, 32: {"GCSweepBegin", 1}, 33: {"GCSweepEnd", 2},
	34: {"GCMarkAssistActive", 1}, 35: {"GCMarkAssistBegin", 1}, 36: {"GCMarkAssistEnd", 0},
	37: {"HeapAlloc", 1}, 38: {"HeapGoal", 1}, 39: {"GoLabel", 1}, 47: {"GoCreateBlocked", 3}, 48: {"GoStatusStack", 4},
}

var numbers = func() map[string]byte {
	m := map[string]byte{}
	for n, w := range wire {
		m[w.name] = n
	}
	return m
}()

// reader reads numbers; after the first that is cut off, bad.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[size:]
	return n
}

func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.b)) {
		r.b, r.bad = nil, true
		return nil
	}
	data := r.b[:n]
	r.b = r.b[n:]
	return data
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

// ReadTrace takes a trace apart.
func ReadTrace(file []byte) (all []Batch, err error) {
	text, ok := strings.CutPrefix(string(file), traceHeader)
	if !ok {
		return nil, errors.New("no header")
	}
	r := reader{b: []byte(text)}
	for gen := uint64(1); len(r.b) > 0; {
		switch typ := r.byte(); typ {
		case endOfGen:
			all = append(all, Batch{Gen: gen, End: true})
			gen++
		case batchEvent:
			b := Batch{Gen: r.number(), M: r.number(), Time: r.number()}
			data := r.take(r.number())
			if b.Gen != gen || len(data) == 0 || len(data) > longestBatch {
				return all, fmt.Errorf("batch of generation %d in %d, %d bytes", b.Gen, gen, len(data))
			}
			if err := b.read(data); err != nil {
				return all, err
			}
			all = append(all, b)
		default:
			return all, fmt.Errorf("%d where a batch should begin", typ)
		}
	}
	if r.bad {
		return all, errors.New("cut off")
	}
	return all, nil
}

func (b *Batch) read(data []byte) error {
	if data[0] < firstTimed || data[0] == syncEvent {
		b.Data = data
		return nil
	}
	r := reader{b: data}
	for now := b.Time; len(r.b) > 0; {
		typ := r.byte()
		w, ok := wire[typ]
		if !ok {
			return fmt.Errorf("event %d is not known", typ)
		}
		now += r.number()
		e := Event{Name: w.name, Time: now, Args: make([]uint64, w.args)}
		for i := range e.Args {
			e.Args[i] = r.number()
		}
		b.Events = append(b.Events, e)
	}
	if r.bad {
		return errors.New("an event is cut off")
	}
	return nil
}

// WriteTrace puts a trace together.
func WriteTrace(all []Batch) []byte {
	file := []byte(traceHeader)
	for _, b := range all {
		if b.End {
			file = append(file, endOfGen)
			continue
		}
		data := b.Data
		now := b.Time
		for _, e := range b.Events {
			data = append(data, numbers[e.Name])
			data = binary.AppendUvarint(data, e.Time-now)
			for _, a := range e.Args {
				data = binary.AppendUvarint(data, a)
			}
			now = e.Time
		}
		if len(data) == 0 {
			continue // all its events were taken out
		}
		file = append(file, batchEvent)
		for _, n := range []uint64{b.Gen, b.M, b.Time, uint64(len(data))} {
			file = binary.AppendUvarint(file, n)
		}
		file = append(file, data...)
	}
	return file
}

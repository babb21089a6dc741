// This file writes the events of the format: one JSON object to a line.
package perfetto

import (
	"encoding/json"
	"strconv"
)

// track is a line of the picture: what one P, M or goroutine does, one slice after the other.
type track struct {
	pid, tid uint64
	last     uint64 // time of its last event: time never goes back on it
	open     bool   // a slice is
}

// The processes that group the tracks.
const (
	psPid = 1 + iota
	msPid
	gsPid
	schedPid
)

// Numbers of tracks. Readers want them to be different in different processes, too.
const (
	firstP  = 1
	firstM  = 1_000
	stwTid  = 90_000
	gcTid   = 90_001
	firstG  = 100_000
	noTrack = 0
)

// object begins an event: {"ph":"B","pid":1,"tid":2,"ts":3.456
func (w *Writer) object(ph byte, pid, tid, time uint64) {
	b := w.line[:0]
	if w.events > 0 {
		b = append(b, ',', '\n')
	}
	w.events++
	b = append(b, `{"ph":"`...)
	b = append(b, ph, '"')
	b = append(b, `,"pid":`...)
	b = strconv.AppendUint(b, pid, 10)
	b = append(b, `,"tid":`...)
	b = strconv.AppendUint(b, tid, 10)
	b = append(b, `,"ts":`...)
	w.line = appendMicros(b, time)
}

// appendMicros appends ns as µs.
func appendMicros(b []byte, ns uint64) []byte {
	b = strconv.AppendUint(b, ns/1000, 10)
	f := ns % 1000
	return append(b, '.', byte('0'+f/100), byte('0'+f/10%10), byte('0'+f%10))
}

// text adds a field whose value is a string.
func (w *Writer) text(field, value string) {
	w.field(field)
	w.line = append(w.line, quote(value)...)
}

func (w *Writer) number(field string, value uint64) {
	w.field(field)
	w.line = strconv.AppendUint(w.line, value, 10)
}

// field begins a field. The names are ours and need no quoting.
func (w *Writer) field(name string) {
	if w.line[len(w.line)-1] != '{' {
		w.line = append(w.line, ',')
	}
	w.line = append(w.line, '"')
	w.line = append(w.line, name...)
	w.line = append(w.line, '"', ':')
}

// args begins the object of an event's arguments; end ends it, too.
func (w *Writer) args() {
	w.field("args")
	w.line = append(w.line, '{')
	w.inArgs = true
}

// end writes the event.
func (w *Writer) end() {
	if w.inArgs {
		w.line = append(w.line, '}')
		w.inArgs = false
	}
	w.line = append(w.line, '}')
	w.write(w.line)
}

func (w *Writer) write(b []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(b)
	}
	w.bytes += len(b)
}

// quote is a JSON string.
func quote(s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			b, _ := json.Marshal(s) // a string always can be
			return b
		}
	}
	return append(append([]byte{'"'}, s...), '"')
}

// named tells the name of a process or track.
func (w *Writer) named(what string, pid, tid uint64, name string) {
	w.object('M', pid, tid, 0)
	w.text("name", what)
	w.args()
	w.text("name", name)
	w.end()
}

// at moves the time of t on.
func (t *track) at(time uint64) uint64 {
	t.last = max(t.last, time)
	return t.last
}

// begin begins a slice on t, and ends the one before. The caller may add fields, and calls end.
func (w *Writer) begin(t *track, time uint64, name string) {
	w.finish(t, time)
	w.object('B', t.pid, t.tid, t.at(time))
	w.text("name", name)
	t.open = true
}

// finish ends the slice on t, if there is one.
func (w *Writer) finish(t *track, time uint64) {
	if t == nil || !t.open {
		return
	}
	w.object('E', t.pid, t.tid, t.at(time))
	w.end()
	t.open = false
}

// instant marks a moment on t. It is no part of a slice, so others may do it at their time.
func (w *Writer) instant(t *track, time uint64, name string) {
	w.object('i', t.pid, t.tid, time)
	w.text("name", name)
	w.text("s", "t")
	w.end()
}

// flow writes one end of an arrow: 's' where it begins, 'f' where it ends. It belongs to the slice
// that is open on t.
func (w *Writer) flow(ph byte, t *track, time, id uint64, name string) {
	w.object(ph, t.pid, t.tid, time)
	w.text("name", name)
	w.text("cat", "flow")
	w.number("id", id)
	if ph == 'f' {
		w.text("bp", "e")
	}
	w.end()
}

// counter tells the value of a counter.
func (w *Writer) counter(time uint64, name string, value int) {
	w.object('C', schedPid, 0, time)
	w.text("name", name)
	w.args()
	w.number("value", uint64(value))
	w.end()
}

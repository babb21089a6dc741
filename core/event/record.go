// This file turns records into bytes and back, and reads and writes files of them.
//
// Relies on: the layout in doc.go, which the scheduler writes straight into memory.
// Leaves behind: errors that say what is wrong and where; it never panics on input.
package event

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/gopark/gopark/core/event/kind"
)

// Size is the number of bytes of a record.
const Size = 48

// Magic begins a file; Version is the version that we write and read.
const (
	Magic      = "gopark\x00\x01"
	Version    = 1
	HeaderSize = len(Magic) + 8
)

// NoP in Record.P, NoM in Record.M: none. SysmonM is the M number of sysmon.
const (
	NoP     = 0xffff
	NoM     = 0xffff
	SysmonM = 0xfffe
)

// MaxRecords is the most that ReadAll returns: 1.5 GB of records.
const MaxRecords = 32 << 20

// Record is one event. See the package comment for its fields.
type Record struct {
	Time  uint64    `json:"time"`
	Stamp uint64    `json:"stamp"`
	Kind  kind.Kind `json:"kind"`
	Rule  kind.Rule `json:"rule"`
	M     uint16    `json:"m"`
	P     uint16    `json:"p"`
	N     uint16    `json:"n"`
	G     uint64    `json:"g"`
	A     uint64    `json:"a"`
	B     uint64    `json:"b"`
}

// Append appends the 48 bytes of r.
func (r *Record) Append(b []byte) []byte {
	le := binary.LittleEndian
	b = le.AppendUint64(b, r.Time)
	b = le.AppendUint64(b, r.Stamp)
	b = append(b, byte(r.Kind), byte(r.Rule))
	b = le.AppendUint16(b, r.M)
	b = le.AppendUint16(b, r.P)
	b = le.AppendUint16(b, r.N)
	b = le.AppendUint64(b, r.G)
	b = le.AppendUint64(b, r.A)
	return le.AppendUint64(b, r.B)
}

// Decode reads one record from the first 48 bytes of b.
func Decode(b []byte) (Record, error) {
	if len(b) < Size {
		return Record{}, fmt.Errorf("record has %d bytes, not %d", len(b), Size)
	}
	le := binary.LittleEndian
	return Record{
		Time:  le.Uint64(b),
		Stamp: le.Uint64(b[8:]),
		Kind:  kind.Kind(b[16]),
		Rule:  kind.Rule(b[17]),
		M:     le.Uint16(b[18:]),
		P:     le.Uint16(b[20:]),
		N:     le.Uint16(b[22:]),
		G:     le.Uint64(b[24:]),
		A:     le.Uint64(b[32:]),
		B:     le.Uint64(b[40:]),
	}, nil
}

// Header returns the bytes that begin a file.
func Header() []byte {
	b := []byte(Magic)
	b = binary.LittleEndian.AppendUint32(b, Version)
	return binary.LittleEndian.AppendUint32(b, Size)
}

// CheckHeader says whether b begins a file that we can read.
func CheckHeader(b []byte) error {
	if len(b) < HeaderSize {
		return fmt.Errorf("header has %d bytes, not %d", len(b), HeaderSize)
	}
	if string(b[:len(Magic)]) != Magic {
		return errors.New("not a file of gopark events")
	}
	le := binary.LittleEndian
	if v := le.Uint32(b[8:]); v != Version {
		return fmt.Errorf("version %d of the event file is not supported, only %d", v, Version)
	}
	if n := le.Uint32(b[12:]); n != Size {
		return fmt.Errorf("records of %d bytes are not supported, only %d", n, Size)
	}
	return nil
}

// Reader reads the records of a file, one after the other.
type Reader struct {
	r *bufio.Reader
	n int
}

// NewReader reads and checks the header.
func NewReader(r io.Reader) (*Reader, error) {
	br := bufio.NewReaderSize(r, 1<<16)
	var head [HeaderSize]byte
	n, err := io.ReadFull(br, head[:])
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, fmt.Errorf("read event header: %w", err)
	}
	if err := CheckHeader(head[:n]); err != nil {
		return nil, err
	}
	return &Reader{r: br}, nil
}

// Next returns the next record, io.EOF at the end.
func (r *Reader) Next() (Record, error) {
	var b [Size]byte
	n, err := io.ReadFull(r.r, b[:])
	switch {
	case err == io.ErrUnexpectedEOF:
		return Record{}, fmt.Errorf("record %d is cut off after %d bytes", r.n, n)
	case err == io.EOF:
		return Record{}, io.EOF
	case err != nil:
		return Record{}, fmt.Errorf("read record %d: %w", r.n, err)
	}
	r.n++
	return Decode(b[:])
}

// ReadAll reads a whole file of at most MaxRecords records.
func ReadAll(in io.Reader) ([]Record, error) {
	r, err := NewReader(in)
	if err != nil {
		return nil, err
	}
	var recs []Record
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return recs, nil
		}
		if err != nil {
			return recs, err
		}
		if len(recs) == MaxRecords {
			return recs, fmt.Errorf("more than %d records", MaxRecords)
		}
		recs = append(recs, rec)
	}
}

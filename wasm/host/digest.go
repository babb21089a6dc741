// This file writes the event file, feeds the other sinks, and computes the digest of a run.
//
// The file is the header that core/event documents and the records as they are in
// memory. The digest is the SHA-256 of all of that: the identity of a virtual run.

package host

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"

	"github.com/gopark/gopark/core/event"
)

// Digest is the digest of an event stream: header and records.
func Digest(records []byte) string {
	s := newEventSink(nil, nil)
	s.add(records)
	return s.digest()
}

// eventSink takes records and passes them on.
type eventSink struct {
	sum     hash.Hash
	file    *bufio.Writer // nil: none
	records uint64
	lost    uint64
	err     error // of the file
	sinks   []event.Sink
}

func newEventSink(file io.Writer, sinks []event.Sink) *eventSink {
	s := &eventSink{sum: sha256.New(), sinks: sinks}
	s.sum.Write(event.Header())
	if file != nil {
		s.file = bufio.NewWriterSize(file, 1<<16)
		_, s.err = s.file.Write(event.Header())
	}
	return s
}

// add appends whole records.
func (s *eventSink) add(b []byte) {
	s.records += uint64(len(b) / event.Size)
	s.sum.Write(b)
	if s.file != nil && s.err == nil {
		_, s.err = s.file.Write(b)
	}
	if len(s.sinks) > 0 {
		s.pass(b)
	}
}

// pass hands the records to the sinks.
func (s *eventSink) pass(b []byte) {
	for ; len(b) > 0; b = b[event.Size:] {
		r, _ := event.Decode(b)
		for _, sink := range s.sinks {
			sink.Add(r)
		}
	}
}

// close ends the file and the sinks.
func (s *eventSink) close() error {
	if s.file != nil && s.err == nil {
		s.err = s.file.Flush()
	}
	err := s.err
	for _, sink := range s.sinks {
		err = errors.Join(err, sink.Close())
	}
	return err
}

func (s *eventSink) digest() string { return hex.EncodeToString(s.sum.Sum(nil)) }

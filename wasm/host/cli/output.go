package cli

// This file opens the files into which a run is recorded, and closes them: events, figures,
// traces.

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/gotrace"
	"github.com/gopark/gopark/core/event/perfetto"
	"github.com/gopark/gopark/core/event/stats"
	"github.com/gopark/gopark/wasm/host"
)

// outputs are the files that a run writes.
type outputs struct {
	files []*os.File
	last  func() error // what is written when the run is over
}

// open makes all files that were asked for. If one cannot be made, the program is not to
// run.
func (out *outputs) open(c *runFlags, places *event.Places, o *host.Options, stderr io.Writer) error {
	if c.events != "" {
		file, err := out.create(c.events)
		if err != nil {
			return err
		}
		o.Events = file
	}
	if c.trace != "" {
		file, err := out.create(c.trace)
		if err != nil {
			return err
		}
		o.Sinks = append(o.Sinks, gotrace.New(file, places, c.start()))
	}
	if c.perfetto != "" {
		file, err := out.create(c.perfetto)
		if err != nil {
			return err
		}
		o.Sinks = append(o.Sinks, perfetto.New(file, places))
	}
	switch c.stats {
	case "":
	case "-":
		o.Sinks = append(o.Sinks, out.stats(c.stats, stderr))
	default:
		file, err := out.create(c.stats)
		if err != nil {
			return err
		}
		o.Sinks = append(o.Sinks, out.stats(c.stats, file))
	}
	return nil
}

// stats returns the sink for the figures, which are written when the run is over.
func (out *outputs) stats(name string, to io.Writer) event.Sink {
	s := stats.New()
	out.last = func() error {
		b := bufio.NewWriter(to)
		write := s.Stats().Text
		if strings.HasSuffix(name, ".json") {
			write = s.Stats().JSON
		}
		return errors.Join(write(b), b.Flush())
	}
	return s
}

// start is the time of day at which the run begins.
func (c *runFlags) start() time.Time {
	if c.parallel {
		return time.Now()
	}
	return host.VirtualStart
}

func (out *outputs) create(name string) (*os.File, error) {
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	out.files = append(out.files, file)
	return file, nil
}

// close writes what is left.
func (out *outputs) close() (err error) {
	if out.last != nil {
		err = out.last()
	}
	for _, f := range out.files {
		if e := f.Close(); e != nil {
			err = errors.Join(err, fmt.Errorf("write %s: %w", f.Name(), e))
		}
	}
	return err
}

// Figures makes of the records of a run what gopark run writes with -stats, -trace and -perfetto, and judges answers to exercises
// (check.go):
//
//	figures stats|trace|perfetto PLACES START < EVENTS > FILE
//	figures cases|measure|judge < WHAT > JSON
//
// EVENTS is an event file, PLACES the names of the program's places (what event.NewPlaces takes, as JSON), and
// START the time of day at which the run began, in ns since 1970.
//
// The page runs this program like any other: compiled by our compiler, on the engine, in a Worker. So there is one
// implementation of the figures, for the page and the command line.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/gopark/gopark/core/event"
	"github.com/gopark/gopark/core/event/gotrace"
	"github.com/gopark/gopark/core/event/perfetto"
	"github.com/gopark/gopark/core/event/stats"
)

func main() {
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	err := write(os.Args[1:], os.Stdin, out)
	if err = errors.Join(err, out.Flush()); err != nil {
		fmt.Fprintf(os.Stderr, "figures: %v\n", err)
		os.Exit(1)
	}
}

// write makes the file that args ask for.
func write(args []string, in io.Reader, out io.Writer) error {
	if len(args) == 1 {
		return judging(args[0], in, out)
	}
	if len(args) != 3 {
		return errors.New("want one argument or three")
	}
	var names struct {
		Files  []string
		Funcs  []event.Func
		Starts []string
	}
	if err := json.Unmarshal([]byte(args[1]), &names); err != nil {
		return fmt.Errorf("read the places: %w", err)
	}
	places := event.NewPlaces(names.Files, names.Funcs, names.Starts)
	start, err := strconv.ParseInt(args[2], 10, 64)
	if err != nil {
		return fmt.Errorf("read the start: %w", err)
	}
	switch args[0] {
	case "stats":
		c := stats.New()
		if err := feed(in, c); err != nil {
			return err
		}
		return c.Stats().JSON(out)
	case "trace":
		return feed(in, gotrace.New(out, places, time.Unix(0, start)))
	case "perfetto":
		return feed(in, perfetto.New(out, places))
	}
	return fmt.Errorf("unknown file %q", args[0])
}

// feed gives a sink all records.
func feed(in io.Reader, to event.Sink) error {
	r, err := event.NewReader(in)
	if err != nil {
		return err
	}
	for {
		record, err := r.Next()
		if err == io.EOF {
			return to.Close()
		}
		if err != nil {
			return err
		}
		to.Add(record)
	}
}

// This file lists the settings of the machine around the scheduler, and reads them: what a
// file and a message take, and how many messages are lost (-io).
package policy

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/gopark/gopark/core/sched/knob"
)

// IO is one of these settings. It is a duration, or a share of all packets.
type IO struct {
	Knob  knob.ID
	Name  string
	For   string
	Share bool
}

// IOs are all of them.
var IOs = []IO{
	{knob.FileLatency, "file", "an access to the disk blocks its thread: open, read, write, truncate, sync, stat, and what changes a directory", false},
	{knob.NetLatency, "net", "a message is under way, one way", false},
	{knob.NetLoss, "loss", "of the packets are lost; TCP sends one again after 200ms and two ways, and then after twice as long each time, a SYN after 1s", true},
}

// ParseIO reads a list of these settings, such as file=1ms,net=5ms,loss=1%. It returns those that are not
// the usual ones, by knob.
func ParseIO(text string) ([]Setting, error) {
	if text == "" {
		return nil, nil
	}
	return parseList(nil, text, "NAME=VALUE", parseIO)
}

func parseIO(name, value string) (Setting, error) {
	for _, io := range IOs {
		if io.Name != name {
			continue
		}
		n, problem := io.parse(value)
		if problem != "" {
			return Setting{}, fmt.Errorf("%s=%s: %s", name, value, problem)
		}
		return Setting{io.Knob, n}, nil
	}
	return Setting{}, fmt.Errorf("unknown %q (known: %s)", name, strings.Join(names(IOs, func(io IO) string { return io.Name }), ", "))
}

// parse reads a value, or says what is wrong with it.
func (io IO) parse(value string) (n int64, problem string) {
	if io.Share {
		percent, ok := strings.CutSuffix(value, "%")
		f, err := strconv.ParseFloat(percent, 64)
		if !ok || err != nil || strings.Trim(percent, "0123456789.eE+-") != "" { // not hexadecimal, nor a word
			return 0, "want a share such as 1%"
		}
		if f < 0 || f > 100 {
			return 0, "want 0% to 100%"
		}
		return int64(math.Round(f * knob.AllLost / 100)), ""
	}
	d, err := time.ParseDuration(value)
	if err != nil {
		return 0, "want a duration such as 100us or 5ms"
	}
	if d < 0 || d > knob.MaxLatency {
		return 0, fmt.Sprintf("want 0 to %v", time.Duration(knob.MaxLatency))
	}
	return int64(d), ""
}

// text is a value as it is written.
func (io IO) text(n int64) string {
	if io.Share {
		return strconv.FormatFloat(float64(n)/(knob.AllLost/100), 'f', -1, 64) + "%"
	}
	return fmt.Sprintf("%dns", n)
}

// usual is the value without -io.
func (io IO) usual() string {
	n := knob.Default(io.Knob)
	if io.Share {
		return io.text(n)
	}
	return time.Duration(n).String()
}

// IOText is all of them, for a terminal.
func IOText() string {
	var b strings.Builder
	b.WriteString("The machine around the program, NAME=VALUE,... such as file=1ms,net=5ms,loss=1%. Durations go from 0 to 10s;\n" +
		"they hold with -parallel too, where a file really blocks its thread.\n\n")
	for _, io := range IOs {
		fmt.Fprintf(&b, "  %-5s usually %s\n", io.Name, io.usual())
		paragraph(&b, "        ", io.For+".")
	}
	return b.String()
}

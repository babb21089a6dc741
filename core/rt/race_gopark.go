//go:build goparkrace

// This file reports data races, in the words of Go's detector. Stacks have no +0x offsets, as those of a crash.
//
// No event tells of what is written here, which the program does not do: a run is the same with the
// detector and without.

package rt

import (
	"unsafe"

	"github.com/gopark/gopark/core/rt/race"
)

// raceBuf holds a part of a report. A name that does not fit is cut.
var raceBuf [4096]byte

// raceBegin and raceEnd are around what is printed of a report; raceFlush is called within, for each function.

func raceBegin() {
	Flush() // what the program printed comes first
	printer.to, printer.toN = raceBuf[:], 0
}

func raceFlush() {
	hostwrite(2, unsafe.Pointer(&raceBuf), int32(printer.toN))
	printer.toN = 0
}

func raceEnd() {
	raceFlush()
	printer.to = nil
}

const raceRule = "==================\n"

// raceReport prints a race.
func raceReport(r *race.Race) {
	raceBegin()
	printstring(raceRule + "WARNING: DATA RACE\n")
	for i := range r.Write {
		switch {
		case i == 0 && r.Write[i]:
			printstring("Write")
		case i == 0:
			printstring("Read")
		case r.Write[i]:
			printstring("\nPrevious write")
		default:
			printstring("\nPrevious read")
		}
		printstring(" at ")
		printRaceAddr(r.Addr)
		printstring(" by ")
		if r.Goroutine[i].ID == 1 {
			printstring("main goroutine:\n")
		} else {
			printstring("goroutine ")
			printuint(r.Goroutine[i].ID)
			printstring(":\n")
		}
		printRaceStack(r.Stack[i])
	}
	for i := range r.Goroutine {
		g := &r.Goroutine[i]
		if g.ID <= 1 || i > 0 && g.ID == r.Goroutine[0].ID {
			continue
		}
		printstring("\nGoroutine ")
		printuint(g.ID)
		if g.Running {
			printstring(" (running) created at:\n")
		} else {
			printstring(" (finished) created at:\n")
		}
		printRaceStack(g.Created)
	}
	printstring(raceRule)
	raceEnd()
}

// printRaceAddr prints an address with at least 12 digits.
func printRaceAddr(a uintptr) {
	printstring("0x")
	for shift := 44; shift >= 0; shift -= 4 {
		i := a >> shift & 15
		printstring("0123456789abcdef"[i : i+1])
	}
}

// printRaceStack prints a stack, without what belongs to the runtime.
func printRaceStack(stack uint32) {
	any := false
	for stack != 0 {
		info, line, parent := race.Frame(stack)
		stack = parent
		f := (*FuncInfo)(info)
		if f.hidden() {
			continue
		}
		any = true
		raceFlush()
		printstring("  ")
		printstring(f.Name)
		printstring("()\n      ")
		printstring(f.File)
		printstring(":")
		printint(int64(line))
		printstring("\n")
	}
	if !any {
		printstring("  [failed to restore the stack]\n")
	}
}

func raceFinish(found int) {
	raceBegin()
	printstring("Found ")
	printint(int64(found))
	printstring(" data race(s)\n")
	raceEnd()
}

// raceDie ends the program: the detector cannot go on.
func raceDie(msg string) {
	raceBegin()
	printstring(msg)
	raceEnd()
	exit(66)
}

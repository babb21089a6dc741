// This file writes to standard error for print, println and crashes.
//
// It allocates nothing: the text is gathered in one buffer that belongs to the M
// that holds the print lock, and goes to the host when the lock is released or
// the buffer is full. Floats are printed in package runtime, which has strconv.
//
// In Go: print.go.

package rt

import (
	"unsafe"

	"github.com/gopark/gopark/core/sched"
)

const printBuf = 4096

var printer struct {
	lock  mutex
	owner *sched.M
	depth int
	n     int
	to    []byte // if not nil, where the text goes (Stack)
	toN   int
	buf   [printBuf]byte
	num   [24]byte
}

// printlock gives the printer to this M. It nests.
func printlock() {
	mp := sched.Getm()
	if printer.depth > 0 && printer.owner == mp {
		printer.depth++
		return
	}
	lock(&printer.lock)
	printer.owner = mp
	printer.depth = 1
}

func printunlock() {
	if printer.depth > 1 {
		printer.depth--
		return
	}
	Flush()
	printer.depth = 0
	printer.owner = nil
	unlock(&printer.lock)
}

// Flush writes out what is in the buffer.
func Flush() {
	n := printer.n
	if n == 0 {
		return
	}
	printer.n = 0
	WriteHost(2, unsafe.Pointer(&printer.buf), n)
}

// WriteHost writes n bytes to a file of the host, and records that.
func WriteHost(fd int, p unsafe.Pointer, n int) {
	if sched.Getm() != nil { // else memory ran out before the start
		sched.EmitOutput(fd, n)
	}
	hostwrite(int32(fd), p, int32(n))
}

func printbyte(b byte) {
	if printer.to != nil {
		if printer.toN < len(printer.to) {
			printer.to[printer.toN] = b
			printer.toN++
		}
		return
	}
	if printer.n == printBuf {
		Flush()
	}
	printer.buf[printer.n] = b
	printer.n++
}

func printstring(s string) {
	for i := 0; i < len(s); i++ {
		printbyte(s[i])
	}
}

// printindented puts a tab behind each newline.
func printindented(s string) {
	for i := 0; i < len(s); i++ {
		printbyte(s[i])
		if s[i] == '\n' {
			printbyte('\t')
		}
	}
}

func printuint(v uint64) {
	i := len(printer.num)
	for {
		i--
		printer.num[i] = byte('0' + v%10)
		v /= 10
		if v == 0 {
			break
		}
	}
	for ; i < len(printer.num); i++ {
		printbyte(printer.num[i])
	}
}

func printint(v int64) {
	u := uint64(v)
	if v < 0 {
		printbyte('-')
		u = -u
	}
	printuint(u)
}

func printhex(v uint64) {
	const digits = "0123456789abcdef"
	printstring("0x")
	shift := 60
	for shift > 0 && v>>shift == 0 {
		shift -= 4
	}
	for ; shift >= 0; shift -= 4 {
		printbyte(digits[v>>shift&15])
	}
}

// For package runtime.

// Printlock is printlock.
func Printlock() { printlock() }

// Printunlock is printunlock.
func Printunlock() { printunlock() }

// Printstring is printstring.
func Printstring(s string) { printstring(s) }

// Printindented is printindented.
func Printindented(s string) { printindented(s) }

// Printuint is printuint.
func Printuint(v uint64) { printuint(v) }

// Printint is printint.
func Printint(v int64) { printint(v) }

// Printhex is printhex.
func Printhex(v uint64) { printhex(v) }

//go:build gopark

// Package signal is Go's, on a machine where no signal ever comes.
package signal

import (
	"os"
	"syscall"
	_ "unsafe" // for linkname
)

const numSig = 65

var ignored [numSig]bool

func signum(sig os.Signal) int {
	if s, ok := sig.(syscall.Signal); ok && 0 <= s && s < numSig {
		return int(s)
	}
	return -1
}

func enableSignal(sig int)       { ignored[sig] = false }
func disableSignal(sig int)      { ignored[sig] = false }
func ignoreSignal(sig int)       { ignored[sig] = true }
func signalIgnored(sig int) bool { return ignored[sig] }

//go:linkname waitUntilIdle os/signal.signalWaitUntilIdle
func waitUntilIdle() {}

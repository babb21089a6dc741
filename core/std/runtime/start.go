//go:build gopark

package runtime

// This file is what goroutine 1 runs: the initialisation of all packages, then
// main. And it holds what the host says before the start: arguments, environment.

import (
	"internal/abi"
	"runtime/internal/dying"
	"runtime/internal/finalizing"
	"unsafe"

	"github.com/gopark/gopark/core/rt"
	"github.com/gopark/gopark/core/rt/race"
	"github.com/gopark/gopark/core/sched"
)

//go:linkname main_init main.init
func main_init()

//go:linkname main_main main.main
func main_main()

var numCPU int

// gopark_main is the first goroutine.
func gopark_main() {
	numCPU = sched.GOMAXPROCS(0)
	hashkey = sched.Rand64() | 1
	rt.Hooks.PanicMem = panicmem
	rt.Hooks.PanicNil = newPanicNil
	rt.Hooks.Dying = dying.Run
	rt.Hooks.Finals = finalizing.Run
	rt.Hooks.PrintValue = printpanicval
	rt.Hooks.PrintKind = printpanickind
	rt.SetPlainError(unsafe.Pointer(abi.TypeFor[plainError]()))
	maps_errNilAssign = plainError("assignment to entry in nil map")
	initialise()
	race.Top()
	main_main()
	exitHook(0)
	rt.Exit(0)
}

// initialise initialises the packages on the first thread, which it leaves also by a Goexit.
func initialise() {
	sched.LockInternal()
	defer sched.UnlockInternal()
	main_init()
}

func newPanicNil() any { return new(PanicNilError) }

// envs and argv are Go strings of what the host has put into memory.
func envs() []string { return rt.Env() }
func argv() []string { return rt.Args() }

// exitHook runs before the program ends in good order.
func exitHook(code int) {}

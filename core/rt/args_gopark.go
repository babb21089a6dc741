//go:build gopark

// This file takes the program's arguments, environment and files from the host, before
// the start: alloc gives memory, addarg, addenv and addfile say what the host put there.

package rt

import "unsafe"

// stringList is a list that grows without append's help.
type stringList struct {
	list []string
	n    int
}

var args, env, files stringList

func (l *stringList) add(p, n int32) {
	if l.n == len(l.list) {
		bigger := unsafe.Slice((*string)(Mallocgc(uintptr(2*l.n+8)*unsafe.Sizeof(""), false)), 2*l.n+8)
		copy(bigger, l.list)
		l.list = bigger
	}
	l.list[l.n] = unsafe.String((*byte)(ptr(uintptr(uint32(p)))), int(n))
	l.n++
}

//go:wasmexport alloc
func alloc(n int32) int32 {
	rtinit()
	return int32(uintptr(Mallocgc(uintptr(uint32(n)), true)))
}

//go:wasmexport addarg
func addarg(p, n int32) {
	rtinit()
	args.add(p, n)
}

//go:wasmexport addenv
func addenv(p, n int32) {
	rtinit()
	env.add(p, n)
}

//go:wasmexport addfile
func addfile(p, n int32) {
	rtinit()
	files.add(p, n)
}

// Args are the program's arguments.
func Args() []string { return args.list[:args.n] }

// Env is the program's environment.
func Env() []string { return env.list[:env.n] }

// Files are what the file system begins with: the directory in which the program starts, and then of each
// file its path and its bytes.
func Files() []string { return files.list[:files.n] }

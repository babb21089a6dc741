//go:build unix

package host

import "syscall"

// allocate asks the operating system for zeroed bytes; pages that a run never
// touches cost nothing.
func allocate(size uint64) (b []byte, free func()) {
	b, err := syscall.Mmap(-1, 0, int(size), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return make([]byte, size), func() {}
	}
	return b, func() { syscall.Munmap(b) }
}

//go:build gopark

package poll

import "syscall"

// syscall_writev is in package syscall.
func syscall_writev(fd int, iovecs []syscall.Iovec) (int, error)

func writev(fd int, iovecs []syscall.Iovec) (uintptr, error) {
	n, err := syscall_writev(fd, iovecs)
	return uintptr(n), err
}

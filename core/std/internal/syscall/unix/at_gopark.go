//go:build gopark

// Package unix has what the library uses of it.
package unix

import "syscall"

const (
	AT_SYMLINK_NOFOLLOW = 0x100
	UTIME_OMIT          = 1<<30 - 2
)

// syscall_fstatat is in package syscall.
func syscall_fstatat(fd int, path string, stat *syscall.Stat_t) error

// Fstatat is Lstat below an open directory: there are no links.
func Fstatat(dirfd int, path string, stat *syscall.Stat_t, flags int) error {
	return syscall_fstatat(dirfd, path, stat)
}

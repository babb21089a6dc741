//go:build gopark

package syscall

// This file is the table of system errors and signals: the numbers and the
// texts of Linux, so that a program prints what it prints elsewhere.

const (
	EPERM           = Errno(1)
	ENOENT          = Errno(2)
	ESRCH           = Errno(3)
	EINTR           = Errno(4)
	EIO             = Errno(5)
	ENXIO           = Errno(6)
	E2BIG           = Errno(7)
	ENOEXEC         = Errno(8)
	EBADF           = Errno(9)
	ECHILD          = Errno(10)
	EAGAIN          = Errno(11)
	EWOULDBLOCK     = Errno(11)
	ENOMEM          = Errno(12)
	EACCES          = Errno(13)
	EFAULT          = Errno(14)
	ENOTBLK         = Errno(15)
	EBUSY           = Errno(16)
	EEXIST          = Errno(17)
	EXDEV           = Errno(18)
	ENODEV          = Errno(19)
	ENOTDIR         = Errno(20)
	EISDIR          = Errno(21)
	EINVAL          = Errno(22)
	ENFILE          = Errno(23)
	EMFILE          = Errno(24)
	ENOTTY          = Errno(25)
	ETXTBSY         = Errno(26)
	EFBIG           = Errno(27)
	ENOSPC          = Errno(28)
	ESPIPE          = Errno(29)
	EROFS           = Errno(30)
	EMLINK          = Errno(31)
	EPIPE           = Errno(32)
	EDOM            = Errno(33)
	ERANGE          = Errno(34)
	EDEADLK         = Errno(35)
	EDEADLOCK       = Errno(35)
	ENAMETOOLONG    = Errno(36)
	ENOLCK          = Errno(37)
	ENOSYS          = Errno(38)
	ENOTEMPTY       = Errno(39)
	ELOOP           = Errno(40)
	ENOTSOCK        = Errno(88)
	EDESTADDRREQ    = Errno(89)
	EMSGSIZE        = Errno(90)
	EPROTOTYPE      = Errno(91)
	ENOPROTOOPT     = Errno(92)
	EPROTONOSUPPORT = Errno(93)
	ESOCKTNOSUPPORT = Errno(94)
	ENOTSUP         = Errno(95)
	EOPNOTSUPP      = Errno(95)
	EPFNOSUPPORT    = Errno(96)
	EAFNOSUPPORT    = Errno(97)
	EADDRINUSE      = Errno(98)
	EADDRNOTAVAIL   = Errno(99)
	ENETDOWN        = Errno(100)
	ENETUNREACH     = Errno(101)
	ENETRESET       = Errno(102)
	ECONNABORTED    = Errno(103)
	ECONNRESET      = Errno(104)
	ENOBUFS         = Errno(105)
	EISCONN         = Errno(106)
	ENOTCONN        = Errno(107)
	ESHUTDOWN       = Errno(108)
	ETOOMANYREFS    = Errno(109)
	ETIMEDOUT       = Errno(110)
	ECONNREFUSED    = Errno(111)
	EHOSTDOWN       = Errno(112)
	EHOSTUNREACH    = Errno(113)
	EALREADY        = Errno(114)
	EINPROGRESS     = Errno(115)
	ESTALE          = Errno(116)
)

// errorTexts is indexed by Errno.
var errorTexts = [...]string{
	1:   "operation not permitted",
	2:   "no such file or directory",
	3:   "no such process",
	4:   "interrupted system call",
	5:   "input/output error",
	6:   "no such device or address",
	7:   "argument list too long",
	8:   "exec format error",
	9:   "bad file descriptor",
	10:  "no child processes",
	11:  "resource temporarily unavailable",
	12:  "cannot allocate memory",
	13:  "permission denied",
	14:  "bad address",
	15:  "block device required",
	16:  "device or resource busy",
	17:  "file exists",
	18:  "invalid cross-device link",
	19:  "no such device",
	20:  "not a directory",
	21:  "is a directory",
	22:  "invalid argument",
	23:  "too many open files in system",
	24:  "too many open files",
	25:  "inappropriate ioctl for device",
	26:  "text file busy",
	27:  "file too large",
	28:  "no space left on device",
	29:  "illegal seek",
	30:  "read-only file system",
	31:  "too many links",
	32:  "broken pipe",
	33:  "numerical argument out of domain",
	34:  "numerical result out of range",
	35:  "resource deadlock avoided",
	36:  "file name too long",
	37:  "no locks available",
	38:  "function not implemented",
	39:  "directory not empty",
	40:  "too many levels of symbolic links",
	88:  "socket operation on non-socket",
	89:  "destination address required",
	90:  "message too long",
	91:  "protocol wrong type for socket",
	92:  "protocol not available",
	93:  "protocol not supported",
	94:  "socket type not supported",
	95:  "operation not supported",
	96:  "protocol family not supported",
	97:  "address family not supported by protocol",
	98:  "address already in use",
	99:  "cannot assign requested address",
	100: "network is down",
	101: "network is unreachable",
	102: "network dropped connection on reset",
	103: "software caused connection abort",
	104: "connection reset by peer",
	105: "no buffer space available",
	106: "transport endpoint is already connected",
	107: "transport endpoint is not connected",
	108: "cannot send after transport endpoint shutdown",
	109: "too many references: cannot splice",
	110: "connection timed out",
	111: "connection refused",
	112: "host is down",
	113: "no route to host",
	114: "operation already in progress",
	115: "operation now in progress",
	116: "stale file handle",
}

const (
	SIGHUP    = Signal(1)
	SIGINT    = Signal(2)
	SIGQUIT   = Signal(3)
	SIGILL    = Signal(4)
	SIGTRAP   = Signal(5)
	SIGABRT   = Signal(6)
	SIGIOT    = Signal(6)
	SIGBUS    = Signal(7)
	SIGFPE    = Signal(8)
	SIGKILL   = Signal(9)
	SIGUSR1   = Signal(10)
	SIGSEGV   = Signal(11)
	SIGUSR2   = Signal(12)
	SIGPIPE   = Signal(13)
	SIGALRM   = Signal(14)
	SIGTERM   = Signal(15)
	SIGSTKFLT = Signal(16)
	SIGCHLD   = Signal(17)
	SIGCLD    = Signal(17)
	SIGCONT   = Signal(18)
	SIGSTOP   = Signal(19)
	SIGTSTP   = Signal(20)
	SIGTTIN   = Signal(21)
	SIGTTOU   = Signal(22)
	SIGURG    = Signal(23)
	SIGXCPU   = Signal(24)
	SIGXFSZ   = Signal(25)
	SIGVTALRM = Signal(26)
	SIGPROF   = Signal(27)
	SIGWINCH  = Signal(28)
	SIGIO     = Signal(29)
	SIGPOLL   = Signal(29)
	SIGPWR    = Signal(30)
	SIGSYS    = Signal(31)
	SIGUNUSED = Signal(31)
)

// signalTexts is indexed by Signal.
var signalTexts = [...]string{
	1:  "hangup",
	2:  "interrupt",
	3:  "quit",
	4:  "illegal instruction",
	5:  "trace/breakpoint trap",
	6:  "aborted",
	7:  "bus error",
	8:  "floating point exception",
	9:  "killed",
	10: "user defined signal 1",
	11: "segmentation fault",
	12: "user defined signal 2",
	13: "broken pipe",
	14: "alarm clock",
	15: "terminated",
	16: "stack fault",
	17: "child exited",
	18: "continued",
	19: "stopped (signal)",
	20: "stopped",
	21: "stopped (tty input)",
	22: "stopped (tty output)",
	23: "urgent I/O condition",
	24: "CPU time limit exceeded",
	25: "file size limit exceeded",
	26: "virtual timer expired",
	27: "profiling timer expired",
	28: "window changed",
	29: "I/O possible",
	30: "power failure",
	31: "bad system call",
}

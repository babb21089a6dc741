//go:build gopark

package os

// This file is about processes: there is one, the program itself.

import (
	"errors"
	"syscall"
	"time"
)

var (
	ErrProcessDone = errors.New("os: process already finished")
	ErrNoHandle    = errors.New("os: process handle unavailable")
)

// A Signal can be named, but none is ever delivered.
type Signal interface {
	String() string
	Signal()
}

var (
	Interrupt Signal = syscall.SIGINT
	Kill      Signal = syscall.SIGKILL
)

type (
	Process  struct{ Pid int }
	ProcAttr struct {
		Dir   string
		Env   []string
		Files []*File
		Sys   *syscall.SysProcAttr
	}
	ProcessState struct{}
)

func Getpid() int  { return syscall.Getpid() }
func Getppid() int { return syscall.Getppid() }

func FindProcess(pid int) (*Process, error) { return &Process{pid}, nil }

// StartProcess always fails.
func StartProcess(name string, argv []string, attr *ProcAttr) (*Process, error) {
	return nil, &PathError{Op: "fork/exec", Path: name, Err: syscall.ENOSYS}
}

func (p *Process) Kill() error    { return p.Signal(Kill) }
func (p *Process) Release() error { return nil }

func (p *Process) Signal(sig Signal) error {
	s, ok := sig.(syscall.Signal)
	if !ok {
		return errors.New("os: unsupported signal type")
	}
	if err := syscall.Kill(p.Pid, s); err != nil {
		return ErrProcessDone
	}
	return nil
}

func (p *Process) Wait() (*ProcessState, error) { return nil, NewSyscallError("wait", syscall.ECHILD) }

func (p *ProcessState) ExitCode() int             { return -1 }
func (p *ProcessState) Exited() bool              { return false }
func (p *ProcessState) Pid() int                  { return 0 }
func (p *ProcessState) String() string            { return "<nil>" }
func (p *ProcessState) Success() bool             { return false }
func (p *ProcessState) Sys() any                  { return nil }
func (p *ProcessState) SysUsage() any             { return nil }
func (p *ProcessState) SystemTime() time.Duration { return 0 }
func (p *ProcessState) UserTime() time.Duration   { return 0 }

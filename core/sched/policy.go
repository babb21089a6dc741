// This file holds the switches of the scheduler: which of its rules are in force.
//
// The zero value of each is Go 1.26. A switch that is off removes the rule itself: the M does not
// do it, so no record says that it did. The switches are set before boot, and then only read.
// Package policy (for hosts) has their names, the presets made of them, and what each leaves out.
//
// In Go: only some exist, as GODEBUG settings (asyncpreemptoff). The others are what
// the scheduler was before a rule came, or what other schedulers do instead.
package sched

import (
	"github.com/gopark/gopark/core/event/kind"
	"github.com/gopark/gopark/core/sched/knob"
)

// policy is what is read on the paths of the scheduler.
var policy struct {
	queues, steal, victim, runnext, order, fair, spin, handoff, netpoll, preempt, threads, dispatch, needspin, timers int32

	otherPut bool // runqput has more to do than Go's
}

// settings are the values of all knobs, as hosts set them.
var settings struct {
	value [knob.N]int64
	ready bool // the defaults are in
}

// Set sets a knob. It is called before boot.
func Set(k knob.ID, value int64) {
	defaultSettings()
	if uint32(k) < knob.N {
		settings.value[k] = value
	}
}

// Setting is the value of a knob that others read.
func Setting(k knob.ID) int64 { return settings.value[k] }

func defaultSettings() {
	if settings.ready {
		return
	}
	settings.ready = true
	for k := knob.ID(0); k < knob.N; k++ {
		settings.value[k] = knob.Default(k)
	}
}

// applySettings makes the settings those of the run.
func applySettings() {
	defaultSettings()
	v := &settings.value
	policy.queues = int32(v[knob.Queues])
	policy.steal = int32(v[knob.Steal])
	policy.victim = int32(v[knob.Victim])
	policy.runnext = int32(v[knob.Runnext])
	policy.order = int32(v[knob.Order])
	policy.fair = int32(v[knob.Fair])
	policy.spin = int32(v[knob.Spin])
	policy.handoff = int32(v[knob.Handoff])
	policy.netpoll = int32(v[knob.Netpoll])
	policy.preempt = int32(v[knob.Preempt])
	policy.threads = int32(v[knob.Threads])
	policy.dispatch = int32(v[knob.Dispatch])
	policy.needspin = int32(v[knob.Needspin])
	policy.timers = int32(v[knob.Timers])
	applyConsequences()
	policy.otherPut = policy.queues != knob.QueuesLocal || policy.runnext != knob.On || policy.dispatch != knob.DispatchFetch
	setCosts(v)
	sched.trace.every, sched.trace.detail = v[knob.SchedTrace], v[knob.SchedDetail] != 0
}

// applyConsequences switches off what has no meaning any more.
func applyConsequences() {
	if policy.threads == knob.ThreadsFixed {
		policy.queues = knob.QueuesGlobal
	}
	if policy.queues == knob.QueuesGlobal {
		policy.runnext, policy.fair, policy.steal = knob.Off, knob.Off, knob.StealNone
	}
	if policy.dispatch == knob.DispatchPush {
		policy.runnext, policy.steal, policy.order = knob.Off, knob.StealNone, knob.OrderFIFO // a tail that others move
	}
	if policy.steal == knob.StealNone {
		policy.spin = knob.Off // there is nothing to search for
	}
	if policy.spin != knob.On {
		policy.needspin = knob.Off
	}
}

// emitSettings records the knobs that are not as Go has them.
func emitSettings() {
	for k := knob.ID(0); k < knob.N; k++ {
		if v := settings.value[k]; v != knob.Default(k) && k != knob.SchedTrace && k != knob.SchedDetail {
			emit(kind.Setting, kind.ByBoot, nil, uint32(k), uint64(v), 0)
		}
	}
}

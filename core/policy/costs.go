// This file lists the costs of virtual time. Their usual figures are in package knob.
package policy

import "github.com/gopark/gopark/core/sched/knob"

// Cost is what something takes in virtual time, besides the 1 ns of each unit of fuel.
type Cost struct {
	Knob knob.ID
	Name string
	For  string
}

// Costs are all costs.
var Costs = []Cost{
	{knob.CostFind, "find", "findRunnable looks at its own queue"},
	{knob.CostExecute, "execute", "a goroutine is started or goes on"},
	{knob.CostPark, "park", "a goroutine parks, yields or is preempted"},
	{knob.CostExit, "exit", "a goroutine ends"},
	{knob.CostLook, "look", "a thief looks at another P"},
	{knob.CostSteal, "steal", "it takes goroutines from there"},
	{knob.CostTimer, "timer", "a timer is run, besides what it does"},
	{knob.CostPause, "pause", "a thief waits before it takes a runnext"},
	{knob.CostWake, "wake", "from waking a sleeping thread until it runs"},
	{knob.CostThread, "thread", "from making a thread until it runs"},
	{knob.CostStop, "stop", "the world is stopped, once all have stopped"},
	{knob.CostSysmon, "sysmon", "sysmon looks once, besides its sleep"},
	{knob.CostLock, "lock", "an M holds the scheduler's lock; others that come meanwhile wait"},
	{knob.CostSyscall, "syscall", "entering a system call; as much again for coming back"},
}

// costNamed finds a cost.
func costNamed(name string) *Cost {
	for i := range Costs {
		if Costs[i].Name == name {
			return &Costs[i]
		}
	}
	return nil
}

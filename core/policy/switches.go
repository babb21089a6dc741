// This file lists the switches.
package policy

import "github.com/gopark/gopark/core/sched/knob"

// Switch is one rule of the scheduler that can be different.
type Switch struct {
	Knob   knob.ID
	Name   string
	About  string
	Values []Value // by number; the first is Go 1.26
}

// Value is what a switch can be set to.
type Value struct{ Name, Means string }

// Switches are all switches, in the order of their knobs.
var Switches = []Switch{
	{Knob: knob.Queues, Name: "queues", About: "Where runnable goroutines wait.", Values: []Value{
		{"local", "each P has a queue of 256, besides the global one"},
		{"global", "one queue for all, under one lock; a P is only the right to run. So there is no runnext, no stealing and no 61"},
	}},
	{Knob: knob.Steal, Name: "steal", About: "How much an M takes from another P's queue when it has nothing to run.", Values: []Value{
		{"half", "half of it, rounded up"},
		{"one", "one goroutine"},
		{"none", "nothing: it only looks at its own queue and the global one, and runs due timers of others. So nobody searches (spin is off)"},
	}},
	{Knob: knob.Victim, Name: "victim", About: "Whose queue a thief looks into first.", Values: []Value{
		{"random", "another P each time, then the others in a random order"},
		{"fixed", "the next P by number, always"},
	}},
	{Knob: knob.Runnext, Name: "runnext", About: "The slot in front of the queue: what was made ready last runs first, in the same time slice.", Values: []Value{
		{"on", "a new or woken goroutine takes it, and kicks out who was in it"},
		{"off", "new and woken goroutines go to the tail of the queue"},
	}},
	{Knob: knob.Order, Name: "order", About: "From which end of its queue a P takes.", Values: []Value{
		{"fifo", "the oldest, from the head"},
		{"lifo", "the newest, from the tail; thieves still take the oldest, one by one (the deque of Chase and Lev)"},
	}},
	{Knob: knob.Fair, Name: "fair", About: "The look at the global queue on every 61st tick, before all others.", Values: []Value{
		{"on", "every 61st time"},
		{"off", "only when the own queue is empty"},
	}},
	{Knob: knob.Spin, Name: "spin", About: "Ms that search before they sleep, at most half as many as are busy; while one searches, nobody is woken.", Values: []Value{
		{"on", "as Go does"},
		{"off", "an M looks once and sleeps; whoever makes work wakes a thread for it, each time"},
	}},
	{Knob: knob.Handoff, Name: "handoff", About: "What becomes of the P of an M that blocks in a system call.", Values: []Value{
		{"on", "another M gets it: at once if the call is known to block, else when sysmon has seen it twice"},
		{"off", "it stays with the blocked M, and nobody can use it"},
	}},
	{Knob: knob.Netpoll, Name: "netpoll", About: "What waiting for the network does.", Values: []Value{
		{"on", "the goroutine parks; one M asks the poller for all"},
		{"off", "it is a system call like any other: the M blocks"},
	}},
	{Knob: knob.Preempt, Name: "preempt", About: "Where a goroutine that has run for 10 ms can be made to yield.", Values: []Value{
		{"async", "anywhere: also in a loop without calls"},
		{"calls", "only where it calls a function; a loop without calls runs for ever, and the world cannot stop"},
		{"off", "nowhere: it runs until it waits or yields by itself"},
	}},
	{Knob: knob.Threads, Name: "threads", About: "What becomes of the M of a goroutine that waits.", Values: []Value{
		{"shared", "it runs another goroutine"},
		{"pool", "it waits, too: a goroutine keeps its thread until it ends; then the thread takes the next one"},
		{"own", "it waits, too: each goroutine has a thread of its own, which ends with it"},
		{"fixed", "as pool, but there are 4 threads for each P and no more: while all have a goroutine the others stay in the queue, which is one for all (queues=global). If all of these wait, the program is stuck"},
	}},
	{Knob: knob.Dispatch, Name: "dispatch", About: "Whether work is fetched or handed out.", Values: []Value{
		{"fetch", "an M without work looks for some"},
		{"push", "whoever makes work gives it, under the scheduler's lock, to an idle P or the one with the shortest queue. So there is no stealing and no runnext, and order is fifo"},
	}},
	{Knob: knob.Needspin, Name: "needspin", About: "The flag needspinning: somebody wanted a searcher and found no idle P.", Values: []Value{
		{"on", "the next M without work searches, even if enough do"},
		{"off", "it is not kept in mind"},
	}},
	{Knob: knob.Timers, Name: "timers", About: "Who runs what is due.", Values: []Value{
		{"lookers", "an M that looks for work: those of its own P first, at last those of others"},
		{"goroutines", "a goroutine of the runtime for each P, timerproc (1.10 to 1.13): it sleeps until the next is due in a system call, which blocks its M and gives the P away"},
		{"goroutine", "one such goroutine for all (before 1.10)"},
	}},
}

// switchNamed finds a switch.
func switchNamed(name string) *Switch {
	for i := range Switches {
		if Switches[i].Name == name {
			return &Switches[i]
		}
	}
	return nil
}

// value finds a value by its name.
func (s *Switch) value(name string) (int64, bool) {
	for i, v := range s.Values {
		if v.Name == name {
			return int64(i), true
		}
	}
	return 0, false
}

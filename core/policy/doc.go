// Package policy names the scheduler's policies, the switches they are made of, the
// costs of virtual time, and the latencies of files and network, for everybody who starts a run: the command line, the page,
// the lessons. What it gives is a list of settings, each two numbers (package knob).
//
// A policy is written NAME[,SWITCH=VALUE...], such as
//
//	go1.13
//	local,steal=one
//	steal=none,spin=off      (Go 1.26, but for these)
//
// costs are written COST=DURATION,..., such as wake=2us,steal=50ns, and the machine around it
// file=1ms,net=5ms,loss=1%.
//
// The lists in this package (Switches, Presets, Costs, IOs) are the only ones there are: help texts, the page and
// the documentation are made from them. Text is all of it in words.
package policy

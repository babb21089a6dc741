//go:build gopark

// Package net is Go's for Linux, on the network that package syscall is here: the
// sockets, the poller's use and the resolver are Go's own code.
package net

// This file is the interfaces of the machine: the loopback.

var loopback = Interface{Index: 1, MTU: 65536, Name: "lo", Flags: FlagUp | FlagLoopback | FlagRunning}

func interfaceTable(ifindex int) ([]Interface, error) {
	if ifindex > loopback.Index {
		return nil, nil
	}
	return []Interface{loopback}, nil
}

func interfaceAddrTable(ifi *Interface) ([]Addr, error) {
	return []Addr{
		&IPNet{IP: IPv4(127, 0, 0, 1), Mask: CIDRMask(8, 32)},
		&IPNet{IP: IPv6loopback, Mask: CIDRMask(128, 128)},
	}, nil
}

func interfaceMulticastAddrTable(ifi *Interface) ([]Addr, error) { return nil, nil }

//go:build !gopark || goparkrace

// This file keeps stacks as a tree: a node is a place in a function, and its parent the place where
// that function was called. The same stack is the same node.

package race

import "unsafe"

// node is one place.
type node struct {
	parent uint32
	info   uint32 // core/rt's FuncInfo
	line   uint32
	hash   uint32 // next in the hash table
}

func nodeAt(i uint32) *node { return (*node)(at(det.stacks + i*uint32(unsafe.Sizeof(node{})))) }

// lost is the node of a stack that there was no room for.
const lost = 0

// Push gives the node of a place in a function that was called from parent.
func Push(parent uint32, info unsafe.Pointer, line uint32) uint32 {
	if !det.on {
		return lost
	}
	a := uint32(uintptr(info))
	h := ((parent*0x9e3779b1 ^ a*0x85ebca6b) + line*0xc2b2ae35) * 0x27d4eb2f
	head := entry(det.stackTab, h>>16)
	for i := *head; i != 0; {
		n := nodeAt(i)
		if n.parent == parent && n.info == a && n.line == line {
			return i
		}
		i = n.hash
	}
	if det.nstacks == maxStacks {
		return lost
	}
	i := det.nstacks
	det.nstacks++
	*nodeAt(i) = node{parent, a, line, *head}
	*head = i
	return i
}

// Frame gives the place of a node, and the node outside of it.
func Frame(i uint32) (info unsafe.Pointer, line int32, parent uint32) {
	n := nodeAt(i)
	return unsafe.Add(unsafe.Pointer(nil), uintptr(n.info)), int32(n.line), n.parent
}

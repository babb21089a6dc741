// Package std is the root of the replacements for packages of the standard
// library; it has no code itself.
//
// The directory std/P stands for the library package P when a program is
// compiled for Gopark. It replaces P as a whole; but the files of the Go tree
// that std/P/goroot.txt lists are kept, perhaps without some functions, and compiled
// together with those here.
// All files carry the tag gopark, so that the go command ignores them.
//
// What is here touches the machine (runtime, syscall, processes in os), or is
// a smaller stand-in for something no lesson needs (godebug settings, profiles).
// Every other package is compiled from the Go tree as it is.
package std

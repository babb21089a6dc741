// This file builds the module that a run's memory belongs to.

package host

import "encoding/binary"

// memoryModule is a module that exports a memory of exactly that many pages and
// the func wake(addr, n i32) i32, which wakes n of the threads that sleep on a word.
func memoryModule(name string, pages uint32, shared bool) []byte {
	uleb := func(v uint32) []byte { return binary.AppendUvarint(nil, uint64(v)) }
	text := func(s string) []byte { return append(uleb(uint32(len(s))), s...) }
	join := func(parts ...[]byte) (out []byte) {
		for _, p := range parts {
			out = append(out, p...)
		}
		return out
	}
	section := func(id byte, parts ...[]byte) []byte {
		body := join(parts...)
		return join([]byte{id}, uleb(uint32(len(body))), body)
	}
	flags := byte(1) // with a maximum
	if shared {
		flags |= 2
	}
	notify := []byte{0, 0x20, 0, 0x20, 1, 0xfe, 0x00, 2, 0, 0x0b} // no locals; local.get 0, 1; memory.atomic.notify; end
	return join(
		[]byte("\x00asm\x01\x00\x00\x00"),
		section(1, []byte{1, 0x60, 2, 0x7f, 0x7f, 1, 0x7f}),
		section(3, []byte{1, 0}),
		section(5, []byte{1, flags}, uleb(pages), uleb(pages)),
		section(7, []byte{2}, text(name), []byte{2, 0}, text("wake"), []byte{0, 0}),
		section(10, []byte{1}, uleb(uint32(len(notify))), notify),
	)
}

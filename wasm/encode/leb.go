// This file writes numbers: LEB128, in as few bytes as they need or padded to
// five so that a linker can fill them in later.

package encode

import "encoding/binary"

// PadLen is the length of a padded number.
const PadLen = 5

// AppendU appends v as unsigned LEB128.
func AppendU(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

// AppendS appends v as signed LEB128.
func AppendS(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// AppendPaddedU appends v as unsigned LEB128 of five bytes.
func AppendPaddedU(b []byte, v uint32) []byte {
	return append(b, byte(v)|0x80, byte(v>>7)|0x80, byte(v>>14)|0x80, byte(v>>21)|0x80, byte(v>>28))
}

// AppendPaddedS appends v as signed LEB128 of five bytes.
func AppendPaddedS(b []byte, v int32) []byte {
	return append(b, byte(v)|0x80, byte(v>>7)|0x80, byte(v>>14)|0x80, byte(v>>21)|0x80, byte(v>>28)&0x7f)
}

// AppendOp appends the opcode, with its prefix if it has one.
func AppendOp(b []byte, op Op) []byte {
	if op < 0x100 {
		return append(b, byte(op))
	}
	return AppendU(append(b, byte(op>>8)), uint64(op&0xff))
}

func appendName(b []byte, s string) []byte {
	return append(AppendU(b, uint64(len(s))), s...)
}

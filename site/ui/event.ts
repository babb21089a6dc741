// This file reads the records of a run: 48 bytes each, little endian, as
// core/event documents them. It never throws on input; a bad file is an error
// in words.
//
// The twin of core/event/record.go: both are tested against the same samples.

/// Size of a record, and of the header of a file, in bytes.
export const recordSize = 48
export const headerSize = 16

/// P and M numbers that mean "none", and sysmon's.
export const noP = 0xffff
export const noM = 0xffff
export const sysmonM = 0xfffe

const magic = [0x67, 0x6f, 0x70, 0x61, 0x72, 0x6b, 0x00, 0x01] // "gopark\0\1"
const version = 1
const high = 2 ** 32

/// One event. 64-bit fields are numbers: times, positions and goids stay far below
/// 2**53. For a pair packed into one field, see top and low.
export interface Event {
  time: number
  stamp: number
  kind: number
  rule: number
  m: number
  p: number
  n: number
  g: number
  a: number
  b: number
}

/// The upper and the lower half of a packed field.
export const top = (field: number): number => Math.floor(field / high)
export const low = (field: number): number => field % high

/// Decodes the record that begins at a place of the bytes.
export function decode(v: DataView, at: number): Event {
  return {
    time: u64(v, at),
    stamp: u64(v, at + 8),
    kind: v.getUint8(at + 16),
    rule: v.getUint8(at + 17),
    m: v.getUint16(at + 18, true),
    p: v.getUint16(at + 20, true),
    n: v.getUint16(at + 22, true),
    g: u64(v, at + 24),
    a: u64(v, at + 32),
    b: u64(v, at + 40),
  }
}

function u64(v: DataView, at: number): number {
  return v.getUint32(at, true) + v.getUint32(at + 4, true) * high
}

/// The header of a file of records.
export function header(): Uint8Array {
  const bytes = new Uint8Array(headerSize)
  bytes.set(magic)
  const v = new DataView(bytes.buffer)
  v.setUint32(8, version, true)
  v.setUint32(12, recordSize, true)
  return bytes
}

/// Says what is wrong with the header of a file, or nothing.
export function headerFault(file: Uint8Array): string | null {
  if (file.length < headerSize || magic.some((byte, i) => file[i] !== byte)) {
    return "not a file of gopark events"
  }
  const v = new DataView(file.buffer, file.byteOffset, file.length)
  if (v.getUint32(8, true) !== version) {
    return `version ${v.getUint32(8, true)} of the event file is not supported, only ${version}`
  }
  if (v.getUint32(12, true) !== recordSize) {
    return `records of ${v.getUint32(12, true)} bytes are not supported, only ${recordSize}`
  }
  return null
}

/// A place in the user's program, as records pack it.
export interface Pos {
  file: number // from 1; 0 unknown
  line: number
}

/// Unpacks a place.
export function unpackPos(pos: number): Pos {
  return {file: Math.floor(pos / (1 << 20)), line: pos % (1 << 20)}
}

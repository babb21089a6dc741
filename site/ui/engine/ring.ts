// Empties the event rings in a module's memory. Twin of wasm/host/ring.go.
//
// The rings are a list; export rings gives its head. In Virtual there is one and
// nobody writes while we read. In Parallel each M has its own and may be writing
// now: it stores "written" after the record that it counts, so a record below that
// is whole.

import type { Words } from "./layout.ts"
import { Sha256 } from "./sha256.ts"

/// Size of a record.
export const recordSize = 48

/// What an event file begins with: magic, version, record size.
export const header: Uint8Array = Uint8Array.of(
  ...new TextEncoder().encode("gopark\x00\x01"), 1, 0, 0, 0, recordSize, 0, 0, 0,
)

/// The digest of a run: SHA-256 of header and records.
export class EventDigest {
  private readonly sum = new Sha256().update(header)

  add(records: Uint8Array): void { this.sum.update(records) }
  hex(): string { return this.sum.hex() }
}

// Offsets in an EventRing of core/sched; all fields have 8 bytes. They are fixed,
// like the record itself.
const at = { buf: 0, cap: 8, written: 16, read: 24, lost: 32, next: 48 } as const

export class Rings {
  /// `first` gives the address of the first ring; it changes as Ms start.
  constructor(private readonly words: Words, private readonly first: () => number) {}

  /// Takes every whole record out of the rings: copies, those of several rings in the
  /// order of their stamps.
  drain(): Uint8Array[] {
    const perRing: Uint8Array[] = []
    for (const ring of this.all()) {
      const parts: Uint8Array[] = []
      this.drainOne(ring, parts)
      if (parts.length > 0) perRing.push(parts.length === 1 ? parts[0]! : concat(parts))
    }
    return perRing.length < 2 ? perRing : [mergeByStamp(perRing)]
  }

  /// Records lost so far.
  lost(): number {
    let sum = 0
    for (const ring of this.all()) sum += this.words.num(ring + at.lost)
    return sum
  }

  private *all(): Generator<number> {
    for (let ring = this.first() >>> 0; ring !== 0; ring = this.words.num(ring + at.next)) yield ring
  }

  private drainOne(ring: number, parts: Uint8Array[]): void {
    const { words } = this
    const buf = words.num(ring + at.buf)
    const cap = words.num(ring + at.cap)
    const to = words.num(ring + at.written)
    let from = words.num(ring + at.read)
    while (from < to) {
      const slot = from % cap
      const n = Math.min(to - from, cap - slot) // up to the end of the buffer
      const start = buf + slot * recordSize
      parts.push(new Uint8Array(words.bytes.subarray(start, start + n * recordSize)))
      from += n
    }
    words.setU64(ring + at.read, BigInt(from))
  }
}

/// The parts as one array.
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/// The records of several rings, the lowest stamp first.
export function mergeByStamp(rings: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const heads = rings.map(bytes => ({ bytes, at: 0, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) }))
  const stamp = (h: typeof heads[number]): bigint => h.at < h.bytes.length ? h.view.getBigUint64(h.at + 8, true) : 1n << 64n
  const all = new Uint8Array(rings.reduce((n, r) => n + r.length, 0))
  for (let to = 0; to < all.length; to += recordSize) {
    let best = heads[0]!
    for (const h of heads) if (stamp(h) < stamp(best)) best = h
    all.set(best.bytes.subarray(best.at, best.at + recordSize), to)
    best.at += recordSize
  }
  return all
}

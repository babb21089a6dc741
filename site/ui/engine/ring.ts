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

/// Whole records of one ring, in the module's memory: two spans if they go round its end.
interface Spans {
  readonly spans: readonly Uint8Array[]
  readonly records: number
  readonly done: () => void
}

export class Rings {
  /// `first` gives the address of the first ring; it changes as Ms start.
  constructor(private readonly words: Words, private readonly first: () => number) {}

  /// Takes every whole record out of the rings, those of several rings in the order of
  /// their stamps. The copy is the caller's.
  drain(): Uint8Array<ArrayBuffer> {
    const rings = [...this.all()].map(ring => this.whole(ring)).filter(r => r.records > 0)
    const all = new Uint8Array(rings.reduce((n, r) => n + r.records, 0) * recordSize)
    if (rings.length === 1) copy(rings[0]!.spans, all)
    else mergeByStamp(rings.map(r => r.spans), all)
    for (const ring of rings) ring.done()
    return all
  }

  /// Records that wait to be drained.
  waiting(): number {
    let sum = 0
    for (const ring of this.all()) sum += this.words.num(ring + at.written) - this.words.num(ring + at.read)
    return sum
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

  private whole(ring: number): Spans {
    const { words } = this
    const buf = words.num(ring + at.buf)
    const cap = words.num(ring + at.cap)
    const to = words.num(ring + at.written)
    const spans: Uint8Array[] = []
    let from = words.num(ring + at.read)
    const records = to - from
    while (from < to) {
      const slot = from % cap
      const n = Math.min(to - from, cap - slot) // up to the end of the buffer
      const start = buf + slot * recordSize
      spans.push(words.bytes.subarray(start, start + n * recordSize))
      from += n
    }
    return { spans, records, done: () => words.setU64(ring + at.read, BigInt(to)) }
  }
}

function copy(parts: readonly Uint8Array[], to: Uint8Array): void {
  let at = 0
  for (const part of parts) {
    to.set(part, at)
    at += part.length
  }
}

/// The parts as one array.
export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0))
  copy(parts, all)
  return all
}

// One ring of those that are merged: its spans, and how far they are used up.
class Head {
  /// Of the next record; infinite at the end.
  stamp = Infinity
  private span = -1
  private at = 0
  private view: DataView = new DataView(new ArrayBuffer(0))

  constructor(private readonly spans: readonly Uint8Array[]) { this.nextSpan() }

  /// Copies the records whose stamps are at most `last` to `to`, and gives their bytes.
  take(last: number, to: Uint8Array, start: number): number {
    let put = start
    while (this.stamp <= last && this.stamp !== Infinity) {
      const bytes = this.spans[this.span]!
      const from = this.at
      do {
        this.at += recordSize
        if (this.at >= bytes.length) break
        this.look()
      } while (this.stamp <= last)
      to.set(bytes.subarray(from, this.at), put)
      put += this.at - from
      if (this.at >= bytes.length) this.nextSpan()
    }
    return put - start
  }

  private nextSpan(): void {
    const bytes = this.spans[++this.span]
    this.at = 0
    this.stamp = Infinity
    if (bytes === undefined || bytes.length === 0) return
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.look()
  }

  // Stamps count events: they stay far below 2^53.
  private look(): void {
    this.stamp = this.view.getUint32(this.at + 8, true) + this.view.getUint32(this.at + 12, true) * 2 ** 32
  }
}

/// Puts the records of several rings into `to`, the lowest stamp first.
export function mergeByStamp(rings: readonly (readonly Uint8Array[])[], to: Uint8Array): void {
  const heads = rings.map(spans => new Head(spans))
  for (let put = 0; put < to.length; ) {
    let best = heads[0]!
    for (const h of heads) if (h.stamp < best.stamp) best = h
    if (best.stamp === Infinity) throw new Error("merged records do not fill their place")
    let second = Infinity
    for (const h of heads) if (h !== best && h.stamp < second) second = h.stamp
    put += best.take(second, to, put)
  }
}

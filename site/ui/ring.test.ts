// The rings of events as the drain sees them: in a memory made by hand.

import assert from "node:assert/strict"
import {test} from "node:test"
import {Words} from "./engine/layout.ts"
import {mergeByStamp, recordSize, Rings} from "./engine/ring.ts"

/// A memory with rings of 8 records, the first at 1024; all fields have 8 bytes.
class Memory {
  readonly words = new Words(new WebAssembly.Memory({initial: 1, maximum: 1, shared: true}))

  constructor(count: number) {
    for (let i = 0; i < count; i++) {
      const ring = this.ring(i)
      this.words.setU64(ring, BigInt(ring + 64))
      this.words.setU64(ring + 8, 8n)
      if (i + 1 < count) this.words.setU64(ring + 48, BigInt(this.ring(i + 1)))
    }
  }

  ring(i: number): number { return 1024 * (i + 1) }
  rings(): Rings { return new Rings(this.words, () => this.ring(0)) }

  write(i: number, ...stamps: number[]): void {
    const ring = this.ring(i)
    for (const stamp of stamps) {
      const n = this.words.num(ring + 16)
      const to = ring + 64 + (n % 8) * recordSize
      this.words.setU64(to, BigInt(i))
      this.words.setU64(to + 8, BigInt(stamp))
      this.words.setU64(ring + 16, BigInt(n + 1))
    }
  }
}

function stamps(records: Uint8Array): number[] {
  const view = new DataView(records.buffer, records.byteOffset, records.length)
  return Array.from({length: records.length / recordSize}, (_, i) => Number(view.getBigUint64(i * recordSize + 8, true)))
}

test("what is drained is in the order of the stamps, each record once", () => {
  const memory = new Memory(3)
  const rings = memory.rings()
  assert.equal(rings.drain().length, 0)
  memory.write(0, 1, 4, 5, 9)
  memory.write(2, 2, 3, 6, 2 ** 40)
  assert.deepEqual(stamps(rings.drain()), [1, 2, 3, 4, 5, 6, 9, 2 ** 40])
  assert.equal(rings.drain().length, 0)
  memory.write(0, 10, 11, 12, 13, 14, 15) // goes round the end
  assert.deepEqual(stamps(rings.drain()), [10, 11, 12, 13, 14, 15])
  memory.write(0, 20, 22, 24, 26, 28)
  memory.write(1, 21, 23)
  memory.write(2, 19, 25, 2 ** 41, 2 ** 41 + 1, 2 ** 41 + 2)
  assert.deepEqual(stamps(rings.drain()), [19, 20, 21, 22, 23, 24, 25, 26, 28, 2 ** 41, 2 ** 41 + 1, 2 ** 41 + 2])
})

test("a merge gives what sorting gives, however the rings are cut into spans", () => {
  let seed = 1
  const random = (n: number): number => (seed = (seed * 48271) % 2147483647) % n
  for (let round = 0; round < 200; round++) {
    const rings: Uint8Array[][] = []
    const want: number[] = []
    for (let r = random(4) + 1; r > 0; r--) {
      const spans: Uint8Array[] = []
      let stamp = 0
      for (let s = random(3); s > 0; s--) {
        const span = new Uint8Array((random(6) + 1) * recordSize)
        const view = new DataView(span.buffer)
        for (let at = 0; at < span.length; at += recordSize) {
          stamp += random(5) + 1
          view.setBigUint64(at + 8, BigInt(stamp), true)
          want.push(stamp)
        }
        spans.push(span)
      }
      rings.push(spans)
    }
    const all = new Uint8Array(want.length * recordSize)
    mergeByStamp(rings, all)
    assert.deepEqual(stamps(all), want.sort((a, b) => a - b))
  }
})

test("what waits and what is lost is the sum over the rings", () => {
  const memory = new Memory(2)
  const rings = memory.rings()
  memory.write(0, 1, 2, 3)
  rings.drain()
  memory.write(0, 4, 5)
  memory.write(1, 6)
  memory.words.setU64(memory.ring(0) + 32, 7n)
  memory.words.setU64(memory.ring(1) + 32, 20n)
  assert.equal(rings.waiting(), 3)
  assert.equal(rings.lost(), 27)
})

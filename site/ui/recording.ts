// This file keeps the events of a run and finds the state at any of them: it holds a
// snapshot every few thousand events and refolds from the nearest one before.
//
// At most `keep` events are kept, the first ones; the rest are counted. Snapshots are
// thinned out as the run grows, so that their number stays bounded.

import {keep} from "./engine/index.ts"
import {decode, type Event, header, headerSize, noP, recordSize} from "./event.ts"
import {State} from "./fold.ts"
import {Kind} from "./kind.ts"
import {isOf, type Sort, Tally} from "./sorts.ts"

const chunkRecords = 1 << 14
// Snapshots are thinned out when there are too many, or when they hold too many
// goroutines all together.
const maxSnapshots = 128
const maxWeight = 1_000_000

/// A pause between two parts of a long work, so that the page lives.
export type Pause = () => Promise<void>

const partSize = 1 << 13

/// The events of one run.
export class Recording {
  length = 0
  /// Events that the engine counted and did not hand over, because enough are kept.
  passed = 0
  /// Events that full rings lost (Parallel); the scheduler counted them.
  lost = 0
  /// The state at the end as the scheduler's memory has it, if events were lost.
  end: State | null = null
  /// How many of each sort there are.
  readonly tally = new Tally()
  private over = 0 // events that were handed over and not kept
  private chunks: DataView[] = []
  private snapshots: State[] = [new State()]
  private every = 2048
  private weight = 0
  private live = new State()
  private cached: State | null = null

  constructor(private readonly limit = keep) {}

  /// Events that were not kept because there were too many.
  get dropped(): number { return this.over + this.passed }

  /// Adds whole records.
  append(records: Uint8Array): void {
    let n = Math.floor(records.length / recordSize)
    if (this.length + n > this.limit) {
      const room = this.limit - this.length
      this.over += n - room
      n = room
    }
    for (let done = 0; done < n; ) {
      const at = this.length % chunkRecords
      if (at === 0) this.chunks.push(new DataView(new ArrayBuffer(chunkRecords * recordSize)))
      const some = Math.min(n - done, chunkRecords - at)
      const chunk = this.chunks[this.chunks.length - 1]!
      new Uint8Array(chunk.buffer).set(records.subarray(done * recordSize, (done + some) * recordSize), at * recordSize)
      this.length += some
      done += some
    }
    this.fold()
  }

  /// The events as an event file.
  file(): Uint8Array {
    const out = new Uint8Array(headerSize + this.length * recordSize)
    out.set(header())
    this.chunks.forEach((chunk, i) => {
      const at = i * chunkRecords
      out.set(new Uint8Array(chunk.buffer, 0, Math.min(chunkRecords, this.length - at) * recordSize), headerSize + at * recordSize)
    })
    return out
  }

  /// Event i, from 0.
  event(i: number): Event {
    return decode(this.chunks[Math.floor(i / chunkRecords)]!, (i % chunkRecords) * recordSize)
  }

  /// The kind of event i, without decoding the rest.
  kind(i: number): number {
    return this.chunks[Math.floor(i / chunkRecords)]!.getUint8((i % chunkRecords) * recordSize + 16)
  }

  /// The state after the first n events. It must not be changed.
  stateAt(n: number): State {
    if (n === this.length && this.end !== null) return this.end
    if (n === this.live.count) return this.live
    if (this.cached?.count === n) return this.cached
    let from = this.before(n)
    if (this.cached !== null && this.cached.count <= n && this.cached.count > from.count) from = this.cached
    this.cached = this.folded(from, n)
    return this.cached
  }

  /// The same, for somebody who goes on from it.
  freshAt(n: number): State {
    return this.folded(this.before(n), n)
  }

  private folded(from: State, n: number): State {
    const s = from.clone()
    for (let i = s.count; i < n; i++) s.apply(this.event(i))
    return s
  }

  /// The last snapshot that is not after n events.
  private before(n: number): State {
    let lo = 0
    let hi = this.snapshots.length - 1
    while (lo < hi) {
      const mid = (lo + hi + 1) >> 1
      if (this.snapshots[mid]!.count <= n) lo = mid
      else hi = mid - 1
    }
    return this.snapshots[lo]!
  }

  /// How many events to apply so that the next event of a kind after the first `from`
  /// is the last one; null if there is none.
  next(kinds: readonly number[], from: number): number | null {
    for (let i = from; i < this.length; i++) if (kinds.includes(this.kind(i))) return i + 1
    return null
  }

  /// The same, backwards.
  previous(kinds: readonly number[], from: number): number | null {
    for (let i = from - 2; i >= 0; i--) if (kinds.includes(this.kind(i))) return i + 1
    return null
  }

  /// The same for a sort of events.
  jump(sort: Sort, from: number, by: 1 | -1): number | null {
    for (let i = by > 0 ? from : from - 2; i >= 0 && i < this.length; i += by) {
      if ((sort.kinds?.includes(this.kind(i)) ?? true) && isOf(sort, this.event(i))) return i + 1
    }
    return null
  }

  /// Puts the records of several Ms into one order, by their stamps; for a parallel
  /// run, when all of them are here. Gives a new recording.
  async sorted(pause: Pause): Promise<Recording> {
    const order = await this.merged(pause)
    const run = new Recording(this.limit)
    run.over = this.over
    run.passed = this.passed
    run.lost = this.lost
    const batch = new Uint8Array(partSize * recordSize)
    for (let done = 0; done < order.length; done += partSize) {
      await pause()
      const n = Math.min(partSize, order.length - done)
      for (let i = 0; i < n; i++) {
        const from = order[done + i]!
        const chunk = this.chunks[Math.floor(from / chunkRecords)]!
        batch.set(new Uint8Array(chunk.buffer, (from % chunkRecords) * recordSize, recordSize), i * recordSize)
      }
      run.append(batch.subarray(0, n * recordSize))
    }
    return run
  }

  /// The indices of the events by stamp. Each M wrote its own in order, so they are
  /// merged, not sorted.
  private async merged(pause: Pause): Promise<Uint32Array> {
    const rings = new Map<number, number[]>()
    const stamps = new Float64Array(this.length)
    for (let i = 0; i < this.length; i++) {
      if (i % (8 * partSize) === 0) await pause()
      const v = this.chunks[Math.floor(i / chunkRecords)]!
      const at = (i % chunkRecords) * recordSize
      stamps[i] = v.getUint32(at + 8, true) + v.getUint32(at + 12, true) * 2 ** 32
      const m = v.getUint16(at + 18, true)
      const ring = rings.get(m)
      if (ring === undefined) rings.set(m, [i])
      else ring.push(i)
    }
    const lists = [...rings.values()]
    const heads = lists.map(() => 0)
    const order = new Uint32Array(this.length)
    for (let n = 0; n < order.length; n++) {
      if (n % (8 * partSize) === 0) await pause()
      let best = -1
      let least = Infinity
      for (let k = 0; k < lists.length; k++) {
        const i = lists[k]![heads[k]!]
        if (i !== undefined && stamps[i]! < least) {
          best = k
          least = stamps[i]!
        }
      }
      order[n] = lists[best]![heads[best]!++]!
    }
    return order
  }

  private fold(): void {
    for (let i = this.live.count; i < this.length; i++) {
      const e = this.event(i)
      this.live.apply(e)
      this.tally.add(e, i + 1)
      // A copy of many goroutines costs as much as folding so many events.
      if (this.live.count - this.snapshots.at(-1)!.count >= Math.max(this.every, this.live.gs.size)) this.snapshot()
    }
  }

  private snapshot(): void {
    this.snapshots.push(this.live.clone())
    this.weight += weightOf(this.live)
    while (this.snapshots.length > maxSnapshots || (this.weight > maxWeight && this.snapshots.length > 2)) {
      this.snapshots = this.snapshots.filter((_, i) => i % 2 === 0)
      this.every *= 2
      this.weight = this.snapshots.reduce((sum, s) => sum + weightOf(s), 0)
    }
  }
}

const looked = 200_000 // events in which the start of threads is looked for

/// How many threads a run started, and the longest time from the wish for one to the first that it did; for one that came too
/// late, to the end of the run. The records need not be in order.
export function startOf(run: Recording): {threads: number; longest: number} {
  const wanted = new Map<number, number>()
  const first = new Map<number, number>()
  let end = 0
  for (let i = 0; i < Math.min(run.length, looked); i++) {
    const e = run.event(i)
    end = Math.max(end, e.time)
    if (!first.has(e.m)) first.set(e.m, e.time)
    if (e.kind === Kind.MNew && e.p !== noP) wanted.set(e.a, e.time)
  }
  const waits = [...wanted].map(([m, since]) => (first.get(m) ?? end) - since)
  return {threads: wanted.size, longest: Math.max(0, ...waits)}
}

const weightOf = (s: State): number => 64 + s.gs.size

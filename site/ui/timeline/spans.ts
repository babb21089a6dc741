// This file holds the stretches of time of a run, all that a timeline draws as bars, and finds them fast: those that are
// wide enough to be seen, and for all others how much of a pixel they fill.
//
// A stretch is a number, in the order in which they began. Its fields are in columns, for there may be a million. A track
// gives each a lane: its P, its M or its G. Within a lane stretches follow each other.
// A question about a lane takes a number of steps that does not depend on how many stretches there are: `until` adds up
// whole blocks, `wide` passes over blocks in which nothing is wide enough.

/// What a stretch is; those before `looks.ready` are turns of a goroutine: the colour of its go statement, or main's.
export const looks = {site: 0, main: 5, ready: 6, wait: 7, call: 8, spin: 9} as const
export const lookCount = 10

/// No lane: the stretch is not of a P, or not of an M.
export const none = 0xffff

/// The stretches of a run.
export class Spans {
  length = 0
  from = new Float64Array(least)
  to = new Float64Array(least)
  g = new Uint32Array(least) // 0: of no goroutine
  p = new Uint16Array(least)
  m = new Uint16Array(least)
  look = new Uint8Array(least)
  index = new Uint32Array(least) // of the event with which it begins, from 1

  /// Begins one. It ends when somebody sets `to`.
  begin(index: number, time: number, g: number, p: number, m: number, look: number): number {
    if (this.length === this.from.length) this.grow()
    const i = this.length++
    this.from[i] = time
    this.to[i] = Infinity
    this.g[i] = g
    this.p[i] = p
    this.m[i] = m
    this.look[i] = look
    this.index[i] = index
    return i
  }

  private grow(): void {
    this.from = grown(this.from)
    this.to = grown(this.to)
    this.g = grown(this.g)
    this.p = grown(this.p)
    this.m = grown(this.m)
    this.look = grown(this.look)
    this.index = grown(this.index)
  }
}

const least = 1 << 12

type Column = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

/// A column with room for twice as many.
export function grown<C extends Column>(of: C): C {
  const to = new (of.constructor as new (n: number) => C)(2 * of.length)
  to.set(of)
  return to
}

const block = 16

/// A wide stretch, as `wide` finds it.
export type Seen = (span: number) => void

/// The stretches by lane.
export class Track {
  private readonly order: Uint32Array // stretches, lane by lane
  private readonly offsets: Uint32Array // in order, of each lane; one more than there are
  private readonly sums: Float64Array // what all before a block add up to, by look
  private readonly longest: Float64Array // of each block
  private readonly longer: Float64Array // of each block of blocks

  /// ids are the names of the lanes, in the order in which they are shown.
  constructor(
    readonly spans: Spans,
    readonly ids: readonly number[],
    laneOf: (span: number) => number, // its place in ids; -1 none
  ) {
    const {length} = spans
    const lanes = new Int32Array(length)
    this.offsets = new Uint32Array(ids.length + 1)
    let n = 0
    for (let i = 0; i < length; i++) {
      const lane = (lanes[i] = laneOf(i))
      if (lane < 0) continue
      this.offsets[lane + 1]!++
      n++
    }
    for (let i = 0; i < ids.length; i++) this.offsets[i + 1]! += this.offsets[i]!
    const next = this.offsets.slice()
    this.order = new Uint32Array(n)
    for (let i = 0; i < length; i++) if (lanes[i]! >= 0) this.order[next[lanes[i]!]!++] = i
    const blocks = Math.ceil(n / block)
    this.sums = new Float64Array((blocks + 1) * lookCount)
    this.longest = new Float64Array(blocks)
    this.longer = new Float64Array(Math.ceil(blocks / block))
    for (let k = 0; k < n; k++) {
      const b = Math.floor(k / block)
      if (k % block === 0) this.sums.copyWithin((b + 1) * lookCount, b * lookCount, (b + 1) * lookCount)
      const took = this.took(k)
      this.sums[(b + 1) * lookCount + spans.look[this.order[k]!]!]! += took
      this.longest[b] = Math.max(this.longest[b]!, took)
      const bb = Math.floor(b / block)
      this.longer[bb] = Math.max(this.longer[bb]!, took)
    }
  }

  private took(k: number): number {
    const i = this.order[k]!
    return Math.max(0, this.spans.to[i]! - this.spans.from[i]!)
  }

  /// How many a lane has, and the event with which its first begins.
  count(lane: number): number {
    return this.offsets[lane + 1]! - this.offsets[lane]!
  }

  first(lane: number): number {
    return this.count(lane) === 0 ? Infinity : this.spans.index[this.order[this.offsets[lane]!]!]!
  }

  /// The place in order of the first stretch of a lane that begins at a time or later, from a place on.
  private search(lane: number, time: number, from = this.offsets[lane]!): number {
    const {order, spans} = this
    const end = this.offsets[lane + 1]!
    let step = 1
    let lo = from
    while (lo + step < end && spans.from[order[lo + step]!]! < time) {
      lo += step
      step *= 2
    }
    let hi = Math.min(end, lo + step)
    while (lo < hi) {
      const mid = (lo + hi) >> 1
      if (spans.from[order[mid]!]! < time) lo = mid + 1
      else hi = mid
    }
    return lo
  }

  /// The stretch of a lane at a time, -1 if there is none.
  at(lane: number, time: number): number {
    const k = this.search(lane, time + 0.5) - 1 // times are whole
    if (k < this.offsets[lane]!) return -1
    const i = this.order[k]!
    return this.spans.to[i]! > time ? i : -1
  }

  /// Adds to `into`, by look, what the stretches of the places before k add up to.
  private before(k: number, into: Float64Array, sign: number): void {
    const b = Math.floor(k / block)
    for (let look = 0; look < lookCount; look++) into[look]! += sign * this.sums[b * lookCount + look]!
    for (let j = b * block; j < k; j++) into[this.spans.look[this.order[j]!]!]! += sign * this.took(j)
  }

  /// How much time a lane spent on each look from a time to another.
  spent(lane: number, from: number, to: number): Float64Array {
    const sum = new Float64Array(lookCount)
    this.until(lane, to, sum, 1)
    this.until(lane, from, sum, -1)
    return sum
  }

  private until(lane: number, time: number, into: Float64Array, sign: number, hint?: number): number {
    const k = this.search(lane, time, hint)
    this.before(k, into, sign)
    this.before(this.offsets[lane]!, into, -sign)
    if (k > this.offsets[lane]!) {
      const i = this.order[k - 1]!
      const beyond = this.spans.to[i]! - time
      if (beyond > 0) into[this.spans.look[i]!]! -= sign * beyond
    }
    return k
  }

  /// Calls for each of n parts of the time from `from` on, `each` long, with what the lane spent there on each look.
  columns(lane: number, from: number, each: number, n: number, say: (column: number, spent: Float64Array) => void): void {
    const spent = new Float64Array(lookCount)
    const a = new Float64Array(lookCount)
    const b = new Float64Array(lookCount)
    let hint = this.until(lane, from, a, 1)
    let [last, next] = [a, b]
    for (let column = 0; column < n; column++) {
      next.fill(0)
      hint = this.until(lane, from + (column + 1) * each, next, 1, Math.max(this.offsets[lane]!, hint - 1))
      for (let look = 0; look < lookCount; look++) spent[look] = Math.max(0, next[look]! - last[look]!)
      say(column, spent)
      ;[last, next] = [next, last]
    }
  }

  /// Calls for each stretch of a lane that reaches into a part of time and is at least so long.
  wide(lane: number, from: number, to: number, least: number, seen: Seen): void {
    const begin = Math.max(this.offsets[lane]!, this.search(lane, from) - 1)
    const end = this.search(lane, to, begin)
    for (let k = begin; k < end; ) {
      const b = Math.floor(k / block)
      if (k % (block * block) === 0 && this.longer[b / block]! < least) k += block * block
      else if (k % block === 0 && this.longest[b]! < least) k += block
      else {
        if (this.took(k) >= least && this.spans.to[this.order[k]!]! > from) seen(this.order[k]!)
        k++
      }
    }
  }
}

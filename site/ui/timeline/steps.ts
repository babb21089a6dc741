// This file holds numbers that change with time, for the strips of a timeline: how many goroutines are ready, how many
// there are, how much was waited for a lock. It finds the most of any part of time without looking at all of it.

import {grown} from "./spans.ts"

const block = 64

/// A number that changes at times. A time that is before the last one is that one: the clocks of Ms differ a little.
export class Steps {
  length = 0
  most = 0
  private readonly peaks: number[] = []

  constructor(
    private times = new Float64Array(1024),
    private values = new Float64Array(1024),
  ) {}

  add(time: number, value: number): void {
    if (this.length === this.times.length) {
      this.times = grown(this.times)
      this.values = grown(this.values)
    }
    if (this.length > 0) time = Math.max(time, this.times[this.length - 1]!)
    const b = Math.floor(this.length / block)
    this.peaks[b] = Math.max(this.peaks[b] ?? 0, value)
    this.most = Math.max(this.most, value)
    this.times[this.length] = time
    this.values[this.length++] = value
  }

  /// The place of the first change at a time or later.
  private search(time: number, from = 0): number {
    let lo = from
    let hi = this.length
    while (lo < hi) {
      const mid = (lo + hi) >> 1
      if (this.times[mid]! < time) lo = mid + 1
      else hi = mid
    }
    return lo
  }

  /// What it is at a time.
  at(time: number): number {
    const k = this.search(time + 0.5) // times are whole
    return k === 0 ? 0 : this.values[k - 1]!
  }

  /// The most it was in each of n parts of time.
  peaksOf(from: number, each: number, n: number): Float64Array {
    const peaks = new Float64Array(n)
    let k = this.search(from)
    for (let i = 0; i < n; i++) {
      const end = this.search(from + (i + 1) * each, k)
      let peak = k === 0 ? 0 : this.values[k - 1]! // as it was before
      while (k < end) {
        if (k % block === 0 && k + block <= end) {
          peak = Math.max(peak, this.peaks[k / block]!)
          k += block
        } else peak = Math.max(peak, this.values[k++]!)
      }
      peaks[i] = peak
    }
    return peaks
  }

  /// The sum of the changes in each of n parts of time, if each value is the sum until then.
  sumsOf(from: number, each: number, n: number): Float64Array {
    const sums = new Float64Array(n)
    let last = this.before(from)
    for (let i = 0; i < n; i++) {
      const now = this.before(from + (i + 1) * each)
      sums[i] = now - last
      last = now
    }
    return sums
  }

  private before(time: number): number {
    const k = this.search(time)
    return k === 0 ? 0 : this.values[k - 1]!
  }
}

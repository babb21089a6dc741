// This file holds the arrows of a timeline: from who made, woke, lost a goroutine or a P to where the effect is seen. In
// columns, as there may be a million, in the order of their events.

import {grown, none} from "./spans.ts"

/// What an arrow tells.
export const arrowKinds = ["create", "wake", "steal", "hand-off"] as const

/// The end of an arrow that leads nowhere: who was woken never ran.
export const nowhere = -1

const least = 1 << 10

/// The arrows of a run.
export class Arrows {
  length = 0
  kind = new Uint8Array(least) // in arrowKinds
  index = new Uint32Array(least) // of its event, from 1
  from = new Float64Array(least) // times
  to = new Float64Array(least)
  p1 = new Uint16Array(least)
  p2 = new Uint16Array(least)
  m1 = new Uint16Array(least)
  m2 = new Uint16Array(least)
  g1 = new Uint32Array(least) // 0: none; both at the time of the event
  g2 = new Uint32Array(least)

  add(kind: number, index: number, time: number, p: number, m: number, g1: number, g2: number): number {
    if (this.length === this.from.length) this.grow()
    const i = this.length++
    this.kind[i] = kind
    this.index[i] = index
    this.from[i] = time
    this.to[i] = nowhere
    this.p1[i] = p
    this.m1[i] = m
    this.p2[i] = this.m2[i] = none
    this.g1[i] = g1
    this.g2[i] = g2
    return i
  }

  /// Its effect is seen.
  end(i: number, time: number, p: number, m: number): void {
    this.to[i] = Math.max(time, this.from[i]!)
    this.p2[i] = p
    this.m2[i] = m
  }

  /// The first that begins at a time or later.
  search(time: number): number {
    let lo = 0
    let hi = this.length
    while (lo < hi) {
      const mid = (lo + hi) >> 1
      if (this.from[mid]! < time) lo = mid + 1
      else hi = mid
    }
    return lo
  }

  /// The arrow of an event, or -1.
  ofEvent(index: number): number {
    let lo = 0
    let hi = this.length
    while (lo < hi) {
      const mid = (lo + hi) >> 1
      if (this.index[mid]! < index) lo = mid + 1
      else hi = mid
    }
    return this.index[lo] === index && lo < this.length ? lo : -1
  }

  private grow(): void {
    this.kind = grown(this.kind)
    this.index = grown(this.index)
    this.from = grown(this.from)
    this.to = grown(this.to)
    this.p1 = grown(this.p1)
    this.p2 = grown(this.p2)
    this.m1 = grown(this.m1)
    this.m2 = grown(this.m2)
    this.g1 = grown(this.g1)
    this.g2 = grown(this.g2)
  }
}

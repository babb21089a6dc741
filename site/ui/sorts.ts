// This file says what a reader can jump to: sorts of events, under one name and with one count each.
//
// What has a figure in Statistics and a quantity in the rules of an exercise is counted here as there: a steal takes
// from a ring or from a runnext, and both count.

import type {Event} from "./event.ts"
import {Kind, Rule} from "./kind.ts"

/// One sort.
export interface Sort {
  name: string
  about: string
  kinds: readonly number[] | null // null: any
  only?: (e: Event) => boolean // of these kinds
}

/// All of them, in the order of the list.
export const sorts: readonly Sort[] = [
  {name: "decision", about: "which goroutine a P runs next", kinds: [Kind.GoStart]},
  {name: "steal", about: "a P takes goroutines from another: from its ring or its runnext", kinds: [Kind.Steal, Kind.StealRunnext]},
  {name: "global queue", about: "into the global queue, or out of it", kinds: [Kind.GlobPut, Kind.GlobPutHead, Kind.GlobGet], only: e => e.rule !== Rule.ForProcs},
  {name: "kick-out", about: "a newer goroutine takes the runnext of another", kinds: [Kind.RunnextPut], only: e => e.b !== 0},
  {name: "overflow", about: "half of a full ring goes to the global queue", kinds: [Kind.RunqOverflow]},
  {name: "park", about: "a goroutine waits", kinds: [Kind.GoPark]},
  {name: "wake", about: "a goroutine that waited may run again", kinds: [Kind.GoReady]},
  {name: "preempt", about: "a goroutine leaves its P after 10 ms", kinds: [Kind.GoStop], only: e => e.rule === Rule.ByPreempt},
  {name: "hand-off", about: "a P goes on without the M that is blocked", kinds: [Kind.Handoff]},
  {name: "netpoll", about: "the network has what somebody waited for", kinds: [Kind.NetReady]},
  {name: "stop", about: "the world is asked to stop", kinds: [Kind.STWBegin]},
  {name: "gc", about: "a collection begins", kinds: [Kind.GCBegin]},
]

/// The number of a sort by its name.
export const sortNamed = (name: string): number => sorts.findIndex(s => s.name === name)

/// The steals.
export const steal = {...sorts[sortNamed("steal")]!, kinds: [Kind.Steal, Kind.StealRunnext] as readonly number[]}

/// What happened to a goroutine, or what it did to another.
export const aboutG = (g: number): Sort => ({
  name: `G${g}`,
  about: `what happened to G${g}, and what it did to others`,
  kinds: null,
  only: e => e.g === g || ((e.kind === Kind.GoCreate || e.kind === Kind.GoReady) && e.a === g) || (e.kind === Kind.RunnextPut && e.b === g),
})

/// Whether an event is of a sort.
export const isOf = (sort: Sort, e: Event): boolean => (sort.kinds?.includes(e.kind) ?? true) && (sort.only?.(e) ?? true)

/// How many events of each sort there are, and where the first and the last are.
export class Tally {
  private readonly counts = sorts.map(() => 0)
  private readonly firsts = sorts.map(() => Infinity)
  private readonly lasts = sorts.map(() => 0)

  /// Counts the event that is number n, from 1.
  add(e: Event, n: number): void {
    for (const i of byKind[e.kind] ?? []) {
      if (!isOf(sorts[i]!, e)) continue
      this.counts[i]!++
      this.firsts[i] = Math.min(this.firsts[i]!, n)
      this.lasts[i] = n
    }
  }

  count(sort: number): number {
    return this.counts[sort]!
  }

  /// Whether one comes after the first n events, or was there before the n-th.
  after(sort: number, n: number): boolean {
    return this.lasts[sort]! > n
  }

  before(sort: number, n: number): boolean {
    return this.firsts[sort]! < n
  }
}

// The sorts that a kind may be of.
const byKind: number[][] = []
sorts.forEach((s, i) => s.kinds?.forEach(k => (byKind[k] ??= []).push(i)))

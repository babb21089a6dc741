// This file says in words what a timeline shows: what is under the pointer, what a section of time adds up to.

import {Kind} from "../kind.ts"
import {duration, many} from "../names.ts"
import type {By, Story} from "./read.ts"
import {looks, none} from "./spans.ts"

/// A stretch: "G7 ran on P1 by M2, 3.20 µs from 1.25 ms on".
export function spanWords(story: Story, span: number): string {
  const {g, p, m, look, from, to} = story.spans
  const when = `${duration(to[span]! - from[span]!)}, from ${duration(from[span]!)} on`
  const on = p[span] === none ? "" : ` on P${p[span]}`
  const by = m[span] === none ? "" : ` by M${m[span]}`
  switch (look[span]) {
    case looks.ready:
      return `G${g[span]} was ready, and waited for a P: ${when}`
    case looks.wait:
      return `G${g[span]} waited: ${when}`
    case looks.call:
      return g[span] === 0 ? `P${p[span]} was kept by an M in a system call: ${when}` : `G${g[span]} was in a system call, and M${m[span]} with it: ${when}`
    case looks.spin:
      return `M${m[span]} searched for work${on}: ${when}`
  }
  return `G${g[span]} ran${on}${by}: ${when}`
}

/// What a section adds up to.
export interface Sums {
  from: number
  to: number
  busy: {p: number; share: number}[]
  turns: number
  steals: number
  waits: number[] // of those that got a P in it: how long they had been ready, in order
}

/// Adds up a section of time.
export function sumUp(story: Story, from: number, to: number): Sums {
  const track = story.track("p")
  const busy = track.ids.map((p, lane) => {
    const spent = track.spent(lane, from, to)
    let run = 0
    for (let look = 0; look < looks.ready; look++) run += spent[look]!
    return {p, share: run / Math.max(1, to - from)}
  })
  const {spans} = story
  const waits: number[] = []
  for (let i = 0; i < spans.length; i++) {
    if (spans.look[i] === looks.ready && spans.to[i]! > from && spans.to[i]! <= to && spans.to[i]! < story.end) waits.push(spans.to[i]! - spans.from[i]!)
  }
  let [turns, steals] = [0, 0]
  const {run} = story
  for (let n = story.eventAt(from) - 1; n < run.length; n++) {
    const kind = run.kind(n)
    if (kind !== Kind.GoStart && kind !== Kind.Steal && kind !== Kind.StealRunnext) continue
    const {time} = run.event(n)
    if (time > to) break
    if (kind === Kind.GoStart) turns++
    else steals++
  }
  return {from, to, busy, turns, steals, waits: waits.sort((a, b) => a - b)}
}

/// It in words.
export function sumWords(s: Sums): string {
  const mean = s.busy.reduce((sum, b) => sum + b.share, 0) / Math.max(1, s.busy.length)
  const each = s.busy.length > 8 ? `${s.busy.length} Ps ran goroutines for ${percent(mean)} of it` : `Ps ran goroutines for ${s.busy.map(b => `P${b.p} ${percent(b.share)}`).join(", ")} of it`
  const half = s.waits[s.waits.length >> 1]
  const waits = half === undefined ? "nobody got a P that it had waited for" : `ready until run: half at most ${duration(half)}, the longest ${duration(s.waits.at(-1)!)}`
  return `${duration(s.to - s.from)}, from ${duration(s.from)} to ${duration(s.to)}. ${each}. ${many(s.turns, "turn")}, ${many(s.steals, "steal")}; ${waits}.`
}

const percent = (share: number): string => `${Math.round(100 * share)} %`

/// What the bars of a view mean.
export function legend(by: By): string {
  return by === "g" ? "A full bar: it runs. Half a bar: it is ready, and waits for a P. A line: it waits. Striped: in a system call." : `A bar is a goroutine that runs${by === "p" ? " on the P" : " on the thread"}. Striped: in a system call. A grey line: it searches for work.`
}

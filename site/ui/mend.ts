// This file mends a state after events were lost: what the scheduler's own memory says
// takes the place of what the fold guessed. It is right only when no M runs any more.

import type {Snapshot} from "./engine/snapshot.ts"
import {type Place, State} from "./fold.ts"

/// Status of a P, as core/sched numbers it.
const statusOf: Record<number, "idle" | "running" | "stopped"> = {0: "idle", 1: "running", 3: "stopped"}
const waiting = 4
const inSyscall = 3

/// The state at the end of a run whose events have gaps: time and counters as folded,
/// everything else as in memory.
export function mend(folded: State, snap: Snapshot): State {
  const s = new State()
  const {time, count, parallel, sites, created, exited, steals, exit} = folded
  Object.assign(s, {time, count, parallel, created, exited, steals, exit, procs: snap.procs, sites: [...sites]})
  for (const g of snap.gs) {
    s.gs.set(g.id, {id: g.id, place: {at: "none"}, moved: 0, stamp: 1, pos: g.pos, seen: g.pos, made: g.created, by: g.parent})
    if (g.created !== 0 && !s.sites.includes(g.created)) s.sites.push(g.created)
    if (g.status === inSyscall) s.g(g.id).place = {at: "away", m: -1}
    if (g.status === waiting) s.g(g.id).place = {at: "wait", reason: g.wait, on: g.object}
  }
  const put = (id: number, place: Place): void => {
    if (id !== 0) s.g(id).place = place
  }
  for (const from of snap.ps) {
    const p = s.p(from.id)
    p.status = statusOf[from.status] ?? "dead"
    p.m = from.m < 0 ? null : from.m
    p.g = from.running || null
    p.tick = from.tick
    p.runnext = from.runnext || null
    p.tail = from.ring.length
    p.ring = new Map(from.ring.map((g, i) => [i, g]))
    const call = snap.gs.some(g => g.id === from.running && g.status === inSyscall)
    put(from.running, {at: call ? "call" : "run", p: from.id})
    put(from.runnext, {at: "runnext", p: from.id})
    from.ring.forEach((g, i) => put(g, {at: "ring", p: from.id, pos: i}))
  }
  snap.global.forEach((g, i) => {
    s.global.set(s.globalTail++, g)
    put(g, {at: "global", pos: s.globalHead + i})
  })
  for (const from of snap.ms) {
    const m = s.m(from.id)
    m.p = from.p < 0 ? null : from.p
    m.spinning = from.spinning
  }
  // Lists are in the order of use; the latest to come is used first.
  snap.idlePs.forEach((id, i) => (s.p(id).idleSince = snap.idlePs.length - i))
  snap.idleMs.forEach((id, i) => (s.m(id).idleSince = snap.idleMs.length - i))
  return s
}

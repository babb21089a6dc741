// This file reads the life of one goroutine out of the events of a run: who made it, what it did from when to when, who
// woke it, and by which rule it was chosen each time.
//
// What no record says is left open. A record of a wake names the waker and not its line: what is known is the last place
// that was recorded of the waker before, and the next one after.

import {type Event, unpackPos} from "./event.ts"
import {startRule} from "./explain.ts"
import type {Place} from "./fold.ts"
import {Kind, Rule} from "./kind.ts"
import {duration, many, type Names, waitName} from "./names.ts"
import type {Recording} from "./recording.ts"

/// A time that it did one thing.
export interface Stretch {
  what: "ready" | "run" | "wait" | "call"
  index: number // of the event with which it begins, from 1
  begin: number // time
  end: number // time; Infinity if the recording does not have it
  last: number // index of the event that ended it; Infinity
  event: Event
  by: number // who made or woke it, 0 nobody
  after: number // place of who did, before
  before: number // and after it
}

/// The life of a goroutine.
export interface Life {
  id: number
  made: Event | null // null: not in the recording
  stretches: Stretch[]
  exit: number // index of its end; Infinity
}

/// Reads it.
export function lifeOf(run: Recording, id: number): Life {
  const life: Life = {id, made: null, stretches: [], exit: Infinity}
  const places = new Map<number, number>()
  const open = new Map<number, Stretch[]>() // by waker: whose next place is wanted
  const begin = (what: Stretch["what"], e: Event, n: number, by = 0): void => {
    close(life, e, n)
    const s: Stretch = {what, index: n, begin: e.time, end: Infinity, last: Infinity, event: e, by, after: places.get(by) ?? 0, before: 0}
    life.stretches.push(s)
    if (by !== 0) open.set(by, [...(open.get(by) ?? []), s])
  }
  for (let i = 0; i < run.length; i++) {
    const kind = run.kind(i)
    if (!told.has(kind)) continue
    const e = run.event(i)
    if (placed.has(kind) && e.b !== 0) {
      const who = kind === Kind.GoCreate ? e.a : e.g // a go statement is where its maker is
      for (const s of open.get(who) ?? []) s.before = e.b
      open.delete(who)
      places.set(who, e.b)
    }
    if (e.g !== id) continue
    switch (kind) {
      case Kind.GoCreate:
        if (life.made !== null) break
        life.made = e
        begin("ready", e, i + 1)
        break
      case Kind.GoReady:
        begin("ready", e, i + 1, e.a)
        break
      case Kind.GoStop:
      case Kind.SyscallPark:
        begin("ready", e, i + 1)
        break
      case Kind.GoStart:
      case Kind.SyscallExit:
        begin("run", e, i + 1)
        break
      case Kind.GoPark:
        begin("wait", e, i + 1)
        break
      case Kind.SyscallEnter:
        begin("call", e, i + 1)
        break
      case Kind.GoExit:
        close(life, e, i + 1)
        life.exit = i + 1
        return life // its number is not given again
    }
  }
  return life
}

const placed = new Set<number>([Kind.GoCreate, Kind.GoPark, Kind.GoStop, Kind.GoLine, Kind.SyscallEnter])
const told = new Set<number>([...placed, Kind.GoReady, Kind.GoStart, Kind.GoExit, Kind.SyscallExit, Kind.SyscallPark])

function close(life: Life, e: Event, n: number): void {
  const s = life.stretches.at(-1)
  if (s === undefined || s.end !== Infinity) return
  s.end = e.time
  s.last = n
}

/// What a life adds up to, by the first n events, the last of them at this time.
export interface Sums {
  run: number // ns
  ready: number
  wait: number
  call: number
  turns: number // times that it was put on a P
  longest: number // wait to run
}

export function sumsOf(life: Life, n: number, now: number): Sums {
  const sums: Sums = {run: 0, ready: 0, wait: 0, call: 0, turns: 0, longest: 0}
  for (const s of life.stretches) {
    if (s.index > n) break
    const took = lasted(s, n, now)
    sums[s.what] += took
    if (s.event.kind === Kind.GoStart) sums.turns++
    if (s.what === "ready") sums.longest = Math.max(sums.longest, took)
  }
  return sums
}

/// How long it lasted, as far as the first n events tell.
export const lasted = (s: Stretch, n: number, now: number): number => Math.max(0, (s.last <= n ? s.end : now) - s.begin)

const mostFolded = 20_000 // events, for the places of one wait to run

/// The queues in which it was while it waited to run, by folding the events of that time; the last is where it is after
/// the first n. null if they are too many to fold them now.
export function queuesOf(run: Recording, id: number, x: Stretch, n: number): Queued[] | null {
  const until = Math.min(x.last - 1, n)
  if (until - x.index > mostFolded) return null
  const s = run.stateAt(x.index).clone()
  const list: Queued[] = []
  const look = (): void => {
    for (const m of s.last!.moves) if (m.g === id && m.to.at !== "hand" && m.to.at !== "none") list.push({place: m.to, kind: s.last!.event.kind, p: s.last!.event.p})
  }
  look()
  for (let i = x.index; i < until; i++) {
    s.apply(run.event(i))
    look()
  }
  return list
}

/// A queue that it came into, and by what.
export interface Queued {
  place: Place
  kind: number
  p: number
}

/// "the runnext of P0, the ring of P0, the ring of P2 (stolen)".
export function queueWords(list: readonly Queued[]): string {
  return list.map(({place, kind}) => `${placeWords(place)}${kind === Kind.Steal ? " (stolen)" : kind === Kind.RunqOverflow ? " (overflow)" : ""}`).join(", ")
}

export function placeWords(place: Place): string {
  switch (place.at) {
    case "ring":
      return `the ring of P${place.p}`
    case "runnext":
      return `the runnext of P${place.p}`
    case "global":
      return "the global queue"
  }
  return ""
}

// In words.

const line = (names: Names, pos: number): string => {
  const place = names.place(pos)
  return place === "" ? "" : ` in ${place}`
}

/// Who made it, and where.
export function madeWords(life: Life, names: Names): string {
  const e = life.made
  if (e === null) return "It was made by the runtime, before the first record."
  if (e.g === 1) return "It is the first goroutine: it runs main."
  const who = e.a === 0 ? "the runtime" : `G${e.a}`
  return `Made by ${who}${line(names, e.b)}, at ${duration(e.time)}.`
}

/// What it has done until now.
export function sumWords(life: Life, n: number, now: number): string {
  const s = sumsOf(life, n, now)
  const parts = [`ran ${duration(s.run)} in ${many(s.turns, "turn")}`, `was ready ${duration(s.ready)}${s.turns > 1 ? `, at most ${duration(s.longest)} at a time` : ""}`]
  if (s.wait > 0) parts.push(`waited ${duration(s.wait)}`)
  if (s.call > 0) parts.push(`was in system calls for ${duration(s.call)}`)
  return `${life.exit <= n ? "It" : "Up to here it"} ${parts.join("; ")}.`
}

/// What began with a stretch, and why.
export function stretchWords(s: Stretch, names: Names, knobs: ReadonlyMap<number, number>): {words: string; rule: string} {
  const e = s.event
  switch (e.kind) {
    case Kind.GoCreate:
      return {words: "may run: it is made", rule: "newproc"}
    case Kind.GoReady:
      return {words: `may run: ${wokenWords(s, names)}`, rule: readyRules[e.rule] ?? "goready"}
    case Kind.GoStop:
      return {words: `may run: it ${stopWords[e.rule] ?? "left its P"}${line(names, e.b)}`, rule: e.rule === Rule.ByGosched ? "Gosched → goschedImpl" : e.rule === Rule.ByYield ? "goyield" : "gopreempt_m → goschedImpl"}
    case Kind.SyscallPark:
      return {words: "may run: it is back from a system call, and there is no P for it", rule: "exitsyscall → exitsyscallNoP"}
    case Kind.GoStart: {
      const [rule, why] = startRule(e.rule, knobs)
      return {words: `runs on P${e.p}, M${e.m}. ${why}`.trim(), rule}
    }
    case Kind.SyscallExit:
      return {words: `goes on, on P${e.p}, M${e.m}: it is back from its system call`, rule: "exitsyscall"}
    case Kind.GoPark:
      return {words: `waits${line(names, e.b)}: ${waitName(e.n)}`, rule: e.n === sleep ? "timeSleep → gopark" : "gopark → park_m"}
    case Kind.SyscallEnter:
      return {words: `makes a system call${line(names, e.b)}, and blocks M${e.m}`, rule: e.n === 1 ? "entersyscallblock" : "entersyscall"}
  }
  return {words: "", rule: ""}
}

const sleep = 8

function wokenWords(s: Stretch, names: Names): string {
  const e = s.event
  if (e.rule === Rule.ByTimer) return "its time has come"
  if (e.rule === Rule.ByNet) return "the network has what it waited for"
  if (e.rule === Rule.ByUnlockf) return "it does not have to wait after all"
  if (s.by === 0) return "the runtime wakes it"
  return `woken by G${s.by}${between(names, s.after, s.before)}`
}

/// What is known of the line of who woke it.
export const wokenAt = (s: Stretch, names: Names): string => between(names, s.after, s.before)

function between(names: Names, after: number, before: number): string {
  const [a, b] = [names.place(after), names.place(before)]
  if (a !== "" && a === b) return `, at ${a}`
  const parts = [a === "" ? "" : `after ${a}`, b === "" ? "" : `before ${unpackPos(after).file === unpackPos(before).file ? `line ${unpackPos(before).line}` : b}`].filter(p => p !== "")
  return parts.length === 0 ? "" : `, ${parts.join(" and ")}`
}

const readyRules: Record<number, string> = {
  [Rule.ByUnlockf]: "park_m",
  [Rule.ByTimer]: "timers.check → goready",
  [Rule.ByNet]: "netpoll → injectglist",
}

const stopWords: Record<number, string> = {
  [Rule.ByGosched]: "let others run",
  [Rule.ByYield]: "let the others on its P run",
  [Rule.ByPreempt]: "was preempted, after 10 ms,",
  [Rule.ByStop]: "stopped with the world",
}

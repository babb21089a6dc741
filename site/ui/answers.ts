// This file answers questions that newcomers ask about a run. Each answer is made of the events alone, and leads to the
// one that it is about. What no event says is not answered.

import {type Event, sysmonM, top, unpackPos} from "./event.ts"
import {startRule} from "./explain.ts"
import type {State} from "./fold.ts"
import {Kind, Rule} from "./kind.ts"
import {lifeOf, sumsOf, wokenAt} from "./life.ts"
import {duration, many, type Names, waitName} from "./names.ts"
import type {Recording} from "./recording.ts"

/// What is answered.
export interface Answer {
  words: string
  at: number // the number of the event that it is about, 0 none
}

/// About whom the questions are.
export interface Asked {
  g: number
  p: number
  m: number
}

/// A question, in words, and what answers it.
export interface Question {
  id: string
  ask(of: Asked): string
  answer(run: Recording, names: Names, of: Asked): Answer
}

const none = (words: string): Answer => ({words, at: 0})

/// All events of these kinds, with their numbers.
function* all(run: Recording, ...kinds: number[]): Generator<[n: number, e: Event]> {
  for (let i = 0; i < run.length; i++) if (kinds.includes(run.kind(i))) yield [i + 1, run.event(i)]
}

const place = (names: Names, pos: number): string => names.place(pos) || (unpackPos(pos).line === 0 ? "a place in the library" : `line ${unpackPos(pos).line}`)

/// "a, b, and 3 more".
function some(list: readonly string[], most: number): string {
  return list.length <= most ? list.join("; ") : `${list.slice(0, most).join("; ")}; and ${list.length - most} more`
}

const knobsOf = (run: Recording): State["knobs"] => run.stateAt(run.length).knobs

// Made by a goroutine, and not one of the runtime.
const isUsers = (e: Event): boolean => e.a !== 0 && e.n < 0xfff1

function first(run: Recording): Answer {
  const made: number[] = []
  let maker = 0
  for (const [n, e] of all(run, Kind.GoCreate, Kind.GoStart)) {
    if (e.kind === Kind.GoCreate && isUsers(e)) {
      maker ||= e.a
      if (e.a === maker) made.push(e.g)
    } else if (e.kind === Kind.GoStart && made.includes(e.g)) {
      const then = made.length
      for (const [, c] of all(run, Kind.GoCreate)) if (isUsers(c) && c.a === maker && !made.includes(c.g)) made.push(c.g)
      const why = startRule(e.rule, knobsOf(run))[1]
      const is = made.length === 1 ? `G${e.g} is the only one that G${maker} made` : e.g === made.at(-1) ? `It did: of the ${many(made.length, "goroutine")} that G${maker} made, G${e.g}, the last, ran first` : `The first to run was G${e.g}, number ${made.indexOf(e.g) + 1} of the ${many(made.length, "goroutine")} that G${maker} made`
      return {words: `${is}: at ${duration(e.time)} on P${e.p}, when ${then} had been made. ${why}`.trim(), at: n}
    }
  }
  return none("No goroutine of a go statement ran.")
}

const wakers: Record<number, string> = {[Rule.ByTimer]: "a timer: its time had come", [Rule.ByNet]: "the network poller: what it waited for was there", [Rule.ByUnlockf]: "nobody: it did not have to wait after all"}

function woke(run: Recording, names: Names, {g}: Asked): Answer {
  const list = lifeOf(run, g).stretches.filter(s => s.event.kind === Kind.GoReady)
  const s = list.at(-1)
  if (s === undefined) return none(`Nobody: G${g} was never woken.`)
  const e = s.event
  const who = wakers[e.rule] ?? (e.a === 0 ? "the runtime" : `G${e.a} did${wokenAt(s, names)}`)
  return {words: `${capital(who)}, at ${duration(e.time)}. ${list.length === 1 ? "That was the only time." : `It was woken ${list.length} times; this was the last.`}`, at: s.index}
}

function blocked(run: Recording, names: Names, {g}: Asked): Answer {
  const list = [...all(run, Kind.GoPark)].filter(([, e]) => e.g === g)
  const found = list.at(-1)
  if (found === undefined) return none(`None: G${g} never waited.`)
  const [n, e] = found
  return {words: `${capital(place(names, e.b))}: ${waitName(e.n)}, at ${duration(e.time)}. ${list.length === 1 ? "It waited once." : `It waited ${list.length} times; this was the last.`}`, at: n}
}

function waited(run: Recording, _: Names, {g}: Asked): Answer {
  const life = lifeOf(run, g)
  const ready = life.stretches.filter(s => s.what === "ready")
  if (ready.length === 0) return none(`G${g} was never ready in this run.`)
  const end = run.event(run.length - 1).time
  const took = (s: (typeof ready)[number]): number => Math.max(0, Math.min(s.end, end) - s.begin)
  const longest = ready.reduce((a, b) => (took(b) > took(a) ? b : a))
  const sums = sumsOf(life, run.length, end)
  const kept = longest.last === Infinity ? " It never ran after that." : ""
  return {words: `${duration(sums.ready)} in all, in ${many(ready.length, "wait")} for a P; the longest was ${duration(took(longest))}, from ${duration(longest.begin)} on.${kept}`, at: longest.index}
}

function idle(run: Recording, _: Names, {p}: Asked): Answer {
  const list: {from: number; to: number; at: number; by: string}[] = []
  let [since, at, by, searches] = [-1, 0, "", 0]
  for (const [n, e] of all(run, Kind.PIdle, Kind.PGet, Kind.PStart, Kind.PDead, Kind.SpinBegin)) {
    if (e.p !== p) continue
    if (e.kind === Kind.SpinBegin) searches++
    else if (e.kind === Kind.PIdle) [since, at, by] = [e.time, n, e.rule === Rule.ByNothing ? `, when M${e.m} had found nothing and gave it up` : ""]
    else if (since >= 0) {
      list.push({from: since, to: Math.max(e.time, since), at, by})
      since = -1
    }
  }
  if (since >= 0) list.push({from: since, to: Math.max(since, run.event(run.length - 1).time), at, by})
  if (list.length === 0) return none(`P${p} was never idle.`)
  const sum = list.reduce((s, i) => s + i.to - i.from, 0)
  const longest = list.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a))
  return {words: `Nothing: no thread had it, and nobody ran on it. It was idle ${many(list.length, "time")}, ${duration(sum)} in all; the longest was ${duration(longest.to - longest.from)}, from ${duration(longest.from)} on${longest.by}. A thread searched for work for it ${many(searches, "time")}.`, at: longest.at}
}

function stolen(run: Recording): Answer {
  const list = [...all(run, Kind.Steal, Kind.StealRunnext)]
  if (list.length === 0) return none("Nothing was stolen in this run.")
  const count = (e: Event): number => (e.kind === Kind.Steal ? e.n : 1)
  const each = list.map(([, e]) => `at ${duration(e.time)} P${e.p} took ${count(e)} from ${e.kind === Kind.Steal ? "the queue" : "the runnext"} of P${top(e.a)}`)
  return {words: `${many(list.length, "steal")}, of ${many(list.reduce((s, [, e]) => s + count(e), 0), "goroutine")}: ${some(each, 6)}.`, at: list[0]![0]}
}

function thread(run: Recording, _: Names, {m}: Asked): Answer {
  const made = [...all(run, Kind.MNew)]
  const found = made.find(([, e]) => e.a === m)
  if (found === undefined) return none(`There is no M${m}: this run has ${many(made.length, "thread")}.`)
  const [n, e] = found
  if (made[0] === found) return {words: `M${m} is the first thread, with which the program begins.`, at: n}
  // Who took the P for it says why.
  let why = "a P was to run, and no thread was free"
  for (let i = n - 2; i >= 0; i--) {
    const b = run.event(i)
    if (b.p !== e.p || !(b.kind in threadWords)) continue
    why = threadWords[b.kind]!(b)
    break
  }
  return {words: `M${m} was made at ${duration(e.time)} for P${e.p}, by ${e.m === sysmonM ? "sysmon" : `M${e.m}`}: ${why}. No thread was idle then.`, at: n}
}

const threadWords: Record<number, (e: Event) => string> = {
  [Kind.PGet]: e => (e.rule === Rule.ByWakep ? "there was new work, the P was idle, and nobody searched" : "there was work for an idle P"),
  [Kind.Handoff]: e => (e.m === sysmonM ? "sysmon had taken the P from a thread in a system call" : `M${e.m} gave the P away, for it was to block`),
  [Kind.Retake]: e => `the P was taken from M${e.a}, which was in a system call`,
  [Kind.GoHand]: e => `the goroutine that was found is wired to M${e.a}`,
}

const locks = [10, 11, 12] // sync.Mutex.Lock, RWMutex.RLock, RWMutex.Lock

function lock(run: Recording, names: Names): Answer {
  const waiting = new Map<number, Event>()
  let found: [n: number, park: Event, ready: Event] | null = null
  let waits = 0
  for (const [n, e] of all(run, Kind.GoPark, Kind.GoReady)) {
    const park = waiting.get(e.g)
    waiting.delete(e.g)
    if (e.kind === Kind.GoPark && locks.includes(e.n)) {
      waits++
      waiting.set(e.g, e)
    } else if (e.kind === Kind.GoReady && park !== undefined && e.a !== 0 && (found === null || e.time - park.time > found[2].time - found[1].time)) found = [n, park, e]
  }
  const still = [...waiting.values()]
  if (found === null) return none(waits === 0 ? "Nobody had to wait for a lock." : `${many(still.length, "goroutine")} waited for a lock, and nobody freed it.`)
  const [n, park, e] = found
  return {words: `${waits === 1 ? `One goroutine waited for a lock: G${e.g} in ${place(names, park.b)}, for ${duration(e.time - park.time)}.` : `Of ${waits} waits for a lock the longest was that of G${e.g} in ${place(names, park.b)}: ${duration(e.time - park.time)}.`} G${e.a} held the lock last: it freed it at ${duration(e.time)}, and so woke G${e.g}.${still.length > 0 ? ` At the end ${still.length} still waited.` : ""}`, at: n}
}

function loop(run: Recording): Answer {
  const turns = new Map<number, {count: number; first: number; e: Event}>()
  for (const [n, e] of all(run, Kind.GoStop)) {
    if (e.rule !== Rule.ByPreempt) continue
    const t = turns.get(e.g)
    if (t === undefined) turns.set(e.g, {count: 1, first: n, e})
    else t.count++
  }
  const most = [...turns.values()].sort((a, b) => b.count - a.count)[0]
  if (most === undefined) return none("No goroutine ran for 10 ms at a time, so none was preempted. Where one does, sysmon asks it to leave its P.")
  const {e, count, first: n} = most
  let after: Event | null = null
  for (let i = n; i < run.length && after === null; i++) if (run.kind(i) === Kind.GoStart && run.event(i).p === e.p) after = run.event(i)
  const next = after === null ? "" : after.g === e.g ? ` Nobody else wanted P${e.p}, so it went on.` : ` G${after.g} ran on P${e.p} next.`
  return {words: `sysmon saw that G${e.g} had run for 10 ms on P${e.p}, and asked it to yield: it was preempted ${many(count, "time")}, first at ${duration(e.time)}, and had to go to the tail of the global queue.${next}`, at: n}
}

/// What a run comes to, for a comparison.
export interface Outcome {
  time: number
  steals: number
  turns: number
  threads: number
  complete: boolean // all of its events are here
}

export function outcomeOf(run: Recording): Outcome {
  const o = {time: 0, steals: 0, turns: 0, threads: 0, complete: run.dropped === 0}
  for (let i = 0; i < run.length; i++) {
    o.time = Math.max(o.time, run.event(i).time)
    const kind = run.kind(i)
    if (kind === Kind.Steal || kind === Kind.StealRunnext) o.steals++
    else if (kind === Kind.GoStart) o.turns++
    else if (kind === Kind.MNew) o.threads++
  }
  return o
}

/// The same program with two Ps, against how it ran.
export function twoWords(procs: number, was: Outcome, two: Outcome): string {
  if (!was.complete || !two.complete) return "The runs are too long to be compared: not all of their events are kept."
  const ratio = two.time / Math.max(1, was.time)
  const faster = procs === 2 ? "It had two" : ratio < 0.995 ? `${(1 / ratio).toFixed(2)} times as fast` : ratio > 1.005 ? `${ratio.toFixed(2)} times as long` : "As long"
  const row = (o: Outcome): string => `${duration(o.time)}, ${many(o.turns, "turn")}, ${many(o.steals, "steal")}, ${many(o.threads, "thread")}`
  return `${faster}: with two Ps ${row(two)}; with ${procs === 1 ? "one P" : `${procs} Ps`} ${row(was)}.`
}

const capital = (words: string): string => (words.startsWith("a ") || words.startsWith("the ") || words.startsWith("nobody") ? words[0]!.toUpperCase() + words.slice(1) : words)

/// The questions that one run answers; the last of the page, what two Ps would have done, needs another run.
export const questions: readonly Question[] = [
  {id: "first", ask: () => "Why did the last goroutine run first?", answer: first},
  {id: "woke", ask: of => `Who woke G${of.g}?`, answer: woke},
  {id: "blocked", ask: of => `Which line blocked G${of.g}?`, answer: blocked},
  {id: "waited", ask: of => `How long did G${of.g} wait to run?`, answer: waited},
  {id: "idle", ask: of => `What did P${of.p} do while it was idle?`, answer: idle},
  {id: "stolen", ask: () => "When was work stolen, how much, and from whom?", answer: stolen},
  {id: "thread", ask: of => (of.m === 3 ? "Why is there a fourth thread, M3?" : `Why is there a thread M${of.m}?`), answer: thread},
  {id: "lock", ask: () => "Who held the lock?", answer: lock},
  {id: "loop", ask: () => "Why did the endless loop not starve the rest?", answer: loop},
]

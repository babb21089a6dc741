// This file says in words what one event did and by which rule: a headline, whose hot
// part is what just happened, a detail, and the functions of the scheduler under Go's
// names.
//
// It reads the state after the event and what the event moved; it never guesses. The
// twin of core/event/explain.go: both say the same, and are tested against the same
// samples. The stars that mark the hot part are here only.

import {type Event, noM, noP, sysmonM, top} from "./event.ts"
import type {State} from "./fold.ts"
import {Kind, Rule} from "./kind.ts"
import {costOf, durationText, queues, order, spin, steal as stealKnob, fair, means, settingText, threads} from "./knobs.ts"
import {duration, waitName, word} from "./names.ts"

/// A part of a sentence; hot is what just happened.
export interface Piece {
  text: string
  hot?: boolean
}

/// The words for one event.
export interface Why {
  sentence: Piece[]
  detail: string
  rule: string
}

/// Explains the last event of a state.
export function explain(s: State): Why {
  if (s.last === null) return say("", "Nothing has happened yet.", "The first event is one step away.")
  const e = s.last.event
  return words[e.kind]?.(e, s) ?? say("", `(record of kind ${e.kind})`)
}

/// The same for a reader, who may stand behind the end of the program: on real threads others go on for a moment.
export function explainShown(s: State): Why {
  if (s.last === null && s.exit !== null) return say("", "The program *has ended*.", "Some events were lost. What you see is what the scheduler's own memory says at the end.")
  const why = explain(s)
  if (s.exit === null || s.last === null || s.last.event.kind === Kind.Exit || s.last.event.kind === Kind.Deadlock) return why
  return {...why, detail: "The program has ended; this is a thread that finds the world stopped."}
}

/// Splits a rule at the functions that have a page: [text, function or ""] pairs.
export function ruleParts(rule: string, source: Readonly<Record<string, string>>): [string, string][] {
  return rule.split(/(\w+)/).filter(part => part !== "").map(part => [part, Object.hasOwn(source, part) ? source[part]! : ""])
}

// Text between stars is hot.
function say(rule: string, headline: string, ...detail: string[]): Why {
  const sentence: Piece[] = []
  headline.split("*").forEach((text, i) => {
    if (text !== "") sentence.push(i % 2 === 1 ? {text, hot: true} : {text})
  })
  return {sentence, detail: detail.join(" "), rule}
}

const G = (id: number): string => `G${id}`
const P = (id: number): string => (id === noP ? "no P" : `P${id}`)
const M = (id: number): string => (id === sysmonM ? "sysmon" : id === noM ? "no M" : `M${id}`)

/// The line of a pos, in words, with a blank before it.
const line = (pos: number): string => (pos % (1 << 20) === 0 ? "" : ` in line ${pos % (1 << 20)}`)

/// "1 goroutine", "2 goroutines".
const count = (n: number, what: string): string => (n === 1 ? `1 ${what}` : `${n} ${what}s`)

/// "1 P is", "2 Ps are".
const isare = (n: number, what: string): string => (n === 1 ? `1 ${what} is` : `${count(n, what)} are`)

/// "a", "a and b", "a, b and c".
const list = (names: string[]): string => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`)

/// How many are in p's ring without what the event put there or took.
const ringBefore = (s: State, p: number): number => {
  let n = s.p(p).ring.size
  for (const m of s.last!.moves) {
    if (m.to.at === "ring" && m.to.p === p) n--
    if (m.from.at === "ring" && m.from.p === p) n++
  }
  return n
}

/// The same for the global queue.
const globalBefore = (s: State): number => {
  let n = s.global.size
  for (const m of s.last!.moves) {
    if (m.to.at === "global") n--
    if (m.from.at === "global") n++
  }
  return n
}

type Say = (e: Event, s: State) => Why

const words: Record<number, Say> = {
  [Kind.Begin]: e => say("schedinit", "The program *begins*.", `It may use ${count(e.a, "P")}.`),
  [Kind.ProcsChange]: e => say("procresize", `GOMAXPROCS is *${e.a}* now.`),
  [Kind.Exit]: e => say("exit", `The program *ends* with exit code ${e.a}.`, "Goroutines that still run or wait end with it."),
  [Kind.Deadlock]: e => say("checkdead", "*All goroutines are asleep*: deadlock.", `Waiting: ${count(e.a, "goroutine")}. No timer is pending, so nobody can ever wake them.`),
  [Kind.Until]: () => say("", "The run *ends* here: this much time was asked for.", "The program could have gone on."),
  [Kind.Output]: e => say("write", `${G(e.g)} *writes* ${count(e.a, "byte")}.`),

  [Kind.Setting]: e => {
    const cost = costOf(e.n)
    if (cost === undefined) return say("", `*Not as in Go 1.26*: ${settingText(e.n, e.a)}.`, means(e.n, e.a))
    return say("", `*Other than usual*: ${cost.name}=${durationText(e.a)}.`, `So long it takes: ${cost.for}.`)
  },

  [Kind.GoCreate]: e =>
    e.a === 0 ? say("newproc", `*${G(e.g)}* is created.`) : say("newproc", `${G(e.a)} *creates ${G(e.g)}*${line(e.b)}.`, "It goes on itself; the new one has to wait for its turn."),
  [Kind.GoStart]: (e, s) => start(e, s),
  [Kind.GoPark]: (e, s) => park(e, s),
  [Kind.GoReady]: e => ready(e),
  [Kind.GoStop]: e => stop(e),
  [Kind.GoExit]: (e, s) => say("goexit0", `${G(e.g)} is *done*.`, s.knobs.get(threads) === 2 ? `${M(e.m)} was its own thread, and ends with it.` : `${M(e.m)} on ${P(e.p)} looks for the next one.`),
  [Kind.GoLine]: e => say("", `${G(e.g)} is*${line(e.b)}* now.`),
  [Kind.GoWire]: (e, s) => say("LockOSThread", `${G(e.g)} is *wired to ${M(e.m)}*.`, `From now on it runs on this thread only, and the thread runs nothing else${s.knobs.get(threads) === 1 ? " until it ends" : ""}.`),
  [Kind.GoUnwire]: e => say("UnlockOSThread", `${G(e.g)} is *not wired* to ${M(e.m)} any more.`),
  [Kind.GoHand]: e => say("schedule → startlockedm", `${M(e.m)} *found ${G(e.g)}*, which is wired to M${e.a}.`, `So it hands ${P(e.p)} over, and goes to sleep.`),
  [Kind.GoTarget]: e => say("sysmon: retake → preemptone", `sysmon *asks the goroutine on ${P(e.p)} to yield*.`, `The time slice has lasted ${span(e.b)}; 10 ms are enough.`),

  [Kind.RunqPut]: (e, s) => runqput(e, s),
  [Kind.RunnextPut]: e =>
    e.b !== 0
      ? say("runqput", `${G(e.g)} takes the *runnext of ${P(e.p)}*; ${G(e.b)} has to leave it.`, "The newest runs first. The one kicked out goes to the tail of the queue.")
      : say("runqput", `${G(e.g)} is *next on ${P(e.p)}*.`, "runnext holds one goroutine, which runs before all in the queue."),
  [Kind.RunqOverflow]: e => say("runqput → runqputslow", `The queue of ${P(e.p)} is full: *${count(e.n, "goroutine")} go to the global queue*.`, `The older half of the 256, and then ${G(e.g)}.`),
  [Kind.GlobPut]: (e, s) =>
    e.rule === Rule.ForProcs
      ? say("procresize", `${G(e.g)} keeps its place in the global queue.`)
      : say("globrunqput", `${G(e.g)} goes to the *tail of the global queue*.`, globalServed(s), before(globalBefore(s))),
  [Kind.GlobPutHead]: e =>
    e.rule === Rule.ForProcs
      ? say("procresize", `${G(e.g)} keeps its place in the global queue.`)
      : say("procresize → globrunqputhead", `${G(e.g)} goes to the *head of the global queue*, since its P goes away.`),
  [Kind.GlobGet]: (e, s) => globget(e, s),
  [Kind.Steal]: (e, s) => steal(e, s),
  [Kind.StealRunnext]: e =>
    say(
      "stealWork, pass 4 of 4 → runqsteal · in Go: runqgrab",
      `${P(e.p)} *took ${G(e.g)}*, which was next on ${P(top(e.a))}.`,
      "Only the last pass may do that, and only 3 µs after it saw it: it might have been run there in the meantime.",
    ),
  [Kind.StealPass]: e => say("stealWork", `${M(e.m)} on ${P(e.p)} *looks at the other queues*: pass ${e.n} of 4.`, `It begins with P${e.a}; the order is random.`),
  [Kind.RunqDrainTail]: e => say("procresize", `${G(e.g)} *leaves the queue of ${P(e.p)}*, which goes away.`),
  [Kind.RunnextDrop]: e =>
    e.rule === Rule.ByEvict
      ? say("gcBgMarkWorker → runqdrain", `${G(e.g)} *leaves the queue of ${P(e.p)}*, which does nothing but mark now.`)
      : say("procresize", `${G(e.g)} *leaves the queue of ${P(e.p)}*, which goes away.`),
  [Kind.RunqDrain]: e => say("gcBgMarkWorker → runqdrain", `${G(e.g)} *leaves the queue of ${P(e.p)}*, which does nothing but mark now.`),

  [Kind.PIdle]: e =>
    e.rule === Rule.ByNothing ? say("findRunnable → releasep, pidleput", `${M(e.m)} found nothing: it *gives up ${P(e.p)}*.`, `${isare(e.a, "P")} idle now.`) : say("pidleput", `${P(e.p)} is *idle*.`),
  [Kind.PGet]: (e, s) => pget(e, s),
  [Kind.PStart]: e => say("acquirep", `${M(e.m)} *has ${P(e.p)}* now.`),
  [Kind.PStop]: e => say("stopTheWorld", `${P(e.p)} is *stopped*.`, `${isare(e.a, "P")} still to stop.`),
  [Kind.PDead]: e => say("procresize", `${P(e.p)} *goes away*.`),
  [Kind.PNew]: e => say("procresize", `${P(e.p)} is *there*.`),
  [Kind.MNew]: (e, s) => e.p === noP ? say("schedinit", `The *first thread is M${e.a}*.`) : say("startm → newm", `A *new thread, M${e.a}*, is made for ${P(e.p)}.`, noneIdle(s)),
  [Kind.MWake]: e => say("startm", `*M${e.a} is woken*, for ${P(e.p)}.`),
  [Kind.MPark]: e => say("stopm", `${M(e.m)} *sleeps*.`, "It waits until somebody gives it a P."),
  [Kind.MPoll]: e =>
    e.b === Number.MAX_SAFE_INTEGER
      ? say("findRunnable → netpoll", `${M(e.m)} *sleeps until the network has something*.`, "One M does that for all.")
      : say("findRunnable → netpoll", `${M(e.m)} *sleeps until the next timer*, or until the network has something: ${span(Math.max(0, e.b - e.time))} at most.`, "One M does that for all."),
  [Kind.MPollEnd]: e => say("findRunnable", `${M(e.m)} *wakes up* for timers and network.`),
  [Kind.SpinBegin]: e => say("findRunnable: becomeSpinning", `${M(e.m)} *searches* for work for ${P(e.p)}.`, `${isare(e.a, "M")} searching now; at most half as many as are busy.`),
  [Kind.MLocked]: e => say("schedule → stoplockedm", `${M(e.m)} *waits for its wired goroutine*.`, "It runs nothing else. Whoever finds that goroutine must wake it."),
  [Kind.SpinEnd]: e =>
    e.rule === Rule.ByFound
      ? say("resetspinning", `${M(e.m)} found work and *stops searching*.`, "If it was the last searcher, it wakes the next one: where there was work, there may be more.")
      : say("findRunnable", `${M(e.m)} *stops searching*.`),

  [Kind.NetReady]: e =>
    say("netpoll → netpollready", `${G(e.g)} *has ${e.n === 1 ? "room to write" : "something to read"}*.`, e.time > e.b ? `It was there ${span(e.time - e.b)} ago.` : ""),
  [Kind.TimerFire]: e => say("timers.check → timers.run", `${M(e.m)} runs a *timer* of ${P(e.p)}.`, e.time > e.a ? `It was due ${span(e.time - e.a)} ago.` : ""),
  [Kind.LockWait]: (e, s) =>
    say(
      "lock",
      `${M(e.m)} *waited ${span(e.a)} for the scheduler's lock*.`,
      s.ms.size === 1 ? "It held it itself just before. In virtual time the lock is taken for a while each time." : "Another M held it: the global queue and the idle lists are behind it.",
    ),
  [Kind.Sysmon]: e => sysmon(e),
  [Kind.STWBegin]: e => say("stopTheWorld", "The *world is asked to stop*.", stopReason[e.rule] ?? ""),
  [Kind.STWDone]: () => say("stopTheWorld", "The *world has stopped*.", "Every goroutine is frozen."),
  [Kind.STWEnd]: () => say("startTheWorld", "The *world goes on*."),
  [Kind.GCBegin]: e => say("gcStart", `*Collection ${e.a} begins*.`),
  [Kind.GCEnd]: e => say("gcMarkTermination", `*Collection ${e.a} has marked all that is in use*.`, `${e.b} bytes are in use.`),
  [Kind.GCWorker]: e =>
    say("gcBgMarkWorker", `${G(e.g)} *marks* on ${P(e.p)}: ${e.n === 1 ? "a dedicated worker" : e.n === 2 ? "a fractional worker" : "an idle worker"}.`),
  [Kind.AssistBegin]: e => say("gcAssistAlloc", `${G(e.g)} allocated ${e.a} bytes during marking, and *helps*.`, `It has ${e.b} bytes to scan.`),
  [Kind.AssistEnd]: e => say("gcAssistAlloc", `${G(e.g)} has helped enough for now, or found nothing to mark.`),
  [Kind.GCSweep]: e => say("sweepone", `${count(e.a, "span")} are *swept*.`),

  [Kind.SyscallEnter]: e =>
    e.n === 1
      ? say("entersyscallblock", `${G(e.g)} *makes a system call*${line(e.b)}.`, `${takes(e)}, and ${M(e.m)} is blocked with it. It is known to block, so ${P(e.p)} is given away at once.`)
      : say("entersyscall", `${G(e.g)} *makes a system call*${line(e.b)}.`, `${takes(e)}, and ${M(e.m)} is blocked with it. ${P(e.p)} stays with it for now, but may be taken.`),
  [Kind.SyscallExit]: e =>
    e.n === 0
      ? say("exitsyscall", `${G(e.g)} *is back* from its system call.`, `Nobody took ${P(e.p)} meanwhile: it goes on.`)
      : say("exitsyscall → exitsyscallTryGetP", `${G(e.g)} *is back* from its system call.`, `Its P was taken; ${M(e.m)} has got ${P(e.p)} for it.`),
  [Kind.SyscallPark]: e =>
    say("exitsyscall → exitsyscallNoP", `${G(e.g)} is back from its system call, but *there is no P for it*.`, "It has to wait in the global queue, and its thread goes to sleep."),
  [Kind.MExit]: e => say("mexit", `${M(e.m)} *ends*.`, "The goroutine that was wired to it has ended, and nobody knows what it left in the thread."),
  [Kind.Retake]: e => retake(e),
  [Kind.Handoff]: e => say("handoffp", `${P(e.p)} *has no thread*.`, "If there may be work for it, another one gets it; else it is idle."),
}

/// Why a thread has to be made.
function noneIdle(s: State): string {
  const wired = [...s.ms.values()].filter(m => m.wired !== 0 && m.p === null && !m.gone).length
  if (wired === 0 && [...s.ms.values()].some(m => m.until !== 0)) return "No M was idle: one sleeps until the next timer, or for the network, and is not on the list of idle ones."
  if (wired === 0) return "No M was idle."
  return wired === 1 ? "No M was free: one sleeps, and is wired to its goroutine." : `No M was free: ${wired} sleep, each wired to its goroutine.`
}

const startWords: Record<number, [string, string]> = {
  [Rule.FromRunnext]: ["findRunnable → runqget", "It was in runnext, so it is first, and what is left of the time slice of the one before is all it has."],
  [Rule.FromLocal]: ["findRunnable → runqget", "It was the oldest in the P's own queue."],
  [Rule.FromGCWorker]: ["findRunnable → findRunnableGCWorker", "The collector marks, and this P is to help."],
  [Rule.FromTail]: ["findRunnable", "It was the newest in the P's own queue: here the owner takes from the tail. Go takes the oldest."],
  [Rule.FromGlob61]: ["findRunnable → globrunqget", "Every 61st time the global queue is looked at first, so that it is never forgotten."],
  [Rule.FromGlob]: ["findRunnable → globrunqgetbatch", "The own queue was empty; it came from the global queue."],
  [Rule.FromGlobIdl]: ["findRunnable → globrunqgetbatch", "It came from the global queue, which was looked at once more before giving up."],
  [Rule.FromSteal]: ["stealWork → runqsteal", "Of what was stolen, the last one runs at once."],
  [Rule.FromTimer]: ["stealWork → timers.check", "A timer of another P made it ready."],
  [Rule.FromWired]: ["stoplockedm → execute", "It is wired to this thread, so another one gave its P for it."],
  [Rule.FromSyscall]: ["exitsyscallNoP → execute", "It is back from a system call, and at the last moment there was a P for it."],
  [Rule.FromNet]: ["findRunnable → netpoll", "The network has what it waited for. Of those that were ready, the last one runs at once."],
  [Rule.FromPark]: ["park_m", "It need not wait after all."],
}

/// The functions that chose a goroutine by a rule, and why, in words.
export function startRule(rule: number, knobs: ReadonlyMap<number, number>): readonly [rule: string, why: string] {
  if (rule === Rule.FromGlob && knobs.get(queues) === 1) return ["findRunnable", "It was the oldest in the global queue. There is no other."]
  return startWords[rule] ?? ["execute", ""]
}

function start(e: Event, s: State): Why {
  const [rule, detail] = e.rule === Rule.FromRunnext && e.g === 1 && s.created === 1 ? ["findRunnable → runqget", "It was in runnext, so it is first."] : startRule(e.rule, s.knobs)
  return say(rule, `${G(e.g)} *runs on ${P(e.p)}*.`, detail)
}

const waitSleep = 8

function park(e: Event, s: State): Why {
  const wired = s.ms.get(e.m)?.wired === e.g
  const rest = wired ? `${M(e.m)} is wired to it, and has to wait with it; ${P(e.p)} is free for others.` : `It takes no M and no P while it waits: ${M(e.m)} looks for another.`
  if (e.n === waitSleep) return say("timeSleep → gopark", `${G(e.g)} *sleeps* for ${span(Math.max(0, e.a - e.time))}${line(e.b)}.`, rest)
  return say("gopark → park_m", `${G(e.g)} *waits*${line(e.b)}: ${waitName(e.n)}.`, rest)
}

const takes = (e: Event): string => (e.a === Number.MAX_SAFE_INTEGER ? "It waits for the network" : `It takes ${span(e.a)}`)

function ready(e: Event): Why {
  if (e.rule === Rule.ByUnlockf) return say("park_m", `${G(e.g)} *does not have to wait*.`, "What it wanted to wait for happened in the meantime.")
  if (e.rule === Rule.ByTimer) return say("goready", `The time has come: *${G(e.g)} may run again*.`)
  if (e.rule === Rule.ByNet) return say("netpoll → injectglist", `${G(e.g)} has waited for the network, and *may run again*.`)
  if (e.a !== 0) return say("goready", `${G(e.a)} *wakes ${G(e.g)}*.`, "It goes on itself. The one it woke has to be run by somebody.")
  return say("goready", `*${G(e.g)} may run again*.`)
}

function stop(e: Event): Why {
  switch (e.rule) {
    case Rule.ByGosched:
      return say("Gosched → goschedImpl", `${G(e.g)} *lets others run*${line(e.b)}.`)
    case Rule.ByYield:
      return say("goyield", `${G(e.g)} *lets the others on ${P(e.p)} run*.`)
    case Rule.ByPreempt:
      return say("gopreempt_m → goschedImpl", `${G(e.g)} is *preempted*${line(e.b)}.`, "sysmon asked for it, since it had run for 10 ms.")
    case Rule.ByStop:
      return say("gopreempt_m → goschedImpl", `${G(e.g)} *stops*${line(e.b)}, because the world has to stop.`)
  }
  return say("goschedImpl", `${G(e.g)} *leaves ${P(e.p)}*.`)
}

const putWords: Record<number, string> = {
  [Rule.ByKick]: "A newer one took its place in runnext. ",
  [Rule.ByEvict]: "A dedicated mark worker keeps the P for itself. ",
  [Rule.ByTaken]: "It was stolen, and another one runs first. ",
  [Rule.ByYield]: "It yielded to those on its own P. ",
}

function runqput(e: Event, s: State): Why {
  const headline = `${G(e.g)} goes to the *tail of the queue of ${P(e.p)}*.`
  const rest = before(ringBefore(s, e.p))
  if (e.rule === Rule.ByShare) return say("", headline, "Work is handed out: it goes to an idle P, else to the one with the shortest queue. In Go the Ps fetch it.", rest)
  return say("runqput", headline, (putWords[e.rule] ?? "") + rest)
}

/// Who takes from the global queue, and when.
function globalServed(s: State): string {
  if (s.knobs.get(queues) === 1) return "All take from it, one at a time, under one lock."
  if (s.knobs.get(fair) === 1) return "The Ps come to it when their own queues are empty."
  return "The Ps come to it when their own queues are empty, and every 61st time."
}

/// How many in a queue are served first.
const before = (n: number): string => (n === 0 ? "Nobody is before it." : `Before it: ${count(n, "goroutine")}.`)

function globget(e: Event, s: State): Why {
  const all = globalBefore(s)
  const headline = all === 1 ? `${P(e.p)} *takes the only goroutine in the global queue*.` : `${P(e.p)} *takes ${e.n} of the ${count(all, "goroutine")} in the global queue*.`
  if (e.rule === Rule.FromGlob61) return say("findRunnable → globrunqget", headline, "Every 61st time it looks here first, before its own queue: this is such a time.")
  if (s.knobs.get(queues) === 1) return say("findRunnable", headline, "There is no other queue.")
  const others = e.n > 1 ? ` ${G(e.g)} runs at once, the others wait in the queue of ${P(e.p)}.` : ""
  return say("findRunnable → globrunqgetbatch", headline, `Its share: what there is, divided by the number of Ps, plus one; at most 128.${others}`)
}

function steal(e: Event, s: State): Why {
  const victim = top(e.a)
  const had = ringBefore(s, victim)
  const pass = s.m(e.m).search?.pass ?? 0
  const rule = `stealWork${pass === 0 ? "" : `, pass ${pass} of 4`} → runqsteal · in Go: runqgrab`
  const first = `${P(e.p)} ran out of work, and the global queue gave nothing:`
  const headline = had === 1 ? `${first} it *stole the only goroutine* waiting on P${victim}.` : `${first} it *stole ${e.n} of the ${had}* goroutines waiting on P${victim}.`
  if (e.n === 1 && (s.knobs.get(order) === 1 || s.knobs.get(stealKnob) === 1)) return say(rule, headline, "The oldest. Go would take half of them.")
  if (e.n === 1) return say(rule, headline, `Half, rounded up, oldest first. ${G(e.g)} runs at once.`)
  const rest = s.last!.moves.filter(m => m.to.at === "ring").map(m => G(m.g))
  const names = rest.length > 4 ? [...rest.slice(0, 3), `${rest.length - 3} more`] : rest
  return say(rule, headline, `Half, rounded up, oldest first. The last one taken (${G(e.g)}) runs at once; ${list(names)} ${e.n === 2 ? "waits" : "wait"} in the queue of ${P(e.p)}.`)
}

function pget(e: Event, s: State): Why {
  switch (e.rule) {
    case Rule.ByWakep:
      if (s.knobs.get(spin) === 1 || s.knobs.get(stealKnob) === 2 || s.knobs.get(queues) === 1) return say("wakep → pidleget", `${P(e.p)} is idle, and *there may be work for it*.`, "A thread is woken each time, since none searches.")
      return say("wakep → pidleget", `${P(e.p)} is idle, and *there may be work for it*.`, "Nobody searches, so one more is woken. Never more than one at a time.")
    case Rule.ByShare:
      return say("", `${P(e.p)} is idle: *the work goes to it*.`)
    case Rule.ByRecheck:
      return say("findRunnable", `At the last look, after giving up its P, ${M(e.m)} *saw work*.`, `So it takes ${P(e.p)}.`)
  }
  if (e.rule === Rule.BySyscallExit) return say("exitsyscall → pidleget", `${M(e.m)} is back from a system call, and *${P(e.p)} is idle*.`)
  return say("pidleget", `${P(e.p)} is *taken off the idle list*.`)
}

function retake(e: Event): Why {
  const rule = e.rule === Rule.BySTW ? "stopTheWorld" : e.rule === Rule.BySyscallExit ? "exitsyscall → exitsyscallTryGetP" : "sysmon: retake"
  const detail =
    e.rule === Rule.BySTW ? "The world has to stop." : e.rule === Rule.BySyscallExit ? `${M(e.m)} had it before, and is back from a system call itself.` : `${G(e.g)} goes on without a P.`
  return say(rule, `*${P(e.p)} is taken from M${e.a}*, which is in a system call.`, detail)
}

function sysmon(e: Event): Why {
  switch (e.rule) {
    case Rule.ByDeep:
      return say("sysmon", "No P runs: *sysmon sleeps* too.")
    case Rule.ByDeepWake:
      return say("sysmon", "*sysmon is awake* again.")
    case Rule.ByBackoff:
      return say("sysmon", `sysmon has nothing to do: it *looks every ${span(e.a)}*.`)
  }
  return say("sysmon", `sysmon *looks at the Ps every ${span(e.a)}*.`)
}

const stopReason: Record<number, string> = {
  [Rule.ForGC]: "The collector needs it.",
  [Rule.ForSweepTerm]: "The collector begins to mark: GC sweep termination.",
  [Rule.ForMarkTerm]: "The collector has marked everything: GC mark termination.",
  [Rule.ForProcs]: "GOMAXPROCS changes.",
}

/// A time that a person can read.
function span(ns: number): string {
  if (ns < 1000) return `${ns} ns`
  if (ns < 1e6) return `${trim(ns / 1e3)} µs`
  if (ns < 1e9) return `${trim(ns / 1e6)} ms`
  return `${trim(ns / 1e9)} s`
}

const trim = (x: number): string => x.toFixed(1).replace(/\.0$/, "")

/// A value of the last event, for the text of a lesson: see FactFields of
/// site/lesson. null if the event has no such value.
export function fact(s: State, field: string): string | null {
  const e = s.last!.event
  const steal = e.kind === Kind.Steal
  const values: Record<string, () => number | string | null> = {
    count: () => e.n,
    of: () => (steal ? ringBefore(s, top(e.a)) : null),
    left: () => (steal ? s.p(top(e.a)).ring.size : e.p === noP ? null : s.p(e.p).ring.size),
    g: () => e.g,
    last: () => e.g,
    rest: () => s.last!.moves.filter(m => m.to.at === "ring").length,
    p: () => (e.p === noP ? null : e.p),
    m: () => e.m,
    from: () => (steal || e.kind === Kind.StealRunnext ? top(e.a) : null),
    runnext: () => s.p(steal ? top(e.a) : e.p).runnext,
    time: () => duration(e.time),
  }
  const value = values[field]?.() ?? null
  return value === null ? null : String(value)
}

/// A number as a word, if it is asked for and small.
export function styled(value: string, style: string): string {
  if (style === "" || !/^\d+$/.test(value)) return value
  const text = word(Number(value))
  return style === "Word" ? text[0]!.toUpperCase() + text.slice(1) : text
}

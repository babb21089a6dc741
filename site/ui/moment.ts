// This file finds the moment that a lesson names: "end", "first(steal)",
// "last(steal)", "nth(go-create,3)". The names are those of kindNames. A link may have the number of events instead.

import {Kind, kindNames} from "./kind.ts"
import type {Recording} from "./recording.ts"

/// How many events to apply so that the moment is the last one. An Error says in
/// words why there is none.
export function findMoment(run: Recording, moment: string): number | Error {
  if (moment === "" || moment === "end") return run.length
  if (/^\d+$/.test(moment)) return Number(moment) <= run.length ? Number(moment) : new Error(`the run has ${run.length} events, and the moment is after ${moment}`)
  const m = /^(first|last|nth)\(([a-z-]+)(?:,(\d+))?\)$/.exec(moment)
  if (m === null) return new Error(`${moment} is no moment`)
  const kind = kindNames.indexOf(m[2]!)
  if (kind < 0) return new Error(`there is no event "${m[2]}" (known: ${kindNames.filter(n => n).join(", ")})`)
  const found = m[1] === "last" ? run.previous([kind], run.length + 1) : nth(run, kind, m[1] === "nth" ? Number(m[3]) : 1)
  return found ?? new Error(`the run has no ${moment}`)
}

/// A question that a run gives away, and the moment at which it does; "" where main begins.
export interface Hold {
  question: string
  before: string
}

/// How many events may be shown while these questions wait for an answer; null if none does. There is a first
/// event at least.
export function holdAt(run: Recording, holds: readonly Hold[]): number | null | Error {
  let least: number | null = null
  for (const {before} of holds) {
    const at = before === "" ? mainBegins(run) + 1 : findMoment(run, before)
    if (at instanceof Error) return at
    least = Math.max(1, Math.min(least ?? Infinity, at - 1))
  }
  return least
}

/// How many events to apply so that main's first turn is the last one.
export function mainBegins(run: Recording): number {
  return run.next([Kind.GoStart], 0) ?? run.length
}

/// Says to a reader, who does not know the names of events, that a moment is not in the run.
export function notHere(run: Recording, moment: string): string {
  const m = /^(?:first|last|nth)\(([a-z-]+)(?:,(\d+))?\)$/.exec(moment)
  if (m === null) return `The moment ${moment} is not in this run`
  const [none, several] = plainly[m[1]!] ?? [`nothing happened of the kind “${m[1]}”`, `events of the kind “${m[1]}”`]
  let there = 0
  const kind = kindNames.indexOf(m[1]!)
  for (let i = 0; i < run.length; i++) if (run.kind(i) === kind) there++
  return there === 0 ? `In this run ${none}` : `In this run there ${there === 1 ? "was" : "were"} only ${there} ${several}, and the lesson looks at number ${m[2]}`
}

/// That something did not happen, and what is counted.
const plainly: Record<string, [none: string, several: string]> = {
  "assist-begin": ["no goroutine had to help the collector", "times that a goroutine helped the collector"],
  deadlock: ["nobody found a deadlock", "deadlocks"],
  gcbegin: ["no garbage was collected", "collections"],
  gcworker: ["no garbage was collected", "workers of the collector"],
  "glob-get": ["nobody took from the global queue", "times that somebody took from the global queue"],
  "glob-put": ["nobody came into the global queue", "times that somebody came into the global queue"],
  "go-create": ["no goroutine was started", "goroutines"],
  "go-exit": ["no goroutine came to its end", "goroutines that came to their end"],
  "go-park": ["no goroutine had to wait", "times that a goroutine had to wait"],
  "go-ready": ["no goroutine was woken", "times that a goroutine was woken"],
  "go-start": ["no goroutine ran", "turns of goroutines"],
  "go-stop": ["no goroutine stepped aside", "times that a goroutine stepped aside"],
  "go-target": ["no goroutine ran so long that it was asked to leave", "times that a goroutine was asked to leave"],
  handoff: ["no blocked thread gave its P away", "times that a P left its blocked thread"],
  "lock-wait": ["nobody waited for the scheduler's lock", "waits for the scheduler's lock"],
  mnew: ["no thread was made", "threads that were made"],
  mpark: ["no thread went to sleep", "times that a thread went to sleep"],
  mwake: ["no sleeping thread was woken", "times that a sleeping thread was woken"],
  "net-ready": ["nothing came from the network", "times that something came from the network"],
  pidle: ["no P became idle", "times that a P became idle"],
  retake: ["no P was taken from a blocked thread", "times that a P was taken from a blocked thread"],
  "runnext-put": ["nobody was put into runnext", "times that somebody was put into runnext"],
  "runq-overflow": ["no queue was full", "times that a queue was full"],
  "runq-put": ["nobody was put at the end of a P's queue", "times that somebody was put at the end of a P's queue"],
  "spin-begin": ["no thread searched for work", "times that a thread began to search for work"],
  "spin-end": ["no thread searched for work", "times that a thread ended its search"],
  steal: ["nobody stole from another P's queue", "steals"],
  "steal-runnext": ["nobody took the one goroutine that was next on another P", "steals of the goroutine that was next"],
  stwbegin: ["the world was never stopped", "times that the world was stopped"],
  "syscall-enter": ["there was no system call", "system calls"],
  "syscall-exit": ["no goroutine came back from a system call", "returns from system calls"],
  "timer-fire": ["no timer ran out", "timers that ran out"],
}

/// The kinds for which there are words.
export const kindsInWords: readonly string[] = Object.keys(plainly)

function nth(run: Recording, kind: number, n: number): number | null {
  let at: number | null = 0
  for (let i = 0; i < n && at !== null; i++) at = run.next([kind], at)
  return at
}

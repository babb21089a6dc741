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

function nth(run: Recording, kind: number, n: number): number | null {
  let at: number | null = 0
  for (let i = 0; i < n && at !== null; i++) at = run.next([kind], at)
  return at
}

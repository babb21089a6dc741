// This file says which goroutines stand beside which line of the program: the ones that are there, and those that
// were last seen there and run on.

import type {State} from "./fold.ts"
import {siteClass} from "./tokens.ts"

/// A goroutine beside a line.
export interface Token {
  id: number
  colour: string // class of the stage's tokens
  runs: "" | "here" | "on" // on: it was here when it was last seen
}

/// The goroutines of a line: those that run, then the first others, and how many there are.
export interface OnLine {
  first: Token[]
  count: number
}

/// Goroutines by line, from 1.
export type LineTokens = ReadonlyMap<number, OnLine>

const mostNamed = 5 // of a line

/// The goroutines of a state by line; lineAt gives the line of a place, or 0.
export function beside(s: State, lineAt: (pos: number) => number): LineTokens {
  const lines = new Map<number, OnLine>()
  for (const g of s.gs.values()) {
    const at = lineAt(g.seen)
    if (at === 0) continue
    const line = lines.get(at) ?? {first: [], count: 0}
    const token: Token = {id: g.id, colour: siteClass(s, g), runs: g.place.at !== "run" ? "" : s.isThere(g) ? "here" : "on"}
    line.count++
    if (token.runs !== "") line.first.unshift(token) // it is to be named
    else if (line.first.length < mostNamed) line.first.push(token)
    lines.set(at, line)
  }
  return lines
}

/// Who is beside a line, in words.
export function besideWords({first, count}: OnLine): string {
  const one = ({id, runs}: Token): string => (runs === "here" ? `G${id} runs here` : runs === "on" ? `G${id} was last seen here, and runs on` : `G${id} is here`)
  const more = count - first.length
  return first.map(one).join(", ") + (more > 0 ? `, and ${more} more` : "")
}

// This file gives names to what records number: goroutines, places in the program,
// functions, reasons to wait.

import {unpackPos} from "./event.ts"
import {waits} from "./kind.ts"

/// A function of the program, by the line at which it is declared.
export interface Func {
  name: string
  file: number
  line: number
  end?: number // its last line, if that is known
}

/// Says things of one program.
export class Names {
  constructor(
    readonly files: readonly string[], // the file of number 1, 2, …
    readonly funcs: readonly Func[],
  ) {}

  /// Says whether the program is of one file only.
  get isAlone(): boolean {
    return new Set(this.funcs.map(f => f.file)).size === 1
  }

  /// "main.go:12", or "" if unknown.
  place(pos: number): string {
    const {file, line} = unpackPos(pos)
    if (line === 0) return ""
    const name = this.files[file - 1]
    return name === undefined ? "" : `${name}:${line}`
  }

  /// The function that holds a place, without its package.
  func(pos: number): string {
    const {file, line} = unpackPos(pos)
    let best: Func | null = null
    for (const f of this.funcs) {
      if (f.line === line && (f.end ?? 0) > line && /\.func[\d.]+$/.test(f.name)) continue // the statement in which a literal begins is not in it
      if (f.file === file && f.line <= line && line <= (f.end || Infinity) && (best === null || f.line >= best.line)) best = f
    }
    return best === null ? "" : best.name
  }
}

/// What a module tells of its program (a part of its layout); either may be missing.
export interface Told {
  files?: readonly string[] | null
  funcs?: readonly (readonly [info: number, name: string, file: string, line: number, end?: number])[] | null
}

/// Names for a program, from what its module says of itself. Wrappers that the compiler
/// made for go and defer statements are left out.
export function namesIn({files, funcs}: Told): Names {
  const list: Func[] = []
  for (const [, name, file, line, end] of funcs ?? []) {
    if (!/\.(gowrap|deferwrap)\d+$/.test(name)) list.push({name: name.replace(/^main\./, ""), file: (files ?? []).indexOf(file) + 1, line, ...(end ? {end} : {})})
  }
  return new Names(files ?? [], list)
}

/// Names for a program of one file, from its text: the functions declared at the
/// left margin. What the compiler says is better; this is for a run without it.
export function namesOf(file: string, source: string): Names {
  const funcs: Func[] = []
  source.split("\n").forEach((text, i) => {
    const m = /^func (?:\([^)]*\) )?(\w+)/.exec(text)
    if (m !== null) funcs.push({name: m[1]!, file: 1, line: i + 1})
  })
  return new Names([file], funcs)
}

/// "chan receive", "sleep" …
export const waitName = (reason: number): string => waits[reason] || "waiting"

/// A time in the unit that suits it: "412 ns", "3.2 µs", "10 ms".
export function duration(ns: number): string {
  if (ns < 1000) return `${Math.round(ns)} ns`
  if (ns < 1e6) return `${digits(ns / 1e3)} µs`
  if (ns < 1e9) return `${digits(ns / 1e6)} ms`
  return `${digits(ns / 1e9)} s`
}

const digits = (x: number): string => (x < 10 ? x.toFixed(2) : x < 100 ? x.toFixed(1) : x.toFixed(0))

const small = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

/// A small number as a word.
export const word = (n: number): string => small[n] ?? String(n)

/// "1 goroutine", "3 goroutines".
export const many = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`

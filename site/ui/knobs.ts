// This file reads settings as a person writes them: a policy, NAME[,SWITCH=VALUE...], costs, what
// the machine takes, and durations. The names, and what they mean, are in policies.ts, which is
// made from core/policy. What is wrong is an Error that says so.
//
// The twin of core/policy/parse.go and io.go; both are tested against
// core/policy/testdata/parse.json, errors included.

import {costs, type IO, ios, maxCost, presets, standard, switches} from "./policies.ts"

/// Knob and value, as the engine takes them.
export type Setting = readonly [knob: number, value: number]

const knobOf = (name: string): number => switches.find(s => s.name === name)!.knob

/// Knobs that the words ask for.
export const queues = knobOf("queues")
export const steal = knobOf("steal")
export const order = knobOf("order")
export const fair = knobOf("fair")
export const spin = knobOf("spin")
export const runnext = knobOf("runnext")
export const dispatch = knobOf("dispatch")
export const threads = knobOf("threads")

/// The settings of a policy that are not Go 1.26's, by knob.
export function parsePolicy(text: string): Setting[] | Error {
  let [name = "", ...rest] = text.split(",")
  if (name.includes("=") || text === "") {
    rest = text === "" ? [] : text.split(",")
    name = standard
  }
  const preset = presets.find(p => p.name === name)
  if (preset === undefined) return new Error(`unknown policy ${quoted(name)} (known: ${list(presets)})`)
  const set = preset.set.map((s): Setting => [s.knob, s.value])
  for (const part of rest) {
    const s = parseSwitch(part)
    if (s instanceof Error) return s
    set.push(s)
  }
  return compact(set)
}

function parseSwitch(text: string): Setting | Error {
  const pair = cut(text)
  if (pair === null) return new Error(`${quoted(text)} is not SWITCH=VALUE`)
  const [name, value] = pair
  const s = switches.find(s => s.name === name)
  if (s === undefined) return new Error(`unknown switch ${quoted(name)} (known: ${list(switches)})`)
  const n = s.values.findIndex(v => v.name === value)
  return n < 0 ? new Error(`${name}=${value}: want one of ${list(s.values)}`) : [s.knob, n]
}

/// The costs that are not the usual ones, by knob.
export function parseCosts(text: string): Setting[] | Error {
  return parseList(text, "COST=DURATION", (name, value) => {
    const c = costs.find(c => c.name === name)
    if (c === undefined) return new Error(`unknown cost ${quoted(name)} (known: ${list(costs)})`)
    const n = parseCost(value)
    return n instanceof Error ? new Error(`${name}=${value}: ${n.message}`) : [c.knob, n]
  })
}

/// One cost, in ns.
export function parseCost(text: string): number | Error {
  const d = parseDuration(text)
  if (d === null) return new Error("want a duration such as 50ns or 2us")
  return d < 0n || d > maxCost ? new Error(`want 0 to ${durationText(maxCost)}`) : Number(d)
}

/// What the machine takes, if it is not as usual, by knob.
export function parseIO(text: string): Setting[] | Error {
  return parseList(text, "NAME=VALUE", (name, value) => {
    const io = ios.find(io => io.name === name)
    if (io === undefined) return new Error(`unknown ${quoted(name)} (known: ${list(ios)})`)
    const n = parseOneIO(io, value)
    return n instanceof Error ? new Error(`${name}=${value}: ${n.message}`) : [io.knob, n]
  })
}

/// One of these: ns, or a share in millionths.
export function parseOneIO(io: IO, text: string): number | Error {
  if (!io.share) {
    const d = parseDuration(text)
    if (d === null) return new Error("want a duration such as 100us or 5ms")
    return d < 0n || d > io.max ? new Error(`want 0 to ${durationText(io.max)}`) : Number(d)
  }
  const percent = text.slice(0, -1)
  const f = Number(percent)
  if (!text.endsWith("%") || !/^[0-9.eE+-]+$/.test(percent) || !Number.isFinite(f)) return new Error("want a share such as 1%")
  return f < 0 || f > 100 ? new Error("want 0% to 100%") : Math.round((f * io.max) / 100) + 0
}

/// The virtual time at which a run ends, in ns; 0 is never.
export function parseUntil(text: string): bigint | Error {
  if (text === "") return 0n
  const d = parseDuration(text)
  if (d === null) return new Error(`${text}: want a duration such as 500us or 2s`)
  return d < 0n ? new Error(`${text}: want no negative time`) : d
}

function parseList(text: string, want: string, one: (name: string, value: string) => Setting | Error): Setting[] | Error {
  const set: Setting[] = []
  for (const part of text === "" ? [] : text.split(",")) {
    const pair = cut(part)
    if (pair === null) return new Error(`${quoted(part)} is not ${want}`)
    const s = one(...pair)
    if (s instanceof Error) return s
    set.push(s)
  }
  return compact(set)
}

const units: Record<string, bigint> = {ns: 1n, us: 1_000n, "µs": 1_000n, "μs": 1_000n, ms: 1_000_000n, s: 1_000_000_000n, m: 60_000_000_000n, h: 3_600_000_000_000n}
const most = 1n << 63n

/// A duration in ns; null if it is none. In Go: time.ParseDuration, to the last ns.
export function parseDuration(text: string): bigint | null {
  const unsigned = text.replace(/^[-+]/, "")
  const negative = text.startsWith("-")
  if (unsigned === "0") return 0n
  if (unsigned === "") return null
  let sum = 0n
  for (let rest = unsigned; rest !== ""; ) {
    const m = /^([0-9]*)(?:\.([0-9]*))?([^.0-9]+)/.exec(rest)
    if (m === null || (m[1] === "" && !m[2])) return null
    const unit = Object.hasOwn(units, m[3]!) ? units[m[3]!]! : null
    if (unit === null || BigInt(m[1] || "0") > most) return null
    const whole = BigInt(m[1] || "0") * unit
    sum += whole + fraction(m[2] ?? "", unit)
    if (whole > most || sum > most) return null
    rest = rest.slice(m[0].length)
  }
  if (negative) return -sum
  return sum > most - 1n ? null : sum
}

// The part after the point: as many digits as fit into 63 bits count.
function fraction(digits: string, unit: bigint): bigint {
  let f = 0n
  let scale = 1
  for (const digit of digits) {
    const next = f * 10n + BigInt(digit)
    if (next > most) break
    f = next
    scale *= 10
  }
  return f === 0n ? 0n : BigInt(Math.trunc(Number(f) * (Number(unit) / scale)))
}

/// Sorts by knob, keeps the last of each, and leaves out what is as usual.
function compact(set: readonly Setting[]): Setting[] {
  return [...new Map(set)].filter(([knob, value]) => value !== usual(knob)).sort(([a], [b]) => a - b)
}

const usual = (knob: number): number => [...costs, ...ios].find(c => c.knob === knob)?.usual ?? 0

/// The shortest way to write a preset with some switches set otherwise.
export function policyText(preset: string, chosen: ReadonlyMap<string, string>): string {
  const parts: string[] = []
  for (const s of switches) {
    const value = chosen.get(s.name)
    if (value !== undefined && value !== presetValue(preset, s.name)) parts.push(`${s.name}=${value}`)
  }
  return [preset, ...parts].join(",")
}

/// What a preset sets a switch to.
export function presetValue(preset: string, name: string): string {
  const s = switches.find(s => s.name === name)!
  const set = presets.find(p => p.name === preset)?.set ?? []
  return s.values[set.find(x => x.knob === s.knob)?.value ?? 0]!.name
}

/// SWITCH=VALUE, or COST=DURATION, or as -io has it.
export function settingText(knob: number, value: number): string {
  const s = switches.find(s => s.knob === knob)
  if (s !== undefined) return `${s.name}=${s.values[value]?.name ?? value}`
  const io = ios.find(io => io.knob === knob)
  if (io?.share) return `${io.name}=${value / 10_000}%`
  const c = io ?? costs.find(c => c.knob === knob)
  return c === undefined ? `knob ${knob}=${value}` : `${c.name}=${value}ns`
}

/// What takes a time that the knob sets.
export function costOf(knob: number): {name: string; for: string} | undefined {
  return ios.find(io => io.knob === knob && !io.share) ?? costs.find(c => c.knob === knob)
}

/// What a switch that is set so does, as a sentence.
export function means(knob: number, value: number): string {
  const s = switches.find(s => s.knob === knob)
  const v = s?.values[value]
  return s === undefined || v === undefined ? "" : `${s.about.replace(/\.$/, "")}: ${v.means}.`
}

/// A duration as Go writes it, below a minute.
export function durationText(ns: number): string {
  if (ns < 1e3) return `${ns}ns`
  if (ns < 1e6) return `${ns / 1e3}µs`
  return ns < 1e9 ? `${ns / 1e6}ms` : `${ns / 1e9}s`
}

/// What is usual, in words.
export const usualText = (c: {usual: number; share?: boolean}): string => (c.share ? `${c.usual / 10_000}%` : durationText(c.usual))

function cut(text: string): [string, string] | null {
  const at = text.indexOf("=")
  return at < 0 ? null : [text.slice(0, at), text.slice(at + 1)]
}

const list = (all: readonly {name: string}[]): string => all.map(x => x.name).join(", ")

// As %q of Go, for what is typed.
const quoted = (text: string): string => JSON.stringify(text)

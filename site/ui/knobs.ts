// This file reads a policy as a person writes it: NAME[,SWITCH=VALUE...]. The names, and what
// they mean, are in policies.ts, which is made from core/policy.
//
// The twin of core/policy/parse.go; both are tested against core/policy/testdata/parse.json.

import {costs, ios, presets, switches} from "./policies.ts"

/// Knob and value, as the engine takes them.
export type Setting = readonly [knob: number, value: number]

const knobOf = (name: string): number => switches.find(s => s.name === name)!.knob

/// Knobs that the words ask for.
export const queues = knobOf("queues")
export const steal = knobOf("steal")
export const order = knobOf("order")
export const fair = knobOf("fair")
export const spin = knobOf("spin")

/// The preset that is Go 1.26.
export const standard = "go1.26"

/// The settings of a policy, by knob; null if it is none.
export function parsePolicy(text: string): Setting[] | null {
  if (text === "") return []
  const [first = "", ...rest] = text.split(",")
  const named = !first.includes("=")
  const preset = presets.find(p => p.name === (named ? first : standard))
  if (preset === undefined) return null
  const set = new Map<number, number>(preset.set.map(s => [s.knob, s.value]))
  for (const part of named ? rest : [first, ...rest]) {
    const cut = part.indexOf("=")
    if (cut < 0) return null
    const name = part.slice(0, cut)
    const value = part.slice(cut + 1)
    const s = switches.find(s => s.name === name)
    if (s === undefined) return null
    const n = s.values.findIndex(v => v.name === value)
    if (n < 0) return null
    if (n === 0) set.delete(s.knob)
    else set.set(s.knob, n)
  }
  return [...set].sort(([a], [b]) => a - b)
}

/// The shortest way to write a preset with some switches set otherwise.
export function policyText(preset: string, chosen: ReadonlyMap<string, string>): string {
  const set = presets.find(p => p.name === preset)?.set ?? []
  const parts: string[] = []
  for (const s of switches) {
    const value = chosen.get(s.name)
    if (value === undefined) continue
    const usual = set.find(x => x.knob === s.knob)?.value ?? 0
    if (s.values[usual]?.name !== value) parts.push(`${s.name}=${value}`)
  }
  return [preset, ...parts].join(",")
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

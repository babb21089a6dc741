// This file holds the settings of the next run: a policy and its switches, the costs of virtual
// time, what the machine takes, and when the run ends. A text may be wrong while it is typed; then
// fault says so, in the words of the command line, and read refuses.

import {parseCost, parseDuration, parseOneIO, parsePolicy, parseUntil, policyText, presetValue, type Setting, usualText} from "./knobs.ts"
import {costs, ios, presets, schedDetail, schedTrace, standard, switches} from "./policies.ts"

/// What a page begins with, in the words of the command line.
export interface Start {
  policy: string
  costs: string
  io: string
  until: string
}

/// One setting with a control of its own. Its text is "" if it is as usual.
export interface Field {
  readonly id: string
  readonly kind: "switch" | "cost" | "io" | "run"
  readonly name: string
  /// What it is if nobody sets it; of a switch, see Settings.usual.
  readonly usual: string
  /// Without a meaning in Parallel.
  readonly virtualOnly: boolean
  /// The number for the engine, or what is wrong.
  readonly parse: (text: string) => number | bigint | Error
  readonly knob: number // -1: none
}

const switchFields = switches.map((s): Field => ({
  id: `switch-${s.name}`, kind: "switch", name: s.name, usual: "", virtualOnly: false, knob: s.knob,
  parse: text => s.values.findIndex(v => v.name === text),
}))
const costFields = costs.map((c): Field => ({id: `cost-${c.name}`, kind: "cost", name: c.name, usual: usualText(c), virtualOnly: true, knob: c.knob, parse: parseCost}))
const ioFields = ios.map((io): Field => ({id: `io-${io.name}`, kind: "io", name: io.name, usual: usualText(io), virtualOnly: false, knob: io.knob, parse: text => parseOneIO(io, text)}))
const runFields: Field[] = [
  {id: "until", kind: "run", name: "until", usual: "the end", virtualOnly: true, knob: -1, parse: text => worded(parseUntil(text))},
  {id: "schedtrace", kind: "run", name: "schedtrace", usual: "off", virtualOnly: false, knob: schedTrace, parse: parseTrace},
  {id: "scheddetail", kind: "run", name: "scheddetail", usual: "off", virtualOnly: false, knob: schedDetail, parse: text => (text === "on" ? 1 : 0)},
]

/// All of them, in the order in which the engine is told.
export const fields: readonly Field[] = [...switchFields, ...costFields, ...ioFields, ...runFields]

/// Finds one.
export const fieldNamed = (id: string): Field => fields.find(f => f.id === id)!

/// Why a run cannot begin.
export interface Fault {
  field: Field
  words: string
}

/// The settings of a page.
export class Settings {
  private name = standard
  private readonly texts = new Map<string, string>()

  constructor(private readonly start: Start = {policy: "", costs: "", io: "", until: ""}) {
    this.reset()
  }

  /// As the page began.
  reset(): void {
    this.take(this.start)
  }

  /// As the words of the command line say.
  take({policy, costs, io, until}: Start): void {
    this.texts.clear()
    const [first = "", ...rest] = policy.split(",")
    const named = presets.some(p => p.name === first)
    this.name = named ? first : standard
    for (const part of named ? rest : policy.split(",")) this.put("switch", part)
    for (const part of costs.split(",")) this.put("cost", part)
    for (const part of io.split(",")) this.put("io", part)
    this.set(fieldNamed("until"), until)
  }

  private put(kind: string, part: string): void {
    const [name = "", value = ""] = part.split("=")
    const field = fields.find(f => f.id === `${kind}-${name}`)
    if (field !== undefined) this.set(field, value)
  }

  get preset(): string {
    return this.name
  }

  /// Another policy: its switches are as it sets them.
  set preset(name: string) {
    this.name = name
    for (const f of switchFields) this.texts.delete(f.id)
  }

  /// What a field says; "" if it is as usual.
  text(field: Field): string {
    return this.texts.get(field.id) ?? ""
  }

  set(field: Field, text: string): void {
    const plain = field.kind === "switch" ? text : text.trim()
    if (plain === "" || (field.kind === "switch" && plain === this.usual(field))) this.texts.delete(field.id)
    else this.texts.set(field.id, plain)
  }

  /// What a field is if nobody sets it.
  usual(field: Field): string {
    return field.kind === "switch" ? presetValue(this.name, field.name) : field.usual
  }

  /// Whether a field is not as usual.
  changed(field: Field): boolean {
    return this.texts.has(field.id)
  }

  /// How many are.
  get changes(): number {
    return this.texts.size
  }

  /// Whether anything is not as the page began.
  get touched(): boolean {
    const begun = new Settings(this.start)
    return begun.name !== this.name || fields.some(f => begun.text(f) !== this.text(f))
  }

  /// What is wrong with a field, or "".
  fault(field: Field): string {
    if (!this.changed(field)) return ""
    if (field.id === "scheddetail" && !this.texts.has("schedtrace")) return "wants a time in schedtrace"
    const n = field.parse(this.text(field))
    return n instanceof Error ? n.message : ""
  }

  /// What the engine takes, or why it cannot begin. In Parallel what has no meaning there is left out.
  read(parallel: boolean): {set: Setting[]; until: bigint} | Fault {
    const used = fields.filter(f => !(parallel && f.virtualOnly))
    for (const field of used) {
      const words = this.fault(field)
      if (words !== "") return {field, words}
    }
    const policy = parsePolicy(this.policy)
    if (policy instanceof Error) throw policy // its names come from the lists
    const rest = used.filter(f => f.kind !== "switch" && f.knob >= 0 && this.changed(f)).map((f): Setting => [f.knob, Number(f.parse(this.text(f)))])
    const until = parallel ? 0n : parseUntil(this.text(fieldNamed("until")))
    return {set: [...policy, ...this.unusual(rest)], until: until instanceof Error ? 0n : until}
  }

  // The command line tells the engine what is not as usual, and nothing else.
  private unusual(set: Setting[]): Setting[] {
    const usual = new Map([...costs, ...ios].map(c => [c.knob, c.usual]))
    return set.filter(([knob, value]) => usual.get(knob) !== value)
  }

  /// The policy as it is written.
  get policy(): string {
    return policyText(this.name, new Map(switchFields.map(f => [f.name, this.text(f) || this.usual(f)])))
  }

  /// What is not as usual, in the words of the command line.
  words(): Start & {schedtrace: string; scheddetail: string} {
    const list = (kind: Field["kind"]): string =>
      fields.filter(f => f.kind === kind && this.changed(f)).map(f => `${f.name}=${this.text(f)}`).join(",")
    const run = (id: string): string => this.text(fieldNamed(id))
    const policy = this.policy === standard ? "" : this.policy
    return {policy, costs: list("cost"), io: list("io"), until: run("until"), schedtrace: run("schedtrace"), scheddetail: run("scheddetail")}
  }

  /// The flags of gopark run that mean the same.
  flags(parallel: boolean): string[] {
    const {policy, costs, io, until, schedtrace, scheddetail} = this.words()
    const out: string[] = []
    if (policy !== "") out.push("-policy", policy)
    if (costs !== "" && !parallel) out.push("-cost", costs)
    if (io !== "") out.push("-io", io)
    if (until !== "" && !parallel) out.push("-until", until)
    if (schedtrace !== "") out.push("-schedtrace", schedtrace)
    if (scheddetail !== "") out.push("-scheddetail")
    return out
  }
}

// In a field the words stand at the text already.
function worded(n: bigint | Error): bigint | Error {
  return n instanceof Error ? new Error(n.message.replace(/^.*?: /, "")) : n
}

function parseTrace(text: string): number | Error {
  const d = parseDuration(text)
  if (d === null) return new Error("want a duration such as 1ms or 10ms")
  return d < 1_000_000n ? new Error("want at least 1ms") : Number(d)
}

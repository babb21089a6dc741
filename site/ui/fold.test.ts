// The fold and the words, against the samples that core/event writes
// (core/event/testdata/events.json).

import assert from "node:assert/strict"
import {readFileSync} from "node:fs"
import {test} from "node:test"
import {decode, type Event, sysmonM} from "./event.ts"
import {explain} from "./explain.ts"
import {State} from "./fold.ts"
import {Kind, Rule, waits} from "./kind.ts"
import {mend} from "./mend.ts"
import {waitName} from "./names.ts"

interface Sample {
  kinds: Record<string, number>
  rules: Record<string, number>
  waits: string[]
  runs: {
    name: string
    records: {hex: string; record: Event; words: {headline: string; detail: string; rule: string}}[]
    views: {after: number; view: View}[]
  }[]
}

/// What core/event calls a View: a state in plain values.
interface View {
  time: number
  procs: number
  stw: boolean
  gc: boolean
  ps: {id: number; status: string; m: number; running: number; runnext: number; ring: number[]; tick: number}[]
  ms: {id: number; p: number; spinning: boolean; idle: boolean; poll: number; wired: number}[]
  gs: {id: number; status: string; why: string; obj: number; pos: number; created: number; parent: number}[]
  global: number[]
  idlePs: number[]
  idleMs: number[]
}

const samples = (globalThis as unknown as {process: {env: Record<string, string>}}).process.env["GOPARK_SAMPLES"]!
const sample: Sample = JSON.parse(readFileSync(`${samples}/events.json`, "utf8"))

test("the numbers of the schema are the same", () => {
  assert.deepEqual({...Kind}, sample.kinds)
  assert.deepEqual({...Rule}, sample.rules)
  assert.deepEqual(waits, sample.waits)
})

for (const run of sample.runs) {
  const events = run.records.map(r => decode(new DataView(Uint8Array.from(Buffer.from(r.hex, "hex")).buffer), 0))

  test(`${run.name}: records are decoded`, () => {
    events.forEach((e, i) => assert.deepEqual(e, run.records[i]!.record))
  })

  test(`${run.name}: the fold gives the same states`, () => {
    const s = new State()
    let next = 0
    events.forEach((e, i) => {
      s.apply(e)
      for (; run.views[next]?.after === i + 1; next++) assert.deepEqual(viewOf(s), trimmed(run.views[next]!.view), `after ${i + 1} records`)
    })
    assert.equal(next, run.views.length)
  })

  test(`${run.name}: records that come early give the same state in the end`, () => {
    const s = new State()
    for (const e of byM(events)) s.apply(e)
    const t = new State()
    for (const e of events) t.apply(e)
    assert.deepEqual(viewOf(s), viewOf(t))
  })

  test(`${run.name}: the words are the same`, () => {
    const s = new State()
    events.forEach((e, i) => {
      s.apply(e)
      const why = explain(s)
      const {headline, detail, rule} = run.records[i]!.words
      assert.deepEqual({headline: why.sentence.map(p => p.text).join(""), detail: why.detail, rule: why.rule}, {headline, detail, rule}, `record ${i + 1}`)
    })
  })
}

test("what memory says takes the place of what was lost", () => {
  for (const run of sample.runs) {
    const s = new State()
    for (const r of run.records) s.apply(decode(new DataView(Uint8Array.from(Buffer.from(r.hex, "hex")).buffer), 0))
    const want = viewOf(s)
    const status = {idle: 0, running: 1, stopped: 3} as Record<string, number>
    const mended = mend(s, {
      procs: want.procs,
      ps: want.ps.map(p => ({...p, status: status[p.status]!})),
      ms: want.ms,
      gs: want.gs.map(g => ({...g, status: {runnable: 1, running: 2, syscall: 3, waiting: 4}[g.status]!, wait: waits.indexOf(g.why), object: g.obj})),
      global: want.global,
      idlePs: want.idlePs,
      idleMs: want.idleMs,
    })
    const got = viewOf(mended)
    assert.deepEqual({...got, ms: got.ms.map(m => ({...m, poll: 0, wired: 0}))}, {...want, gc: false, stw: false, ms: want.ms.map(m => ({...m, poll: 0, wired: 0}))}, run.name)
  }
})

/// The records as a careless drain would bring them: all of one M, then the next.
function byM(events: Event[]): Event[] {
  return [...events].sort((a, b) => b.m - a.m)
}

const statusOf: Record<string, string> = {wait: "waiting", run: "running", call: "syscall", away: "syscall"}

// A State as a View; what is not drawn is left out of both.
function viewOf(s: State): View {
  const alive = [...s.gs.values()].filter(g => g.stamp > 0).sort((a, b) => a.id - b.id)
  return {
    time: s.time,
    procs: s.procs,
    stw: s.stopping !== "",
    gc: s.collecting,
    ps: s.ps
      .filter(p => p.status !== "dead")
      .map(p => ({id: p.id, status: p.status, m: p.m ?? -1, running: p.g ?? 0, runnext: p.runnext ?? 0, ring: s.ringOf(p), tick: p.tick})),
    ms: [...s.ms.values()]
      .filter(m => m.id < sysmonM && !m.gone)
      .sort((a, b) => a.id - b.id)
      .map(m => ({id: m.id, p: m.p ?? -1, spinning: m.spinning, idle: m.idleSince > 0, poll: m.until, wired: m.wired})),
    gs: alive.map(g => ({
      id: g.id,
      status: statusOf[g.place.at] ?? "runnable",
      why: g.place.at === "wait" ? waitName(g.place.reason) : "",
      obj: g.place.at === "wait" ? g.place.on : 0,
      pos: g.pos,
      created: g.made,
      parent: g.by,
    })),
    global: s.globalQueue(),
    idlePs: s.idlePs(),
    idleMs: s.idleMs(),
  }
}

function trimmed(v: View): View {
  const {time, procs, stw, gc, ps, gs, global, idlePs, idleMs} = v
  return {time, procs, stw, gc, ps, ms: v.ms.filter(m => m.id < sysmonM), gs, global, idlePs, idleMs}
}

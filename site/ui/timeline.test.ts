// The timeline: what it finds fast is what a look at every stretch finds, and what it reads is what the events say.

import assert from "node:assert/strict"
import {readFileSync} from "node:fs"
import {test} from "node:test"
import {State} from "./fold.ts"
import {Kind} from "./kind.ts"
import {Recording} from "./recording.ts"
import {arrowKinds} from "./timeline/arrows.ts"
import {niceStep} from "./timeline/paint.ts"
import {readStory, type Story} from "./timeline/read.ts"
import {lookCount, looks, Spans, Track} from "./timeline/spans.ts"
import {Steps} from "./timeline/steps.ts"
import {sumUp} from "./timeline/words.ts"

const samples = (globalThis as unknown as {process: {env: Record<string, string>}}).process.env["GOPARK_SAMPLES"]!
const runs: {name: string; records: {hex: string}[]}[] = JSON.parse(readFileSync(`${samples}/events.json`, "utf8")).runs
const recordingOf = (run: (typeof runs)[number]): Recording => {
  const r = new Recording()
  r.append(Uint8Array.from(run.records.flatMap(x => [...Buffer.from(x.hex, "hex")])))
  return r
}
const read = async (r: Recording): Promise<Story> => (await readStory(r, async () => {}, () => true))!

/// A small generator, so that a failure can be had again.
function random(seed: number): (below: number) => number {
  let x = seed
  return below => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0
    return Math.floor((x / 2 ** 32) * below)
  }
}

test("lanes give what a look at every stretch gives", () => {
  const r = random(7)
  const spans = new Spans()
  const now = [0, 0, 0]
  for (let i = 0; i < 9000; i++) {
    const p = r(3)
    now[p]! += r(4) === 0 ? r(500) : 0
    const span = spans.begin(i + 1, now[p]!, 1, p, 0, r(lookCount))
    spans.to[span] = now[p]! += p === 2 ? 30 : r(40) === 0 ? r(9000) : r(30)
  }
  const track = new Track(spans, [0, 1, 2], i => spans.p[i]!)
  const end = Math.max(...now)
  for (let k = 0; k < 300; k++) {
    const lane = r(3)
    const [a, b] = [r(end), r(end)].sort((a, b) => a - b) as [number, number]
    const want = new Float64Array(lookCount)
    const wide: number[] = []
    const least = r(3) === 0 ? 30 : r(60) // all of lane 2 are 30
    for (let i = 0; i < spans.length; i++) {
      if (spans.p[i] !== lane) continue
      want[spans.look[i]!]! += Math.max(0, Math.min(b, spans.to[i]!) - Math.max(a, spans.from[i]!))
      if (spans.to[i]! - spans.from[i]! >= least && spans.to[i]! > a && spans.from[i]! < b) wide.push(i)
    }
    assert.deepEqual([...track.spent(lane, a, b)], [...want])
    const seen: number[] = []
    track.wide(lane, a, b, least, i => seen.push(i))
    assert.deepEqual(seen, wide, `${lane} ${a} ${b} ${least}`)
    const each = (b - a) / 50
    const sum = new Float64Array(lookCount)
    track.columns(lane, a, each, 50, (_, spent) => spent.forEach((v, look) => (sum[look]! += v)))
    sum.forEach((v, look) => assert.ok(Math.abs(v - want[look]!) < 1e-3, `columns of ${lane} from ${a} to ${b}: ${v}, want ${want[look]}`))
    const at = track.at(lane, a)
    const there = spans.p.subarray(0, spans.length).findIndex((p, i) => p === lane && spans.from[i]! <= a && spans.to[i]! > a)
    if (there < 0) assert.equal(at, -1)
    else assert.ok(spans.from[at]! <= a && spans.to[at]! > a)
  }
})

test("strips give the most of each part of time", () => {
  const r = random(3)
  const steps = new Steps()
  const all: [time: number, value: number][] = []
  let now = 0
  for (let i = 0; i < 5000; i++) {
    now += r(20)
    all.push([now, r(1000)])
    steps.add(...all.at(-1)!)
  }
  for (let k = 0; k < 100; k++) {
    const from = r(now)
    const each = 1 + r(300)
    const want = Array.from({length: 40}, (_, i) => {
      const before = all.findLast(([t]) => t < from + i * each)?.[1] ?? 0
      return Math.max(before, ...all.filter(([t]) => t >= from + i * each && t < from + (i + 1) * each).map(([, v]) => v))
    })
    assert.deepEqual([...steps.peaksOf(from, each, 40)], want)
    assert.equal(steps.at(from), all.findLast(([t]) => t <= from)?.[1] ?? 0)
  }
})

test("who runs, is ready or waits is what the fold says, after each event", async () => {
  let [checked, ready] = [0, 0]
  for (const run of runs) {
    const recording = recordingOf(run)
    if (recording.length < 20) continue
    const story = await read(recording)
    const {spans} = story
    const last = new Map<number, number[]>() // the stretches of each goroutine
    for (let i = 0; i < spans.length; i++) if (spans.g[i] !== 0) last.set(spans.g[i]!, [...(last.get(spans.g[i]!) ?? []), i])
    const s = new State()
    const earliest = new Array<number>(recording.length + 1).fill(Infinity) // time of all later events
    for (let n = recording.length - 1; n >= 0; n--) earliest[n] = Math.min(earliest[n + 1]!, recording.event(n).time)
    for (let n = 1; n <= recording.length; n++) {
      s.apply(recording.event(n - 1))
      if (s.parallel) break // the records of several Ms come mixed there
      let waiting = 0
      for (const g of s.gs.values()) {
        const span = last.get(g.id)?.findLast(i => spans.index[i]! <= n)
        if (span === undefined) continue // of the runtime, before the first record
        const look = spans.look[span]!
        const {at} = g.place
        const fits = at === "run" ? look < looks.ready : at === "wait" ? look === looks.wait : at === "call" || at === "away" ? look === looks.call : look === looks.ready
        if (look === looks.ready) waiting++
        if (at === "none" || (at === "hand" && look < looks.ready)) continue // on its way
        assert.ok(fits, `${run.name}, after ${n}: G${g.id} is at ${at}, and the timeline has ${look}`)
        checked++
      }
      if (earliest[n]! > s.time) {
        assert.equal(story.ready.at(s.time), waiting, `${run.name}, after ${n}: ready`)
        ready++
      }
    }
  }
  assert.ok(checked > 2000 && ready > 500, `${checked} and ${ready} looks are too few`)
})

test("arrows are the events, and the sums of all of a run are its own", async () => {
  for (const run of runs) {
    const recording = recordingOf(run)
    if (recording.length < 20) continue
    const story = await read(recording)
    const {arrows} = story
    const counts = arrowKinds.map(() => 0)
    for (let i = 0; i < arrows.length; i++) counts[arrows.kind[i]!]!++
    const kinds = Array.from({length: recording.length}, (_, i) => recording.event(i))
    assert.equal(counts[0], kinds.filter(e => e.kind === Kind.GoCreate && e.a !== 0).length, run.name)
    assert.equal(counts[1], kinds.filter(e => e.kind === Kind.GoReady).length, run.name)
    assert.equal(counts[2], kinds.filter(e => e.kind === Kind.Steal || e.kind === Kind.StealRunnext).length, run.name)
    assert.ok(counts[3]! <= kinds.filter(e => e.kind === Kind.Handoff || e.kind === Kind.Retake).length, run.name)
    const sums = sumUp(story, story.begin, story.end)
    assert.equal(sums.turns, kinds.filter(e => e.kind === Kind.GoStart).length, run.name)
    assert.equal(sums.steals, counts[2], run.name)
    assert.ok(sums.busy.every(b => b.share >= 0 && b.share <= 1 + 1e-9), `${run.name}: ${JSON.stringify(sums.busy)}`)
    for (let i = 0; i < arrows.length; i++) assert.equal(arrows.ofEvent(arrows.index[i]!), i)
    assert.equal(arrows.ofEvent(recording.length + 1), -1)
  }
})

test("the steps of the axis are round", () => {
  assert.deepEqual([1, 3, 7, 12, 480, 1001].map(niceStep), [1, 5, 10, 20, 500, 2000])
})

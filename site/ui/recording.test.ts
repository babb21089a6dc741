// The recording: any state can be found, forwards and back, and too much is counted.

import assert from "node:assert/strict"
import {readFileSync} from "node:fs"
import {test} from "node:test"
import {decode, header, headerFault, recordSize} from "./event.ts"
import {State} from "./fold.ts"
import {Kind, kindNames} from "./kind.ts"
import {findMoment, holdAt, kindsInWords, mainBegins, notHere} from "./moment.ts"
import {Recording, startOf} from "./recording.ts"
import {isOf, sorts, steal} from "./sorts.ts"
import {toText} from "./svg.ts"
import {tables} from "./table.ts"
import {Names} from "./names.ts"

const samples = (globalThis as unknown as {process: {env: Record<string, string>}}).process.env["GOPARK_SAMPLES"]!
const runs: {name: string; records: {hex: string}[]}[] = JSON.parse(readFileSync(`${samples}/events.json`, "utf8")).runs
const bytesOf = (run: (typeof runs)[number]): Uint8Array => Uint8Array.from(run.records.flatMap(r => [...Buffer.from(r.hex, "hex")]))
const longest = bytesOf(runs.reduce((a, b) => (a.records.length > b.records.length ? a : b)))
const text = (s: State): string => tables(s, new Names([], [])).map(toText).join("")

/// The sample again and again, with new stamps, as one long run.
function long(times: number): Uint8Array {
  const out = new Uint8Array(longest.length * times)
  for (let i = 0; i < times; i++) out.set(longest, i * longest.length)
  const v = new DataView(out.buffer)
  for (let i = 0; i < out.length / recordSize; i++) v.setBigUint64(i * recordSize + 8, BigInt(i + 1), true)
  return out
}

test("a state is the same however it is reached", () => {
  const bytes = long(12)
  const run = new Recording()
  for (let at = 0; at < bytes.length; at += 7 * recordSize) run.append(bytes.subarray(at, at + 7 * recordSize))
  const n = bytes.length / recordSize
  assert.equal(run.length, n)
  const s = new State()
  const want = new Map<number, string>()
  for (let i = 0; i < n; i++) {
    s.apply(decode(new DataView(bytes.buffer), i * recordSize))
    if (i % 997 === 0) want.set(i + 1, text(s))
  }
  for (const [at, table] of [...want].reverse()) assert.equal(text(run.stateAt(at)), table, `after ${at}`)
  for (const [at, table] of want) assert.equal(text(run.stateAt(at)), table, `after ${at}`)
})

test("what is too much is counted and not kept", () => {
  const run = new Recording(100)
  run.append(longest.subarray(0, 60 * recordSize))
  run.append(longest.subarray(60 * recordSize, 130 * recordSize))
  assert.equal(run.length, 100)
  assert.equal(run.dropped, 30)
})

test("records of several threads are put in order", async () => {
  const stealing = runs.find(r => r.name.includes("steal"))!
  const bytes = bytesOf(stealing)
  const want = new Recording()
  want.append(bytes)
  const run = new Recording()
  const n = bytes.length / recordSize
  const ms = new Set(Array.from({length: n}, (_, i) => want.event(i).m))
  assert.ok(ms.size > 2)
  for (const m of ms) for (let i = 0; i < n; i++) if (want.event(i).m === m) run.append(bytes.subarray(i * recordSize, (i + 1) * recordSize))
  const sorted = await run.sorted(async () => {})
  assert.equal(sorted.length, n)
  for (let i = 0; i < n; i++) assert.deepEqual(sorted.event(i), want.event(i))
})

test("moments are found, or it is said why not", () => {
  const stealing = runs.find(r => r.name.includes("steal"))!
  const run = new Recording()
  run.append(bytesOf(stealing))
  assert.equal(findMoment(run, "end"), run.length)
  const first = run.jump(steal, 0, 1)!
  assert.ok(steal.kinds.includes(run.kind(first - 1)))
  assert.equal(findMoment(run, "nth(go-create,1)"), findMoment(run, "first(go-create)"))
  assert.ok(Number(findMoment(run, "last(go-start)")) > Number(findMoment(run, "first(go-start)")))
  assert.match(String(findMoment(run, "first(stael)")), /there is no event "stael"/)
  assert.match(String(findMoment(run, "nth(go-create,9999)")), /the run has no nth/)
  assert.match(notHere(run, "nth(go-create,9999)"), /^In this run there were only \d+ goroutines, and the lesson looks at number 9999$/)
})

test("jumps halt at each event of a sort, both ways, as often as is counted, and do not go around", () => {
  const seen = new Set<string>()
  for (const r of runs) {
    const run = new Recording()
    run.append(bytesOf(r))
    sorts.forEach((sort, i) => {
      const want = Array.from({length: run.length}, (_, n) => n + 1).filter(n => isOf(sort, run.event(n - 1)))
      const forth: number[] = []
      for (let at: number | null = 0; (at = run.jump(sort, at, 1)) !== null; ) forth.push(at)
      const back: number[] = []
      for (let at: number | null = run.length + 1; (at = run.jump(sort, at, -1)) !== null; ) back.push(at)
      assert.deepEqual(forth, want, sort.name)
      assert.deepEqual(back.reverse(), want, sort.name)
      assert.equal(run.tally.count(i), want.length)
      for (const n of [0, 1, ...want, run.length]) {
        assert.equal(run.tally.after(i, n), run.jump(sort, n, 1) !== null, `${sort.name} after ${n}`)
        assert.equal(run.tally.before(i, n), run.jump(sort, n, -1) !== null, `${sort.name} before ${n}`)
      }
      if (want.length > 0) seen.add(sort.name)
    })
  }
  for (const name of ["decision", "steal", "global queue", "kick-out", "overflow", "park", "wake", "hand-off", "netpoll", "stop"]) assert.ok(seen.has(name), name)
})

test("a step back gives the state that was, and a step forth the one after it, at 1,000 random moments", () => {
  const recordings = runs.map(r => {
    const run = new Recording()
    run.append(bytesOf(r))
    return run
  })
  for (let i = 0; i < 1000; i++) {
    const run = recordings[i % recordings.length]!
    const n = 1 + Math.floor(Math.random() * run.length)
    const fresh = (m: number): State => {
      const s = new State()
      for (let k = 0; k < m; k++) s.apply(run.event(k))
      return s
    }
    run.stateAt(1 + Math.floor(Math.random() * run.length))
    run.stateAt(n)
    assert.deepEqual(run.stateAt(n - 1), fresh(n - 1), `back from ${n}`)
    assert.deepEqual(run.stateAt(n), fresh(n), `forth to ${n}`)
  }
})

test("a file is known by its header", () => {
  assert.equal(headerFault(header()), null)
  assert.equal(headerFault(new Uint8Array(16)), "not a file of gopark events")
  const other = header()
  other[8] = 2
  assert.match(headerFault(other)!, /version 2/)
})

test("a moment that is not there is said in words", () => {
  const none = new Recording()
  for (const kind of kindsInWords) {
    assert.ok(kindNames.includes(kind), `${kind} is a kind of event`)
    assert.match(notHere(none, `first(${kind})`), /^In this run [a-z]/)
  }
  assert.equal(notHere(none, "first(steal)"), "In this run nobody stole from another P's queue")
  assert.equal(notHere(none, "last(moon)"), "In this run nothing happened of the kind “moon”")
})

test("a run is held before the first moment that a question asks about", () => {
  const run = new Recording()
  run.append(bytesOf(runs.find(r => r.name.includes("steal"))!))
  const steal = findMoment(run, "first(steal)") as number
  assert.equal(holdAt(run, []), null)
  assert.equal(holdAt(run, [{question: "q", before: "first(steal)"}]), steal - 1)
  assert.equal(run.kind(mainBegins(run) - 1), Kind.GoStart)
  assert.equal(holdAt(run, [{question: "q", before: "first(steal)"}, {question: "r", before: ""}]), Math.min(mainBegins(run), steal - 1))
  assert.match(String(holdAt(run, [{question: "q", before: "nth(steal,999)"}])), /has no nth/)
})

test("the start of threads is measured, in whatever order the records come", () => {
  const record = (kind: number, time: number, m: number, p: number, a: number): Uint8Array => {
    const v = new DataView(new ArrayBuffer(recordSize))
    v.setBigUint64(0, BigInt(time), true)
    v.setUint8(16, kind)
    v.setUint16(18, m, true)
    v.setUint16(20, p, true)
    v.setBigUint64(32, BigInt(a), true)
    return new Uint8Array(v.buffer)
  }
  const make = (time: number, m: number): Uint8Array => record(Kind.MNew, time, 0, 1, m)
  const does = (time: number, m: number): Uint8Array => record(Kind.SpinBegin, time, m, 1, 0)
  const of = (...records: Uint8Array[]): ReturnType<typeof startOf> => {
    const run = new Recording()
    for (const r of records) run.append(r)
    return startOf(run)
  }
  assert.deepEqual(of(does(5, 0)), {threads: 0, longest: 0})
  assert.deepEqual(of(make(10, 1), make(20, 2), does(50, 1), does(90, 2), does(500, 1)), {threads: 2, longest: 70})
  assert.deepEqual(of(does(50, 1), does(90, 2), make(10, 1), make(20, 2)), {threads: 2, longest: 70})
  assert.deepEqual(of(make(10, 1), does(300, 0)), {threads: 1, longest: 290}) // it came too late
})

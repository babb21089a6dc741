// Lives, over all goroutines of the sample runs.

import assert from "node:assert/strict"
import {readFileSync} from "node:fs"
import {test} from "node:test"
import {State} from "./fold.ts"
import {Kind} from "./kind.ts"
import {lasted, lifeOf, queuesOf, sumsOf} from "./life.ts"
import {Recording} from "./recording.ts"

const samples = (globalThis as unknown as {process: {env: Record<string, string>}}).process.env["GOPARK_SAMPLES"]!
const runs: {name: string; records: {hex: string}[]}[] = JSON.parse(readFileSync(`${samples}/events.json`, "utf8")).runs

for (const sample of runs) {
  const run = new Recording()
  run.append(Uint8Array.from(Buffer.from(sample.records.map(r => r.hex).join(""), "hex")))
  const made = new Map<number, number>() // goroutine -> index
  for (let i = 0; i < run.length; i++) if (run.kind(i) === Kind.GoCreate) made.set(run.event(i).g, i + 1)
  const some = [...made].filter((_, i) => i < 12 || i % 40 === 0)

  test(`${sample.name}: at each moment a goroutine does what the fold says, and its times are all of its time`, () => {
    const s = new State()
    const lives = some.map(([id]) => lifeOf(run, id))
    for (let n = 1; n <= run.length; n++) {
      s.apply(run.event(n - 1))
      for (const life of lives) {
        const x = life.stretches.findLast(x => x.index <= n)
        const place = s.gs.get(life.id)?.place.at
        if (x === undefined || n >= life.exit) assert.ok(place === undefined, `G${life.id} after ${n}`)
        else {
          const want = {run: ["run"], wait: ["wait"], call: ["call", "away"], ready: ["ring", "runnext", "global", "hand", "none"]}[x.what]
          assert.ok(want.includes(place!), `G${life.id} after ${n}: ${x.what}, ${place}`)
          const sums = sumsOf(life, n, s.time)
          assert.equal(sums.run + sums.ready + sums.wait + sums.call, Math.max(s.time, life.stretches.at(-1)!.begin) - life.stretches[0]!.begin - early(life.stretches, n, s.time), `G${life.id} after ${n}`)
        }
      }
    }
  })

  test(`${sample.name}: the last queue is where it is`, () => {
    for (const [id] of some) {
      for (const x of lifeOf(run, id).stretches.filter(x => x.what === "ready").slice(0, 8)) {
        const n = Math.min(x.last - 1, run.length)
        const place = run.stateAt(n).gs.get(id)!.place
        const last = queuesOf(run, id, x, n)!.at(-1)
        if (place.at === "ring" || place.at === "global" || place.at === "runnext") assert.deepEqual(last!.place, place)
      }
    }
  })
}

// Clocks of Ms differ a little: a stretch may begin after the latest time that is told, or end before it began.
function early(list: ReturnType<typeof lifeOf>["stretches"], n: number, now: number): number {
  const told = list.filter(x => x.index <= n)
  return told.reduce((sum, x) => sum + ((x.last <= n ? x.end : now) - x.begin) - lasted(x, n, now), 0) + Math.max(now, list.at(-1)!.begin) - now
}

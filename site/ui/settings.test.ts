// The settings of a page.

import assert from "node:assert/strict"
import {test} from "node:test"
import {fieldNamed, fields, Settings} from "./settings.ts"

const none = {policy: "", costs: "", io: "", until: ""}
const some = {policy: "local,steal=one,victim=random", costs: "wake=2us", io: "net=5ms,loss=1%", until: "2s"}

test("a page begins as its lesson says, and comes back to it", () => {
  const s = new Settings(some)
  const begun = {set: [[1, 1], [6, 1], [7, 1], [8, 1], [9, 2], [40, 2000], [57, 5_000_000], [58, 10_000]], until: 2_000_000_000n}
  assert.deepEqual(s.read(false), begun)
  assert.equal(s.changes, 5) // victim is random anyway
  assert.equal(s.touched, false)
  s.preset = "go1.26"
  s.set(fieldNamed("until"), "")
  assert.equal(s.touched, true)
  assert.deepEqual(s.read(false), {set: begun.set.slice(5), until: 0n})
  s.reset()
  assert.deepEqual(s.read(false), begun)
})

test("in Parallel costs and until are left out, right or wrong", () => {
  const s = new Settings({...some, costs: "wake=2us"})
  s.set(fieldNamed("cost-steal"), "x")
  const have = s.read(true)
  assert.deepEqual(have, {set: [[1, 1], [6, 1], [7, 1], [8, 1], [9, 2], [57, 5_000_000], [58, 10_000]], until: 0n})
  assert.deepEqual(s.flags(true), ["-policy", "local,steal=one", "-io", "net=5ms,loss=1%"])
})

test("another policy sets its own switches", () => {
  const s = new Settings(none)
  s.set(fieldNamed("switch-steal"), "one")
  assert.deepEqual([s.policy, s.changes], ["go1.26,steal=one", 1])
  s.preset = "local"
  assert.deepEqual([s.policy, s.changes, s.usual(fieldNamed("switch-steal"))], ["local", 0, "none"])
  s.set(fieldNamed("switch-steal"), "none")
  assert.equal(s.changes, 0)
})

test("what is wrong is said at its field", () => {
  for (const [id, text, words] of [
    ["cost-wake", "2ms", "want 0 to 1ms"],
    ["cost-wake", "5", "want a duration such as 50ns or 2us"],
    ["io-loss", "1", "want a share such as 1%"],
    ["until", "-1s", "want no negative time"],
    ["until", "soon", "want a duration such as 500us or 2s"],
    ["schedtrace", "10us", "want at least 1ms"],
    ["scheddetail", "on", "wants a time in schedtrace"],
  ] as const) {
    const s = new Settings(none)
    s.set(fieldNamed(id), text)
    assert.deepEqual(s.read(false), {field: fieldNamed(id), words})
  }
})

test("what is written as usual is usual", () => {
  const s = new Settings({...none, costs: "wake=5us", io: "file=0.1ms"})
  assert.deepEqual(s.read(false), {set: [], until: 0n})
})

test("the command line means the same", () => {
  const s = new Settings(some)
  s.set(fieldNamed("schedtrace"), " 1ms ")
  s.set(fieldNamed("scheddetail"), "on")
  assert.deepEqual(s.flags(false), ["-policy", "local,steal=one", "-cost", "wake=2us", "-io", "net=5ms,loss=1%", "-until", "2s", "-schedtrace", "1ms", "-scheddetail"])
  assert.deepEqual(new Settings(none).flags(false), [])
  assert.equal(new Set(fields.map(f => f.id)).size, fields.length)
})

// Settings as texts, against the samples of core/policy (core/policy/testdata/parse.json).

import assert from "node:assert/strict"
import {readFileSync} from "node:fs"
import {test} from "node:test"
import {durationText, parseCosts, parseIO, parsePolicy, parseUntil, policyText, type Setting, settingText} from "./knobs.ts"

const samples = (globalThis as unknown as {process: {env: Record<string, string>}}).process.env["GOPARK_SAMPLES"]!

interface Read {
  set: {knob: number; value: number}[]
  words: string[]
  time?: string
  error?: string
}
const sample: Record<string, Record<string, Read>> = JSON.parse(readFileSync(`${samples}/../../policy/testdata/parse.json`, "utf8"))

const readers: Record<string, (text: string) => Setting[] | bigint | Error> = {policy: parsePolicy, costs: parseCosts, io: parseIO, until: parseUntil}

test("a text means the same as on the command line, or is refused in the same words", () => {
  assert.deepEqual(Object.keys(sample).sort(), Object.keys(readers).sort())
  for (const [name, texts] of Object.entries(sample)) {
    for (const [text, {set, words, time, error}] of Object.entries(texts)) {
      const have = readers[name]!(text)
      const what = `${name} ${text}`
      if (have instanceof Error) assert.equal(have.message, error, what)
      else if (typeof have === "bigint") assert.deepEqual([String(have), undefined], [time ?? "0", error], what)
      else {
        assert.deepEqual([have, undefined], [set.map(s => [s.knob, s.value]), error], what)
        assert.deepEqual(have.map(([knob, value]) => settingText(knob, value)), words, what)
      }
    }
  }
})

test("a policy is written with the switches that differ from its preset", () => {
  assert.equal(policyText("go1.13", new Map()), "go1.13")
  assert.equal(policyText("local", new Map([["steal", "one"], ["spin", "off"], ["runnext", "on"]])), "local,steal=one")
})

test("what the machine takes is written as -io has it", () => {
  assert.deepEqual([settingText(56, 1e6), settingText(57, 5e6), settingText(58, 500)], ["file=1000000ns", "net=5000000ns", "loss=0.05%"])
})

test("durations are written as Go writes them", () => {
  assert.deepEqual([0, 30, 3000, 1500, 5e5, 1e6, 1e10].map(durationText), ["0ns", "30ns", "3µs", "1.5µs", "500µs", "1ms", "10s"])
})

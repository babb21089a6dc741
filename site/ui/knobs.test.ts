// Policies, against the samples of core/policy (core/policy/testdata/parse.json).

import assert from "node:assert/strict"
import {readFileSync} from "node:fs"
import {test} from "node:test"
import {parsePolicy, policyText, settingText} from "./knobs.ts"

const samples = (globalThis as unknown as {process: {env: Record<string, string>}}).process.env["GOPARK_SAMPLES"]!
const sample: Record<string, {set: {knob: number; value: number}[] | null; words: string[]}> = JSON.parse(
  readFileSync(`${samples}/../../policy/testdata/parse.json`, "utf8"),
)

test("a policy means the same as on the command line", () => {
  for (const [text, {set, words}] of Object.entries(sample)) {
    const have = parsePolicy(text)
    assert.deepEqual(have, set?.map(s => [s.knob, s.value]) ?? null, text)
    assert.deepEqual(have?.map(([knob, value]) => settingText(knob, value)) ?? [], words, text)
  }
})

test("a policy is written with the switches that differ from its preset", () => {
  assert.equal(policyText("go1.13", new Map()), "go1.13")
  assert.equal(policyText("local", new Map([["steal", "one"], ["spin", "off"], ["runnext", "on"]])), "local,steal=one")
})

test("what the machine takes is written as -io has it", () => {
  assert.deepEqual([settingText(56, 1e6), settingText(57, 5e6), settingText(58, 500)], ["file=1000000ns", "net=5000000ns", "loss=0.05%"])
})

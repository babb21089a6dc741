// What is kept of a reader's work.

import assert from "node:assert/strict"
import {test} from "node:test"
import {current, farWords, howFar, type Kept, limits, nothing, others, readFile, readKept, together, withText, writeFile, writeKept} from "./kept.ts"

const some = (): Kept => ({
  ran: true,
  questions: new Map([["how-many", {mark: "q", picks: [2, 3], right: true}]]),
  exercises: new Map([["eight", {mark: "x", attempts: 2, hints: [0], shown: true, passed: false}]]),
  programs: new Map([["rich", [{mark: "a", text: "package main"}, {mark: "b", text: "older"}]]]),
})

test("what is written is read again", () => {
  assert.deepEqual(readKept(writeKept(some())), some())
  assert.deepEqual(readKept(writeKept(nothing())), nothing())
  const all = new Map([["stealing", some()], ["pool", nothing()]])
  assert.deepEqual(readFile(writeFile(all)), all)
})

const file = (lessons: unknown, more: object = {}): string => JSON.stringify({kind: "gopark-progress", version: 1, lessons, ...more})
const lesson = (more: object): object => ({s: {ran: true, questions: {}, exercises: {}, programs: {}, ...more}})
const many = (n: number): object => Object.fromEntries(Array.from({length: n}, (_, i) => [`a${i}`, {mark: "", picks: [], right: false}]))

test("a file that is none, or hostile, is refused with its reason", () => {
  for (const [text, why] of [
    ["", /no JSON/],
    ["package main", /no JSON/],
    ["[]", /the file: want an object/],
    ["null", /the file: want an object/],
    ["{}", /no version 1/],
    [`{"version": "1"}`, /no version 1/],
    [`{"version": 2, "kind": "gopark-progress"}`, /newer Gopark/],
    [file({}, {kind: "other"}), /another kind/],
    [file([]), /lessons: want an object/],
    [file({s: 1}), /lessons\.s: want an object/],
    [file({"../x": {}}), /"\.\.\/x" is no name/],
    [`{"kind": "gopark-progress", "version": 1, "lessons": {"__proto__": {"ran": true}}}`, /"__proto__" is no name/],
    [file(lesson({ran: 1})), /s\.ran: want true or false/],
    [file(lesson({questions: {q: {mark: "", picks: [1e9], right: true}}})), /picks: want a number from 0 to 1000/],
    [file(lesson({questions: {q: {mark: "", picks: [1.5], right: true}}})), /picks: want a number/],
    [file(lesson({questions: {q: {mark: "", picks: Array(33).fill(1), right: true}}})), /picks: want at most 32/],
    [file(lesson({questions: {q: {mark: "m".repeat(65), picks: [], right: true}}})), /mark: want at most 64 characters/],
    [file(lesson({questions: many(101)})), /questions: want at most 100/],
    [file(lesson({exercises: {x: {mark: "", attempts: -1, hints: [], shown: true, passed: true}}})), /attempts: want a number/],
    [file(lesson({programs: {p: [{mark: "", text: {toString: "x"}}]}})), /text: want a text/],
    [file(lesson({programs: {p: [{mark: "", text: "x".repeat(limits.text + 1)}]}})), /text: want at most 65536 characters/],
    [file(lesson({programs: {p: Array(6).fill({mark: "", text: ""})}})), /p: want at most 5/],
    [file(Object.fromEntries(Array.from({length: 501}, (_, i) => [`l${i}`, {}]))), /lessons: want at most 500/],
    [" ".repeat(limits.file + 1), /at most 2 MiB/],
  ] as const) assert.throws(() => readFile(text), why, text.slice(0, 80))
})

test("fields that nobody knows are left out", () => {
  const read = readFile(file(lesson({evil: "<img>"}), {more: 1})).get("s")!
  assert.deepEqual(Object.keys(read), ["ran", "questions", "exercises", "programs"])
})

test("of two, nothing of mine is lost", () => {
  const other: Kept = {
    ran: false,
    questions: new Map([["how-many", {mark: "q", picks: [1], right: false}], ["why", {mark: "w", picks: [1], right: true}]]),
    exercises: new Map([["eight", {mark: "x", attempts: 1, hints: [1], shown: false, passed: true}]]),
    programs: new Map([["rich", [{mark: "a", text: "theirs"}, {mark: "b", text: "older"}, {mark: "c", text: "third"}]]]),
  }
  const both = together(some(), other)
  assert.equal(both.ran, true)
  assert.deepEqual(both.questions.get("how-many"), {mark: "q", picks: [2, 3], right: true})
  assert.deepEqual(both.questions.get("why"), {mark: "w", picks: [1], right: true})
  assert.deepEqual(both.exercises.get("eight"), {mark: "x", attempts: 2, hints: [0, 1], shown: true, passed: true})
  const texts = both.programs.get("rich")!
  assert.equal(current(texts, "a"), "package main")
  assert.deepEqual(others(texts, "a", "starter").map(v => v.text), ["older", "theirs", "third"])
  // After Reset the file's text does not come in the place of the starter.
  assert.equal(current(withText(texts, "a", null), "a"), null)
  assert.deepEqual(together(nothing(), some()), some())
  assert.deepEqual(together(some(), some()), some())
  // An answer to a question that has changed does not replace one.
  const changed = together(some(), {...nothing(), questions: new Map([["how-many", {mark: "new", picks: [1], right: true}]])})
  assert.equal(changed.questions.get("how-many")!.mark, "q")
})

test("a text of another starter is not shown, but offered", () => {
  let texts = withText([], "one", "mine")
  texts = withText(texts, "one", "mine, longer")
  assert.deepEqual(texts, [{mark: "one", text: "mine, longer"}])
  assert.equal(current(texts, "two"), null)
  assert.deepEqual(others(texts, "two", "the new starter"), texts)
  assert.deepEqual(others(texts, "two", "mine, longer"), [], "the starter has become what it was")
  texts = withText(texts, "two", "newer")
  assert.equal(current(texts, "two"), "newer")
  assert.deepEqual(others(texts, "two", "").map(v => v.text), ["mine, longer"])
  assert.deepEqual(withText(texts, "two", null), [{mark: "one", text: "mine, longer"}])
  for (const i of Array(9).keys()) texts = withText(texts, `m${i}`, `t${i}`)
  assert.equal(texts.length, limits.versions)
  assert.equal(texts[0]!.text, "t8")
})

test("how far a lesson is done", () => {
  const contents = {questions: [{id: "a", mark: "1"}, {id: "b", mark: "1", quiz: true}], exercises: [{id: "x", mark: "1"}]}
  const kept = nothing()
  const now = (): [string, number, number] => {
    const {state, answered, passed} = howFar(kept, contents)
    return [state, answered, passed]
  }
  assert.deepEqual(now(), ["none", 0, 0])
  kept.ran = true
  assert.deepEqual(now(), ["begun", 0, 0])
  kept.questions.set("a", {mark: "1", picks: [3], right: false}) // a prediction may be wrong
  assert.deepEqual(now(), ["begun", 1, 0])
  kept.questions.set("b", {mark: "1", picks: [1], right: false}) // a quiz may not
  assert.deepEqual(now(), ["begun", 1, 0])
  kept.questions.set("b", {mark: "1", picks: [1, 2], right: true})
  assert.deepEqual(now(), ["begun", 2, 0])
  kept.exercises.set("x", {mark: "1", attempts: 1, hints: [], shown: true, passed: false})
  assert.deepEqual(now(), ["begun", 2, 0])
  kept.exercises.set("x", {mark: "1", attempts: 2, hints: [], shown: true, passed: true})
  assert.deepEqual(now(), ["done", 2, 1])
  kept.exercises.set("x", {mark: "0", attempts: 2, hints: [], shown: true, passed: true}) // it was another exercise
  assert.deepEqual(now(), ["begun", 2, 0])
  assert.equal(farWords(howFar(kept, contents), contents), "2 of 2 questions answered, exercise open")
  const one = {questions: [{id: "a", mark: "1"}], exercises: []}
  assert.equal(farWords(howFar(kept, one), one), "question answered")
})

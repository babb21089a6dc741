// What is kept where, and when nothing can be.

import assert from "node:assert/strict"
import {test} from "node:test"
import {type Kept, nothing, writeKept} from "./kept.ts"
import {type Place, Store} from "./store.ts"

/// A storage with room for so many characters.
class Shelf implements Place {
  readonly items = new Map<string, string>()
  constructor(private readonly room = Infinity) {}
  get length(): number {
    return this.items.size
  }
  key(i: number): string | null {
    return [...this.items.keys()][i] ?? null
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    const others = [...this.items].filter(([k]) => k !== key).reduce((n, [k, v]) => n + k.length + v.length, 0)
    if (others + key.length + value.length > this.room) throw new Error("QuotaExceededError")
    this.items.set(key, value)
  }
  removeItem(key: string): void {
    this.items.delete(key)
  }
}

const answered = (kept: Kept): void => void kept.questions.set("q", {mark: "m", picks: [1], right: true})

test("each lesson has an entry, and so has each site of an origin", () => {
  const shelf = new Shelf()
  const store = new Store(shelf, "/go/", assert.fail)
  store.change("pool", answered)
  store.change("pool", kept => (kept.ran = true))
  store.change("threads", answered)
  assert.deepEqual([...shelf.items.keys()], ["gopark-lesson:/go/:pool", "gopark-lesson:/go/:threads"])
  assert.equal(store.read("pool").ran, true)
  assert.equal(store.read("pool").questions.size, 1)
  const other = new Store(shelf, "/", assert.fail)
  assert.deepEqual(other.all(), new Map())
  other.change("pool", answered)
  shelf.setItem("gopark-theme", "dark")
  store.erase()
  assert.deepEqual([...shelf.items.keys()], ["gopark-lesson:/:pool", "gopark-theme"])
  assert.equal(store.read("pool").questions.size, 0)
})

test("a student's name is kept apart from the lessons, and erased with them", () => {
  const shelf = new Shelf()
  const store = new Store(shelf, "/go/", assert.fail)
  store.student = "Ada"
  assert.equal(new Store(shelf, "/go/", assert.fail).student, "Ada")
  assert.equal(new Store(shelf, "/", assert.fail).student, "")
  assert.deepEqual(store.all(), new Map())
  store.erase()
  assert.equal(store.student, "")
  assert.equal(shelf.length, 0)
  const nowhere = new Store(null, "/", assert.fail)
  nowhere.student = "Bob"
  assert.equal(nowhere.student, "Bob")
  assert.deepEqual(nowhere.all(), new Map())
})

test("where nothing can be kept the page works, and says it once", () => {
  for (const place of [null, new Shelf(10)]) {
    const said: string[] = []
    const store = new Store(place, "/", words => said.push(words))
    store.change("pool", answered)
    store.change("pool", kept => (kept.ran = true))
    assert.equal(store.read("pool").questions.size, 1)
    assert.equal(store.read("pool").ran, true)
    assert.deepEqual([...store.all().keys()], ["pool"])
    assert.equal(said.length, 1)
    assert.match(said[0]!, place === null ? /keep nothing/ : /storage for this site is full/)
    store.erase()
    assert.equal(store.all().size, 0)
  }
})

test("when there is room again it is kept", () => {
  const shelf = new Shelf(300)
  const store = new Store(shelf, "/", () => {})
  const text = (n: number) => (kept: Kept): void => void kept.programs.set("p", [{mark: "", text: "x".repeat(n)}])
  store.change("pool", text(1000))
  assert.equal(shelf.items.size, 0)
  store.change("pool", text(10))
  assert.equal(shelf.items.size, 1)
})

test("what cannot be understood is nothing; what is newer is left alone", () => {
  const shelf = new Shelf()
  const said: string[] = []
  const store = new Store(shelf, "/", words => said.push(words))
  for (const bad of ["", "{", "null", `{"version": 1}`, `{"version": 1, "lesson": {"ran": "yes"}}`]) {
    shelf.setItem("gopark-lesson:/:pool", bad)
    assert.deepEqual(store.read("pool"), nothing(), bad)
    store.change("pool", answered)
    assert.equal(store.read("pool").questions.size, 1, bad)
  }
  const newer = `{"version": 2, "lesson": {"something": "else"}}`
  shelf.setItem("gopark-lesson:/:pool", newer)
  store.change("pool", answered)
  store.change("pool", answered)
  assert.equal(shelf.getItem("gopark-lesson:/:pool"), newer)
  assert.equal(said.length, 1)
  assert.match(store.add(new Map([["threads", nothing()], ["pool", nothing()]]))!.message, /newer/)
  assert.deepEqual([...shelf.items.keys()], ["gopark-lesson:/:pool"])
})

test("a file is added to what there is, all of it or nothing", () => {
  const kept = nothing()
  answered(kept)
  const shelf = new Shelf(400)
  const store = new Store(shelf, "/", assert.fail)
  store.change("pool", k => (k.ran = true))
  assert.equal(store.add(new Map([["pool", kept]])), null)
  assert.deepEqual(store.read("pool"), {...kept, ran: true})
  const before = [...shelf.items]
  const large: Kept = {...nothing(), programs: new Map([["p", [{mark: "", text: "x".repeat(500)}]]])}
  assert.match(store.add(new Map([["a", nothing()], ["pool", large]]))!.message, /no room/)
  assert.deepEqual([...shelf.items], before)
  assert.equal(writeKept(store.read("pool")), before[0]![1])
})

// Links, by the rows that the Go side is tested by.

import assert from "node:assert/strict"
import {readFileSync} from "node:fs"
import {test} from "node:test"
import {decode, encode, isLink, type Link, maxJSON} from "./link.ts"
import {join, lineIn, split} from "./files.ts"

interface Row {
  name: string
  text: string
  link?: {files: [string, string][]; run: Record<string, string>; at: string; engine: string}
  error?: string
}

const samples = (globalThis as unknown as {process: {env: Record<string, string>}}).process.env["GOPARK_SAMPLES"]!
const rows = JSON.parse(readFileSync(`${samples}/../../../site/link/testdata/links.json`, "utf8")) as Row[]
const plain = (l: Link): Row["link"] => ({files: l.files.map(f => [f.name, f.text]), run: l.run as Record<string, string>, at: l.at, engine: l.engine})

test("links say here what they say in Go", async () => {
  assert.ok(rows.length > 40)
  for (const row of rows) {
    // Node's stream does not look behind the end; those of browsers do, and the test of the page holds it.
    if (row.name === "more behind what is deflated") continue
    const got = await decode(row.text)
    if (got instanceof Error) assert.equal(got.message, row.error, row.name)
    else assert.deepEqual(plain(got), row.link, row.name)
  }
})

test("what is encoded is decoded again", async () => {
  for (const row of rows) {
    const link = await decode(row.text)
    if (link instanceof Error) continue
    const text = await encode(link)
    assert.equal(typeof text, "string", row.name)
    assert.deepEqual(await decode(text as string), link, row.name)
  }
})

test("a program that is too long has no link", async () => {
  const long = await encode({files: [{name: "main.go", text: "x".repeat(maxJSON)}], run: {}, at: "", engine: ""})
  assert.match(String(long), /too long for a link/)
})

test("what looks like a link", () => {
  for (const [text, want] of [["#v1:", true], ["https://x/#v27:y", true], ["#lessons", false], ["v1.go", false], ["", false]] as const) {
    assert.equal(isLink(text), want, text)
  }
})

const hello = 'package main\n\nfunc main() {\n\tprintln("hello")\n}\n'

// As site/link/link_test.go.
test("several files in one text", () => {
  const rows: [string, string, [string, string][]][] = [
    ["one file", hello, [["x.go", hello]]],
    ["two files", "-- a.go --\npackage main\n-- b.go --\npackage main\n", [["a.go", "package main\n"], ["b.go", "package main\n"]]],
    ["what stands before the first mark", "package main\n-- b.go --\nx", [["x.go", "package main\n"], ["b.go", "x\n"]]],
    ["only blank lines before it", "\n\n-- b.go --\n", [["b.go", ""]]],
    ["no mark", "--b.go --\n-- b.go--\n--  --\n", [["x.go", "--b.go --\n-- b.go--\n--  --\n"]]],
    ["a mark at the end", "-- b.go --", [["b.go", ""]]],
  ]
  for (const [name, text, want] of rows) {
    const got = split("x.go", text)
    assert.deepEqual(got.map(f => [f.name, f.text]), want, name)
    assert.deepEqual(split(got[0]!.name, join(got)).map(f => [f.name, f.text]), want, `${name}, joined and split again`)
  }
})

test("a line of a file has its line in the text", () => {
  const parts = split("main.go", "a\nb\n-- b.go --\nc\n-- c.go --\nd\ne\n")
  assert.deepEqual([lineIn(parts, "main.go", 2), lineIn(parts, "b.go", 1), lineIn(parts, "c.go", 2), lineIn(parts, "d.go", 1)], [2, 4, 7, 0])
})

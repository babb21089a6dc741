// The drawing, over every state of the sample runs and at several widths.

import assert from "node:assert/strict"
import {readFileSync} from "node:fs"
import {test} from "node:test"
import {beside, besideWords} from "./beside.ts"
import {draw, shapesOf, widthOf} from "./draw.ts"
import {decode, type Event, noP, top} from "./event.ts"
import {explain, explainShown} from "./explain.ts"
import {State} from "./fold.ts"
import {Kind} from "./kind.ts"
import {dispatch, queues, runnext, threads} from "./knobs.ts"
import {Names, namesOf, waitName} from "./names.ts"
import {hasOf, Places} from "./places.ts"
import {type El, h, toText} from "./svg.ts"
import {tables} from "./table.ts"

const samples = (globalThis as unknown as {process: {env: Record<string, string>}}).process.env["GOPARK_SAMPLES"]!
const runs: {name: string; records: {hex: string}[]}[] = JSON.parse(readFileSync(`${samples}/events.json`, "utf8")).runs

const names = new Names(["main.go"], [{name: "main", file: 1, line: 1}])

function eachState(run: (typeof runs)[number], see: (s: State) => void): void {
  const s = new State()
  for (const r of run.records) {
    s.apply(decode(new DataView(Uint8Array.from(Buffer.from(r.hex, "hex")).buffer), 0))
    see(s)
  }
}

/// All elements of a drawing.
function all(el: El | string, out: El[] = []): El[] {
  if (typeof el === "string") return out
  out.push(el)
  for (const k of el.kids) all(k, out)
  return out
}

const tokensOf = (svg: El): El[] => all(svg).filter(el => el.key?.startsWith("g"))

for (const run of runs) {
  test(`${run.name}: every running and next goroutine has its token, once`, () => {
    eachState(run, s => {
      const svg = draw(s, 900, names, "")
      const seen = tokensOf(svg).map(el => el.key)
      assert.equal(new Set(seen).size, seen.length)
      for (const p of s.ps) {
        if (p.g !== null) assert.ok(seen.includes(`g${p.g}`), `G${p.g} runs`)
        if (p.runnext !== null) assert.ok(seen.includes(`g${p.runnext}`), `G${p.runnext} is next`)
      }
    })
  })

  test(`${run.name}: tokens stand apart and inside, at any width`, () => {
    eachState(run, s => {
      for (const width of [330, 600, 700, 900, 1400]) {
        const svg = draw(s, width, names, "")
        const [, , w, height] = String(svg.at["viewBox"]).split(" ").map(Number)
        const places = tokensOf(svg).map(el => /translate\((\S+) (\S+)\)/.exec(String(el.at["transform"]))!.slice(1).map(Number))
        for (const [x, y] of places) assert.ok(x! >= 12 && x! <= w! - 12 && y! >= 12 && y! <= height! - 12, `${x} ${y} in ${w} ${height}`)
        places.forEach(([x, y], i) => {
          for (const [u, v] of places.slice(i + 1)) assert.ok(Math.hypot(x! - u!, y! - v!) > 20, `two tokens at ${x} ${y}, ${width} wide`)
        })
        assert.ok(!toText(svg).includes("NaN") && !toText(svg).includes("undefined"))
      }
    })
  })

  test(`${run.name}: the table says the same as the fold`, () => {
    eachState(run, s => {
      const text = tables(s, names).map(toText).join("")
      for (const p of s.ps) for (const g of p.ring.values()) assert.ok(p.status === "dead" || p.ring.size > 64 || text.includes(`G${g}`), `G${g}`)
    })
  })
}

test("a steal is drawn as paths from the victim's head, with ghosts and words", () => {
  let seen = 0
  for (const run of runs) {
    eachState(run, s => {
      if (s.last!.event.kind !== Kind.Steal) return
      seen++
      const els = all(draw(s, 900, names, ""))
      const n = s.last!.event.n
      assert.equal(els.filter(el => el.at["class"] === "hot-path").length, n)
      assert.ok(els.some(el => el.at["class"] === "hot-text" && String(el.kids[0]).startsWith(`stole ${n} of `) && String(el.kids[0]).endsWith(`from P${top(s.last!.event.a)}'s ring`)))
    })
  }
  assert.ok(seen > 0)
})

test("a steal of a runnext says so", () => {
  const s = new State()
  s.p(0).status = s.p(1).status = "running"
  const about = {time: 1, rule: 0, m: 0, b: 0, n: 1}
  s.apply({...about, stamp: 1, kind: Kind.RunnextPut, p: 0, g: 5, a: 1})
  s.apply({...about, stamp: 2, kind: Kind.StealRunnext, p: 1, g: 5, a: 1})
  const els = all(draw(s, 900, names, ""))
  assert.ok(els.some(el => el.at["class"] === "hot-text" && el.kids[0] === "stole P0's runnext"))
  assert.equal(els.filter(el => el.at["class"] === "hot-path").length, 1)
})

test("a place that the scheduler of the run has not is not drawn", () => {
  const drawn = (set: [knob: number, value: number][], width: number): {runnext: boolean; ring: boolean} => {
    const s = new State()
    s.p(0).status = "running"
    for (const [knob, value] of set) s.knobs.set(knob, value)
    const words = all(draw(s, width, names, "")).map(el => String(el.kids[0]))
    return {runnext: words.includes("runnext"), ring: words.some(w => w.endsWith("of 256"))}
  }
  for (const width of [360, 700, 900]) {
    assert.deepEqual(drawn([], width), {runnext: true, ring: true})
    assert.deepEqual(drawn([[queues, 1]], width), {runnext: false, ring: false})
    assert.deepEqual(drawn([[runnext, 1]], width), {runnext: false, ring: true})
    assert.deepEqual(drawn([[dispatch, 1]], width), {runnext: false, ring: true})
  }
})

test("no goroutine is ever in a place that is not drawn", () => {
  for (const run of runs) {
    eachState(run, s => {
      const {ring, runnext} = hasOf(s)
      for (const p of s.ps) assert.ok((runnext || p.runnext === null) && (ring || p.ring.size === 0), `${run.name}: ${s.count}`)
    })
  }
})

test("tokens of the global queue and the number beside them are all that are in it", () => {
  let more = 0
  for (const run of runs) {
    eachState(run, s => {
      for (const width of [360, 900]) {
        const svg = draw(s, width, names, "")
        const seen = tokensOf(svg).filter(el => s.gs.get(Number(el.key!.slice(1)))!.place.at === "global").length
        const global = all(svg).find(el => el.at["class"] === "cap" && /^\+\d+/.test(String(el.kids[0])) && Number(el.at["y"]) < 60)
        const beside = global === undefined ? 0 : Number(/^\+(\d+)/.exec(String(global.kids[0]))![1])
        if (beside > 0) more++
        assert.equal(seen + beside, s.global.size, `${run.name}: ${s.count}, ${width} wide`)
      }
    })
  }
  assert.ok(more > 0)
})

test("threads without a P: idle, wired, in a call", () => {
  const s = new State()
  for (const id of [0, 1, 2]) s.m(id)
  const words = (): string => String(all(draw(s, 900, names, "")).find(el => /thread|wired|timer/.test(String(el.kids[0])))!.kids[0])
  assert.equal(words(), "idle threads")
  s.m(1).wired = 7
  assert.equal(words(), "threads: 2 idle, 1 wired")
  s.g(9).place = {at: "away", m: 2}
  assert.equal(words(), "1 idle, 1 wired, 1 in a call")
  s.m(0).until = 99
  assert.equal(words(), "3 threads without a P")
  s.m(1).wired = 0
  assert.equal(words(), "1 idle, 1 at a timer, 1 in a call")
})

test("an M says to whom it is wired, and another does not", () => {
  const s = new State()
  for (const id of [0, 1]) s.m(id)
  s.m(1).wired = 7
  const tags = (): string[] => all(draw(s, 900, names, "")).filter(el => /^tag /.test(String(el.at["class"]))).map(el => String(el.kids.at(-1) instanceof Object ? (el.kids.at(-1) as El).kids[0] : ""))
  assert.deepEqual(tags(), ["7"])
  s.p(0).status = "running"
  s.p(0).m = 1
  s.m(1).p = 0
  assert.deepEqual(tags(), ["7"], "with a P, too")
  s.m(1).wired = 0
  assert.deepEqual(tags(), [])
})

test("below a resting M there is room for who is in a call with it, and the rows do not touch", () => {
  const s = new State()
  for (let id = 0; id < 12; id++) {
    s.m(id)
    s.g(100 + id).place = {at: "away", m: id}
    s.m(id).wired = 100 + id
  }
  for (const width of [360, 700, 900]) {
    const svg = draw(s, width, names, "")
    assert.ok(!all(svg).some(el => /^tag /.test(String(el.at["class"]))), "its number is there already")
    const tokens = tokensOf(svg).map(el => /translate\((\S+) (\S+)\)/.exec(String(el.at["transform"]))!.slice(1).map(Number) as [number, number])
    const ms = all(svg).filter(el => el.at["class"] === "m-name").map(el => [Number(el.at["x"]), Number(el.at["y"]) - 4] as const)
    assert.ok(tokens.length >= 8 && ms.length === tokens.length)
    for (const [x, y] of tokens) for (const [u, v] of ms) assert.ok(Math.abs(x - u) >= 13 + 17 || Math.abs(y - v) >= 13 + 15, `a token at ${x} ${y} lies on the M at ${u} ${v}, ${width} wide`)
  }
})

test("where a goroutine is, and where it was last seen", () => {
  const s = new State()
  const at = (line: number): number => (1 << 20) | line
  let stamp = 0
  const put = (kind: number, g: number, more: Partial<Event> = {}): void => s.apply({time: ++stamp, stamp, kind, rule: 0, m: 0, p: 0, g, a: 0, b: 0, n: 0, ...more})
  const said = (): string => all(draw(s, 900, names, "")).filter(el => el.at["class"] === "cap").map(el => String(el.kids[0])).find(w => /line \d/.test(w)) ?? ""
  const chips = (): string => [...beside(s, pos => pos & 0xfffff)].map(([line, on]) => `${line}: ${besideWords(on)}`).join("; ")
  s.p(0).status = "running"
  put(Kind.GoStart, 1, {a: 1})
  put(Kind.GoLine, 1, {b: at(17)})
  assert.equal(said(), "in line 17")
  assert.equal(chips(), "17: G1 runs here")
  put(Kind.Sysmon, 0, {m: 9})
  assert.equal(said(), "last seen in line 17")
  assert.equal(chips(), "17: G1 was last seen here, and runs on")
  put(Kind.GoCreate, 2, {a: 1, b: at(22)}) // what it made says where it is
  assert.equal(said(), "in line 22")
  assert.equal(s.g(1).pos, at(17), "what its own records say is kept apart")
  put(Kind.RunnextPut, 2, {a: 1})
  assert.equal(said(), "last seen in line 22")
  assert.equal(chips(), "22: G1 was last seen here, and runs on, G2 is here")
  put(Kind.GoPark, 1, {b: at(25), n: 1})
  put(Kind.Sysmon, 0, {m: 9})
  const title = (): unknown => all(draw(s, 900, names, "")).find(el => el.at["class"] === "say")?.kids[0]
  put(Kind.GoStart, 2, {a: 2})
  put(Kind.GoLine, 2, {b: at(24)})
  assert.equal(title(), "G2", "what stands in main is not main")
  put(Kind.GoPark, 2, {b: at(24), n: 1})
  assert.ok(chips().includes("25: G1 is here"), chips())
  for (let g = 3; g < 20; g++) put(Kind.GoCreate, g, {a: 1, b: at(22)})
  assert.ok(chips().includes("22: G3 is here, G4 is here, G5 is here, G6 is here, G7 is here, and 12 more"), chips())
  put(Kind.GoStart, 19, {a: 3})
  assert.ok(chips().includes("22: G19 runs here, G3 is here"), "who runs is named, whoever is before it")
})

test("what is cut keeps its line", () => {
  const s = new State()
  s.p(0).status = "running"
  s.apply({time: 1, stamp: 1, kind: Kind.GoStart, rule: 0, m: 0, p: 0, g: 1, a: 1, b: 0, n: 0})
  const long = new Names(["main.go", "d05-steal-half-of-them.go"], [{name: "main", file: 1, line: 1}, {name: "work", file: 2, line: 1}])
  const at = (s.g(1).seen = (2 << 20) | 1417)
  assert.equal(long.place(at), "d05-steal-half-of-them.go:1417")
  const says = (width: number, n: Names): string[] => all(draw(s, width, n, "")).filter(el => el.at["class"] === "cap").map(el => String(el.kids[0])).filter(w => w.includes("1417"))
  for (const width of [360, 700, 900]) {
    const [words] = says(width, long)
    assert.match(words!, /^…\S*\.go:1417$/)
    assert.ok(widthOf(words!, 11) <= 170, words)
  }
  const alone = new Names(["d05-steal-half-of-them.go"], [{name: "work", file: 1, line: 1}])
  s.g(1).seen = (1 << 20) | 1417
  assert.deepEqual(says(360, alone), ["in line 1417"])
})

test("at the end of a parallel run main's P is on, the others say that they are stopped, and the words say that it is over", () => {
  const s = new State()
  let stamp = 0
  const put = (kind: number, more: Partial<Event>): void => s.apply({time: ++stamp, stamp, kind, rule: 0, m: 0, p: noP, g: 0, a: 0, b: 0, n: 0, ...more})
  put(Kind.Begin, {n: 1})
  put(Kind.ProcsChange, {a: 2})
  put(Kind.PStart, {p: 0})
  put(Kind.PStart, {p: 1, m: 1, n: 1})
  put(Kind.GoStart, {p: 0, g: 1, a: 1})
  put(Kind.PStop, {p: 0, n: 1})
  put(Kind.Exit, {p: 0})
  assert.equal(explainShown(s).detail, explain(s).detail)
  put(Kind.PStop, {p: 1, m: 1})
  put(Kind.MPark, {m: 1})
  const els = all(draw(s, 900, names, ""))
  assert.deepEqual(els.filter(el => /^lane/.test(String(el.at["class"]))).map(el => el.at["class"]), ["lane", "lane off"])
  assert.equal(els.filter(el => el.kids[0] === "stopped").length, 1)
  assert.match(explainShown(s).detail, /^The program has ended/)
  const mended = new State()
  mended.count = 7
  mended.exit = {code: 0, deadlock: false}
  assert.match(explainShown(mended).detail, /lost/)
})

test("the head of an arrow to who waits does not lie on the words above", () => {
  const s = new State()
  const put = (kind: number, stamp: number, more: Partial<Event>): void => s.apply({time: stamp, stamp, kind, rule: 0, m: 0, p: 0, g: 1, a: 0, b: 0, n: 0, ...more})
  s.p(0).status = "running"
  put(Kind.GoStart, 1, {a: 1})
  put(Kind.GoPark, 2, {n: 3, a: 9})
  for (const width of [360, 700, 900]) {
    const els = all(draw(s, width, names, ""))
    const words = Number(els.find(el => el.at["class"] === "cap" && el.kids[0] === waitName(3))!.at["y"])
    const tip = els.filter(el => el.at["class"] === "hot-fill").map(el => [.../(-?[\d.]+) (-?[\d.]+)/g[Symbol.matchAll](String(el.at["d"]))].map(m => Number(m[2])))
    assert.equal(tip.length, 1)
    assert.ok(Math.min(...tip[0]!) >= words - 1, `an arrow from ${Math.min(...tip[0]!)} under words at ${words}, ${width} wide`)
  }
})

test("in a pool a goroutine keeps its thread until it ends", () => {
  const s = new State()
  const wire: Event = {time: 1, stamp: 1, kind: Kind.GoWire, rule: 0, m: 0, p: 0, g: 1, a: 0, b: 0, n: 0}
  s.apply(wire)
  assert.match(explain(s).detail, /runs nothing else\.$/)
  s.knobs.set(threads, 1)
  assert.match(explain(s).detail, /runs nothing else until it ends\.$/)
})

test("the legend has its shapes", () => {
  for (const [name, drawn] of Object.entries(shapesOf)) assert.ok(all(drawn()).length > 2, name)
})

test("names of a program are text, whatever they are", () => {
  const evil = `<img src=x onerror=alert(1)>"'&`
  assert.equal(toText(h("text", {a: evil}, evil)), `<text a="&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;">&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;</text>`)
})

test("the line in which a function literal begins is that of the function around it", () => {
  const n = new Names(["main.go"], [{name: "main", file: 1, line: 5, end: 20}, {name: "main.func1", file: 1, line: 8, end: 11}, {name: "main.func2", file: 1, line: 15, end: 15}])
  const at = (line: number): string => n.func((1 << 20) | line)
  assert.deepEqual([7, 8, 9, 11, 12, 15].map(at), ["main", "main", "main.func1", "main.func1", "main", "main.func2"])
})

test("functions are found by their line", () => {
  const n = namesOf("main.go", "package main\n\nfunc (s *S) work() {\n}\n\nfunc main() {\n\tx()\n}\n")
  assert.equal(n.func((1 << 20) | 3), "work")
  assert.equal(n.func((1 << 20) | 7), "main")
  assert.equal(n.func(0), "")
  assert.equal(n.place((1 << 20) | 7), "main.go:7")
  assert.equal(n.place((9 << 20) | 7), "")
})

test("who waits for the network stands together, whatever each waits for; who waits for another channel apart", () => {
  const groups = (reason: string): number => {
    const s = new State()
    for (const id of [1, 2, 3]) s.g(id).place = {at: "wait", reason: reasonOf(reason), on: 100 * id}
    return new Places(s, 900).groups.length
  }
  assert.deepEqual([groups("IO wait"), groups("sleep"), groups("chan receive")], [1, 1, 3])
})

function reasonOf(name: string): number {
  for (let reason = 0; reason < 64; reason++) if (waitName(reason) === name) return reason
  assert.fail(`no reason is called ${name}`)
}

// This file draws the stage: a state in, an SVG out. The page and the generator both
// call draw; nothing else makes a picture of a state.
//
// Shapes say what a thing is. P: filled square. M: outlined hexagon, with an arc
// around it while it spins. G: a token with its number, whose colour and shape belong
// to the go statement that made it. Orange is what the last event did, and only that;
// a dashed outline is a place that it emptied.

import {top} from "./event.ts"
import {type Box, calledMs, type Group as Waiting, isSleep, type Point, Places, radius} from "./places.ts"
import type {G, M, P, State} from "./fold.ts"
import {Kind} from "./kind.ts"
import {duration, many, type Names, waitName} from "./names.ts"
import {type El, h, keyed} from "./svg.ts"
import {siteClass, siteOf} from "./tokens.ts"

/// Draws the stage of a state, so many pixels wide. In a live drawing each G, P and M can be pressed; data-who says which it is.
export function draw(s: State, width: number, names: Names, label: string, live = false): El {
  const at = new Places(s, Math.max(320, Math.round(width)))
  return h(
    "svg",
    {xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${at.width} ${at.height}`, role: live ? "group" : "img", "aria-label": label, class: at.narrow ? "st narrow" : "st"},
    ...grounds(s, at),
    ...paths(s, at), // below all words and shapes
    ...drawGlobal(s, at),
    ...at.lanes.flatMap((_, i) => drawLane(s, at, s.ps[i], names, live)),
    ...drawPanel(s, at, names, live),
    ...ghosts(s, at),
    ...heads(s, at),
    ...tokens(s, at, live),
    stealLabel(s, at),
  )
}

const text = (x: number, y: number, cls: string, words: string, anchor?: string): El =>
  h("text", anchor === undefined ? {x, y, class: cls} : {x, y, class: cls, "text-anchor": anchor}, words)

/// The boxes on which all stands.
function grounds(s: State, at: Places): El[] {
  const box = (b: Box, cls: string): El => h("rect", {x: b.x, y: b.y, width: b.w, height: b.h, rx: 10, class: cls})
  return [box(at.global, "box"), ...at.lanes.map((lane, i) => box(lane, isOn(s, s.ps[i]) ? "lane" : "lane off")), box(at.panel, "box")]
}

// Who stops the world keeps its P, and runs on it.
const isOn = (s: State, p: P | undefined): boolean => p !== undefined && (p.status === "running" || (p.status === "stopped" && p.m !== null && p.g !== null && s.gs.get(p.g)?.place.at === "run"))

// The global queue.

function drawGlobal(s: State, at: Places): El[] {
  const {x, y} = at.global
  const n = s.global.size
  const end = at.globalEnd()
  const els = [
    text(x + 14, y + 24, "title", "Global run queue"),
    h("path", {d: `M${at.railX() - radius - 3} ${at.globalY()} H${at.narrow ? x + at.global.w - 14 : end - 46}`, class: "rail"}),
  ]
  if (!at.narrow) els.push(text(x + 14, y + 41, "cap", "shared by all, under one lock"))
  const hidden = at.globalHidden()
  const more = hidden > 0 ? `+${hidden}` : ""
  els.push(text(end, at.narrow ? y + 24 : y + 31, "cap", n === 0 ? "empty" : at.narrow && more !== "" ? `${more} more · ${n}` : `${n}`, "end"))
  if (more !== "" && !at.narrow) els.push(text(end - 32, at.globalY() + 4, "cap", more, "end"))
  return els
}

// A P and all that belongs to it.

function drawLane(s: State, at: Places, p: P | undefined, names: Names, live: boolean): El[] {
  if (p === undefined) return []
  const m = s.holder(p)
  const hot = s.last?.ps.includes(p.id) && isAboutP(s.last.event.kind)
  const c = at.pAt(p.id)
  const els = [
    ...who(live, `p${p.id}`, `P${p.id}`, squareP(c, p.id, isOn(s, p), hot === true)),
    ...(m === undefined ? [] : drawM(at.mAt(p.id), m, s, live)),
    ...drawRunning(s, at, p, m, names),
    ...(at.has.runnext ? drawRunnext(at, p) : []),
    ...(at.has.ring ? drawRing(at, p) : []),
  ]
  return [h("g", {class: isOn(s, p) ? "in-lane on" : "in-lane"}, ...els)]
}

/// A part of the drawing that is about somebody. In the drawing of a text it is what it is.
function who(live: boolean, id: string, name: string, els: El[]): El[] {
  return live ? [h("g", {...asked(id), "aria-label": name}, ...els)] : els
}

const asked = (id: string): El["at"] => ({role: "button", tabindex: -1, "data-who": id})

const squareP = (c: Point, id: number, on: boolean, hot: boolean): El[] => [
  h("rect", {x: c.x - 18, y: c.y - 18, width: 36, height: 36, rx: 8, class: `p${on ? "" : " p-off"}${hot ? " hot" : ""}`}),
  text(c.x, c.y + 4.5, on ? "p-name" : "p-name p-name-off", `P${id}`, "middle"),
]

const aboutP: number[] = [Kind.PIdle, Kind.PGet, Kind.PStart, Kind.PStop, Kind.PNew, Kind.PDead]
const isAboutP = (kind: number): boolean => aboutP.includes(kind)

/// called: the goroutine of a system call stands below it.
function drawM(c: Point, m: M, s: State, live: boolean, called = false): El[] {
  const hot = s.last?.ms.includes(m.id) ? " hot" : ""
  const resting = m.p === null && m.nextp === null ? " m-rest" : ""
  const owner = s.gs.get(m.wired)
  const tag = m.wired === 0 || called ? [] : [wiredTag(c, m.wired, owner === undefined ? "main" : siteClass(s, owner))]
  return who(live, `m${m.id}`, `M${m.id}`, [...hexagonM(c, m.id, `${resting}${hot}`, m.spinning), ...tag])
}

/// Below an M: the goroutine that it is wired to, which may be somewhere else.
function wiredTag(c: Point, g: number, cls: string): El {
  const w = Math.max(18, 7 + 6 * String(g).length)
  return h(
    "g",
    {class: `tag ${cls}`},
    h("rect", {x: c.x - w / 2, y: c.y + 13, width: w, height: 12, rx: 6}),
    h("text", {x: c.x, y: c.y + 22.2, "font-size": 9, "text-anchor": "middle"}, String(g)),
  )
}

/// An outlined hexagon; an arc with a head around it while it spins.
function hexagonM(c: Point, id: number, cls: string, spinning: boolean): El[] {
  const name = `M${id}`
  const long = Math.min(Math.max(0, name.length - 3), 3)
  const els = [
    h("path", {d: hexagon(c.x, c.y, 17 + long, 17), class: `m${cls}`}),
    h("text", {x: c.x, y: c.y + 4, class: "m-name", "font-size": [10.5, 9.5, 8.5, 7.5][long]!, "text-anchor": "middle"}, name),
  ]
  if (spinning) {
    els.push(h("path", {d: `M${c.x - 21} ${c.y - 8} A22.5 22.5 0 1 1 ${c.x - 12} ${c.y + 19}`, class: "spin"}))
    els.push(h("path", {d: `M${c.x - 16} ${c.y + 12} l5 8 l4.5 -8.5 z`, class: "spin-head"}))
  }
  return els
}

function drawRunning(s: State, at: Places, p: P, m: M | undefined, names: Names): El[] {
  const y = at.row(p.id)
  const w = at.textW(p.id)
  const say = (a: string, ...b: string[]): El[] => [text(at.textX(), y - 4, "say", fit(a, w, 13.6)), text(at.textX(), y + 13, "cap", fitting(b, w, 11))]
  if (p.g !== null) {
    const g = s.gs.get(p.g)!
    const line = lineOf(names, g.seen)
    if (line === "") return say(g.id === 1 ? "main" : `G${g.id}`, "running")
    if (g.seen === g.made) return say(`G${g.id}`, `made in ${line}`, line)
    const func = names.func(g.seen)
    const name = func === "" || (func === "main" && g.id !== 1) ? `G${g.id}` : func // a function literal in main is not main
    return s.isThere(g) ? say(name, `in ${line}`, line) : say(name, `last seen in ${line}`, `seen in ${line}`)
  }
  const next = at.next.get(p.id)
  if (next !== undefined) return say(`G${next}`, "about to run")
  if (m !== undefined && m.nextp === p.id) return [text(at.textX() - 46, y + 4, "say quiet-say", "waking up")]
  if (p.status === "idle") return [text(at.textX() - 40, y + 4, "say quiet-say", "idle")]
  if (p.status === "stopped") return [text(at.textX() - 40, y + 4, "say quiet-say", "stopped")]
  if (m?.spinning) {
    const search = m.search
    return [
      text(at.textX() - 46, y - 4, "say quiet-say", "looking for work"),
      text(at.textX() - 46, y + 13, "cap", search === null ? "its queue is empty" : `pass ${search.pass} of 4`),
    ]
  }
  return []
}

/// "line 17" of the one file or of main.go, or "pool.go:17".
function lineOf(names: Names, pos: number): string {
  const place = names.place(pos)
  return names.isAlone ? place.replace(/^.*:/, "line ") : place.replace(/^main\.go:/, "line ")
}

function drawRunnext(at: Places, p: P): El[] {
  const c = at.runnextAt(p.id)
  return [slot(c), text(c.x, c.y - 22, "cap", "runnext", "middle")]
}

const slot = (c: Point): El => h("rect", {x: c.x - 17, y: c.y - 17, width: 34, height: 34, rx: 8, class: "runnext"})

function drawRing(at: Places, p: P): El[] {
  const lane = at.lanes[p.id]!
  const n = p.ring.size
  const x = at.railX()
  const y = at.ringY(p.id)
  const right = lane.x + lane.w - 14
  const hidden = hiddenOf(at, p)
  return [
    h("path", {d: `M${x - radius - 3} ${y} H${right}`, class: "rail"}),
    text(x - radius - 3, y + 29, "cap", "head", "start"),
    text(right, y - (at.narrow ? 20 : 22), "cap", `${hidden > 0 ? `+${hidden} more · ` : ""}tail · ${n} of 256`, "end"),
  ]
}

function hiddenOf(at: Places, p: P): number {
  let n = 0
  for (const pos of p.ring.keys()) if (at.ringAt(p.id, pos) === null) n++
  return n
}

// Who waits, and which Ms rest.

function drawPanel(s: State, at: Places, names: Names, live: boolean): El[] {
  const {x, y} = at.panel
  return [
    text(x + 14, y + 24, "title", "Waiting"),
    ...(at.groups.length === 0 ? [text(x + 14, y + 46, "cap", "no goroutine waits")] : []),
    ...at.groups.flatMap(group => drawGroup(s, at, group, names)),
    ...drawResting(s, at, live),
  ]
}

function drawGroup(s: State, at: Places, group: Waiting, names: Names): El[] {
  const {x, w} = at.panel
  const places = new Set(group.gs.map(id => lineOf(names, s.gs.get(id)!.pos)))
  const place = places.size === 1 ? [...places][0]! : ""
  const name = isSleep(group.reason) ? "sleeping" : waitName(group.reason)
  const els = [text(x + 14, group.y, "cap", fitting(place === "" ? [name] : [`${name} · ${place}`], w - 26, 11))]
  const hidden = group.count - group.gs.filter(id => at.waitAt(id) !== null).length
  if (hidden > 0) els.push(text(x + w - 14, group.y + 60, "cap", `+${hidden}`, "end"))
  if (isSleep(group.reason) && group.gs.length === 1) {
    const g = s.gs.get(group.gs[0]!)!
    if (g.place.at === "wait") els.push(text(x + 14 + 34, group.y + 30, "cap", `wakes in ${duration(Math.max(0, g.place.on - s.time))}`))
  }
  return els
}

function drawResting(s: State, at: Places, live: boolean): El[] {
  const {x, w} = at.panel
  const resting = s.resting()
  const called = calledMs(s)
  const els: El[] = []
  let hidden = 0
  resting.forEach((m, i) => {
    const c = at.restAt(i)
    if (c === null) hidden++
    else els.push(...drawM(c, m, s, live, called.has(m.id)))
  })
  if (hidden > 0) els.push(text(x + w - 14, at.idleY, "cap", `+${hidden}`, "end"))
  return [text(x + 14, at.idleY, "cap", fitting(restWords(called, resting), w - 26 - (hidden > 0 ? 34 : 0), 11)), ...els]
}

/// What the threads without a P do, at length and in short.
function restWords(called: ReadonlySet<number>, resting: readonly M[]): string[] {
  const calls = resting.filter(m => called.has(m.id)).length
  const wired = resting.filter(m => m.wired !== 0 && !called.has(m.id)).length
  const polls = resting.filter(m => m.until !== 0 && m.wired === 0).length
  const idle = resting.length - calls - wired - polls
  const parts = [idle > 0 ? `${idle} idle` : "", wired > 0 ? `${wired} wired` : "", polls > 0 ? `${polls} at a timer` : "", calls > 0 ? `${calls} in a call` : ""].filter(p => p !== "")
  if (parts.length === 0) return ["no thread is idle"]
  if (parts.length > 1 || calls > 0) return [`threads: ${parts.join(", ")}`, parts.join(", "), `${resting.length} threads without a P`]
  if (polls > 0) return ["1 sleeps until a timer is due"]
  return [idle > 0 ? "idle threads" : wired === 1 ? "1 wired to its goroutine" : `${wired} wired to their goroutine`]
}

// Goroutines.

function tokens(s: State, at: Places, live: boolean): El[] {
  const els: El[] = []
  for (const [g, c] of at.drawn()) {
    const el = token(s, g, c)
    if (live) Object.assign(el.at, asked(`g${g.id}`), {"aria-label": `goroutine ${g.id}`})
    els.push(el)
  }
  return els
}

const shapes = [circle, square, diamond, hexagonG, pentagon, triangle]

function token(s: State, g: G, c: Point): El {
  const site = siteOf(s, g)
  const running = g.place.at === "run"
  const cls = `${siteClass(s, g)}${g.place.at === "hand" ? " in-hand" : ""}`
  return keyed(`g${g.id}`, tokenAt(c, g.id, cls, site < 0 ? pill : shapes[site % shapes.length]!, running))
}

function tokenAt(c: Point, id: number, cls: string, shape: (r: number) => string, running: boolean): El {
  const digits = String(id).length
  const size = running ? (digits < 4 ? 12 : 10) : digits < 3 ? 11 : digits === 3 ? 9.5 : 8
  return h(
    "g",
    {transform: `translate(${c.x} ${c.y})`, class: `g ${cls}`},
    running && h("circle", {r: 21, class: "halo"}),
    h("path", {d: shape(running ? 17 : radius), class: "g-shape"}),
    h("text", {y: size * 0.36, class: "g-name", "font-size": size, "text-anchor": "middle"}, String(id)),
  )
}

function circle(r: number): string {
  return `M${-r} 0 a${r} ${r} 0 1 0 ${2 * r} 0 a${r} ${r} 0 1 0 ${-2 * r} 0 z`
}
function square(r: number): string {
  const a = r * 0.92
  return `M${-a + 4} ${-a} H${a - 4} q4 0 4 4 V${a - 4} q0 4 -4 4 H${-a + 4} q-4 0 -4 -4 V${-a + 4} q0 -4 4 -4 z`
}
function diamond(r: number): string {
  const a = r * 1.17
  return `M0 ${-a} L${a} 0 L0 ${a} L${-a} 0 z`
}
function hexagonG(r: number): string {
  return hexagon(0, 0, r * 1.08, r * 1.08)
}
function pentagon(r: number): string {
  return polygon(5, r * 1.12)
}
function triangle(r: number): string {
  const a = r * 1.25
  return `M0 ${-a * 0.95} L${a} ${a * 0.72} H${-a} z`
}
function pill(r: number): string {
  const a = r * 0.78
  return `M${-r + a} ${-a} H${r - a} a${a} ${a} 0 0 1 0 ${2 * a} H${-r + a} a${a} ${a} 0 0 1 0 ${-2 * a} z`
}
function polygon(n: number, r: number): string {
  const points = Array.from({length: n}, (_, i) => {
    const a = (2 * Math.PI * i) / n - Math.PI / 2
    return `${round(r * Math.cos(a))} ${round(r * Math.sin(a))}`
  })
  return `M${points.join(" L")} z`
}
/// So wide and high as those of a regular one of radius r and r2.
function hexagon(x: number, y: number, r: number, r2: number): string {
  const k = r - r2 * 0.5
  const v = round(r2 * 0.88)
  return `M${x - r} ${y} L${x - k} ${y - v} L${x + k} ${y - v} L${x + r} ${y} L${x + k} ${y + v} L${x - k} ${y + v} Z`
}
const round = (n: number): number => Math.round(n * 100) / 100

// What the last event did.

function ghosts(s: State, at: Places): El[] {
  const taken = new Set<string>()
  for (const [, c] of at.drawn()) taken.add(`${c.x} ${c.y}`)
  return (s.last?.moves ?? []).flatMap(({g, from}) => {
    const c = from.at === "none" || from.at === "hand" ? null : at.point(g, from)
    if (c === null || taken.has(`${c.x} ${c.y}`)) return []
    return [h("circle", {cx: c.x, cy: c.y, r: from.at === "run" ? 17 : radius, class: "ghost"})]
  })
}

const maxPaths = 16

/// The lines; what stands in their way is drawn over them.
function paths(s: State, at: Places): El[] {
  return curves(s, at).map(({line}) => h("path", {d: line, class: "hot-path"}))
}

/// Their heads.
function heads(s: State, at: Places): El[] {
  return curves(s, at).map(({x, end, down}) => h("path", {d: head(x, end, down), class: "hot-fill"}))
}

function curves(s: State, at: Places): Curve[] {
  const all: Curve[] = []
  for (const {g, from, to} of s.last?.moves ?? []) {
    const b = at.point(g, to)
    const a = from.at === "none" ? makerOf(s, at, g) : at.point(g, from)
    if (a === null || b === null || (a.x === b.x && a.y === b.y)) continue
    all.push(curve(a, b, from.at === "run" || from.at === "none" ? 18 : radius + 1, to.at === "run" ? 23 : radius + 3))
    if (all.length === maxPaths) break
  }
  return all
}

/// A new G comes from the G that made it.
function makerOf(s: State, at: Places, id: number): Point | null {
  const maker = s.gs.get(s.gs.get(id)?.by ?? -1)
  return maker === undefined ? null : at.point(maker.id, maker.place)
}

// The head of an arrow. It is drawn, and not a marker, whose name no other drawing in a page could have.
const head = (x: number, y: number, down: number): string => `M${x - 7} ${y - 10.5 * down} H${x + 7} L${x} ${y + 3.5 * down} z`

interface Curve {
  line: string
  x: number // of its head
  end: number // the height of it
  down: number // 1, or -1: it goes up
}

/// From a to b; in one row as an arc above it. Every line ends upright.
function curve(a: Point, b: Point, ra: number, rb: number): Curve {
  const x = b.x
  if (Math.abs(a.y - b.y) < 16) {
    const lift = 16 + Math.min(22, Math.abs(a.x - b.x) / 12)
    return {line: `M${a.x} ${a.y - ra} C ${a.x} ${a.y - ra - lift}, ${b.x} ${b.y - rb - lift}, ${b.x} ${b.y - rb}`, x, end: b.y - rb, down: 1}
  }
  const down = b.y > a.y ? 1 : -1
  const y1 = a.y + down * ra
  const y2 = b.y - down * rb
  const bend = Math.max(14, Math.abs(y2 - y1) / 2)
  return {line: `M${a.x} ${y1} C ${a.x} ${y1 + down * bend}, ${b.x} ${y2 - down * bend}, ${b.x} ${y2}`, x, end: y2, down}
}

/// What was stolen and from where, under the lower of the two lanes.
function stealLabel(s: State, at: Places): El | null {
  const e = s.last?.event
  if (e === undefined || (e.kind !== Kind.Steal && e.kind !== Kind.StealRunnext)) return null
  const victim = top(e.a)
  const lane = at.lanes[Math.max(victim, e.p)]
  if (lane === undefined) return null
  const words = e.kind === Kind.Steal ? `stole ${e.n} of ${s.p(victim).ring.size + e.n} from P${victim}'s ring` : `stole P${victim}'s runnext`
  return h("g", {class: isOn(s, s.ps[Math.max(victim, e.p)]) ? "in-lane on" : "in-lane"}, text(lane.x + lane.w - 14, at.ringY(Math.max(victim, e.p)) + 29, "hot-text", words, "end"))
}

// For the legend.

/// What the legend shows, drawn as on the stage, in a box of 128 by 48.
export const shapesOf: Readonly<Record<string, () => El>> = {
  G: () => sample(tokenAt({x: 24, y: 24}, 7, "c0", circle, false), tokenAt({x: 60, y: 24}, 8, "c1", square, false), tokenAt({x: 100, y: 24}, 9, "c0", circle, true)),
  P: () => sample(...squareP({x: 36, y: 24}, 0, true, false), ...squareP({x: 88, y: 24}, 1, false, false)),
  M: () => sample(...hexagonM({x: 18, y: 24}, 0, "", false), ...hexagonM({x: 62, y: 24}, 1, "", true), ...hexagonM({x: 110, y: 18}, 2, " m-rest", false), wiredTag({x: 110, y: 18}, 7, "c0")),
  ring: () => sample(h("path", {d: "M8 24 H120", class: "rail"}), ...[7, 8, 9].map((id, i) => tokenAt({x: 24 + i * 32, y: 24}, id, "c0", circle, false))),
  runnext: () => sample(slot({x: 64, y: 24}), tokenAt({x: 64, y: 24}, 10, "c0", circle, false)),
  "global queue": () => sample(h("rect", {x: 4, y: 6, width: 120, height: 36, rx: 8, class: "box"}), h("path", {d: "M12 24 H116", class: "rail"}), tokenAt({x: 28, y: 24}, 5, "c1", square, false), tokenAt({x: 60, y: 24}, 6, "c1", square, false)),
  waiting: () => sample(h("rect", {x: 4, y: 2, width: 120, height: 44, rx: 8, class: "box"}), text(14, 15, "cap", "chan receive"), tokenAt({x: 28, y: 31}, 3, "c2", diamond, false)),
  orange: () => sample(h("circle", {cx: 24, cy: 24, r: radius, class: "ghost"}), h("path", {d: "M38 24 H84", class: "hot-path"}), h("path", {d: "M82 17 L96 24 L82 31 z", class: "hot-fill"}), tokenAt({x: 112, y: 24}, 4, "c0", circle, false)),
  line: () => sample(...sampleChip(8, "4", "c0"), ...sampleChip(50, "×3", "c0"), ...sampleChip(92, "1", "main last-seen")),
}

const sampleChip = (x: number, words: string, cls: string): El[] => [
  h("rect", {x, y: 16, width: 28, height: 16, rx: 8, class: `chip-shape ${cls}`}),
  h("text", {x: x + 14, y: 27.8, class: `chip-name ${cls}`, "font-size": 10.5, "text-anchor": "middle"}, words),
]

const sample = (...els: El[]): El => h("svg", {viewBox: "0 0 128 48", width: 128, height: 48, class: "st", "aria-hidden": "true"}, ...els)

/// How wide a text is, about, and rather too much: in the widest of the fonts that are asked for.
export function widthOf(words: string, size: number): number {
  let em = 0
  for (const c of words) em += /[ijl|.,:;'! ()[\]]/.test(c) ? 0.36 : /[frt\-/"]/.test(c) ? 0.43 : /[mwMW…]/.test(c) ? 0.98 : /[A-Z]/.test(c) ? 0.72 : 0.62
  return em * size
}

/// Cuts a text so that it fits.
function fit(words: string, width: number, size: number): string {
  let cut = words
  for (let n = words.length - 1; n > 0 && widthOf(cut, size) > width; n--) cut = `${words.slice(0, n)}…`
  return cut
}

/// The first wording that fits; else the last one, of which the name of a file loses its beginning, for its end has the line.
function fitting(wordings: readonly string[], width: number, size: number): string {
  for (const words of wordings) if (widthOf(words, size) <= width) return words
  const last = wordings.at(-1)!
  const [, before, file] = /^(.*?)(\S+:\d+)$/.exec(last) ?? []
  if (file === undefined) return fit(last, width, size)
  for (let n = 1; n < file.length; n++) {
    const words = `${before}…${file.slice(n)}`
    if (widthOf(words, size) <= width) return words
  }
  return fit(last, width, size)
}

/// The state in one sentence, for who cannot see the stage.
export function summary(s: State): string {
  const running = s.ps.filter(p => p.g !== null).map(p => `P${p.id} runs G${p.g}`)
  const waiting = [...s.gs.values()].filter(g => g.place.at === "wait").length
  return `${running.join(", ") || "nobody runs"}; ${many(s.global.size, "goroutine")} in the global queue, ${waiting} waiting.${s.collecting ? " The collector marks." : ""}`
}

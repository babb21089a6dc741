// This file draws the stage: a state in, an SVG out. The page and the generator both
// call draw; nothing else makes a picture of a state.
//
// Shapes say what a thing is. P: filled square. M: outlined hexagon, with an arc
// around it while it spins. G: a token with its number, whose colour and shape belong
// to the go statement that made it. Orange is what the last event did, and only that;
// a dashed outline is a place that it emptied.

import {top} from "./event.ts"
import {type Group as Waiting, isSleep, type Point, Places, radius} from "./places.ts"
import type {G, M, P, State} from "./fold.ts"
import {Kind} from "./kind.ts"
import {duration, many, type Names, waitName} from "./names.ts"
import {type El, h, keyed} from "./svg.ts"
import {siteClass, siteOf} from "./tokens.ts"

/// Draws the stage of a state, so many pixels wide.
export function draw(s: State, width: number, names: Names, label: string): El {
  const at = new Places(s, Math.max(320, Math.round(width)))
  return h(
    "svg",
    {xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${at.width} ${at.height}`, role: "img", "aria-label": label, class: at.narrow ? "st narrow" : "st"},
    ...drawGlobal(s, at),
    ...at.lanes.flatMap((_, i) => drawLane(s, at, s.ps[i], names)),
    ...drawPanel(s, at, names),
    ...ghosts(s, at),
    ...paths(s, at),
    ...tokens(s, at),
    stealLabel(s, at),
  )
}

const text = (x: number, y: number, cls: string, words: string, anchor?: string): El =>
  h("text", anchor === undefined ? {x, y, class: cls} : {x, y, class: cls, "text-anchor": anchor}, words)

// The global queue.

function drawGlobal(s: State, at: Places): El[] {
  const {x, y, w, h: height} = at.global
  const n = s.global.size
  const els = [
    h("rect", {x, y, width: w, height, rx: 10, class: "box"}),
    text(x + 14, y + 24, "title", "Global run queue"),
    h("path", {d: `M${at.railX() - radius - 3} ${at.globalY()} H${x + w - (at.narrow ? 14 : 60)}`, class: "rail"}),
  ]
  if (!at.narrow) els.push(text(x + 14, y + 41, "cap", "shared by all, under one lock"))
  els.push(text(x + w - 14, at.narrow ? y + 24 : y + 31, "cap", n === 0 ? "empty" : `${n}`, "end"))
  if (n > at.globalSlots) els.push(text(x + w - 46, at.globalY() + 4, "cap", `+${n - at.globalSlots}`, "end"))
  return els
}

// A P and all that belongs to it.

function drawLane(s: State, at: Places, p: P | undefined, names: Names): El[] {
  if (p === undefined) return []
  const lane = at.lanes[p.id]!
  const m = s.holder(p)
  const hot = s.last?.ps.includes(p.id) && isAboutP(s.last.event.kind)
  const c = at.pAt(p.id)
  return [
    h("rect", {x: lane.x, y: lane.y, width: lane.w, height: lane.h, rx: 10, class: p.status === "running" ? "lane" : "lane off"}),
    h("rect", {x: c.x - 18, y: c.y - 18, width: 36, height: 36, rx: 8, class: `p${p.status === "running" ? "" : " p-off"}${hot ? " hot" : ""}`}),
    text(c.x, c.y + 4.5, p.status === "running" ? "p-name" : "p-name p-name-off", `P${p.id}`, "middle"),
    ...(m === undefined ? [] : drawM(at.mAt(p.id), m, s)),
    ...drawRunning(s, at, p, m, names),
    ...drawRunnext(at, p),
    ...drawRing(at, p),
  ]
}

const aboutP: number[] = [Kind.PIdle, Kind.PGet, Kind.PStart, Kind.PStop, Kind.PNew, Kind.PDead]
const isAboutP = (kind: number): boolean => aboutP.includes(kind)

/// An outlined hexagon; an arc with a head around it while it spins.
function drawM(c: Point, m: M, s: State): El[] {
  const hot = s.last?.ms.includes(m.id) ? " hot" : ""
  const resting = m.p === null && m.nextp === null ? " m-rest" : ""
  const els = [
    h("path", {d: hexagon(c.x, c.y, 17), class: `m${resting}${hot}`}),
    text(c.x, c.y + 4, "m-name", `M${m.id}`, "middle"),
  ]
  if (m.spinning) {
    els.push(h("path", {d: `M${c.x - 21} ${c.y - 8} A22.5 22.5 0 1 1 ${c.x - 12} ${c.y + 19}`, class: "spin"}))
    els.push(h("path", {d: `M${c.x - 16} ${c.y + 12} l5 8 l4.5 -8.5 z`, class: "spin-head"}))
  }
  return els
}

function drawRunning(s: State, at: Places, p: P, m: M | undefined, names: Names): El[] {
  const y = at.row(p.id)
  const say = (a: string, b: string, cls = "say"): El[] => [text(at.textX(), y - 4, cls, fit(a, at.textW(), 8)), text(at.textX(), y + 13, "cap", fit(b, at.textW(), 6.6))]
  if (p.g !== null) {
    const g = s.gs.get(p.g)!
    const place = names.place(g.pos)
    if (place === "") return say(g.id === 1 ? "main" : `G${g.id}`, "running")
    if (g.pos === g.made) return say("just begun", `made ${place.replace(/^.*:/, "in line ")}`)
    return say(names.func(g.pos) || `G${g.id}`, place)
  }
  const next = at.next.get(p.id)
  if (next !== undefined) return say(`G${next}`, "about to run")
  if (m !== undefined && m.nextp === p.id) return [text(at.textX() - 46, y + 4, "say quiet-say", "waking up")]
  if (p.status === "idle") return [text(at.textX() - 40, y + 4, "say quiet-say", "idle")]
  if (p.status === "stopped") return s.stopping ? [text(at.textX() - 40, y + 4, "say quiet-say", "stopped")] : []
  if (m?.spinning) {
    const search = m.search
    return [
      text(at.textX() - 46, y - 4, "say quiet-say", "looking for work"),
      text(at.textX() - 46, y + 13, "cap", search === null ? "its queue is empty" : `pass ${search.pass} of 4`),
    ]
  }
  return []
}

function drawRunnext(at: Places, p: P): El[] {
  const c = at.runnextAt(p.id)
  return [
    h("rect", {x: c.x - 17, y: c.y - 17, width: 34, height: 34, rx: 8, class: "runnext"}),
    text(c.x, c.y - 22, "cap", "runnext", "middle"),
  ]
}

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

function drawPanel(s: State, at: Places, names: Names): El[] {
  const {x, y, w, h: height} = at.panel
  return [
    h("rect", {x, y, width: w, height, rx: 10, class: "box"}),
    text(x + 14, y + 24, "title", "Waiting"),
    ...(at.groups.length === 0 ? [text(x + 14, y + 46, "cap", "no goroutine waits")] : []),
    ...at.groups.flatMap(group => drawGroup(s, at, group, names)),
    ...drawResting(s, at),
  ]
}

function drawGroup(s: State, at: Places, group: Waiting, names: Names): El[] {
  const {x, w} = at.panel
  const places = new Set(group.gs.map(id => names.place(s.gs.get(id)!.pos)))
  const place = places.size === 1 ? [...places][0]! : ""
  const name = isSleep(group.reason) ? "sleeping" : waitName(group.reason)
  const els = [text(x + 14, group.y, "cap", fit(place === "" ? name : `${name} · ${place}`, w - 26, 6.3))]
  const hidden = group.count - group.gs.filter(id => at.waitAt(id) !== null).length
  if (hidden > 0) els.push(text(x + w - 14, group.y + 54, "cap", `+${hidden}`, "end"))
  if (isSleep(group.reason) && group.gs.length === 1) {
    const g = s.gs.get(group.gs[0]!)!
    if (g.place.at === "wait") els.push(text(x + 14 + 34, group.y + 24, "cap", `wakes in ${duration(Math.max(0, g.place.on - s.time))}`))
  }
  return els
}

function drawResting(s: State, at: Places): El[] {
  const {x, w} = at.panel
  const resting = s.resting()
  const els = [text(x + 14, at.idleY, "cap", resting.length === 0 ? "no thread is idle" : "idle threads")]
  let hidden = 0
  resting.forEach((m, i) => {
    const c = at.restAt(i)
    if (c === null) hidden++
    else els.push(...drawM(c, m, s))
  })
  if (hidden > 0) els.push(text(x + w - 14, at.idleY, "cap", `+${hidden}`, "end"))
  return els
}

// Goroutines.

function tokens(s: State, at: Places): El[] {
  const els: El[] = []
  for (const g of s.gs.values()) {
    const c = at.point(g.id, g.place)
    if (c !== null) els.push(token(s, g, c))
  }
  return els
}

const shapes = [circle, square, diamond, hexagonG, pentagon, triangle]

function token(s: State, g: G, c: Point): El {
  const running = g.place.at === "run"
  const r = running ? 17 : radius
  const site = siteOf(s, g)
  const shape = site < 0 ? pill : shapes[site % shapes.length]!
  const digits = String(g.id).length
  const size = running ? (digits < 4 ? 12 : 10) : digits < 3 ? 11 : digits === 3 ? 9.5 : 8
  return keyed(
    `g${g.id}`,
    h(
      "g",
      {transform: `translate(${c.x} ${c.y})`, class: `g ${siteClass(s, g)}${g.place.at === "hand" ? " in-hand" : ""}`},
      running && h("circle", {r: 21, class: "halo"}),
      h("path", {d: shape(r), class: "g-shape"}),
      h("text", {y: size * 0.36, class: "g-name", "font-size": size, "text-anchor": "middle"}, String(g.id)),
    ),
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
  return hexagon(0, 0, r * 1.08)
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
function hexagon(x: number, y: number, r: number): string {
  const k = r * 0.5
  const v = round(r * 0.88)
  return `M${x - r} ${y} L${x - k} ${y - v} L${x + k} ${y - v} L${x + r} ${y} L${x + k} ${y + v} L${x - k} ${y + v} Z`
}
const round = (n: number): number => Math.round(n * 100) / 100

// What the last event did.

function ghosts(s: State, at: Places): El[] {
  const taken = new Set<string>()
  for (const g of s.gs.values()) {
    const c = at.point(g.id, g.place)
    if (c !== null) taken.add(`${c.x} ${c.y}`)
  }
  return (s.last?.moves ?? []).flatMap(({g, from}) => {
    const c = from.at === "none" || from.at === "hand" ? null : at.point(g, from)
    if (c === null || taken.has(`${c.x} ${c.y}`)) return []
    return [h("circle", {cx: c.x, cy: c.y, r: from.at === "run" ? 17 : radius, class: "ghost"})]
  })
}

const maxPaths = 16

function paths(s: State, at: Places): El[] {
  const els: El[] = []
  for (const {g, from, to} of s.last?.moves ?? []) {
    const b = at.point(g, to)
    const a = from.at === "none" ? makerOf(s, at, g) : at.point(g, from)
    if (a === null || b === null || (a.x === b.x && a.y === b.y)) continue
    const {line, end, down} = curve(a, b, from.at === "run" || from.at === "none" ? 18 : radius + 1, to.at === "run" ? 23 : radius + 3)
    els.push(h("path", {d: line, class: "hot-path"}), h("path", {d: head(b.x, end, down), class: "hot-fill"}))
    if (els.length === 2 * maxPaths) break
  }
  return els
}

/// A new G comes from the G that made it.
function makerOf(s: State, at: Places, id: number): Point | null {
  const maker = s.gs.get(s.gs.get(id)?.by ?? -1)
  return maker === undefined ? null : at.point(maker.id, maker.place)
}

// The head of an arrow. It is drawn, and not a marker, whose name no other drawing in a page could have.
const head = (x: number, y: number, down: number): string => `M${x - 7} ${y - 10.5 * down} H${x + 7} L${x} ${y + 3.5 * down} z`

/// From a to b; in one row as an arc above it. Every line ends upright, at the height end, going down (1) or up (-1).
function curve(a: Point, b: Point, ra: number, rb: number): {line: string; end: number; down: number} {
  if (Math.abs(a.y - b.y) < 16) {
    const lift = 16 + Math.min(22, Math.abs(a.x - b.x) / 12)
    return {line: `M${a.x} ${a.y - ra} C ${a.x} ${a.y - ra - lift}, ${b.x} ${b.y - rb - lift}, ${b.x} ${b.y - rb}`, end: b.y - rb, down: 1}
  }
  const down = b.y > a.y ? 1 : -1
  const y1 = a.y + down * ra
  const y2 = b.y - down * rb
  const bend = Math.max(14, Math.abs(y2 - y1) / 2)
  return {line: `M${a.x} ${y1} C ${a.x} ${y1 + down * bend}, ${b.x} ${y2 - down * bend}, ${b.x} ${y2}`, end: y2, down}
}

/// "stole 5 of 9, from the head", under the lower of the two lanes, where no path runs.
function stealLabel(s: State, at: Places): El | null {
  const e = s.last?.event
  if (e === undefined || e.kind !== Kind.Steal) return null
  const victim = top(e.a)
  const lane = at.lanes[Math.max(victim, e.p)]
  if (lane === undefined) return null
  const had = s.p(victim).ring.size + e.n
  return text(lane.x + lane.w - 14, at.ringY(Math.max(victim, e.p)) + 29, "hot-text", `stole ${e.n} of ${had}, from the head`, "end")
}

/// Cuts a word so that it fits.
function fit(words: string, width: number, perChar: number): string {
  const n = Math.floor(width / perChar)
  return words.length <= n ? words : `${words.slice(0, Math.max(1, n - 1))}…`
}

/// The state in one sentence, for who cannot see the stage.
export function summary(s: State): string {
  const running = s.ps.filter(p => p.g !== null).map(p => `P${p.id} runs G${p.g}`)
  const waiting = [...s.gs.values()].filter(g => g.place.at === "wait").length
  return `${running.join(", ") || "nobody runs"}; ${many(s.global.size, "goroutine")} in the global queue, ${waiting} waiting.${s.collecting ? " The collector marks." : ""}`
}

// This file draws a part of a run's time on a canvas: lanes with their stretches, arrows, times in which the world was
// stopped, strips of numbers, and the axis.
//
// Stretches that are two pixels wide or more are drawn each. Where they are narrower, each column of pixels is filled
// from below by what its time was spent on: so nothing is left out, however many there are.

import {duration} from "../names.ts"
import {arrowKinds, nowhere} from "./arrows.ts"
import type {Inks} from "./inks.ts"
import type {By, Story} from "./read.ts"
import {looks, none, type Track} from "./spans.ts"
import type {Steps} from "./steps.ts"

export const left = 50
export const right = 12
export const topH = 22 // for the cursor's time
const stripH = 26
const stripGap = 6
const axisH = 20
const mostLanes = 8 // of Ps; of others as many as have room there
const leastWide = 2 // px of a stretch that is drawn by itself
const mostArrows = 400

/// Which part is seen.
export interface Window {
  by: By
  from: number // times
  to: number
  width: number // of the canvas, px
  lanesH: number // of the lanes that can be seen
  scroll: number // px of lanes that are above
  arrows: readonly boolean[] // which kinds
  until: number // only lanes that have begun by this event
}

export const laneH = (by: By): number => (by === "g" ? 16 : 22)
export const laneStep = (by: By): number => laneH(by) + (by === "g" ? 4 : 6)

/// The height that so many lanes are given: of all, if they are few.
export const lanesHeight = (by: By, n: number): number => Math.min(mostLanes * laneStep("p"), Math.max(2 * laneStep("p"), n * laneStep(by)))

/// The height of all.
export const heightOf = (lanesH: number, strips: number): number => topH + lanesH + strips * (stripH + stripGap) + axisH

/// Where a time stands, in px.
export const xOf = (w: Window, time: number): number => left + ((time - w.from) / (w.to - w.from)) * (w.width - left - right)

/// And the time of a place.
export const timeOf = (w: Window, x: number): number => w.from + ((x - left) / (w.width - left - right)) * (w.to - w.from)

/// The strips that a run has.
export function stripsOf(story: Story): {name: string; steps: Steps}[] {
  return [{name: "ready", steps: story.ready}, {name: "alive", steps: story.alive}, ...(story.locked.most > 0 ? [{name: "lock", steps: story.locked}] : [])]
}

/// What was drawn.
export interface Drawn {
  arrows: number // in this part, of the kinds that are wanted
  tooMany: boolean // so they are not drawn
  dense: boolean // some columns hold more than one stretch
}

/// Draws everything but the cursor.
export function paint(pen: CanvasRenderingContext2D, story: Story, w: Window, ink: Inks): Drawn {
  const track = story.track(w.by)
  const lanes = shownLanes(track, w)
  pen.textBaseline = "middle"
  pen.save()
  pen.beginPath()
  pen.rect(0, topH, w.width, w.lanesH)
  pen.clip()
  const dense = paintLanes(pen, track, w, ink, lanes)
  paintStops(pen, story, w, ink)
  const drawn = paintArrows(pen, story, track, w, ink)
  pen.restore()
  stripsOf(story).forEach((s, i) => paintStrip(pen, s.name, s.steps, w, ink, topH + w.lanesH + stripGap + i * (stripH + stripGap)))
  paintAxis(pen, w, ink, heightOf(w.lanesH, stripsOf(story).length) - axisH / 2)
  return {...drawn, dense}
}

/// The lanes that can be seen, from and to.
export function shownLanes(track: Track, w: Window): [from: number, to: number] {
  const step = laneStep(w.by)
  return [Math.floor(w.scroll / step), Math.min(track.ids.length, Math.ceil((w.scroll + w.lanesH) / step))]
}

/// The top of a lane.
const yOf = (w: Window, lane: number): number => topH + lane * laneStep(w.by) - w.scroll + 1

// Lanes.

function paintLanes(pen: CanvasRenderingContext2D, track: Track, w: Window, ink: Inks, [first, last]: [number, number]): boolean {
  const columns = Math.max(1, Math.round(w.width - left - right))
  const image = new Columns(columns, laneH(w.by), ink)
  let dense = false
  for (let lane = first; lane < last; lane++) {
    if (track.first(lane) > w.until) continue
    const y = yOf(w, lane)
    pen.font = `600 12px ${ink.font}`
    pen.fillStyle = ink.fg
    pen.fillText(`${w.by.toUpperCase()}${track.ids[lane]!}`, 10, y + laneH(w.by) / 2 + 0.5)
    pen.fillStyle = ink.soft
    pen.fillRect(left, y, columns, laneH(w.by))
    dense = image.paint(pen, track, w, lane, y) || dense
    paintWide(pen, track, w, ink, lane, y)
  }
  return dense
}

/// The columns of pixels of a lane in which no stretch is wide.
class Columns {
  private readonly canvas = document.createElement("canvas")
  private readonly pen: CanvasRenderingContext2D
  private readonly image: ImageData
  private readonly pixels: Uint32Array
  private readonly taken: Uint8Array // columns that wide stretches fill

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly ink: Inks,
  ) {
    this.canvas.width = width
    this.canvas.height = height
    this.pen = this.canvas.getContext("2d")!
    this.image = this.pen.createImageData(width, height)
    this.pixels = new Uint32Array(this.image.data.buffer)
    this.taken = new Uint8Array(width)
  }

  /// Draws a lane; says whether there was anything.
  paint(pen: CanvasRenderingContext2D, track: Track, w: Window, lane: number, y: number): boolean {
    const {width, height, pixels, taken, ink} = this
    const each = (w.to - w.from) / width
    taken.fill(0)
    track.wide(lane, w.from, w.to, leastWide * each, span => {
      const [a, b] = edges(track, w, span)
      taken.fill(1, a - left, b - left)
    })
    pixels.fill(0)
    let any = false
    track.columns(lane, w.from, each, width, (column, spent) => {
      if (taken[column] === 1) return
      let row = height
      for (let look = 0; look < spent.length; look++) {
        if (spent[look] === 0 || look === looks.wait) continue
        const to = Math.max(0, row - Math.max(1, Math.round((height * spent[look]!) / each)))
        for (row--; row >= to; row--) pixels[row * width + column] = ink.pixel[look]!
        row = to
        any = true
      }
    })
    if (!any) return false
    this.pen.putImageData(this.image, 0, 0)
    pen.drawImage(this.canvas, left, y)
    return true
  }
}

/// The first and the last column of a stretch, in px.
function edges(track: Track, w: Window, span: number): [number, number] {
  const {from, to} = track.spans
  const a = Math.max(left, Math.round(xOf(w, from[span]!)))
  return [a, Math.max(a, Math.min(Math.round(w.width - right), Math.round(xOf(w, to[span]!))))]
}

function paintWide(pen: CanvasRenderingContext2D, track: Track, w: Window, ink: Inks, lane: number, y: number): void {
  const each = (w.to - w.from) / (w.width - left - right)
  track.wide(lane, w.from, w.to, leastWide * each, span => {
    const [a, b] = edges(track, w, span)
    const look = track.spans.look[span]!
    bars[look === looks.ready ? "ready" : look === looks.wait ? "wait" : look === looks.call ? "call" : look === looks.spin ? "spin" : "turn"](pen, ink, look, a, y, b - a, laneH(w.by))
    if (look < looks.ready) label(pen, ink, w.by === "g" ? `P${track.spans.p[span]!}` : `G${track.spans.g[span]!}`, ink.on[look]!, a, y, b - a, laneH(w.by))
    else if (look === looks.call) label(pen, ink, "in a call", ink.fg, a, y, b - a, laneH(w.by))
    else if (look === looks.spin) label(pen, ink, "searches", ink.mut, a, y - 3, b - a, laneH(w.by))
  })
}

type Bar = (pen: CanvasRenderingContext2D, ink: Inks, look: number, x: number, y: number, w: number, h: number) => void

const bars: Record<"turn" | "ready" | "wait" | "call" | "spin", Bar> = {
  turn: (pen, ink, look, x, y, w, h) => {
    pen.fillStyle = ink.fill[look]!
    if (w < 6) return pen.fillRect(x, y, w > 3 ? w - 1 : w, h)
    pen.beginPath()
    pen.roundRect(x, y, w - 1, h, 3)
    pen.fill()
  },
  ready: (pen, ink, look, x, y, w, h) => {
    pen.fillStyle = ink.fill[look]!
    pen.fillRect(x, y + h / 2 - 3, w, 6)
  },
  wait: (pen, ink, look, x, y, w, h) => {
    pen.fillStyle = ink.fill[look]!
    pen.fillRect(x, y + h / 2 - 1, w, 2)
  },
  call: (pen, ink, _, x, y, w, h) => {
    pen.save()
    pen.beginPath()
    pen.rect(x, y, w - 1, h)
    pen.clip()
    pen.strokeStyle = ink.edge
    pen.lineWidth = 1
    pen.beginPath()
    for (let at = x - h; at < x + w; at += 6) {
      pen.moveTo(at, y + h)
      pen.lineTo(at + h, y)
    }
    pen.rect(x + 0.5, y + 0.5, Math.max(0, w - 2), h - 1)
    pen.stroke()
    pen.restore()
  },
  spin: (pen, ink, look, x, y, w, h) => {
    pen.fillStyle = ink.fill[look]!
    pen.fillRect(x, y + h - 4, w, 3)
  },
}

function label(pen: CanvasRenderingContext2D, ink: Inks, words: string, colour: string, x: number, y: number, w: number, h: number): void {
  const room = 12 + words.length * 7.5
  if (w < room) return
  pen.font = `650 12px ${ink.font}`
  if (colour === ink.fg) {
    pen.fillStyle = ink.soft
    pen.fillRect(x + 4, y + 2, room - 6, h - 4)
  }
  pen.fillStyle = colour
  pen.fillText(words, x + 6, y + h / 2 + 0.5)
}

// The world stopped.

function paintStops(pen: CanvasRenderingContext2D, story: Story, w: Window, ink: Inks): void {
  pen.fillStyle = ink.fg
  let last = -1
  for (const {from, to} of story.stops) {
    if (to < w.from || from > w.to) continue
    const a = Math.max(left, xOf(w, from))
    const b = Math.min(w.width - right, Math.max(a + 1, xOf(w, to)))
    if (b <= last) continue
    pen.globalAlpha = 0.28
    pen.fillRect(a, topH, b - a, w.lanesH)
    pen.globalAlpha = 1
    last = b
    if (b - a < 96) continue
    pen.font = `650 12px ${ink.font}`
    pen.fillText("world stopped", a + 5, topH + 8)
  }
}

// Arrows.

function paintArrows(pen: CanvasRenderingContext2D, story: Story, track: Track, w: Window, ink: Inks): {arrows: number; tooMany: boolean} {
  const {arrows} = story
  const list: number[] = []
  const first = Math.max(0, arrows.search(w.from) - mostArrows) // some that began before end here
  const last = arrows.search(w.to)
  if (last - first > 50 * mostArrows) return {arrows: last - first, tooMany: true}
  for (let i = first; i < last; i++) {
    if (w.arrows[arrows.kind[i]!] === true && arrows.index[i]! <= w.until && Math.max(arrows.from[i]!, w.by === "g" ? 0 : arrows.to[i]!) >= w.from) list.push(i)
  }
  if (list.length > mostArrows) return {arrows: list.length, tooMany: true}
  for (const i of list) paintArrow(pen, story, track, w, i, ink.mut, 1)
  return {arrows: list.length, tooMany: false}
}

const places = new WeakMap<Track, Map<number, number>>()

function laneOf(track: Track, id: number): number {
  let map = places.get(track)
  if (map === undefined) places.set(track, (map = new Map(track.ids.map((id, i) => [id, i]))))
  return map.get(id) ?? -1
}

/// One arrow, if both its ends are in lanes.
export function paintArrow(pen: CanvasRenderingContext2D, story: Story, track: Track, w: Window, i: number, colour: string, thick: number): void {
  const {arrows} = story
  if (arrows.to[i] === nowhere && w.by !== "g") return
  const [a, b] = w.by === "g" ? [arrows.g1[i]!, arrows.g2[i]!] : w.by === "p" ? [arrows.p1[i]!, arrows.p2[i]!] : [arrows.m1[i]!, arrows.m2[i]!]
  const [from, to] = [laneOf(track, a), laneOf(track, b)]
  if (from < 0 || to < 0 || a === none || b === none) return
  if (from === to && w.by !== "p" && arrowKinds[arrows.kind[i]!] !== "hand-off") return // an arrow to itself tells nothing
  const x1 = xOf(w, arrows.from[i]!)
  const x2 = w.by === "g" ? x1 : xOf(w, arrows.to[i]!)
  const down = to >= from ? 1 : -1
  const h = laneH(w.by)
  if (from === to && x2 - x1 < 14) return
  const y1 = yOf(w, from) + (from === to ? 0 : down > 0 ? h - 4 : 4)
  const y2 = yOf(w, to) + (from === to ? 0 : down > 0 ? 3 : h - 3)
  pen.strokeStyle = pen.fillStyle = colour
  pen.lineWidth = thick
  pen.beginPath()
  pen.moveTo(x1, y1)
  if (from === to) pen.bezierCurveTo(x1 + 3, y1 - 7, x2 - 3, y2 - 7, x2, y2)
  else if (x2 - x1 < 3) pen.lineTo(x2, y2)
  else pen.bezierCurveTo(x1, (y1 + y2) / 2, x2, (y1 + y2) / 2, x2, y2 - down * 4)
  pen.stroke()
  const d = from === to ? 1 : down
  pen.beginPath()
  pen.moveTo(x2, y2 + d)
  pen.lineTo(x2 - 3 - thick / 2, y2 - d * 6)
  pen.lineTo(x2 + 3 + thick / 2, y2 - d * 6)
  pen.fill()
}

// Strips and axis.

function paintStrip(pen: CanvasRenderingContext2D, name: string, steps: Steps, w: Window, ink: Inks, y: number): void {
  const columns = Math.max(1, Math.round(w.width - left - right))
  const each = (w.to - w.from) / columns
  const isSum = name === "lock"
  const values = isSum ? steps.sumsOf(w.from, each, columns) : steps.peaksOf(w.from, each, columns)
  const most = isSum ? Math.max(each, ...values) : Math.max(1, steps.most)
  pen.font = `12px ${ink.font}`
  pen.fillStyle = ink.fg
  pen.fillText(name, 10, y + stripH / 2)
  pen.fillStyle = ink.soft
  pen.fillRect(left, y, columns, stripH)
  pen.fillStyle = ink.edge
  pen.beginPath()
  values.forEach((v, i) => {
    const h = v === 0 ? 0 : Math.max(1, Math.round((stripH * v) / most))
    if (h > 0) pen.rect(left + i, y + stripH - h, 1, h)
  })
  pen.fill()
  const words = isSum ? `at most ${Math.round((100 * Math.max(...values)) / each)} % of a thread` : `at most ${steps.most.toLocaleString("en")}`
  pen.textAlign = "right"
  const room = pen.measureText(words).width
  pen.globalAlpha = 0.8
  pen.fillStyle = ink.card
  pen.fillRect(w.width - right - room - 8, y + 4, room + 6, 17)
  pen.globalAlpha = 1
  pen.fillStyle = ink.fg
  pen.fillText(words, w.width - right - 5, y + stripH / 2)
  pen.textAlign = "left"
}

function paintAxis(pen: CanvasRenderingContext2D, w: Window, ink: Inks, y: number): void {
  const step = niceStep((w.to - w.from) / Math.max(1, Math.floor((w.width - left) / 130)))
  const places = decimals(step)
  pen.font = `12px ${ink.font}`
  pen.fillStyle = ink.mut
  pen.textAlign = "center"
  for (let t = Math.ceil(w.from / step) * step; t <= w.to; t += step) {
    const x = xOf(w, t)
    pen.fillRect(x, y - axisH / 2 - 1, 1, 4)
    if (x > left + 8 && x < w.width - right - 24) pen.fillText(places(t), x, y + 2)
  }
  pen.textAlign = "left"
}

/// The next of 1, 2, 5, 10, 20, …
export function niceStep(least: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return [1, 2, 5, 10].map(k => k * ten).find(s => s >= least)!
}

/// A time in the unit of the step, as exactly as the step wants it: "1.25 ms".
export function decimals(step: number): (t: number) => string {
  const [unit, name] = step >= 1e9 ? [1e9, "s"] : step >= 1e6 ? [1e6, "ms"] : step >= 1e3 ? [1e3, "µs"] : [1, "ns"]
  return t => `${Math.round(t / unit).toLocaleString("en")} ${name}`
}

/// Makes a canvas so big, sharp on this screen.
export function sized(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const scale = window.devicePixelRatio || 1
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)]
  const pen = canvas.getContext("2d")!
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w
    canvas.height = h
    canvas.style.height = `${height}px`
  } else {
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, w, h)
  }
  pen.setTransform(scale, 0, 0, scale, 0, 0)
  pen.imageSmoothingEnabled = false
  return pen
}

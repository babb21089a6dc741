// This file is the timeline: a lane for each P, a block for each stretch that a G ran,
// the past full and the future faint, and a cursor at the event that the stage shows.
//
// Drawn on a canvas: a run may have a million stretches. Those that fall into one
// pixel are drawn once. Everything that can be done here by pointing can be done by
// the transport with keys.

import {Kind} from "./kind.ts"
import {duration} from "./names.ts"
import type {Pause, Recording} from "./recording.ts"
import {top} from "./event.ts"
import {colours} from "./tokens.ts"

interface Stretch {
  p: number
  from: number // times
  to: number
  g: number
  site: number // -1 main
}

interface Theft {
  time: number
  index: number // of the event, from 1
  thief: number
  victim: number
}

const partSize = 1 << 14 // events read at once
const laneH = 22
const laneGap = 8
const topH = 24 // for the cursor's time
const axisH = 24
const left = 44
const right = 12

/// The timeline of one recording.
export class Timeline {
  private readonly canvas = document.createElement("canvas")
  private run: Recording | null = null
  private stretches: Stretch[] = []
  private thefts: Theft[] = []
  private ps = 0
  private end = 1
  private at = 0
  private now = 0
  private from: number | null = null // the time from which on it is covered
  private past: HTMLCanvasElement | null = null // everything, drawn once

  constructor(
    private readonly box: HTMLElement,
    private readonly seek: (n: number) => void,
  ) {
    this.canvas.setAttribute("role", "img")
    this.canvas.setAttribute("aria-label", "Timeline: which goroutine ran on which P")
    box.append(this.canvas)
    this.canvas.addEventListener("pointerdown", e => this.point(e))
    this.canvas.addEventListener("pointermove", e => {
      if (e.buttons === 1) this.point(e)
    })
    const redraw = (): void => {
      this.past = null
      this.paint()
    }
    new ResizeObserver(redraw).observe(box)
    new MutationObserver(redraw).observe(document.documentElement, {attributeFilter: ["data-theme"]})
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw)
  }

  /// Shows a whole recording, as soon as it has been read.
  async load(run: Recording, pause: Pause): Promise<void> {
    this.run = run
    this.box.hidden = true
    if (!(await this.read(run, pause))) return
    this.past = null
    this.box.hidden = run.length === 0
    this.paint()
  }

  hide(): void {
    this.run = null
    this.box.hidden = true
  }

  /// Covers what comes after a time, or nothing.
  cover(from: number | null): void {
    this.from = from
    this.paint()
  }

  /// The stage shows the state after n events, at this time.
  move(n: number, now: number): void {
    this.at = n
    this.now = now
    this.paint()
  }

  /// Reads the events; false if another recording took the place of this one.
  private async read(run: Recording, pause: Pause): Promise<boolean> {
    this.stretches = []
    this.thefts = []
    this.ps = 1
    this.end = 1
    const running = new Map<number, Stretch>()
    const sites: number[] = []
    const site = new Map<number, number>()
    for (let i = 0; i < run.length; i++) {
      if (i % partSize === partSize - 1) await pause()
      if (this.run !== run) return false
      const e = run.event(i)
      this.end = Math.max(this.end, e.time)
      switch (e.kind) {
        case Kind.GoCreate:
          if (e.b !== 0 && !sites.includes(e.b)) sites.push(e.b)
          site.set(e.g, e.g === 1 ? -1 : sites.indexOf(e.b))
          break
        case Kind.GoStart: {
          const s = {p: e.p, from: e.time, to: e.time, g: e.g, site: site.get(e.g) ?? -1}
          running.set(e.p, s)
          this.stretches.push(s)
          this.ps = Math.max(this.ps, e.p + 1)
          break
        }
        case Kind.GoPark:
        case Kind.GoStop:
        case Kind.GoExit: {
          const s = running.get(e.p)
          if (s !== undefined) s.to = e.time
          running.delete(e.p)
          if (e.kind === Kind.GoExit) site.delete(e.g)
          break
        }
        case Kind.ProcsChange:
          this.ps = Math.max(this.ps, Math.min(e.a, 64))
          break
        case Kind.Steal:
        case Kind.StealRunnext:
          this.thefts.push({time: e.time, index: i + 1, thief: e.p, victim: top(e.a)})
      }
    }
    for (const s of running.values()) s.to = this.end
    return true
  }

  private x(time: number): number {
    return left + (time / this.end) * (this.canvas.clientWidth - left - right)
  }

  private y(p: number): number {
    return topH + p * (laneH + laneGap)
  }

  /// The event nearest to where the pointer is.
  private point(e: PointerEvent): void {
    if (this.run === null) return
    const time = ((e.offsetX - left) / (this.canvas.clientWidth - left - right)) * this.end
    let lo = 0
    let hi = this.run.length - 1
    while (lo < hi) {
      const mid = (lo + hi) >> 1
      if (this.run.event(mid).time < time) lo = mid + 1
      else hi = mid
    }
    this.seek(lo + 1)
  }

  private paint(): void {
    const width = this.box.clientWidth
    if (this.run === null || this.box.hidden || width === 0) return
    const height = topH + this.ps * (laneH + laneGap) + axisH
    const ink = inks(this.canvas)
    const pen = sized(this.canvas, width, height)
    this.past ??= this.drawAll(width, height, ink)
    pen.drawImage(this.past, 0, 0, width, height)
    const x = this.x(this.now)
    for (let p = 0; p < this.ps; p++) {
      pen.fillStyle = ink.soft
      pen.globalAlpha = 0.74
      pen.fillRect(x, this.y(p), width - right - x, laneH)
      pen.globalAlpha = 1
    }
    this.drawThefts(pen, ink)
    if (this.from !== null) this.drawCover(pen, ink, this.x(this.from), width, height)
    this.drawCursor(pen, ink, x, duration(this.now), width)
  }

  /// Nothing is to be seen from x on, and it is plain that something is there.
  private drawCover(pen: CanvasRenderingContext2D, ink: Inks, x: number, width: number, height: number): void {
    pen.save()
    pen.beginPath()
    pen.rect(x, 0, width - x, height)
    pen.clip()
    pen.fillStyle = ink.soft
    pen.fillRect(x, 0, width - x, height)
    pen.strokeStyle = ink.mut
    pen.globalAlpha = 0.22
    pen.beginPath()
    for (let at = x - height; at < width; at += 14) {
      pen.moveTo(at, height)
      pen.lineTo(at + height, 0)
    }
    pen.stroke()
    pen.globalAlpha = 1
    const words = "covered until you have answered"
    pen.font = `600 12px ${ink.font}`
    pen.textAlign = "center"
    pen.textBaseline = "middle"
    const room = pen.measureText(words).width + 24
    if (room < width - x) {
      pen.fillRect((x + width - room) / 2, height / 2 - 12, room, 24)
      pen.fillStyle = ink.fg
      pen.fillText(words, (x + width) / 2, height / 2)
    }
    pen.restore()
  }

  /// Lanes and stretches, as if all were past.
  private drawAll(width: number, height: number, ink: Inks): HTMLCanvasElement {
    const canvas = document.createElement("canvas")
    const pen = sized(canvas, width, height)
    pen.font = `600 12px ${ink.font}`
    pen.textBaseline = "middle"
    for (let p = 0; p < this.ps; p++) {
      pen.fillStyle = ink.fg
      pen.fillText(`P${p}`, 14, this.y(p) + laneH / 2 + 1)
      pen.fillStyle = ink.soft
      pen.beginPath()
      pen.roundRect(left, this.y(p), width - left - right, laneH, 4)
      pen.fill()
    }
    const drawn = new Array<number>(this.ps).fill(-1)
    for (const s of this.stretches) this.drawStretch(pen, ink, s, drawn)
    pen.font = `11px ${ink.font}`
    pen.fillStyle = ink.mut
    const ticks = Math.max(2, Math.floor((width - left) / 160))
    for (let i = 0; i <= ticks; i++) {
      pen.textAlign = i === ticks ? "right" : i === 0 ? "left" : "center"
      pen.fillText(duration((this.end * i) / ticks), this.x((this.end * i) / ticks), height - axisH / 2 + 1)
    }
    return canvas
  }

  private drawStretch(pen: CanvasRenderingContext2D, ink: Inks, s: Stretch, drawn: number[]): void {
    const from = this.x(s.from)
    const to = Math.max(this.x(s.to), from + 1)
    if (to <= drawn[s.p]! + 0.5) return // inside a pixel that is painted already
    drawn[s.p] = to
    const w = to - from > 4 ? to - from - 1 : to - from
    const [fill, on] = s.site < 0 ? ink.main : ink.sites[s.site % colours]!
    pen.fillStyle = fill
    pen.beginPath()
    pen.roundRect(from, this.y(s.p) + 1, w, laneH - 2, w > 8 ? 3 : 0)
    pen.fill()
    const label = `G${s.g}`
    if (w < 14 + label.length * 6.5) return
    pen.fillStyle = on
    pen.font = `650 10.5px ${ink.font}`
    pen.fillText(label, from + 6, this.y(s.p) + laneH / 2 + 1)
  }

  /// A thin line from victim to thief; orange if the stage shows it.
  private drawThefts(pen: CanvasRenderingContext2D, ink: Inks): void {
    if (this.thefts.length > 2000) return
    for (const t of this.thefts) {
      const hot = t.index === this.at
      const x = this.x(t.time)
      const down = t.thief > t.victim
      const y1 = this.y(t.victim) + (down ? laneH - 5 : 5)
      const y2 = this.y(t.thief) + (down ? 5 : laneH - 5)
      pen.strokeStyle = pen.fillStyle = hot ? ink.hot : ink.mut
      pen.lineWidth = hot ? 2 : 1
      pen.beginPath()
      pen.moveTo(x, y1)
      pen.lineTo(x, y2)
      pen.stroke()
      const d = down ? -1 : 1
      pen.beginPath()
      pen.moveTo(x, y2 - d * 2)
      pen.lineTo(x - 3.5, y2 + d * 5)
      pen.lineTo(x + 3.5, y2 + d * 5)
      pen.fill()
    }
  }

  private drawCursor(pen: CanvasRenderingContext2D, ink: Inks, x: number, words: string, width: number): void {
    pen.strokeStyle = pen.fillStyle = ink.fg
    pen.lineWidth = 1.5
    pen.beginPath()
    pen.moveTo(x, 16)
    pen.lineTo(x, this.y(this.ps) - 2)
    pen.stroke()
    pen.font = `650 10.5px ${ink.font}`
    const w = pen.measureText(words).width + 16
    const at = Math.max(4, Math.min(x - w / 2, width - w - 4))
    pen.beginPath()
    pen.roundRect(at, 2, w, 17, 8)
    pen.fill()
    pen.fillStyle = ink.bg
    pen.textAlign = "center"
    pen.textBaseline = "middle"
    pen.fillText(words, at + w / 2, 11)
    pen.textAlign = "left"
  }
}

/// Makes a canvas so big, sharp on this screen.
function sized(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D {
  const scale = window.devicePixelRatio || 1
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.style.height = `${height}px`
  const pen = canvas.getContext("2d")!
  pen.scale(scale, scale)
  return pen
}

interface Inks {
  fg: string
  bg: string
  mut: string
  soft: string
  hot: string
  font: string
  main: [string, string]
  sites: [string, string][]
}

/// The colours of the theme, as the style sheet has them.
function inks(near: Element): Inks {
  const probe = document.createElement("i")
  near.after(probe)
  const of = (name: string): string => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const chip = (name: string): [string, string] => {
    probe.className = `chip ${name}`
    probe.style.color = ""
    const s = getComputedStyle(probe)
    return [s.backgroundColor, s.color]
  }
  const all = {
    fg: of("fg"),
    bg: of("bg"),
    mut: of("mut"),
    soft: of("soft"),
    hot: of("hot"),
    font: getComputedStyle(document.body).fontFamily,
    main: chip("main"),
    sites: Array.from({length: colours}, (_, i) => chip(`c${i}`)),
  }
  probe.remove()
  return all
}

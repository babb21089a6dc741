// This file is about where things stand on the stage: fixed places for Ps, Ms,
// runnext, rings, the global queue and those who wait, for a given width. One unit
// is one pixel; the words are never scaled.
//
// Three arrangements: wide (who waits stands at the right), middle (below), and
// narrow (the ring stands under the running goroutine).

import type {G, P, Place, State} from "./fold.ts"
import {dispatch, queues, runnext} from "./knobs.ts"

export interface Point {
  x: number
  y: number
}

export interface Box extends Point {
  w: number
  h: number
}

/// Which places a P has under the scheduler of this run: without a rule its slot is not there either.
export interface Has {
  ring: boolean
  runnext: boolean
}

export function hasOf(s: State): Has {
  const ring = s.knobs.get(queues) !== 1
  return {ring, runnext: ring && s.knobs.get(runnext) !== 1 && s.knobs.get(dispatch) !== 1}
}

/// A group of goroutines that wait for the same thing.
export interface Group {
  key: string
  reason: number
  gs: number[] // the first ones
  count: number // of all
  ghost: number | null // who just left it
  y: number // of its caption
  rows: number
}

const pad = 12
const gap = 8
const step = 32 // from token to token
export const radius = 13

/// From the caption of a group to its first row: the head of an arrow has room there.
const captionH = 18

/// Rows of waiting goroutines that are drawn; the rest is a number.
const maxRows = 2

/// More than fit into the rows of any width.
const mostDrawn = 128

/// The geometry of one state at one width.
export class Places {
  readonly wide: boolean
  readonly narrow: boolean
  readonly lanes: Box[] = []
  readonly global: Box
  readonly panel: Box
  readonly has: Has
  readonly groups: Group[]
  private readonly resting: number[] // Ms without a P, in the order of their places
  readonly idleY: number // caption of the idle Ms
  readonly height: number
  readonly slots: number // of a ring that are visible
  readonly globalSlots: number
  private readonly bases = new Map<number, number>()
  private readonly waits = new Map<number, Point>()
  private readonly rests: Point[] = [] // of resting, as far as they are drawn
  /// Who is about to run on a P.
  readonly next = new Map<number, number>()
  private readonly handed = new Set<number>() // Ps with a goroutine that is still to be queued
  private readonly globalBase: number

  constructor(
    readonly state: State,
    readonly width: number,
  ) {
    this.wide = width >= 820
    this.narrow = width < 560
    const panelW = this.wide ? 204 : width - 2 * pad
    const laneW = this.wide ? width - 2 * pad - panelW - 14 : width - 2 * pad
    this.global = {x: pad, y: pad, w: laneW, h: this.narrow ? 82 : 54}
    this.has = hasOf(state)
    const laneH = this.narrow && this.has.ring ? 126 : 70
    let y = pad + this.global.h + gap
    for (let i = 0; i < shownPs(state); i++) {
      this.lanes.push({x: pad, y, w: laneW, h: laneH})
      y += laneH + gap
    }
    this.slots = Math.max(1, Math.floor((laneW - this.ringX(0) - 6) / step))
    this.globalSlots = Math.max(1, Math.floor(((this.narrow ? laneW - 6 : this.globalEnd() - pad - 36) - this.ringX(0)) / step))
    const panelY = this.wide ? pad : y
    this.groups = groupsOf(state)
    this.resting = state.resting().map(m => m.id)
    const perRow = this.perRow(panelW)
    let gy = panelY + 46
    for (const g of this.groups) {
      g.y = gy
      g.rows = Math.max(1, Math.min(maxRows, Math.ceil((g.count + (g.ghost === null ? 0 : 1)) / perRow)))
      gy += captionH + g.rows * 30 + 12
    }
    if (this.groups.length === 0) gy += this.wide ? 24 : 60 // below the lanes its height should not jump
    this.idleY = gy
    const panelX = this.wide ? width - pad - panelW : pad
    const bottom = this.placeResting(panelX + 12 + 17, Math.floor((panelW - 24) / 42)) + 2
    const panelH = this.wide ? Math.max(bottom, y - gap) - panelY : bottom - panelY
    this.panel = {x: panelX, y: panelY, w: panelW, h: panelH}
    this.height = Math.max(y - gap, panelY + panelH) + pad
    for (const group of this.groups) this.placeGroup(group)
    for (const g of state.gs.values()) {
      if (g.place.at !== "hand") continue
      if (g.place.next) this.next.set(g.place.p, g.id)
      else this.handed.add(g.place.p)
    }
    for (const p of state.ps) this.bases.set(p.id, ringBase(state, p))
    this.globalBase = queueBase(state)
  }

  /// Tokens in a row of the panel.
  perRow(w = this.panel.w): number {
    return Math.floor((w - 24) / step)
  }

  /// The middle of a lane's first row.
  row(p: number): number {
    return this.lanes[p]!.y + 36
  }

  pAt(p: number): Point {
    return {x: pad + 12 + 18, y: this.row(p)}
  }

  mAt(p: number): Point {
    return {x: pad + 78, y: this.row(p)}
  }

  runAt(p: number): Point {
    return {x: pad + 132, y: this.row(p)}
  }

  textX(): number {
    return pad + 160
  }

  /// How wide the name of the running function may be.
  textW(p: number): number {
    const handed = this.handed.has(p)
    if (this.narrow || !this.has.ring) return this.global.w - 160 - (handed ? 92 : this.has.runnext ? 64 : 14)
    return handed ? 92 : 128
  }

  handAt(p: number): Point {
    return {x: this.narrow || !this.has.ring ? this.lanes[p]!.x + this.lanes[p]!.w - 74 : pad + 270, y: this.row(p)}
  }

  /// Where the words about the global queue end. Right of them, at the corner of the stage, is the button for the legend.
  globalEnd(): number {
    return this.global.x + this.global.w - (this.wide ? 14 : 50)
  }

  runnextAt(p: number): Point {
    return {x: this.narrow ? this.lanes[p]!.x + this.lanes[p]!.w - 32 : pad + 312, y: this.row(p)}
  }

  /// The middle of the ring's first slot, from the left edge of the lane.
  private ringX(i: number): number {
    return (this.narrow ? 28 : 360) + i * step
  }

  ringY(p: number): number {
    return this.narrow ? this.lanes[p]!.y + 91 : this.row(p)
  }

  /// The slot of a ring position; null if it lies beyond what is visible.
  ringAt(p: number, pos: number): Point | null {
    const i = pos - this.bases.get(p)!
    return i < 0 || i >= this.slots || this.lanes[p] === undefined ? null : {x: pad + this.ringX(i), y: this.ringY(p)}
  }

  railX(): number {
    return pad + this.ringX(0)
  }

  globalY(): number {
    return this.global.y + (this.narrow ? 58 : 27)
  }

  globalAt(pos: number): Point | null {
    const i = pos - this.globalBase
    return i < 0 || i >= this.globalSlots ? null : {x: pad + this.ringX(i), y: this.globalY()}
  }

  /// How many of the global queue are not drawn.
  globalHidden(): number {
    const {global} = this.state
    let seen = 0
    for (let i = 0; i < this.globalSlots; i++) if (global.has(this.globalBase + i)) seen++
    return global.size - seen
  }

  /// Gives the goroutines of a group their places, as many as there is room for.
  private placeGroup(group: Group): void {
    const perRow = this.perRow()
    const room = perRow * maxRows - (group.count > perRow * maxRows ? 2 : 0)
    const all = group.ghost === null ? group.gs : [...group.gs, group.ghost]
    all.slice(0, room).forEach((g, i) => {
      this.waits.set(g, {x: this.panel.x + 12 + radius + (i % perRow) * step, y: group.y + captionH + 8 + Math.floor(i / perRow) * 30})
    })
  }

  waitAt(g: number): Point | null {
    return this.waits.get(g) ?? null
  }

  /// Gives the resting Ms their places, and says where the last row ends. Below an M is the goroutine that is in a system
  /// call with it, or the number of the one that it is wired to.
  private placeResting(x: number, perRow: number): number {
    const called = calledMs(this.state)
    let y = this.idleY + 24
    for (let i = 0; i < Math.max(1, Math.min(this.resting.length, perRow * maxRows)); i += perRow) {
      const row = this.resting.slice(i, i + perRow)
      row.forEach((_, j) => this.rests.push({x: x + j * 42, y}))
      y += row.some(m => called.has(m)) ? 36 + 2 * radius + 4 : row.some(m => this.state.m(m).wired !== 0) ? 36 + 10 : 36
    }
    return y - 36 + 30
  }

  /// The place of a resting M in the panel.
  restAt(i: number): Point | null {
    return this.rests[i] ?? null
  }

  /// Under its M, which rests without a P.
  private awayAt(m: number): Point | null {
    const at = this.restAt(this.resting.indexOf(m))
    return at === null ? null : {x: at.x, y: at.y + 16 + radius + 1}
  }

  private seen: [G, Point][] | null = null

  /// The goroutines that are drawn, and where.
  drawn(): readonly (readonly [G, Point])[] {
    if (this.seen !== null) return this.seen
    this.seen = []
    for (const g of this.state.gs.values()) {
      const c = this.point(g.id, g.place)
      if (c !== null) this.seen.push([g, c])
    }
    return this.seen
  }

  /// Where a G in that place is drawn; null if nowhere.
  point(g: number, place: Place): Point | null {
    if ("p" in place && this.lanes[place.p] === undefined) return null
    switch (place.at) {
      case "run":
      case "call":
        return this.runAt(place.p)
      case "hand":
        return place.next ? this.runAt(place.p) : this.handAt(place.p)
      case "runnext":
        return this.runnextAt(place.p)
      case "ring":
        return this.ringAt(place.p, place.pos)
      case "global":
        return this.globalAt(place.pos)
      case "wait":
        return this.waitAt(g)
      case "away":
        return this.awayAt(place.m)
      case "none":
        return null
    }
  }
}

/// The Ms that are in a system call without a P.
export function calledMs(s: State): Set<number> {
  const ms = new Set<number>()
  for (const g of s.gs.values()) if (g.place.at === "away") ms.add(g.place.m)
  return ms
}

/// Lanes: every P that exists, and at least one.
export function shownPs(s: State): number {
  return Math.max(1, s.procs, s.ps.findLastIndex(p => p.status !== "dead") + 1)
}

/// The first visible position: the head, or what has just left it.
function ringBase(s: State, p: P): number {
  let base = Math.min(...p.ring.keys(), p.tail)
  for (const m of s.last?.moves ?? []) {
    if (m.from.at === "ring" && m.from.p === p.id) base = Math.min(base, m.from.pos)
  }
  return base
}

function queueBase(s: State): number {
  let base = s.global.size === 0 ? s.globalTail : s.globalHead // it may hold very many
  for (const m of s.last?.moves ?? []) {
    if (m.from.at === "global") base = Math.min(base, m.from.pos)
  }
  return base
}

function groupsOf(s: State): Group[] {
  const groups = new Map<string, Group>()
  const groupOf = (reason: number, on: number): Group => {
    const key = `${reason}/${isSleep(reason) || reason === network ? 0 : on}` // each of these waits for something of its own
    let group = groups.get(key)
    if (group === undefined) groups.set(key, (group = {key, reason, gs: [], count: 0, ghost: null, y: 0, rows: 1}))
    return group
  }
  let last: Place | null = null
  let group: Group | null = null
  for (const {id, place} of s.gs.values()) {
    if (place.at !== "wait") continue
    if (last?.at !== "wait" || place.reason !== last.reason || place.on !== last.on) group = groupOf(place.reason, place.on) // often many in a row wait for the same
    last = place
    if (group!.count++ < mostDrawn) group!.gs.push(id)
  }
  for (const m of s.last?.moves ?? []) {
    if (m.from.at === "wait") groupOf(m.from.reason, m.from.on).ghost = m.g
  }
  return [...groups.values()].sort((a, b) => a.reason - b.reason || (a.key < b.key ? -1 : 1))
}

const sleep = 8
const network = 14
export const isSleep = (reason: number): boolean => reason === sleep

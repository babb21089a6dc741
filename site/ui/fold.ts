// This file folds events into a state: which G is where, which M holds which P, who
// is idle. Drawing and explaining read the state and nothing else.
//
// Relies on: the meaning of the fields that core/event documents. Records of one M
// come in their order; those of several may come mixed, and the state is the same in
// the end, because
//   - what a G, P or M does is a register, and the later stamp wins;
//   - queues are known by absolute positions;
//   - a record that moves goroutines from places not yet known is held back.
// Leaves behind: State.last, what the last record moved and from where.
//
// The twin of core/event/fold.go; both are tested against the same samples.

import {type Event, low, noM, noP, sysmonM, top} from "./event.ts"
import {Kind, Rule} from "./kind.ts"

/// Where a G is.
export type Place =
  | {at: "run"; p: number} // on a P's M, running
  | {at: "hand"; p: number; next: boolean} // of p: next to run, or still to be queued
  | {at: "ring"; p: number; pos: number}
  | {at: "runnext"; p: number}
  | {at: "global"; pos: number}
  | {at: "wait"; reason: number; on: number}
  | {at: "call"; p: number} // in a system call, on a P's M
  | {at: "away"; m: number} // in a system call, on an M without P
  | {at: "none"}

/// A goroutine that is alive.
export interface G {
  id: number
  place: Place
  moved: number // stamp of its last move
  stamp: number // of the last record about it
  pos: number // where it stands in the program, as far as a record of its own said; at first its go statement
  seen: number // the same, but a go statement that it executed says it, too
  made: number // place of the go statement
  by: number // goid of its maker
}

/// A P: the right to run Go, and a queue.
export interface P {
  id: number
  stamp: number
  status: "running" | "idle" | "stopped" | "dead"
  idleSince: number // stamp; 0 if it is not on the idle list
  m: number | null
  g: number | null // running
  gSince: number // stamp of the record that said so
  tick: number
  runnext: number | null
  filled: number // fillings of runnext
  emptied: number
  head: number // ring positions
  tail: number
  ring: Map<number, number> // position -> goid
}

/// An M: a thread.
export interface M {
  id: number
  stamp: number
  p: number | null
  nextp: number | null // the P it was woken for, until it holds it
  spinning: boolean
  idleSince: number // stamp; 0 if it is not on the idle list
  until: number // sleeps without P until then; 0 not
  wired: number // goroutine that is wired to it, 0 none
  gone: boolean // it has ended
  search: {pass: number; first: number; stride: number} | null
}

/// What the last record moved.
export interface Move {
  g: number
  from: Place
  to: Place
}

/// What the last record did, for the drawing.
export interface Last {
  event: Event
  moves: Move[]
  ps: number[]
  ms: number[]
}

const nowhere: Place = {at: "none"}
const firstGlobal = 2 ** 32

/// The state after some records of a run.
export class State {
  time = 0
  count = 0 // of records
  procs = 0
  procsStamp = 0
  parallel = false
  gs = new Map<number, G>()
  ps: P[] = []
  ms = new Map<number, M>()
  global = new Map<number, number>() // position -> goid
  globalHead = firstGlobal
  globalTail = firstGlobal
  sites: number[] = [] // places of go statements, in the order of their first use
  created = 0
  exited = 0
  steals = 0
  stopping = "" // why the world is stopped, "" if it is not
  collecting = false
  exit: {code: number; deadlock: boolean} | null = null
  knobs = new Map<number, number>() // those that are not as Go 1.26 has them
  last: Last | null = null
  private held: Event[] = []
  private died = new Map<number, number>() // goid -> stamp, of the last ones

  /// A state of its own with the same contents.
  clone(): State {
    const s = new State()
    Object.assign(s, this)
    s.gs = new Map([...this.gs].map(([id, g]) => [id, {...g}]))
    s.ps = this.ps.map(p => ({...p, ring: new Map(p.ring)}))
    s.ms = new Map([...this.ms].map(([id, m]) => [id, {...m}]))
    s.global = new Map(this.global)
    s.sites = [...this.sites]
    s.knobs = new Map(this.knobs)
    s.held = [...this.held]
    s.died = new Map(this.died)
    return s
  }

  /// Folds one record.
  apply(e: Event): void {
    this.count++
    this.time = Math.max(this.time, e.time) // the Ms' clocks differ a little
    this.last = {event: e, moves: [], ps: e.p === noP ? [] : [e.p], ms: []}
    if (!sound(e)) return
    if (this.early(e)) {
      this.held.push(e)
      return
    }
    folds[e.kind]?.(this, e)
    if (this.held.length > 0) this.retry()
  }

  private retry(): void {
    for (let progress = true; progress; ) {
      progress = false
      const held = this.held
      this.held = []
      for (const e of held) {
        if (this.early(e)) this.held.push(e)
        else {
          folds[e.kind]?.(this, e)
          progress = true
        }
      }
    }
  }

  /// Applies what is still held back, as good as it goes: some records were lost.
  release(): void {
    const held = this.held
    this.held = []
    for (const e of held) folds[e.kind]?.(this, e)
  }

  /// Says whether a record moves goroutines from places that are not filled yet.
  private early(e: Event): boolean {
    switch (e.kind) {
      case Kind.Steal:
        if (e.n === 1) return this.p(top(e.a)).ring.get(low(e.a)) !== e.g
        return this.p(top(e.a)).tail < low(e.a) + e.n
      case Kind.RunqOverflow:
        return this.p(e.p).tail < e.a + e.n - 1
      case Kind.GlobGet:
        for (let i = 0; i < e.n; i++) if (!this.global.has(e.a + i)) return true
    }
    return false
  }

  p(id: number): P {
    for (let i = this.ps.length; i <= id && id < maxProcs; i++) {
      this.ps.push({id: i, stamp: 0, status: "dead", idleSince: 0, m: null, g: null, gSince: 0, tick: 0, runnext: null, filled: 0, emptied: 0, head: 0, tail: 0, ring: new Map()})
    }
    return this.ps[id]!
  }

  m(id: number): M {
    let m = this.ms.get(id)
    if (m === undefined) {
      m = {id, stamp: 0, p: null, nextp: null, spinning: false, idleSince: 0, until: 0, wired: 0, gone: false, search: null}
      this.ms.set(id, m)
    }
    return m
  }

  g(id: number): G {
    let g = this.gs.get(id)
    if (g === undefined) {
      g = {id, place: nowhere, moved: 0, stamp: 0, pos: 0, seen: 0, made: 0, by: 0}
      this.gs.set(id, g)
    }
    return g
  }

  /// Takes g from where it is and puts it into another place, unless a later record
  /// said where it is.
  move(e: Event, id: number, to: Place): void {
    if ((this.died.get(id) ?? -1) >= e.stamp) return
    const g = this.g(id)
    if (e.stamp < g.moved) return
    this.leave(g)
    this.last?.moves.push({g: id, from: g.place, to})
    g.place = to
    g.moved = e.stamp
    this.enter(id, to, e.stamp)
  }

  /// The goroutine of the record is at the place that the record says.
  stands(e: Event): void {
    this.about(e, g => (g.pos = g.seen = e.b))
  }

  /// Says whether a goroutine is in its line now, as the last record says. One that runs is elsewhere soon.
  isThere(g: G): boolean {
    if (g.place.at !== "run") return true
    const e = this.last?.event
    return e !== undefined && (e.kind === Kind.GoCreate ? e.a === g.id : e.g === g.id && tellsPlace.includes(e.kind))
  }

  /// Changes the goroutine of the record, if this is the latest about it.
  about(e: Event, change: (g: G) => void): void {
    if ((this.died.get(e.g) ?? -1) >= e.stamp) return
    const g = this.g(e.g)
    later(g, e, () => change(g))
  }

  private leave({id, place}: G): void {
    switch (place.at) {
      case "run":
      case "call": {
        const p = this.p(place.p)
        if (p.g === id) p.g = null
        return
      }
      case "ring": {
        const ring = this.p(place.p).ring
        if (ring.get(place.pos) === id) ring.delete(place.pos) // with order=lifo another may have the place now
        return
      }
      case "runnext": {
        const p = this.p(place.p)
        if (p.runnext === id) p.runnext = null
        return
      }
      case "global":
        this.global.delete(place.pos)
    }
  }

  private enter(id: number, to: Place, stamp: number): void {
    switch (to.at) {
      case "run":
      case "call": {
        const p = this.p(to.p)
        if (stamp < p.gSince) return // another ran there after it
        p.g = id
        p.gSince = stamp
        return
      }
      case "ring":
        this.fill(this.p(to.p), to.pos, id)
        return
      case "runnext":
        this.p(to.p).runnext = id
        return
      case "global":
        this.global.set(to.pos, id)
    }
  }

  private fill(p: P, pos: number, id: number): void {
    if (pos >= p.head) p.ring.set(pos, id)
    p.tail = Math.max(p.tail, pos + 1)
  }

  /// The ring of p begins at a position now.
  advance(p: P, head: number): void {
    p.head = Math.max(p.head, head)
    p.tail = Math.max(p.tail, p.head)
  }

  /// The goroutine is dead; a record of it that comes late is not taken for a new one.
  bury(id: number, stamp: number): void {
    this.gs.delete(id)
    this.died.set(id, stamp)
    if (this.died.size > 1024) this.died.delete(this.died.keys().next().value!)
  }

  /// The Gs in p's ring from its head.
  ringOf(p: P): number[] {
    return [...p.ring].sort(([a], [b]) => a - b).map(([, g]) => g)
  }

  /// The Gs of the global queue from its head.
  globalQueue(): number[] {
    return [...this.global].sort(([a], [b]) => a - b).map(([, g]) => g)
  }

  /// The idle Ps and Ms, the next to be used first.
  idlePs(): number[] {
    return idle(this.ps)
  }

  idleMs(): number[] {
    return idle([...this.ms.values()])
  }

  /// The M that holds p, or that was woken for it.
  holder(p: P): M | undefined {
    if (p.m !== null) return this.ms.get(p.m)
    for (const m of this.ms.values()) if (m.nextp === p.id && m.p === null) return m
    return undefined
  }

  /// The threads without a P, sysmon aside.
  resting(): M[] {
    return [...this.ms.values()].filter(m => m.p === null && m.nextp === null && m.id < sysmonM && !m.gone).sort((a, b) => a.id - b.id)
  }
}

// After these a goroutine that runs is where it was said to be.
const tellsPlace: number[] = [Kind.GoStart, Kind.GoLine, Kind.SyscallExit]

/// Says whether a record names Ps that can be; others come from a broken file.
function sound(e: Event): boolean {
  if (e.kind === Kind.Steal || e.kind === Kind.StealRunnext) return e.p < maxProcs && top(e.a) < maxProcs
  return e.p < maxProcs || (e.p === noP && !needP.includes(e.kind))
}

const maxProcs = 64
const needP: number[] = [
  Kind.GoStart,
  Kind.RunqPut,
  Kind.RunnextPut,
  Kind.RunqOverflow,
  Kind.GlobGet,
  Kind.StealPass,
  Kind.RunqDrainTail,
  Kind.RunnextDrop,
  Kind.RunqDrain,
  Kind.PIdle,
  Kind.PGet,
  Kind.PStart,
  Kind.PStop,
  Kind.PDead,
  Kind.PNew,
  Kind.GoWire,
  Kind.GoUnwire,
  Kind.GoHand,
  Kind.MExit,
  Kind.SyscallEnter,
  Kind.SyscallExit,
  Kind.Retake,
  Kind.Handoff,
]

function idle(list: (P | M)[]): number[] {
  return list
    .filter(x => x.idleSince > 0)
    .sort((a, b) => b.idleSince - a.idleSince)
    .map(x => x.id)
}

/// In p's hands: about to run there, or about to be queued.
const takenBy = (p: number): Place => (p === noP ? nowhere : {at: "hand", p, next: true})
const handOf = (p: number): Place => (p === noP ? nowhere : {at: "hand", p, next: false})

/// Runs a change only if the record is the latest about the thing.
function later(x: {stamp: number}, e: Event, change: () => void): void {
  if (e.stamp <= x.stamp) return
  x.stamp = e.stamp
  change()
}

/// What each kind of record does to the state.
const folds: Record<number, (s: State, e: Event) => void> = {
  [Kind.Begin]: (s, e) => {
    s.parallel = e.n === 1
  },
  [Kind.Setting]: (s, e) => {
    s.knobs.set(e.n, e.a)
  },
  [Kind.ProcsChange]: (s, e) => {
    if (e.stamp < s.procsStamp) return
    s.procsStamp = e.stamp
    s.procs = e.a
  },
  [Kind.Exit]: (s, e) => {
    s.exit = {code: e.a, deadlock: s.exit?.deadlock ?? false}
  },
  [Kind.Deadlock]: s => {
    s.exit = {code: 2, deadlock: true}
  },

  // Goroutines.
  [Kind.GoCreate]: (s, e) => {
    s.created++
    if (e.b !== 0 && !s.sites.includes(e.b)) s.sites.push(e.b)
    if (s.gs.get(e.g) === undefined || s.g(e.g).made === 0) {
      s.move(e, e.g, handOf(e.p))
      const g = s.gs.get(e.g)
      if (g === undefined) return
      g.made = e.b
      g.by = e.a
      s.stands(e)
    }
    const maker = s.gs.get(e.a)
    if (maker?.place.at === "run" && e.stamp > maker.moved && e.b !== 0) maker.seen = e.b
  },
  [Kind.GoStart]: (s, e) => {
    const p = s.p(e.p)
    s.m(e.m).search = null
    s.move(e, e.g, {at: "run", p: e.p})
    taken(s, e)
    p.tick = Math.max(p.tick, e.a)
    later(p, e, () => {})
    s.about(e, () => {})
  },
  [Kind.GoPark]: (s, e) => {
    s.move(e, e.g, {at: "wait", reason: e.n, on: e.a})
    s.stands(e)
  },
  [Kind.GoReady]: (s, e) => {
    s.move(e, e.g, handOf(e.p))
    s.about(e, () => {})
  },
  [Kind.GoStop]: (s, e) => {
    s.move(e, e.g, handOf(e.p))
    s.stands(e)
  },
  [Kind.GoExit]: (s, e) => {
    const m = s.m(e.m)
    if (m.wired === e.g) m.wired = 0
    s.move(e, e.g, nowhere)
    s.bury(e.g, e.stamp)
    s.exited++
  },
  [Kind.GoLine]: (s, e) => s.stands(e),

  // Queues.
  [Kind.RunqPut]: (s, e) => {
    const p = s.p(e.p)
    if (e.a >= p.head) s.move(e, e.g, {at: "ring", p: e.p, pos: e.a})
    p.tail = Math.max(p.tail, e.a + 1)
  },
  [Kind.RunnextPut]: (s, e) => {
    const p = s.p(e.p)
    if (e.a <= p.filled) return
    p.filled = e.a
    if (p.runnext !== null && p.runnext !== e.g) s.move(e, p.runnext, handOf(e.p))
    if (e.a > p.emptied) s.move(e, e.g, {at: "runnext", p: e.p})
  },
  [Kind.RunqOverflow]: (s, e) => {
    const p = s.p(e.p)
    for (let i = 0; i < e.n - 1; i++) {
      const g = p.ring.get(e.a + i)
      if (g !== undefined) s.move(e, g, {at: "global", pos: e.b + i})
    }
    s.move(e, e.g, {at: "global", pos: e.b + e.n - 1})
    s.advance(p, e.a + e.n - 1)
    s.globalTail = Math.max(s.globalTail, e.b + e.n)
  },
  [Kind.GlobPut]: (s, e) => {
    s.move(e, e.g, {at: "global", pos: e.a})
    s.globalTail = Math.max(s.globalTail, e.a + 1)
  },
  [Kind.GlobPutHead]: (s, e) => {
    s.move(e, e.g, {at: "global", pos: e.a})
    if (s.global.has(e.a)) s.globalHead = Math.min(s.globalHead, e.a)
  },
  [Kind.GlobGet]: (s, e) => {
    for (let i = 0; i < e.n; i++) {
      const g = i === 0 ? e.g : s.global.get(e.a + i)
      if (g !== undefined) s.move(e, g, i === 0 ? takenBy(e.p) : {at: "ring", p: e.p, pos: e.b + i - 1})
    }
    s.globalHead = Math.max(s.globalHead, e.a + e.n)
  },
  [Kind.Steal]: (s, e) => {
    const victim = s.p(top(e.a))
    for (let i = 0; i < e.n; i++) {
      const last = i === e.n - 1
      const g = last ? e.g : victim.ring.get(low(e.a) + i)
      if (g !== undefined) s.move(e, g, last ? takenBy(e.p) : {at: "ring", p: e.p, pos: e.b + i})
    }
    s.advance(victim, low(e.a) + e.n)
    s.last?.ps.push(victim.id)
    s.steals++
  },
  [Kind.StealRunnext]: (s, e) => {
    const victim = s.p(top(e.a))
    victim.emptied = Math.max(victim.emptied, low(e.a))
    s.move(e, e.g, takenBy(e.p))
    s.last?.ps.push(victim.id)
    s.steals++
  },
  [Kind.StealPass]: (s, e) => {
    s.m(e.m).search = {pass: e.n, first: e.a, stride: e.b}
  },
  [Kind.RunqDrainTail]: (s, e) => {
    s.move(e, e.g, handOf(e.p))
    s.p(e.p).tail = e.a
  },
  [Kind.RunqDrain]: (s, e) => {
    s.move(e, e.g, handOf(e.p))
    s.advance(s.p(e.p), e.a + 1)
  },
  [Kind.RunnextDrop]: (s, e) => {
    const p = s.p(e.p)
    p.emptied = Math.max(p.emptied, e.a)
    s.move(e, e.g, handOf(e.p))
  },

  // Ps and Ms.
  [Kind.PIdle]: (s, e) => {
    disown(s, e)
    const p = s.p(e.p)
    later(p, e, () => {
      p.status = "idle"
      p.m = null
      p.idleSince = e.stamp
    })
  },
  [Kind.PGet]: (s, e) => {
    const p = s.p(e.p)
    later(p, e, () => {
      p.status = "idle" // until an M holds it
      p.idleSince = 0
    })
  },
  [Kind.PStart]: (s, e) => {
    const m = s.m(e.m)
    later(m, e, () => {
      m.p = e.p
      m.nextp = null
      m.idleSince = 0
      m.spinning = e.n === 1
    })
    const p = s.p(e.p)
    if (e.g !== 0) {
      const at = s.gs.get(e.g)?.place.at
      s.move(e, e.g, {at: at === "call" || at === "away" ? "call" : "run", p: e.p}) // back from a call, it is not out of it yet
    }
    later(p, e, () => {
      p.status = "running"
      p.m = e.m
      p.idleSince = 0
    })
    s.last?.ms.push(e.m)
  },
  [Kind.PStop]: (s, e) => {
    if (e.n !== 1) disown(s, e)
    const p = s.p(e.p)
    later(p, e, () => {
      p.status = "stopped"
      p.idleSince = 0
      if (e.n !== 1) p.m = null
    })
  },
  [Kind.PDead]: (s, e) => {
    disown(s, e)
    const p = s.p(e.p)
    later(p, e, () => {
      p.status = "dead"
      p.m = null
      p.idleSince = 0
      s.advance(p, p.tail)
    })
  },
  [Kind.PNew]: (s, e) => {
    const p = s.p(e.p)
    p.tick = Math.max(p.tick, e.a)
    later(p, e, () => {
      p.status = "stopped"
      p.m = null
    })
  },
  [Kind.MNew]: (s, e) => wake(s, e),
  [Kind.MWake]: (s, e) => wake(s, e),
  [Kind.MPark]: (s, e) => {
    const m = s.m(e.m)
    later(m, e, () => {
      m.idleSince = e.stamp
      m.p = null
      m.nextp = null
      m.search = null
    })
    s.last?.ms.push(e.m)
  },
  [Kind.MPoll]: (s, e) => {
    const m = s.m(e.m)
    later(m, e, () => (m.until = e.b))
    s.last?.ms.push(e.m)
  },
  [Kind.MPollEnd]: (s, e) => {
    const m = s.m(e.m)
    later(m, e, () => (m.until = 0))
    s.last?.ms.push(e.m)
  },
  [Kind.SpinBegin]: (s, e) => {
    const m = s.m(e.m)
    later(m, e, () => (m.spinning = true))
    s.last?.ms.push(e.m)
  },
  [Kind.SpinEnd]: (s, e) => {
    const m = s.m(e.m)
    later(m, e, () => {
      m.spinning = false
      m.search = null
    })
    s.last?.ms.push(e.m)
  },

  // The rest of the machine.
  [Kind.STWBegin]: (s, e) => {
    s.stopping = e.rule === Rule.ForGC || e.rule === Rule.ForSweepTerm || e.rule === Rule.ForMarkTerm ? "for the collector" : e.rule === Rule.ForProcs ? "to change GOMAXPROCS" : "for a moment"
  },
  [Kind.STWEnd]: s => {
    s.stopping = ""
  },
  [Kind.GCBegin]: s => {
    s.collecting = true
  },
  [Kind.GCEnd]: s => {
    s.collecting = false
  },

  // Wired goroutines.
  [Kind.GoWire]: (s, e) => {
    s.m(e.m).wired = e.g
    later(s.p(e.p), e, () => {})
    s.about(e, () => {})
  },
  [Kind.GoUnwire]: (s, e) => {
    s.m(e.m).wired = 0
    later(s.p(e.p), e, () => {})
    s.about(e, () => {})
  },
  [Kind.GoHand]: (s, e) => {
    s.move(e, e.g, takenBy(e.p))
    taken(s, e)
    part(s, e)
    if (s.m(e.m).p === e.p) inCall(s.m(e.m), e)
    s.about(e, () => {})
    s.last?.ms.push(e.a)
  },
  [Kind.MLocked]: (s, e) => {
    const m = s.m(e.m)
    later(m, e, () => (m.p = null))
    s.last?.ms.push(e.m)
  },
  [Kind.MExit]: (s, e) => {
    part(s, e)
    s.m(e.m).gone = true
  },

  // System calls.
  [Kind.SyscallEnter]: (s, e) => {
    s.move(e, e.g, {at: "call", p: e.p})
    later(s.p(e.p), e, () => {})
    s.stands(e)
  },
  [Kind.SyscallExit]: (s, e) => {
    s.move(e, e.g, {at: "run", p: e.p})
    later(s.p(e.p), e, () => {})
    s.about(e, () => {})
  },
  [Kind.SyscallPark]: (s, e) => {
    s.move(e, e.g, nowhere)
    s.about(e, () => {})
    inCall(s.m(e.m), e) // the Retake may be late
  },
  [Kind.Retake]: (s, e) => {
    part(s, e)
    s.move(e, e.g, {at: "away", m: e.a})
    inCall(s.m(e.a), e)
    s.last?.ms.push(e.a)
  },
  [Kind.Handoff]: (s, e) => {
    const g = s.p(e.p).g
    if (g !== null && s.g(g).place.at === "call") s.move(e, g, {at: "away", m: e.m})
    part(s, e)
    if (s.m(e.m).p === e.p) inCall(s.m(e.m), e)
  },
}

/// The place from which the goroutine of the record was taken is empty.
function taken(s: State, e: Event): void {
  const p = s.p(e.p)
  if (e.rule === Rule.FromRunnext) p.emptied = Math.max(p.emptied, e.b)
  if (e.rule === Rule.FromLocal) s.advance(p, e.b + 1)
}

/// The P of the record has no M any more.
function part(s: State, e: Event): void {
  const p = s.p(e.p)
  later(p, e, () => {
    p.status = "idle"
    p.m = null
    p.idleSince = 0
  })
}

/// m is, or was, in a system call without P.
function inCall(m: M, e: Event): void {
  later(m, e, () => {
    m.p = null
    m.idleSince = 0
    m.spinning = false
  })
}

/// The M of the record holds the P of the record no more.
function disown(s: State, e: Event): void {
  if (e.m === noM) return
  const m = s.m(e.m)
  if (m.p === e.p) later(m, e, () => (m.p = null))
}

function wake(s: State, e: Event): void {
  const m = s.m(e.a)
  later(m, e, () => {
    m.idleSince = 0
    m.spinning = e.n === 1
    m.nextp = e.p === noP ? null : e.p
  })
  s.last?.ms.push(e.a)
}

// This file reads the events of a run into what a timeline draws: stretches, arrows, times in which the world was stopped,
// and numbers that change. It goes over the events once, in parts, so that the page lives meanwhile.
//
// Relies on: what core/event says of each kind. The clocks of Ms differ a little, so a time is taken to be no earlier than
// what the same lane was told before.

import {type Event, noM, noP, sysmonM, top} from "../event.ts"
import {Kind} from "../kind.ts"
import type {Pause, Recording} from "../recording.ts"
import {colours} from "../tokens.ts"
import {Arrows} from "./arrows.ts"
import {looks, none, Spans, Track} from "./spans.ts"
import {Steps} from "./steps.ts"

/// How lanes are cut.
export type By = "p" | "m" | "g"

/// All of it.
export class Story {
  readonly arrows = new Arrows()
  readonly stops: {from: number; to: number}[] = [] // in which the world was stopped, or asked to stop
  readonly ready = new Steps() // goroutines that wait for a P
  readonly alive = new Steps()
  readonly locked = new Steps() // ns that Ms have waited for the scheduler's lock, all together
  end = 1 // the time of the last event
  begin = 0 // of the first
  private readonly tracks = new Map<By, Track>()

  constructor(
    readonly run: Recording,
    readonly spans: Spans,
  ) {}

  /// The lanes, made when they are first wanted.
  track(by: By): Track {
    let track = this.tracks.get(by)
    if (track === undefined) this.tracks.set(by, (track = this.cut(by)))
    return track
  }

  private cut(by: By): Track {
    const {spans} = this
    const column = spans[by]
    const empty = by === "g" ? 0 : none
    const seen = new Set<number>()
    for (let i = 0; i < spans.length; i++) if (column[i] !== empty) seen.add(column[i]!)
    const ids = [...seen].sort((a, b) => a - b)
    const places = new Map(ids.map((id, i) => [id, i]))
    return new Track(spans, ids, i => places.get(column[i]!) ?? -1)
  }

  /// The number of the event that is nearest to a time.
  nearest(time: number): number {
    const n = this.eventAt(time)
    return n > 1 && time - this.run.event(n - 2).time < this.run.event(n - 1).time - time ? n - 1 : n
  }

  /// The number of the first event at a time or later; of the last, if there is none.
  eventAt(time: number): number {
    let lo = 0
    let hi = this.run.length - 1
    while (lo < hi) {
      const mid = (lo + hi) >> 1
      if (this.run.event(mid).time < time) lo = mid + 1
      else hi = mid
    }
    return lo + 1
  }
}

const partSize = 1 << 13 // events read at once

/// Reads it; null if somebody does not want it any more.
export async function readStory(run: Recording, pause: Pause, wanted: () => boolean): Promise<Story | null> {
  const reader = new Reader(run)
  for (let i = 0; i < run.length; i++) {
    if (i % partSize === partSize - 1) await pause()
    if (!wanted()) return null
    reader.read(run.event(i), i + 1)
  }
  await pause()
  return reader.done()
}

// What a goroutine is known to do.
interface Doing {
  span: number // that is open, -1 none
  look: number // of its turns
  arrow: number // that ends where it runs next, -1 none
}

class Reader {
  private readonly story: Story
  private readonly spans: Spans
  private readonly gs = new Map<number, Doing>()
  private readonly sites = new Map<number, number>()
  private readonly searches = new Map<number, number>() // by M: the open stretch
  private readonly calls = new Map<number, number>() // by P, while its M is in a system call
  private readonly holders = new Map<number, number>() // the M of each P
  private readonly lastP = new Map<number, number>() // when the last stretch of a P ended
  private readonly lastM = new Map<number, number>()
  private readonly hands = new Map<number, number>() // by P: who goes on with it
  private ready = 0
  private alive = 0
  private locked = 0
  private stop: {from: number; to: number} | null = null

  constructor(run: Recording) {
    this.spans = new Spans()
    this.story = new Story(run, this.spans)
  }

  read(e: Event, n: number): void {
    if (n === 1) this.story.begin = e.time
    this.story.end = Math.max(this.story.end, e.time)
    reads[e.kind]?.(this, e, n)
  }

  done(): Story {
    const {story, spans} = this
    for (let i = 0; i < spans.length; i++) if (spans.to[i] === Infinity) spans.to[i] = story.end
    if (this.stop !== null) this.stop.to = story.end
    return story
  }

  private of(g: number): Doing {
    let d = this.gs.get(g)
    if (d === undefined) this.gs.set(g, (d = {span: -1, look: looks.main, arrow: -1}))
    return d
  }

  // Ends what is open, and begins something else.
  private turn(e: Event, n: number, look: number, p: number = none, m: number = none): void {
    const d = this.of(e.g)
    const was = d.span < 0 ? -1 : this.spans.look[d.span]!
    this.close(d.span, e.time)
    if (was === looks.ready) this.count(e.time, -1, 0)
    d.span = this.begin(n, d.span < 0 ? e.time : Math.max(e.time, this.spans.to[d.span]!), e.g, p, m, look)
    if (look === looks.ready) this.count(e.time, 1, 0)
  }

  // Not before what its P and its M did last.
  private begin(n: number, time: number, g: number, p: number, m: number, look: number): number {
    return this.spans.begin(n, Math.max(time, (p !== none && this.lastP.get(p)) || 0, (m !== none && this.lastM.get(m)) || 0), g, p, m, look)
  }

  private close(span: number | undefined, time: number): void {
    if (span === undefined || span < 0 || this.spans.to[span] !== Infinity) return
    const end = (this.spans.to[span] = Math.max(time, this.spans.from[span]!))
    this.lastP.set(this.spans.p[span]!, end)
    this.lastM.set(this.spans.m[span]!, end)
  }

  private count(time: number, ready: number, alive: number): void {
    this.ready += ready
    this.alive += alive
    if (ready !== 0) this.story.ready.add(time, this.ready)
    if (alive !== 0) this.story.alive.add(time, this.alive)
  }

  private arrow(kind: number, e: Event, n: number, g1: number, g2: number, p = e.p, m = e.m): number {
    return this.story.arrows.add(kind, n, e.time, p === noP ? none : p, m >= sysmonM ? none : m, g1, g2)
  }

  create(e: Event, n: number): void {
    const d = this.of(e.g)
    const site = e.g === 1 || e.b === 0 ? -1 : this.site(e.b)
    d.look = site < 0 ? looks.main : site % colours
    this.count(e.time, 0, 1)
    this.turn(e, n, looks.ready)
    if (e.a !== 0) d.arrow = this.arrow(0, e, n, e.a, e.g)
  }

  private site(pos: number): number {
    let n = this.sites.get(pos)
    if (n === undefined) this.sites.set(pos, (n = this.sites.size))
    return n
  }

  wake(e: Event, n: number): void {
    this.turn(e, n, looks.ready)
    this.of(e.g).arrow = this.arrow(1, e, n, e.a, e.g)
  }

  leave(e: Event, n: number): void {
    this.turn(e, n, looks.ready)
  }

  start(e: Event, n: number): void {
    this.searching(e.m, e.time)
    const d = this.of(e.g)
    this.turn(e, n, d.look, e.p, e.m)
    if (d.arrow >= 0) this.story.arrows.end(d.arrow, e.time, e.p, e.m)
    d.arrow = -1
  }

  park(e: Event, n: number): void {
    this.turn(e, n, looks.wait)
  }

  exit(e: Event): void {
    const d = this.of(e.g)
    if (d.span >= 0 && this.spans.look[d.span] === looks.ready) this.count(e.time, -1, 0)
    this.close(d.span, e.time)
    this.count(e.time, 0, -1)
    this.gs.delete(e.g)
  }

  call(e: Event, n: number): void {
    this.turn(e, n, looks.call, none, e.m)
    this.calls.set(e.p, this.begin(n, e.time, 0, e.p, none, looks.call))
  }

  // Back from a call, with the P of the record.
  back(e: Event, n: number): void {
    this.free(e.p, e.time)
    const d = this.of(e.g)
    this.turn(e, n, d.look, e.p, e.m)
  }

  // p has nothing to do with a call any more.
  free(p: number, time: number): void {
    this.close(this.calls.get(p), time)
    this.calls.delete(p)
  }

  search(e: Event, n: number): void {
    this.searching(e.m, e.time)
    this.searches.set(e.m, this.begin(n, e.time, 0, e.p === noP ? none : e.p, e.m, looks.spin))
  }

  searching(m: number, time: number): void {
    this.close(this.searches.get(m), time)
    this.searches.delete(m)
  }

  steal(e: Event, n: number): void {
    const victim = top(e.a)
    const a = this.arrow(2, e, n, 0, 0, victim, this.holders.get(victim) ?? noM)
    this.story.arrows.end(a, e.time, e.p, e.m)
  }

  // e.p has no thread any more: m has lost it.
  hand(e: Event, n: number, m: number): void {
    this.free(e.p, e.time)
    if (!this.hands.has(e.p)) this.hands.set(e.p, this.arrow(3, e, n, 0, 0, e.p, m)) // else sysmon has told of it already
  }

  hold(e: Event): void {
    this.holders.set(e.p, e.m)
    this.free(e.p, e.time)
    const a = this.hands.get(e.p)
    if (a !== undefined) this.story.arrows.end(a, e.time, e.p, e.m)
    this.hands.delete(e.p)
  }

  // Nobody goes on with it.
  idle(e: Event): void {
    this.searching(e.m, e.time)
    this.free(e.p, e.time)
    this.hands.delete(e.p)
  }

  lock(e: Event): void {
    this.story.locked.add(e.time, (this.locked += e.a))
  }

  stopping(e: Event): void {
    if (this.stop === null) this.story.stops.push((this.stop = {from: e.time, to: Infinity}))
  }

  going(e: Event): void {
    if (this.stop !== null) this.stop.to = e.time
    this.stop = null
  }
}

const reads: Record<number, (r: Reader, e: Event, n: number) => void> = {
  [Kind.GoCreate]: (r, e, n) => r.create(e, n),
  [Kind.GoReady]: (r, e, n) => r.wake(e, n),
  [Kind.GoStop]: (r, e, n) => r.leave(e, n),
  [Kind.SyscallPark]: (r, e, n) => r.leave(e, n),
  [Kind.GoStart]: (r, e, n) => r.start(e, n),
  [Kind.GoPark]: (r, e, n) => r.park(e, n),
  [Kind.GoExit]: (r, e) => r.exit(e),
  [Kind.SyscallEnter]: (r, e, n) => r.call(e, n),
  [Kind.SyscallExit]: (r, e, n) => r.back(e, n),
  [Kind.SpinBegin]: (r, e, n) => r.search(e, n),
  [Kind.SpinEnd]: (r, e) => r.searching(e.m, e.time),
  [Kind.MPark]: (r, e) => r.searching(e.m, e.time),
  [Kind.Steal]: (r, e, n) => r.steal(e, n),
  [Kind.StealRunnext]: (r, e, n) => r.steal(e, n),
  [Kind.Retake]: (r, e, n) => r.hand(e, n, e.a),
  [Kind.Handoff]: (r, e, n) => r.hand(e, n, e.m),
  [Kind.PStart]: (r, e) => r.hold(e),
  [Kind.PIdle]: (r, e) => r.idle(e),
  [Kind.LockWait]: (r, e) => r.lock(e),
  [Kind.STWBegin]: (r, e) => r.stopping(e),
  [Kind.STWEnd]: (r, e) => r.going(e),
}

// This file is the transport: which event the reader looks at, and the ways to move:
// step, step back, play at a speed, scrub, jump to the next event of a sort.
//
// Relies on: the recording only grows while a run is on, and is put in order at its end.

import type {State} from "./fold.ts"
import {mainBegins} from "./moment.ts"
import type {Recording} from "./recording.ts"
import type {Sort} from "./sorts.ts"

const near = 2000 // events that are folded rather than to begin from a snapshot

/// What the player tells the page.
export interface Watching {
  moved(state: State): void
  playing(on: boolean): void
  /// The reader wanted to go on, where the recording is covered.
  held(): void
}

/// A place in a recording.
export class Player {
  private at = 0
  private timer = 0
  private last = 0
  private owed = 0
  private most = Infinity
  private own: State | null = null
  private section: readonly [from: number, to: number] | null = null
  speed = 4 // events per second

  constructor(
    private run: Recording,
    private readonly to: Watching,
  ) {}

  get position(): number {
    return this.at
  }

  /// How many events may be seen: what comes later is covered.
  get end(): number {
    return Math.min(this.run.length, this.most)
  }

  /// Covers what comes after n events, or nothing.
  cover(n: number | null): void {
    this.most = n ?? Infinity
    if (this.at <= this.end) return
    this.pause()
    this.goto(this.end)
  }

  get recording(): Recording {
    return this.run
  }

  /// The state that is shown. It is another object after a step back only: forth it is the same one, one event further.
  get state(): State {
    const {run, at} = this
    if (at === run.length) return run.stateAt(at)
    if (this.own === null || this.own.count > at || at - this.own.count > near) this.own = run.freshAt(at)
    for (let i = this.own.count; i < at; i++) this.own.apply(run.event(i))
    return this.own
  }

  /// The time of the last event that is shown.
  get now(): number {
    return this.at === 0 ? 0 : this.run.event(this.at - 1).time
  }

  get isPlaying(): boolean {
    return this.timer !== 0
  }

  /// Begins with another recording.
  load(run: Recording): void {
    this.pause()
    this.run = run
    this.own = null
    this.at = 0
    this.most = Infinity
    this.section = null
  }

  /// Plays from one event to another, again and again, and begins at once; null: as usual.
  loop(section: readonly [from: number, to: number] | null): void {
    this.section = section
    if (section === null) return
    if (this.at < section[0] || this.at >= section[1]) this.goto(section[0])
    if (!this.isPlaying) this.play()
  }

  /// Shows the state after n events, at least one.
  goto(n: number): void {
    this.at = Math.min(Math.max(n, 1), this.end)
    this.to.moved(this.state)
    if (n > this.end && this.end < this.run.length) this.to.held()
  }

  step(by: number): void {
    this.pause()
    this.goto(this.at + by)
  }

  /// Goes to the next event of a sort, or to the one before; says whether there is one.
  jump(sort: Sort, by: 1 | -1): boolean {
    this.pause()
    const n = this.run.jump(sort, this.at, by)
    if (n !== null) this.goto(n)
    return n !== null
  }

  toggle(): void {
    if (this.isPlaying) this.pause()
    else this.play()
  }

  play(): void {
    if (this.at >= this.end && !this.within) this.at = mainBegins(this.run) - 1 // what the runtime does before it is of no interest
    this.last = performance.now()
    this.owed = 1 // the first step at once
    this.timer = requestAnimationFrame(now => this.tick(now))
    this.to.playing(true)
  }

  pause(): void {
    if (this.timer === 0) return
    cancelAnimationFrame(this.timer)
    this.timer = 0
    this.to.playing(false)
  }

  private tick(now: number): void {
    this.owed += ((now - this.last) / 1000) * this.speed
    this.last = now
    const steps = Math.floor(this.owed)
    this.owed -= steps
    if (steps > 0) this.goto(this.next(steps))
    if (this.at >= this.end && !this.within) return this.pause()
    this.timer = requestAnimationFrame(t => this.tick(t))
  }
  private get within(): boolean {
    return this.section !== null && this.at <= this.section[1]
  }

  // Where so many steps lead: from the end of a section to its beginning.
  private next(steps: number): number {
    if (!this.within) return this.at + steps
    const end = Math.min(this.section![1], this.end)
    return this.at >= end ? this.section![0] : Math.min(this.at + steps, end)
  }
}

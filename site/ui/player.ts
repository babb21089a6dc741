// This file is the transport: which event the reader looks at, and the ways to move:
// step, step back, play at a speed, scrub, jump to the next event of a sort.
//
// Relies on: the recording only grows while a run is on, and is put in order at its end.

import type {State} from "./fold.ts"
import type {Recording} from "./recording.ts"
import {sorts} from "./sorts.ts"

/// What the player tells the page.
export interface Watching {
  moved(state: State): void
  playing(on: boolean): void
}

/// A place in a recording.
export class Player {
  private at = 0
  private timer = 0
  private last = 0
  private owed = 0
  speed = 4 // events per second

  constructor(
    private run: Recording,
    private readonly to: Watching,
  ) {}

  get position(): number {
    return this.at
  }

  get recording(): Recording {
    return this.run
  }

  get state(): State {
    return this.run.stateAt(this.at)
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
    this.at = 0
  }

  /// Shows the state after n events, at least one.
  goto(n: number): void {
    this.at = Math.min(Math.max(n, 1), this.run.length)
    this.to.moved(this.state)
  }

  step(by: number): void {
    this.pause()
    this.goto(this.at + by)
  }

  /// Goes to the next event of a sort, or to the one before; says whether there is one.
  jump(sort: number, by: 1 | -1): boolean {
    this.pause()
    const n = this.run.jump(sorts[sort]!, this.at, by)
    if (n !== null) this.goto(n)
    return n !== null
  }

  toggle(): void {
    if (this.isPlaying) this.pause()
    else this.play()
  }

  play(): void {
    if (this.at >= this.run.length) this.at = 0
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
    if (steps > 0) this.goto(this.at + steps)
    if (this.at >= this.run.length) return this.pause()
    this.timer = requestAnimationFrame(t => this.tick(t))
  }
}

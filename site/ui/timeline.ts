// This file is the place of the timeline in the page. What draws it comes when it is near to being seen, so that the
// first load of a lesson is small; until then its place is kept free, so that nothing moves when it comes.

import type {Pause, Recording} from "./recording.ts"
import type {TimelineEvents, View} from "./timeline/view.ts"

const around = 256 // px above and below the lanes

/// The timeline of one recording.
export class Timeline {
  private view: View | null = null
  private run: Recording | null = null
  private pause: Pause | null = null
  private covered: number | null = null
  private place: [n: number, now: number] = [0, 0]
  private readonly near: IntersectionObserver

  constructor(
    private readonly box: HTMLElement,
    private readonly page: TimelineEvents,
  ) {
    this.near = new IntersectionObserver(seen => seen.some(s => s.isIntersecting) && void this.open(), {rootMargin: "160px"})
  }

  /// Shows a whole recording.
  async load(run: Recording, pause: Pause): Promise<void> {
    this.run = run
    this.pause = pause
    this.box.hidden = run.length === 0
    this.box.style.minHeight = this.view === null ? `${around + 28 * Math.min(8, Math.max(2, run.stateAt(run.length).ps.length))}px` : ""
    this.page.loop(null)
    if (this.view !== null) return await this.show(this.view)
    this.near.disconnect()
    this.near.observe(this.box)
  }

  private async open(): Promise<void> {
    this.near.disconnect()
    const {View} = await import("./timeline/view.ts")
    if (this.view !== null) return
    this.view = new View(this.box, this.page)
    this.box.style.minHeight = ""
    await this.show(this.view)
  }

  private async show(view: View): Promise<void> {
    if (this.run === null || this.pause === null) return
    const {run} = this
    await view.load(run, this.pause, this.covered)
    if (this.run === run) view.move(...this.place)
  }

  hide(): void {
    this.run = null
    this.box.hidden = true
  }

  /// Covers what comes after n events, or nothing.
  cover(n: number | null): void {
    this.covered = n
    if (this.run !== null) this.view?.cover(n)
  }

  /// The stage shows the state after n events, at this time.
  move(n: number, now: number): void {
    this.place = [n, now]
    this.view?.move(n, now)
  }
}

// This file is the control that jumps: to the next or the previous event of a sort that the reader chooses. Sorts that
// this run has not are there, with a 0, and cannot be chosen. It never goes around: behind the last one
// the button says that there are no more.

import {find} from "./find.ts"
import type {Player} from "./player.ts"
import type {Recording} from "./recording.ts"
import {aboutG, isOf, type Sort, sortNamed, sorts} from "./sorts.ts"

/// The control.
export class Jump {
  private readonly select = find("jump-to", HTMLSelectElement)
  private readonly next = find("jump-next", HTMLButtonElement)
  private readonly previous = find("jump-previous", HTMLButtonElement)
  private readonly options = sorts.map(s => optionOf(s))
  private one: {sort: Sort; option: HTMLOptionElement; run: Recording | null; length: number; at: number[]} | null = null // a goroutine that is looked at
  private fresh = true // a run that the control has not suited yet

  constructor(
    private readonly player: Player,
    private readonly tell: (words: string) => void,
  ) {
    this.select.replaceChildren(...this.options)
    this.select.addEventListener("change", () => this.update())
    this.next.addEventListener("click", () => this.go(1))
    this.previous.addEventListener("click", () => this.go(-1))
  }

  /// The sort that is chosen.
  get chosen(): Sort {
    if (this.one !== null && this.select.value === this.one.sort.name) return this.one.sort
    return sorts[Math.max(0, sortNamed(this.select.value))]!
  }

  /// Offers the events of one goroutine, too.
  watch(g: number | null): void {
    const {one} = this
    if (g !== null && one?.sort.name === `G${g}`) return
    const was = this.select.value
    one?.option.remove()
    this.one = null
    if (g !== null) {
      const sort = aboutG(g)
      this.one = {sort, option: optionOf(sort), run: null, length: 0, at: []}
      this.select.prepend(this.one.option)
    }
    if (was !== one?.sort.name) this.select.value = was
    this.update()
  }

  /// Jumps by keys: to another sort, it becomes the chosen one.
  to(name: string, by: 1 | -1): void {
    const sort = sorts[sortNamed(name)]!
    if (this.count(sort) > 0) this.select.value = name
    this.go(by, sort)
  }

  /// Goes on, or back; or says that there is none.
  go(by: 1 | -1, sort = this.chosen): void {
    if (this.player.jump(sort, by)) return
    const n = this.count(sort)
    this.tell(n === 0 ? `This run has no ${sort.name}.` : `No ${by > 0 ? "further" : "earlier"} ${sort.name}: there are ${n} in this run.`)
  }

  /// The control is on, or not; there may be another run.
  enable(on: boolean): void {
    this.fresh = true
    this.select.disabled = this.next.disabled = this.previous.disabled = !on
  }

  /// Shows what is possible from where the player stands.
  update(): void {
    const at = this.player.position
    const covered = this.player.end < this.player.recording.length // how many there are may be the answer to a question
    for (const [sort, o] of this.all()) {
      const n = this.count(sort)
      const words = covered ? sort.name : `${sort.name} ${n.toLocaleString("en")}`
      if (o.text !== words) o.text = words
      if (o.disabled !== (n === 0)) o.disabled = n === 0
    }
    if (this.fresh && !this.next.disabled && at > 0) this.suit(at)
    const {name} = this.chosen
    say(this.next, this.has(at, 1), "next", "no more", `Next ${name}`, `No more ${name}`)
    say(this.previous, this.has(at, -1), "", "", `Previous ${name}`, `No earlier ${name}`)
  }

  private all(): [Sort, HTMLOptionElement][] {
    const list = sorts.map((s, i): [Sort, HTMLOptionElement] => [s, this.options[i]!])
    return this.one === null ? list : [[this.one.sort, this.one.option], ...list]
  }

  private count(sort: Sort): number {
    return sort === this.one?.sort ? this.placesOfOne().length : this.player.recording.tally.count(sorts.indexOf(sort))
  }

  private has(at: number, by: 1 | -1): boolean {
    const {tally} = this.player.recording
    const sort = this.chosen
    if (sort === this.one?.sort) return by > 0 ? (this.placesOfOne().at(-1) ?? 0) > at : (this.placesOfOne()[0] ?? Infinity) < at
    return by > 0 ? tally.after(sorts.indexOf(sort), at) : tally.before(sorts.indexOf(sort), at)
  }

  // The events of the goroutine that is looked at.
  private placesOfOne(): number[] {
    const run = this.player.recording
    const one = this.one!
    if (one.run !== run || one.length > run.length) Object.assign(one, {run, length: 0, at: []})
    for (; one.length < run.length; one.length++) if (isOf(one.sort, run.event(one.length))) one.at.push(one.length + 1)
    return one.at
  }

  // The run is another one: begin with what is shown, or else with what there is.
  private suit(at: number): void {
    this.fresh = false
    const shown = sorts.find(s => isOf(s, this.player.recording.event(at - 1)))
    const wanted = [shown, this.chosen, sorts[sortNamed("steal")], sorts[0]].find(s => s !== undefined && this.count(s) > 0)
    this.select.value = (wanted ?? sorts[0]!).name
  }
}

function optionOf(s: Sort): HTMLOptionElement {
  const o = new Option(s.name, s.name)
  o.title = s.about
  return o
}

// A button that leads nowhere keeps the focus, and says so.
function say(button: HTMLButtonElement, on: boolean, text: string, none: string, label: string, noneLabel: string): void {
  button.setAttribute("aria-disabled", String(!on))
  button.setAttribute("aria-label", on ? label : noneLabel)
  button.title = on ? label : noneLabel
  const words = button.querySelector(".jump-word")
  if (words !== null) words.textContent = on ? text : none
}

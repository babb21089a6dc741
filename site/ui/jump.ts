// This file is the control that jumps: to the next or the previous event of a sort that the reader chooses. Sorts that
// this run has not are there, with a 0, and cannot be chosen. It never goes around: behind the last one
// the button says that there are no more.

import {find} from "./find.ts"
import type {Player} from "./player.ts"
import {isOf, sortNamed, sorts} from "./sorts.ts"

/// The control.
export class Jump {
  private readonly select = find("sort", HTMLSelectElement)
  private readonly next = find("next", HTMLButtonElement)
  private readonly previous = find("previous", HTMLButtonElement)
  private readonly options = sorts.map(s => {
    const o = new Option(s.name, s.name)
    o.title = s.about
    return o
  })
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
  get chosen(): number {
    return Math.max(0, sortNamed(this.select.value))
  }

  /// Jumps by keys: to another sort, it becomes the chosen one.
  to(name: string, by: 1 | -1): void {
    const o = this.options[sortNamed(name)]
    if (o !== undefined && !o.disabled) this.select.value = name
    this.go(by, name)
  }

  /// Goes on, or back; or says that there is none.
  go(by: 1 | -1, name = sorts[this.chosen]!.name): void {
    const sort = sortNamed(name)
    if (this.player.jump(sort, by)) return
    const n = this.player.recording.tally.count(sort)
    this.tell(n === 0 ? `This run has no ${name}.` : `No ${by > 0 ? "further" : "earlier"} ${name}: there are ${n} in this run.`)
  }

  /// The control is on, or not; there may be another run.
  enable(on: boolean): void {
    this.fresh = true
    this.select.disabled = this.next.disabled = this.previous.disabled = !on
  }

  /// Shows what is possible from where the player stands.
  update(): void {
    const {tally, length} = this.player.recording
    const at = this.player.position
    const covered = this.player.end < length // how many there are may be the answer to a question
    this.options.forEach((o, i) => {
      const n = tally.count(i)
      const words = covered ? sorts[i]!.name : `${sorts[i]!.name} ${n.toLocaleString("en")}`
      if (o.text !== words) o.text = words
      if (o.disabled !== (n === 0)) o.disabled = n === 0
    })
    if (this.fresh && !this.next.disabled && at > 0 && length > 0) this.suit(at)
    const sort = this.chosen
    const {name} = sorts[sort]!
    say(this.next, tally.after(sort, at), "next", "no more", `Next ${name}`, `No further ${name}`)
    say(this.previous, tally.before(sort, at), "", "", `Previous ${name}`, `No earlier ${name}`)
  }

  // The run is another one: begin with what is shown, or else with what there is.
  private suit(at: number): void {
    this.fresh = false
    const {recording} = this.player
    const shown = sorts.findIndex(s => isOf(s, recording.event(at - 1)))
    const wanted = [shown, this.chosen, sortNamed("steal"), 0].find(i => i >= 0 && recording.tally.count(i) > 0)
    this.select.value = sorts[wanted ?? 0]!.name
  }
}

// A button that leads nowhere keeps the focus, and says so.
function say(button: HTMLButtonElement, on: boolean, text: string, none: string, label: string, noneLabel: string): void {
  button.setAttribute("aria-disabled", String(!on))
  button.setAttribute("aria-label", on ? label : noneLabel)
  button.title = on ? label : noneLabel
  const words = button.querySelector(".jump-word")
  if (words !== null) words.textContent = on ? text : none
}

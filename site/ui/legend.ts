// This file is the legend of the stage: what a G, a P, an M and the places are, each in a sentence, with the shapes
// as the stage draws them.

import {shapesOf} from "./draw.ts"
import type {Has} from "./places.ts"
import {type El, h, patch} from "./svg.ts"

const words: readonly (readonly [sample: string, name: string, about: string])[] = [
  ["G", "G: a goroutine", "Its number says when it was made; colour and shape say by which go statement. With a ring around it, it is running."],
  ["P", "P: the right to run Go code", "There are GOMAXPROCS of them. Each runs one goroutine at a time. An outlined one is idle."],
  ["M", "M: a thread of the operating system", "It needs a P to run a goroutine. With an arrow around it, it searches for work. With a number below it, it is wired to that goroutine: it runs no other, and sleeps as long as that one waits."],
  ["runnext", "runnext: who is next on this P", "One place, for the goroutine that was made or woken last. It runs before all in the ring."],
  ["ring", "Ring: the queue of a P", "Up to 256 goroutines that can run, the oldest at the head. Other Ps may steal from there."],
  ["global queue", "Global queue", "One for all Ps, under a lock: for what does not fit into a ring, and for who was preempted."],
  ["waiting", "Waiting", "Goroutines that cannot run: for a channel, a lock, a time or the network. They need no P and no M."],
  ["orange", "Orange: what just happened", "A dashed outline is the place that it emptied."],
  ["line", "Beside the program", "The goroutines that are in a line; ×3 are three. With a dashed edge one was last seen there: it runs on, and may be elsewhere."],
]

// What the scheduler of a run may be without.
const missing = (sample: string, has: Has): boolean => (sample === "ring" && !has.ring) || (sample === "runnext" && !has.runnext)

/// The legend, in a dialog of the page.
export class Legend {
  private readonly dialog = document.createElement("dialog")
  private readonly list = document.createElement("dl")

  constructor() {
    this.dialog.id = "legend-panel"
    this.dialog.setAttribute("aria-labelledby", "legend-title")
    const title = document.createElement("h2")
    title.id = "legend-title"
    title.textContent = "What is what"
    const close = document.createElement("button")
    close.type = "button"
    close.className = "btn"
    close.textContent = "Close"
    close.addEventListener("click", () => this.dialog.close())
    const head = document.createElement("div")
    head.className = "legend-head"
    head.append(title, close)
    this.dialog.addEventListener("click", e => {
      if (e.target === this.dialog) this.dialog.close() // beside it
    })
    const time = document.createElement("p")
    time.className = "legend-time"
    time.textContent = "Steps go in the order of the scheduler's decisions. Each M has a clock of its own, so the time of the next step can be a little earlier."
    this.dialog.append(head, this.list, time)
    document.body.append(this.dialog)
  }

  /// Opens it, for a scheduler that has these places.
  open(has: Has): void {
    patch(this.list, words.map(([sample, name, about]) => entry(sample, name, missing(sample, has) ? `${about} The scheduler of this run has none.` : about)))
    this.dialog.showModal()
  }
}

function entry(sample: string, name: string, about: string): El {
  return h("div", {class: "legend-row"}, h("dt", {}, shapesOf[sample]!(), h("span", {}, name)), h("dd", {}, about))
}

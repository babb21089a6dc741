// This file is the stage in the page: the drawing, the words under it, the transport,
// the table and the list of events, all of one state.
//
// The drawing is made by draw.ts; here it is put into the page, and kept as wide as
// there is room.

import {beside} from "./beside.ts"
import {draw} from "./draw.ts"
import type {Editor} from "./editor.ts"
import {unpackPos} from "./event.ts"
import {explain, explainShown, type Piece, ruleParts, type Why} from "./explain.ts"
import {lineIn, type Part} from "./files.ts"
import {find} from "./find.ts"
import type {State} from "./fold.ts"
import {Jump} from "./jump.ts"
import {duration, Names} from "./names.ts"
import type {Legend} from "./legend.ts"
import {hasOf, Places} from "./places.ts"
import type {Player} from "./player.ts"
import type {Pause, Recording} from "./recording.ts"
import {roomOf} from "./room.ts"
import {steal} from "./sorts.ts"
import {type El, h, patch} from "./svg.ts"
import {tables} from "./table.ts"
import {subjectOf, Who} from "./who.ts"

const nearEvents = 12 // before and after, in the list of events
const speakAfter = 350 // ms of rest before a step is spoken

/// What shows a state.
export class Stage {
  names = new Names([], [])
  editor: Editor | null = null
  parts: readonly Part[] = [] // the files in the text of the run that is shown
  private readonly box = find("stage", HTMLElement)
  private readonly why = find("why", HTMLElement)
  private readonly live = find("live", HTMLElement)
  private shown: State | null = null
  private spoken = 0
  private isStale = false
  private isPlaying = false
  private gutterAt = 0 // ms, when the tokens beside the lines were set

  constructor(
    private readonly source: Record<string, string>,
    private readonly current: () => State,
  ) {
    new ResizeObserver(() => {
      if (this.shown !== null) this.paint(this.current())
      if (this.roomy !== null && this.roomy.width !== this.box.clientWidth) void this.makeRoom(this.roomy.run, this.roomy.pause)
    }).observe(this.box)
  }

  private roomy: {run: Recording; width: number; pause: Pause} | null = null // for what there is room

  /// Makes as much room as a run needs, so that what stands below stays where it is while somebody steps.
  async makeRoom(run: Recording, pause: Pause): Promise<void> {
    const width = this.box.clientWidth
    const mine = (this.roomy = {run, width, pause})
    delete this.box.dataset["room"]
    if (width === 0) return
    const words = document.createElement("div")
    words.className = "why measured"
    words.setAttribute("aria-hidden", "true")
    this.why.after(words)
    const how = {
      picture: (s: State): number => heightOf(new Places(s, Math.max(320, Math.round(width))), width),
      words: (s: State): number => {
        patch(words, strip(explainShown(s), {}))
        return words.getBoundingClientRect().height
      },
    }
    const room = await roomOf(run, how, pause, () => this.roomy === mine)
    words.remove()
    if (room === null) return
    this.box.style.minHeight = `${Math.ceil(room.picture)}px`
    // On a phone the words stand over the picture, and the controls at the edge of the screen: what has no words shall not cover it.
    this.why.style.minHeight = getComputedStyle(this.why).position === "sticky" ? "" : `${Math.ceil(room.words)}px`
    this.box.dataset["room"] = String(width)
  }

  /// The program was edited since the run that is shown.
  set stale(on: boolean) {
    if (on === this.isStale) return
    this.isStale = on
    if (this.shown !== null) this.tokens(this.shown)
  }

  /// Connects the buttons and the keys.
  connect(player: Player): void {
    const jump = (this.jump = new Jump(player, words => this.say(words)))
    const on = (id: string, act: () => void): void => find(id, HTMLButtonElement).addEventListener("click", act)
    this.who = new Who(player, this.source, {
      names: () => this.names,
      pick: n => this.pick(n),
      chosen: s => {
        jump.watch(s?.kind === "g" ? s.id : null)
        if (s !== null) this.say(find("about-one", HTMLElement).querySelector("h2")?.textContent ?? "")
      },
    })
    on("back", () => player.step(-1))
    on("step", () => player.step(1))
    on("play-pause", () => player.toggle())
    find("what-is-what", HTMLButtonElement).addEventListener("click", () => void this.explainShapes())
    const scrub = find("scrub", HTMLInputElement)
    scrub.addEventListener("input", () => {
      player.pause()
      player.goto(Number(scrub.value))
    })
    const speed = find("speed", HTMLSelectElement)
    const go = (): void => {
      player.speed = Number(speed.value)
      this.box.classList.toggle("fast", player.speed > 20) // the next step comes before a token has arrived
    }
    speed.addEventListener("change", go)
    go()
    this.box.addEventListener("click", e => this.ask(e.target))
    this.box.addEventListener("keydown", e => {
      if (this.amongTokens(e)) return
      const act = keys(player, jump)[(e.shiftKey && e.key.startsWith("Arrow") ? "Shift+" : "") + e.key]
      if (act === undefined || e.ctrlKey || e.metaKey || e.altKey || !this.enabled) return
      e.preventDefault()
      act()
    })
    this.pick = n => {
      player.pause()
      player.goto(n)
    }
  }

  private jump: Jump | null = null
  private legend: Legend | null = null
  private who: Who | null = null
  private pick: (n: number) => void = () => {}
  private enabled = false

  /// Lets the reader move, or not.
  enable(on: boolean): void {
    this.enabled = on
    for (const id of ["back", "step", "play-pause"]) find(id, HTMLButtonElement).disabled = !on
    find("scrub", HTMLInputElement).disabled = !on
    this.jump?.enable(on)
    this.jump?.update()
  }

  // What was pressed on the stage is asked about.
  private ask(target: EventTarget | null): void {
    const s = subjectOf(target instanceof Element ? (target.closest("[data-who]")?.getAttribute("data-who") ?? "") : "")
    if (s === null || !this.enabled) return
    this.who?.open(s)
  }

  // Keys that walk among what can be asked about, and ask; says whether it was one of them.
  private amongTokens(e: KeyboardEvent): boolean {
    const at = e.target instanceof Element && e.target !== this.box ? e.target : null
    if (at !== null && (e.key === "Enter" || e.key === " ")) this.ask(at)
    else if (e.key === "Escape" && this.who?.about) this.who.open(null)
    else if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      const all = [...this.box.querySelectorAll<SVGElement>("[data-who]")]
      const next = at === null ? 0 : all.indexOf(at as SVGElement) + (e.key === "ArrowDown" ? 1 : -1)
      all[(next + all.length) % all.length]?.focus()
    } else return false
    e.preventDefault()
    return true
  }

  private async explainShapes(): Promise<void> {
    const {Legend} = await import("./legend.ts")
    this.legend ??= new Legend()
    this.legend.open(hasOf(this.current()))
  }

  playing(on: boolean): void {
    const button = find("play-pause", HTMLButtonElement)
    button.setAttribute("aria-label", on ? "Pause" : "Play")
    button.firstElementChild!.className = on ? "icon icon-pause" : "icon icon-play"
    this.box.classList.toggle("playing", on)
    this.isPlaying = on
    if (!on && this.shown !== null) this.tokens(this.shown)
  }

  /// Shows a state everywhere.
  show(s: State): void {
    if (s.count === 0) return
    this.shown = s
    this.paint(s)
    this.jump?.update()
    this.who?.show(s)
  }

  /// Shows that there is nothing to show yet.
  clear(words: string): void {
    patch(this.box, [])
    patch(this.why, [h("p", {class: "why-say"}, words), h("p", {class: "why-more"}, "Press Run. What the scheduler does then stands here, one decision at a time."), h("p", {class: "why-rule"})])
  }

  /// Shows the player's state again, for a panel that was hidden.
  refresh(player: Player): void {
    if (player.position === 0) return
    this.show(player.state)
    this.events(player)
  }

  private paint(s: State): void {
    const why = explainShown(s)
    const sentence = why.sentence.map(p => p.text).join("")
    const within = this.box.contains(document.activeElement)
    patch(this.box, [draw(s, this.box.clientWidth, this.names, sentence, this.who !== null)])
    if (within && document.activeElement === document.body) this.box.focus() // what had the focus is not there any more
    patch(this.why, strip(why, this.source))
    // Beside the lines nobody sees more in a second, and to set them is as much work as all the rest.
    if (!this.isPlaying || performance.now() - this.gutterAt > 200) this.tokens(s)
    const table = find("pane-table", HTMLElement)
    if (!table.hidden) patch(table, tables(s, this.names))
    this.lists?.()
    this.say(sentence)
  }

  /// Lets it be spoken, once the reader rests.
  private say(words: string): void {
    clearTimeout(this.spoken)
    this.spoken = window.setTimeout(() => (this.live.textContent = words), speakAfter)
  }

  private lists: (() => void) | null = null

  /// The events around the one that is shown.
  private events(player: Player): void {
    const pane = find("pane-events", HTMLElement)
    this.lists = () => {
      if (pane.hidden) return
      patch(pane, [eventList(player)])
      const now = pane.querySelector<HTMLElement>(".now")
      if (now !== null) pane.scrollTop = now.offsetTop - pane.clientHeight / 2
      for (const b of pane.querySelectorAll<HTMLButtonElement>("button")) b.onclick = () => this.pick(Number(b.value))
    }
    this.lists()
  }

  /// The goroutines beside the lines of the editor.
  private tokens(s: State): void {
    this.gutterAt = performance.now()
    const known = new Map<number, number>() // the line of a pos in the text of the editor, 0 none
    const lineAt = (pos: number): number => {
      let at = known.get(pos)
      if (at === undefined) {
        const {file, line} = unpackPos(pos)
        known.set(pos, (at = line === 0 ? 0 : lineIn(this.parts, this.names.files[file - 1] ?? "", line)))
      }
      return at
    }
    this.editor?.show(this.isStale ? new Map() : beside(s, lineAt))
  }
}

const heightOf = (at: Places, width: number): number => (at.height / at.width) * width

const keys = (player: Player, jump: Jump): Record<string, () => void> => ({
  ArrowRight: () => player.step(1),
  ArrowLeft: () => player.step(-1),
  " ": () => player.toggle(),
  Home: () => player.step(-Infinity),
  End: () => player.step(Infinity),
  "Shift+ArrowRight": () => jump.to("decision", 1),
  "Shift+ArrowLeft": () => jump.to("decision", -1),
  n: () => jump.go(1),
  p: () => jump.go(-1),
  s: () => jump.to("steal", 1),
  "?": () => find("what-is-what", HTMLButtonElement).click(),
})

/// The words under the stage, with links to the functions.
function strip(why: Why, source: Record<string, string>): El[] {
  const piece = (p: Piece): El | string => (p.hot ? h("b", {}, p.text) : p.text)
  const rule = ruleParts(why.rule, source).map(([text, url]) => (url === "" ? text : h("a", {href: url}, text)))
  return [h("p", {class: "why-say"}, ...why.sentence.map(piece)), h("p", {class: "why-more"}, why.detail), h("p", {class: "why-rule"}, ...(rule.length > 0 ? ["rule: ", ...rule] : []))]
}

function eventList(player: Player): El {
  const run = player.recording
  const from = Math.max(0, player.position - nearEvents)
  const to = Math.min(player.end, player.position + nearEvents)
  const s = run.stateAt(from).clone()
  const items: El[] = []
  for (let i = from; i < to; i++) {
    s.apply(run.event(i))
    const words = explain(s).sentence.map(p => p.text).join("")
    const cls = [i + 1 === player.position ? "now" : "", steal.kinds.includes(run.kind(i)) ? "is-steal" : ""].join(" ").trim()
    items.push(h("li", {class: cls}, h("button", {type: "button", value: i + 1, ...(i + 1 === player.position ? {"aria-current": "true"} : {})}, h("span", {class: "when"}, duration(s.last!.event.time)), h("span", {}, words))))
  }
  return h("ol", {class: "events", start: from + 1}, ...items)
}

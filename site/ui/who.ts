// This file is the panel about one G, P or M, under the words of the stage: a goroutine's life, or what a P or an M
// did last. Each row leads to its event. All of it is read from the events, up to the one that the stage shows.

import {explain, ruleParts} from "./explain.ts"
import {type Event, top} from "./event.ts"
import {find} from "./find.ts"
import type {Place, State} from "./fold.ts"
import {Kind} from "./kind.ts"
import {type Life, lasted, lifeOf, madeWords, placeWords, queuesOf, queueWords, type Stretch, stretchWords, sumWords} from "./life.ts"
import {duration, many, type Names, waitName} from "./names.ts"
import type {Player} from "./player.ts"
import type {Recording} from "./recording.ts"
import {steal} from "./sorts.ts"
import {type El, h, patch} from "./svg.ts"
import {siteClass} from "./tokens.ts"

/// What can be asked about.
export interface Subject {
  kind: "g" | "p" | "m"
  id: number
}

/// A subject as it is written: G7.
export const nameOf = (s: Subject): string => `${s.kind.toUpperCase()}${s.id}`

/// Reads one as the drawing writes it: g7. null if it is none.
export function subjectOf(text: string): Subject | null {
  const m = /^([gpm])(\d+)$/.exec(text)
  return m === null ? null : {kind: m[1] as Subject["kind"], id: Number(m[2])}
}

const mostRows = 12

/// The panel.
export class Who {
  private readonly root = find("about-one", HTMLElement)
  private subject: Subject | null = null
  private life: {run: Recording; length: number; life: Life; queued: Map<number, string>} | null = null
  private acts: {run: Recording; length: number; of: string; list: number[]} | null = null
  private all = false // rows that are usually left out, too

  constructor(
    private readonly player: Player,
    private readonly source: Record<string, string>,
    private readonly to: {names(): Names; pick(n: number): void; chosen(s: Subject | null): void},
  ) {
    this.root.addEventListener("click", e => {
      const button = (e.target as Element).closest("button")
      if (button === null) return
      if (button.value === "close") this.open(null)
      else if (button.value === "all") this.showAll()
      else this.to.pick(Number(button.value))
    })
    this.root.addEventListener("keydown", e => {
      if (e.key === "Escape") this.open(null)
    })
  }

  /// About whom it is.
  get about(): Subject | null {
    return this.subject
  }

  /// Opens it about somebody, or closes it.
  open(s: Subject | null): void {
    const focused = this.root.contains(document.activeElement)
    this.subject = s
    this.all = false
    this.root.hidden = s === null
    this.to.chosen(s)
    if (s !== null) this.show(this.player.state)
    else if (focused) find("stage", HTMLElement).focus()
  }

  private showAll(): void {
    this.all = true
    this.show(this.player.state)
  }

  /// Shows a state of the run.
  show(s: State): void {
    if (this.subject === null || this.root.hidden) return
    const {kind} = this.subject
    patch(this.root, kind === "g" ? this.goroutine(s) : this.other(s))
  }

  // A goroutine.

  private goroutine(s: State): El[] {
    const id = this.subject!.id
    const names = this.to.names()
    const life = this.lifeOf(id)
    const now = s.time
    const n = this.player.position
    const until = life.stretches.filter(x => x.index <= n)
    const g = s.gs.get(id)
    const title = g === undefined ? h("span", {}, `G${id}`) : h("span", {class: `chip ${siteClass(s, g)}`}, `G${id}`)
    if (until.length === 0) return [this.head(title, life.made === null ? "is of the runtime" : "is not made yet")]
    const last = until.at(-1)!
    const shown = this.all ? 200 : mostRows
    const is = life.exit <= n ? `ended after ${duration(lasted(last, n, now))} of its last turn.` : `${presently(last, s, g?.place, names)}, for ${duration(lasted(last, n, now))}.`
    return [
      this.head(title, is),
      h("p", {class: "who-made"}, madeWords(life, names)),
      h("p", {class: "who-sums"}, sumWords(life, n, now)),
      this.rows(until.slice(-shown).map(x => this.stretch(x, s, names)), "The life of this goroutine", Math.max(0, until.length - shown)),
    ]
  }

  private stretch(x: Stretch, s: State, names: Names): El {
    const n = this.player.position
    const now = s.time
    const {words, rule} = stretchWords(x, names, s.knobs)
    const queues = x.what === "ready" ? this.queues(x, n) : ""
    return this.row(x.index, x.begin, queues === "" ? words : `${words}. It waits in ${queues}`, rule, duration(lasted(x, n, now)))
  }

  // In words. Of a wait that is over they do not change.
  private queues(x: Stretch, n: number): string {
    const {run, queued, life} = this.life!
    const over = x.last <= n
    const known = over ? queued.get(x.index) : undefined
    if (known !== undefined) return known
    const list = queuesOf(run, life.id, x, n)
    const words = list === null ? "" : queueWords(list)
    if (over) queued.set(x.index, words)
    return words
  }

  private lifeOf(id: number): Life {
    const run = this.player.recording
    if (this.life?.run !== run || this.life.length !== run.length || this.life.life.id !== id) this.life = {run, length: run.length, life: lifeOf(run, id), queued: new Map()}
    return this.life.life
  }

  // A P or an M.

  private other(s: State): El[] {
    const {kind, id} = this.subject!
    const n = this.player.position
    const until = this.actsOf().filter(i => i <= n)
    const is = kind === "p" ? procWords(s, id) : threadWords(s, id)
    const run = this.player.recording
    const shown = this.all ? until.slice(-200) : until.slice(-mostRows)
    const made = kind === "m" ? until.filter(i => run.event(i - 1).kind === Kind.MNew && run.event(i - 1).a === id && !shown.includes(i)) : []
    return [
      this.head(h("span", {}, nameOf(this.subject!)), is),
      h("p", {class: "who-sums"}, kind === "p" ? procSums(run, id, until) : `${many(until.length, "event")} up to here.`),
      this.rows([...made, ...shown].map(i => this.act(i)), `What ${nameOf(this.subject!)} did`, until.length - made.length - shown.length),
    ]
  }

  private act(i: number): El {
    const s = this.player.recording.stateAt(i)
    const why = explain(s)
    return this.row(i, s.last!.event.time, why.sentence.map(p => p.text).join(""), why.rule, "")
  }

  // The events about it.
  private actsOf(): number[] {
    const run = this.player.recording
    const of = nameOf(this.subject!)
    if (this.acts?.run === run && this.acts.length === run.length && this.acts.of === of) return this.acts.list
    const list: number[] = []
    for (let i = 0; i < run.length; i++) {
      if (isAbout(run.event(i), this.subject!)) list.push(i + 1)
    }
    this.acts = {run, length: run.length, of, list}
    return list
  }

  // Parts.

  private head(title: El, is: string): El {
    return h("div", {class: "who-head"}, h("h2", {id: "about-one-title"}, title, " ", h("span", {class: "who-is"}, is)), h("button", {type: "button", class: "quiet", value: "close", "aria-label": "Close"}, "Close"))
  }

  private rows(rows: El[], label: string, before: number): El {
    return h(
      "div",
      {class: "who-life"},
      before > 0 && (this.all ? h("p", {class: "who-sums"}, `${before} more before these`) : h("button", {type: "button", class: "quiet", value: "all"}, `${before} earlier`)),
      h("ol", {class: "who-rows", "aria-label": label}, ...rows),
    )
  }

  private row(index: number, time: number, words: string, rule: string, took: string): El {
    const now = index === this.player.position
    const links = ruleParts(rule, this.source).map(([text, url]) => (url === "" ? text : h("a", {href: url}, text)))
    return h(
      "li",
      {class: now ? "now" : ""},
      h("button", {type: "button", value: index, class: "who-when", title: "Show this moment", ...(now ? {"aria-current": "true"} : {})}, duration(time)),
      h("span", {class: "who-words"}, words, rule !== "" && h("span", {class: "who-rule"}, " ", ...links)),
      h("span", {class: "who-took"}, took),
    )
  }
}

const isAbout = (e: Event, s: Subject): boolean =>
  s.kind === "p" ? e.p === s.id || (steal.kinds.includes(e.kind) && top(e.a) === s.id) : e.m === s.id || (namesM.has(e.kind) && e.a === s.id)

const namesM = new Set<number>([Kind.MNew, Kind.MWake, Kind.Retake, Kind.GoHand])

// What it is doing, in a word or some.
function presently(x: Stretch, s: State, place: Place | undefined, names: Names): string {
  switch (x.what) {
    case "run":
      return `runs on P${x.event.p}`
    case "wait":
      return `waits: ${waitName(x.event.n)}${names.place(x.event.b) === "" ? "" : ` in ${names.place(x.event.b)}`}`
    case "call":
      return `is in a system call`
  }
  switch (place?.at) {
    case "ring":
      return `is ready, in ${placeWords(place)}, ${before(place.pos - Math.min(...s.p(place.p).ring.keys()))}`
    case "runnext":
      return `is ready, in ${placeWords(place)}`
    case "global":
      return `is ready, in ${placeWords(place)}, ${before(place.pos - s.globalHead)}`
    case "hand":
      return place.next ? `is about to run on P${place.p}` : "is ready"
  }
  return "is ready"
}

const before = (n: number): string => (n === 0 ? "the first" : `with ${n} before it`)

function procWords(s: State, id: number): string {
  const p = s.ps[id]
  if (p === undefined || p.status === "dead") return "is not there."
  const m = s.holder(p)
  if (p.g !== null) return `runs G${p.g}, by M${p.m}.`
  if (m?.spinning) return `looks for work, by M${m.id}.`
  return p.status === "idle" ? "is idle." : p.status === "stopped" ? "is stopped." : "looks for the next goroutine."
}

function procSums(run: Recording, id: number, until: readonly number[]): string {
  let [turns, idle, stole, lost] = [0, 0, 0, 0]
  for (const i of until) {
    const e = run.event(i - 1)
    if (e.kind === Kind.GoStart) turns++
    else if (e.kind === Kind.PIdle) idle++
    else if (steal.kinds.includes(e.kind)) e.p === id ? stole++ : lost++
  }
  return `Up to here: ${many(turns, "turn")}, idle ${many(idle, "time")}, ${many(stole, "steal")} from others, ${many(lost, "steal")} by others.`
}

function threadWords(s: State, id: number): string {
  const m = s.ms.get(id)
  if (m === undefined) return "is not there yet."
  if (m.gone) return "has ended."
  if (m.p !== null) return m.spinning ? `looks for work, with P${m.p}.` : `has P${m.p}.`
  if (m.nextp !== null) return `wakes up, for P${m.nextp}.`
  const called = [...s.gs.values()].find(g => g.place.at === "away" && g.place.m === id)
  if (called !== undefined) return `is in a system call, with G${called.id}.`
  if (m.wired !== 0) return `sleeps: it is wired to G${m.wired}, and runs no other.`
  return m.idleSince > 0 ? "sleeps." : m.until > 0 ? "sleeps until the next timer or the network." : "has no P."
}

// This file is the panel of questions about a run: a press on one gives its answer, with a way to the event that it is
// about. What two Ps would have done is found by running the program once more, out of sight.
//
// It is loaded when the panel is first seen.

import {type Answer, type Asked, outcomeOf, questions, twoWords} from "./answers.ts"
import type {Names} from "./names.ts"
import {Recording} from "./recording.ts"
import {h, type El, patch} from "./svg.ts"

/// What the panel needs of the page.
export interface QuestionEvents {
  run(): Recording
  names(): Names
  pick(n: number): void
  /// Runs the program of this run again, with so many Ps; null if that cannot be done. `take` gets its records.
  again(procs: number, take: (records: Uint8Array) => void): Promise<boolean> | null
}

/// The panel.
export class Questions {
  private readonly of: Asked = {g: 2, p: 1, m: 3}
  private readonly answers = new Map<string, Answer>()
  private shown: Recording | null = null
  private covered = false
  private readonly list = document.createElement("div")

  constructor(
    pane: HTMLElement,
    private readonly page: QuestionEvents,
  ) {
    const who = document.createElement("p")
    who.className = "ask-who"
    who.append("The questions are about ", this.field("g", "goroutine G"), this.field("p", "processor P"), this.field("m", "thread M"))
    this.list.className = "ask-list"
    this.list.addEventListener("click", e => this.press((e.target as Element).closest("button")))
    pane.replaceChildren(who, this.list)
  }

  private field(what: keyof Asked, name: string): HTMLElement {
    const label = document.createElement("label")
    const input = document.createElement("input")
    input.id = `ask-${what}`
    input.type = "number"
    input.min = what === "g" ? "1" : "0"
    input.value = String(this.of[what])
    input.addEventListener("input", () => {
      const n = Number(input.value)
      if (!Number.isSafeInteger(n) || n < Number(input.min) || n > 1e9) return
      this.of[what] = n
      this.answers.clear()
      this.paint()
    })
    label.append(`${name} `, input)
    return label
  }

  /// Shows the run that the page shows now. covered: what answers a question of the lesson may not be told.
  show(covered: boolean): void {
    const run = this.page.run()
    if (run === this.shown && covered === this.covered && this.answers.size > 0) return
    this.shown = run
    this.covered = covered
    this.answers.clear()
    this.paint()
  }

  private paint(): void {
    const why = this.covered ? "The run answers a question of the lesson: these wait until you have chosen." : this.shown === null || this.shown.length === 0 ? "Press Run first." : ""
    patch(this.list, [...(why === "" ? [] : [h("p", {class: "fig-note"}, why)]), ...questions.map(q => this.row(q.id, q.ask(this.of), why !== "")), this.row("two", "What would two Ps have done?", why !== "")])
  }

  private row(id: string, ask: string, off: boolean): El {
    const a = this.answers.get(id)
    return h(
      "div",
      {class: "ask-row"},
      h("button", {type: "button", class: "ask-button", value: id, "aria-expanded": String(a !== undefined), ...(off ? {disabled: ""} : {})}, ask),
      h("p", {class: "ask-answer", role: "status", id: `answer-${id}`}, a?.words ?? ""),
      a !== undefined && a.at > 0 && h("button", {type: "button", class: "quiet ask-show", value: `at ${a.at}`, "aria-label": `Show it: event ${a.at}`}, "Show it"),
    )
  }

  private press(button: HTMLButtonElement | null): void {
    if (button === null || this.shown === null) return
    const {value} = button
    if (value.startsWith("at ")) return this.page.pick(Number(value.slice(3)))
    if (this.answers.delete(value)) return this.paint()
    const q = questions.find(q => q.id === value)
    if (q !== undefined) this.tell(value, q.answer(this.shown, this.page.names(), this.of))
    else void this.two()
  }

  private tell(id: string, answer: Answer): void {
    this.answers.set(id, answer)
    this.paint()
  }

  private async two(): Promise<void> {
    const run = this.shown!
    const other = new Recording()
    const done = this.page.again(2, records => other.append(records))
    if (done === null) return this.tell("two", {words: "That is told of a run in virtual time that was made here, for only there can it be the same but for the Ps: press Run.", at: 0})
    this.tell("two", {words: "It runs …", at: 0})
    const ended = await done
    if (this.shown !== run || !this.answers.has("two")) return
    this.tell("two", {words: ended ? twoWords(run.stateAt(run.length).procs, outcomeOf(run), outcomeOf(other)) : "The run with two Ps did not end in time.", at: 0})
  }
}

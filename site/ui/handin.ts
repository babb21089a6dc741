// This file makes a hand-in of the answers on the page of an assignment: a file that a student gives to a teacher. It says what the page
// saw; gopark grade replays it and believes nothing. What is in it is described in site/handin, whose tests hold this file's
// output too.
//
// A program that does not compile gets no points. That is said before the file is made, and whoever wants it all the same presses once more.

import type {Answer, Checker} from "./checker.ts"
import {many} from "./names.ts"
import type {Store} from "./store.ts"

/// What the generator writes into the page.
interface Data {
  format: string
  assignment: {name: string; hash: string}
  asks: "name" | "id" | "nothing"
  exercises: string[]
  suffix: string
  runs: number
  largest: number
}

/// Makes the hand-in of a page work, if it has one. engine is the version of the engine that runs its programs; the name is kept in store.
export function startHandIn(checkers: readonly Checker[], engine: string, store: Store): void {
  const root = document.getElementById("hand-in")
  const data = root?.querySelector(".hand-in-data")?.textContent
  if (root && data) new HandIn(root, JSON.parse(data) as Data, checkers, engine, store).start()
}

class HandIn {
  private readonly button: HTMLButtonElement
  private readonly says: HTMLElement
  private readonly student: HTMLInputElement | null
  private readonly file: HTMLElement
  private making: Making | null = null
  private url = ""
  private ready: Made | null = null // but for a word of its student

  constructor(
    private readonly root: HTMLElement,
    private readonly data: Data,
    private readonly checkers: readonly Checker[],
    private readonly engine: string,
    private readonly store: Store,
  ) {
    this.button = root.querySelector<HTMLButtonElement>(".do-hand-in")!
    this.says = root.querySelector<HTMLElement>(".hand-in-says")!
    this.student = root.querySelector<HTMLInputElement>("#student")
    this.file = root.querySelector<HTMLElement>(".hand-in-file")!
  }

  start(): void {
    this.button.addEventListener("click", () => this.press())
    if (this.student !== null && this.student.value === "") this.student.value = this.store.student
    this.student?.addEventListener("input", () => (this.store.student = nameOf(this.student!.value)))
    for (const [from, what] of [[document, "edited"], [this.student, "input"]] as const) from?.addEventListener(what, () => this.changed())
  }

  private press(): void {
    if (this.root.dataset["state"] === "running") this.stop()
    else if (this.ready !== null) this.finish(this.ready)
    else void this.make()
  }

  /// What was made is not what stands in the page any more.
  private changed(): void {
    const {state} = this.root.dataset
    if (this.making !== null) this.making.changed = true
    if (state !== "done" && state !== "unsure") return
    this.ready = null
    this.file.hidden = true
    this.say(state === "done" ? "Something was changed since the file was made. Make it again." : "", "changed")
  }

  private say(words: string, state: string): void {
    this.says.textContent = words
    this.root.dataset["state"] = state
    this.button.textContent = state === "running" ? "Stop" : state === "unsure" ? "Make the file all the same" : "Make the file"
  }

  private stop(): void {
    const {making} = this
    this.making = null
    making?.checker?.stop()
    this.say("Stopped.", "stopped")
  }

  private async make(): Promise<void> {
    const student = nameOf(this.student?.value ?? "")
    if (this.student !== null) {
      this.student.value = student
      if (student === "") {
        this.student.focus()
        return this.say(`Your ${this.data.asks} is missing.`, "failed")
      }
    }
    this.store.student = student
    this.ready = null
    this.file.hidden = true
    this.say("Checking …", "running")
    const making: Making = (this.making = {checker: null, changed: false})
    try {
      const made = await this.made(making, student)
      if (this.making !== making) return // it was stopped, and another may have begun
      if (made === null) this.say("Stopped.", "stopped")
      else if (making.changed) this.say("Something was changed while the file was made. Make it again.", "changed")
      else if (made.broken.length === 0) this.finish(made)
      else this.warn(made)
    } catch (e) {
      if (this.making === making) this.say(`It could not be made: ${e instanceof Error ? e.message : String(e)}`, "failed")
    }
    if (this.making === making) this.making = null
  }

  private warn(made: Made): void {
    this.ready = made
    const {broken} = made
    const what = broken.length === 1 ? `The program of ${broken[0]} does not compile, and gets no points` : `The programs of ${broken.slice(0, -1).join(", ")} and ${broken.at(-1)} do not compile, and get no points`
    this.say(`${what}: ${this.points(made)} There is no file yet.`, "unsure")
  }

  private finish(made: Made): void {
    this.ready = null
    this.save(made.handIn)
    this.say(`${this.points(made)} The file is ready: give it to your teacher.`, "done")
  }

  private points({handIn: {claim}}: Made): string {
    return `${claim.points} of ${many(claim.of, "point")} by these checks.`
  }

  /// The hand-in; null if it was stopped, here or at an exercise.
  private async made(making: Making, student: string): Promise<Made | null> {
    const exercises: Answer[] = []
    const broken: string[] = []
    for (const [i, id] of this.data.exercises.entries()) {
      const checker = this.checkers.find(c => c.id === id)
      if (checker === undefined) throw new Error(`exercise ${id} is not in this page`)
      const which = `Exercise ${i + 1} of ${this.data.exercises.length}`
      if (checker.busy) this.say(`${which}: when the check that goes on has ended …`, "running")
      await checker.idle()
      if (this.making !== making) return null
      making.checker = checker
      this.say(`${which} …`, "running")
      const got = await checker.answer(student, this.data.runs)
      making.checker = null
      if (got === null || this.making !== making) return null
      if (new TextEncoder().encode(got.answer.files[0]!.text).length > this.data.largest) throw new Error(`the program of ${id} is longer than ${this.data.largest >> 10} KiB`)
      exercises.push(got.answer)
      if (!got.compiles) broken.push(this.data.exercises.length > 1 ? `exercise ${i + 1}` : "the exercise")
    }
    const sum = (of: (a: Answer) => number): number => exercises.reduce((n, a) => n + of(a), 0)
    const {format, assignment} = this.data
    const claim = {points: sum(a => a.claim.points), of: sum(a => a.claim.of)}
    return {handIn: {format, assignment, engine: this.engine, student, exercises, claim}, broken}
  }

  private save(made: HandedIn): void {
    if (this.url !== "") URL.revokeObjectURL(this.url)
    this.url = URL.createObjectURL(new Blob([JSON.stringify(made, null, 1) + "\n"], {type: "application/json"}))
    const link = this.file.querySelector("a")!
    link.href = this.url
    link.download = fileName([this.data.assignment.name, made.student]) + this.data.suffix
    this.file.querySelector(".hand-in-name")!.textContent = link.download
    this.file.hidden = false
    link.click()
  }
}

/// A hand-in that is being made.
interface Making {
  checker: Checker | null // that checks for it
  changed: boolean // since it was begun, in the page
}

/// A hand-in, and what in it does not compile.
interface Made {
  handIn: HandedIn
  broken: string[]
}

/// What is handed in, as in site/handin.
interface HandedIn {
  format: string
  assignment: {name: string; hash: string}
  engine: string
  student: string
  exercises: Answer[]
  claim: {points: number; of: number}
}

/// A name as gopark grade takes it: one line, without characters that cannot be seen.
export const nameOf = (text: string): string => text.normalize("NFC").replace(/[\p{C}\p{Z}]+/gu, " ").trim()

/// A name for a file that every system takes.
export const fileName = (parts: readonly string[]): string =>
  parts.map(p => p.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60)).filter(p => p !== "").join("-")

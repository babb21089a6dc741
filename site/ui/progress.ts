// This file keeps what a reader does on a lesson's page, and shows it again on the next visit: the answers given, the
// programs changed, the hints opened, the exercises solved. The parts of the page tell what happens by events;
// none of them knows that it is kept.

import type {Bench} from "./bench.ts"
import {Sha256} from "./engine/sha256.ts"
import {current, farWords, howFar, type Item, limits, others, withText} from "./kept.ts"
import type {Program} from "./program.ts"
import {type Choices, takeAgain} from "./quiz.ts"
import type {Store} from "./store.ts"

/// How long a change of a program may wait until it is kept.
const patience = 400

/// Keeps the work on one page.
export class Progress {
  private readonly waiting = new Map<Program, number>()

  constructor(
    private readonly store: Store,
    private readonly slug: string,
    private readonly tell: (words: string) => void,
  ) {}

  /// Shows what was kept, and keeps from now on. To be called before the programs have editors.
  start(bench: Bench): void {
    for (const quiz of document.querySelectorAll<HTMLElement>(".predict")) this.question(quiz)
    for (const exercise of document.querySelectorAll<HTMLElement>(".exercise")) this.exercise(exercise)
    for (const program of bench.programs) if (!program.readOnly) this.program(program)
    document.getElementById("bench")?.addEventListener("began", () => this.ran())
    addEventListener("pagehide", () => this.flush())
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.flush()
    })
    this.show()
  }

  private ran(): void {
    if (!this.store.read(this.slug).ran) this.store.change(this.slug, kept => (kept.ran = true))
  }

  // Questions.

  private question(quiz: HTMLElement): void {
    const {id, mark} = itemOf(quiz)
    const before = this.store.read(this.slug).questions.get(id)
    if (before?.mark === mark) takeAgain(quiz, before.picks)
    quiz.addEventListener("answered", e => {
      const {picks, right} = (e as CustomEvent<Choices>).detail
      this.store.change(this.slug, kept => kept.questions.set(id, {mark, picks: picks.slice(-limits.picks), right}))
      this.show()
    })
  }

  // Exercises.

  private exercise(root: HTMLElement): void {
    const {id, mark} = itemOf(root)
    const hints = [...root.querySelectorAll<HTMLDetailsElement>(".hint")]
    const kept = this.store.read(this.slug).exercises.get(id)
    const now = kept?.mark === mark ? kept : {mark, attempts: 0, hints: [] as number[], shown: false, passed: false}
    const changed = (): void => {
      this.store.change(this.slug, all => all.exercises.set(id, now))
      tried()
      this.show()
    }
    const tried = (): void => {
      const words = root.querySelector<HTMLElement>(".tried")
      if (words !== null) {
        words.textContent = triedWords(now.attempts, now.passed)
        words.classList.toggle("solved", now.passed)
      }
      if (now.passed) for (const li of root.querySelectorAll(".check:not(.broken)")) li.classList.add("held")
      if (now.shown) root.querySelector(".solution summary")!.textContent = "One solution, which you have seen"
    }
    for (const [i, hint] of hints.entries()) {
      if (now.hints.includes(i)) hint.open = true
      hint.addEventListener("toggle", () => {
        if (!hint.open || now.hints.includes(i)) return
        now.hints.push(i)
        changed()
      })
    }
    const solution = root.querySelector<HTMLDetailsElement>(".solution")
    solution?.addEventListener("toggle", () => {
      if (!solution.open || now.shown) return
      now.shown = true
      changed()
    })
    root.addEventListener("checked", e => {
      if (!now.passed) now.attempts = Math.min(now.attempts + 1, limits.attempts) // how many it took
      if ((e as CustomEvent<{passed: boolean}>).detail.passed) now.passed = true
      changed()
    })
    tried()
  }

  // Programs.

  private program(program: Program): void {
    const mark = markOf(program.original)
    program.mine = current(this.store.read(this.slug).programs.get(program.id) ?? [], mark)
    program.root.addEventListener("edited", () => {
      clearTimeout(this.waiting.get(program))
      this.waiting.set(program, window.setTimeout(() => this.keep(program), patience))
    })
    this.offer(program, mark)
  }

  private flush(): void {
    for (const [program, timer] of this.waiting) {
      clearTimeout(timer)
      this.keep(program)
    }
  }

  private keep(program: Program): void {
    this.waiting.delete(program)
    const {text, original} = program
    if (text.length > limits.text) {
      return this.tell(`${program.file} has more than ${limits.text >> 10} KiB now: it is not kept when you leave this page.`)
    }
    this.versions(program, versions => withText(versions, markOf(original), text === original ? null : text))
    this.show()
  }

  private versions(program: Program, how: (versions: ReturnType<typeof others>) => ReturnType<typeof others>): void {
    this.store.change(this.slug, kept => {
      const after = how(kept.programs.get(program.id) ?? [])
      if (after.length === 0) kept.programs.delete(program.id)
      else kept.programs.set(program.id, after)
    })
  }

  /// Offers what the reader wrote when the starter was another, or what a file brought.
  private offer(program: Program, mark: string): void {
    program.root.querySelector(".offer")?.remove()
    const [other] = others(this.store.read(this.slug).programs.get(program.id) ?? [], mark, program.original)
    if (other === undefined) return
    const box = document.createElement("p")
    box.className = "offer"
    box.textContent = other.mark === "" ? "You have another draft of this program here." : "You have a draft of your own here, of this program as it was before."
    const button = (words: string, press: () => void): void => {
      const b = document.createElement("button")
      b.type = "button"
      b.className = "quiet"
      b.textContent = words
      b.addEventListener("click", press)
      box.append(" ", b)
    }
    const without = (versions: ReturnType<typeof others>): ReturnType<typeof others> => versions.filter(v => v.text !== other.text)
    button("Show that text", () => {
      const now = program.text
      this.versions(program, versions => {
        const rest = without(versions)
        return now === program.original ? rest : [...rest.filter(v => v.text !== now), {mark: "", text: now}].slice(-limits.versions)
      })
      program.text = other.text
      this.flush()
      this.offer(program, mark)
    })
    button("Forget it", () => {
      this.versions(program, without)
      this.offer(program, mark)
    })
    program.root.querySelector(".editor-head")!.after(box)
  }

  // How far.

  private show(): void {
    const questions = [...document.querySelectorAll<HTMLElement>(".predict")].map(itemOf)
    const exercises = [...document.querySelectorAll<HTMLElement>(".exercise:has(.checks)")].map(itemOf)
    const box = document.getElementById("how-far")
    if (box === null) return
    const far = howFar(this.store.read(this.slug), {questions, exercises})
    box.dataset["state"] = far.state
    const words = far.state === "done" ? "done" : farWords(far, {questions, exercises})
    box.textContent = `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
  }
}

/// What a question or an exercise of the page is.
function itemOf(root: HTMLElement): Item {
  return {id: root.id, mark: root.dataset["mark"] ?? "", quiz: root.dataset["quiz"] !== undefined}
}

/// The fingerprint of a starter.
export function markOf(source: string): string {
  return new Sha256().update(new TextEncoder().encode(source)).hex().slice(0, 10)
}

/// How often an exercise was checked, in words.
export function triedWords(attempts: number, passed: boolean): string {
  if (attempts === 0) return ""
  const times = attempts === 1 ? "one attempt" : `${attempts} attempts`
  return passed ? `Solved, ${times}.` : `${times.charAt(0).toUpperCase()}${times.slice(1)} so far.`
}

// This file checks an answer to an exercise: it runs the program as the rules want, with every seed, and shows
// what became of each rule. What a rule means is decided in one place, core/check, which site/figures
// brings into the page; gopark check and gopark grade use the same.

import type {Bench} from "./bench.ts"
import {defaultPages, type Run, startRun} from "./engine/index.ts"
import {Sha256} from "./engine/sha256.ts"
import {Figures} from "./figures.ts"
import {many} from "./names.ts"
import type {Program} from "./program.ts"
import {Settings} from "./settings.ts"

/// One run that a rule needs, as in core/check.
interface Case {
  program?: string
  seed: number
  settings: {procs?: number; policy?: string; costs?: string; io?: string; until?: string}
}

interface Needs {
  cases: Case[]
  against: string
}

/// What became of a rule, as in core/check.
export interface Verdict {
  rule: string
  pass: boolean
  want?: string
  got?: string
  case: Case
  held: number
  runs: number
}

/// An exercise, as the generator writes it into the page.
interface Exercise {
  rules: string[]
  points: number[]
  base: {seed: number; settings: Case["settings"]}
  file: string
  programs: Record<string, string> // that answers are compared with, by name
  limits: {virtual: number; records: number; output: number} // of a run: ns, events, bytes
  seedText?: string // in an assignment: what the seeds of a hand-in are derived from, without the student
}

/// What is handed in of one exercise, as in site/handin.
export interface Answer {
  id: string
  files: {name: string; sha256: string; text: string}[]
  runs: {seed: number; digest: string}[]
  claim: {points: number; of: number; checks: {rule: string; points: number; pass: boolean}[]}
}

/// One answer that is being run.
interface Ran {
  events: Uint8Array[]
  output: string
  stderr: string
  exit: number
  failed: string
  digest: string // "" if it failed: where it was cut off is chance
}

/// What was measured in a run. The page knows of it only this.
interface Measured {
  failed: string
}

/// What follows from the runs that were made, as in site/figures/check.go.
interface Judged {
  verdicts: Verdict[] | null // null if runs are wanted first
  wanted: Case[] | null // in the order in which they are to be made
  cut: number // runs that were cut off
}

/// Two cases with the same key are one.
const keyOf = ({program = "", seed, settings}: Case): string => JSON.stringify([program, seed, settings])

/// Makes the exercises of a page work, and gives those that have checks.
export function startExercises(bench: Bench, figures: string): Checker[] {
  const checkers: Checker[] = []
  for (const root of document.querySelectorAll<HTMLElement>(".exercise")) {
    const program = bench.program(root.dataset["of"]!)
    if (program === null) continue
    const solution = root.querySelector(".solution-text")
    root.querySelector(".use-solution")?.addEventListener("click", () => {
      program.text = solution?.textContent ?? ""
      program.root.scrollIntoView({block: "start"})
    })
    const data = root.querySelector(".exercise-data")?.textContent
    if (!data) continue
    const checker = new Checker(bench, new Figures(figures, bench.spares), root, program, JSON.parse(data) as Exercise)
    checker.start()
    checkers.push(checker)
  }
  return checkers
}

/// What goes on between a press and its end. Work that was stopped still comes back from what it waited for; it must not touch what has begun since.
class Turn {
  stopped = false
  private stop: () => void = () => {}
  private readonly stopping = new Promise<null>(resolve => (this.stop = () => resolve(null)))
  private end: () => void = () => {}
  readonly ended = new Promise<void>(resolve => (this.end = resolve))

  /// Does the work, until it is done or stopped: null then.
  async take<T>(work: (turn: Turn) => Promise<T>): Promise<T | null> {
    try {
      return await Promise.race([work(this), this.stopping])
    } finally {
      this.end()
    }
  }

  cancel(): void {
    this.stopped = true
    this.stop()
  }

  /// Waits for a part of the work, and goes on only if it was not stopped meanwhile.
  async still<T>(part: Promise<T>): Promise<T> {
    const got = await part
    if (this.stopped) throw new Error("stopped")
    return got
  }
}

/// Checks the answers to one exercise.
export class Checker {
  private readonly button: HTMLButtonElement
  private readonly verdict: HTMLElement
  private run: Run | null = null
  private turn: Turn | null = null // null: nothing goes on
  private needs: Needs[] = [] // of each rule
  private cut = 0 // runs for the rules that were cut off
  private readonly ran = new Map<string, Measured>() // what was measured, by case

  constructor(
    private readonly bench: Bench,
    private readonly figures: Figures,
    private readonly root: HTMLElement,
    private readonly program: Program,
    private readonly exercise: Exercise,
  ) {
    this.button = root.querySelector<HTMLButtonElement>(".do-check")!
    this.verdict = root.querySelector<HTMLElement>(".check-verdict")!
  }

  get id(): string {
    return this.root.id
  }

  start(): void {
    this.button.addEventListener("click", () => {
      if (this.turn !== null) this.stop()
      else void this.during(new Turn(), turn => this.check(turn))
    })
  }

  stop(): void {
    if (this.turn === null) return
    this.turn.cancel()
    this.run?.stop()
    this.figures.stop()
    this.say("Stopped.", "stopped")
    this.done()
  }

  private done(): void {
    this.turn = null
    this.run = null
    this.button.textContent = "Check"
  }

  /// Whether something is checked just now.
  get busy(): boolean {
    return this.turn !== null
  }

  /// Waits until nothing is checked.
  async idle(): Promise<void> {
    while (this.turn !== null) await this.turn.ended
  }

  private say(words: string, state: string): void {
    this.verdict.textContent = words
    this.root.dataset["check"] = state
  }

  /// Does some work while the button says Stop; null if it was stopped, or broke, which is said.
  private async during<T>(turn: Turn, work: (turn: Turn) => Promise<T>): Promise<T | null> {
    this.turn = turn
    this.button.textContent = "Stop"
    this.clear()
    this.say("Compiling …", "running")
    try {
      return await turn.take(work)
    } catch (e) {
      if (!turn.stopped) this.say(`It could not be checked: ${e instanceof Error ? e.message : String(e)}`, "failed")
      return null
    } finally {
      if (!turn.stopped) this.done()
    }
  }

  private async check(turn: Turn): Promise<Verdict[] | null> {
    const verdicts = await this.verdicts(turn)
    if (verdicts !== null) this.show(verdicts)
    return verdicts
  }

  /// Checks, and gives what is handed in, and whether it compiles; null if it was stopped. Nothing else may go on.
  async answer(student: string, runs: number): Promise<{answer: Answer; compiles: boolean} | null> {
    const turn = new Turn()
    const answer = await this.during(turn, async () => {
      const file = fileOf(this.exercise.file, this.program.text)
      const verdicts = await this.check(turn)
      return {answer: {id: this.id, files: [file], runs: await this.runs(turn, file.text, student, runs), claim: this.claim(verdicts)}, compiles: verdicts !== null}
    })
    if (answer === null && !turn.stopped) throw new Error(`exercise ${this.id} could not be checked`)
    return answer
  }

  /// Some runs whose digests are handed in. A program of which a run was cut off has none (site/trial).
  private async runs(turn: Turn, text: string, student: string, n: number): Promise<Answer["runs"]> {
    const seeds = (await turn.still(this.figures.ask("seeds", {text: (this.exercise.seedText ?? "") + student, n}))) as number[]
    let module = this.cut > 0 ? null : await turn.still(this.program.compile(this.bench.compiler, text, () => {}))
    const all: Answer["runs"] = []
    for (const seed of seeds) {
      const digest = module === null ? "" : (await turn.still(this.once(module, {seed, settings: this.exercise.base.settings}))).digest
      if (digest === "") module = null // it was cut off: the others are not made
      all.push({seed, digest})
    }
    return all
  }

  /// What became of the checks; a program that does not compile passes none.
  private claim(verdicts: readonly Verdict[] | null): Answer["claim"] {
    const checks = this.exercise.rules.map((rule, i) => {
      const verdict = verdicts?.[i]
      return {rule: verdict?.rule ?? rule.trim().split(/\s+/).join(" "), points: this.exercise.points[i] ?? 1, pass: verdict?.pass ?? false}
    })
    const sum = (of: typeof checks): number => of.reduce((n, c) => n + c.points, 0)
    return {points: sum(checks.filter(c => c.pass)), of: sum(checks), checks}
  }

  private clear(): void {
    for (const li of this.root.querySelectorAll<HTMLElement>(".check")) {
      li.classList.remove("held", "broken")
      li.querySelector(".check-says")!.textContent = ""
    }
  }

  /// Runs whatever the rules need, and asks what follows; null if the program does not compile.
  private async verdicts(turn: Turn): Promise<Verdict[] | null> {
    const {rules, base} = this.exercise
    this.program.problems([])
    this.cut = 0
    const tell = (words: string): void => {
      if (!turn.stopped) this.say(words || "Compiling …", "running")
    }
    const module = await turn.still(this.program.compile(this.bench.compiler, this.program.text, tell))
    if (module === null) {
      this.say(`${many(this.program.errors, "error")}: it does not compile.`, "broken")
      return null
    }
    this.needs = (await turn.still(this.figures.ask("cases", {rules, base}))) as Needs[]
    this.ran.clear()
    const modules = new Map<string, WebAssembly.Module>([["", module]])
    const runs: {case: Case; run: Measured}[] = []
    for (;;) {
      const {verdicts, wanted, cut} = (await turn.still(this.figures.ask("judge", {rules, base, runs}))) as Judged
      this.cut = cut
      if (verdicts !== null) return verdicts
      runs.push(...(await this.make(turn, wanted ?? [], modules, runs.length)))
    }
  }

  /// Makes runs in their order, until one is cut off: then fewer may be needed. before is how many were made before.
  private async make(turn: Turn, wanted: readonly Case[], modules: Map<string, WebAssembly.Module>, before: number): Promise<{case: Case; run: Measured}[]> {
    const runs: {case: Case; run: Measured}[] = []
    let batch: {case: Case; ran: Ran}[] = []
    for (const [i, c] of wanted.entries()) {
      this.say(`Run ${before + i + 1} of ${before + wanted.length} …`, "running")
      const name = c.program ?? ""
      if (!modules.has(name)) modules.set(name, await turn.still(this.other(name)))
      const ran = await turn.still(this.once(modules.get(name)!, c))
      batch.push({case: c, ran})
      if (batch.length === 25) {
        runs.push(...(await turn.still(this.measure(batch))))
        batch = []
      }
      if (ran.failed !== "") break
    }
    runs.push(...(await turn.still(this.measure(batch))))
    for (const {case: c, run} of runs) this.ran.set(keyOf(c), run)
    return runs
  }

  /// A program that answers are compared with.
  private async other(name: string): Promise<WebAssembly.Module> {
    const source = this.exercise.programs[name]
    if (source === undefined) throw new Error(`${name} is not in this page`)
    const file = name === "starter" ? this.exercise.file : name
    const result = await this.bench.compiler.compile(file, source, {loading: () => {}, compiling: () => {}})
    if (result.module === null) throw new Error(`${name} does not compile`)
    return await WebAssembly.compile(result.module as BufferSource)
  }

  /// One run, within the limits.
  private once(module: WebAssembly.Module, c: Case): Promise<Ran> {
    const {policy = "", costs = "", io = "", until = "", procs = 4} = c.settings
    const read = new Settings({policy, costs, io, until}).read(false)
    if ("field" in read) return Promise.reject(new Error(`${read.field.name}: ${read.words}`))
    const {limits} = this.exercise
    const ran: Ran = {events: [], output: "", stderr: "", exit: 0, failed: "", digest: ""}
    const texts = [new TextDecoder(), new TextDecoder()]
    const bytes = [0, 0]
    let records = 0
    return new Promise((resolve, reject) => {
      const end = (failed: string): void => {
        ran.failed = failed
        run.stop()
        resolve(ran)
      }
      const run = startRun(
        this.bench.spares,
        {mode: "virtual", module, procs, seed: BigInt(c.seed), set: read.set, until: read.until || BigInt(limits.virtual), pages: defaultPages, slice: 0, args: [this.exercise.file.replace(/\.go$/, "")], env: [], stdin: new Uint8Array()},
        {
          onEvents: chunk => {
            ran.events.push(chunk.slice())
            records += chunk.length / 48
            if (records > limits.records) end(`after ${limits.records} events it had not ended`)
          },
          onOutput: (fd, chunk) => {
            const i = fd === 2 ? 1 : 0
            bytes[i]! += chunk.length
            if (bytes[i]! > limits.output) return end(`it printed more than ${limits.output >> 10} KiB`)
            const text = texts[i]!.decode(chunk, {stream: true})
            if (i === 0) ran.output += text
            else ran.stderr += text
          },
          onExit: (code, digest, ended) => {
            ran.exit = code
            if (ended && read.until === 0n) ran.failed = `it did not end within ${limits.virtual / 1e9}s of virtual time`
            if (ran.failed === "") ran.digest = digest
            resolve(ran)
          },
          onTooManyMs: () => {}, // in Parallel only
          onFailure: message => reject(new Error(`the engine failed, and that is our fault: ${message.split("\n")[0]}`)),
        },
      )
      this.run = run
    })
  }

  /// What was measured in some runs.
  private async measure(batch: {case: Case; ran: Ran}[]): Promise<{case: Case; run: Measured}[]> {
    if (batch.length === 0) return []
    const measured = (await this.figures.measure(batch.map(b => b.ran.events))) as object[]
    return batch.map(({case: c, ran: {output, stderr, exit, failed}}, i) => ({case: c, run: {...measured[i], output, stderr, exit, failed}}))
  }

  /// Runs what broke a rule once more, and stands at the event that did.
  private showMoment(i: number, v: Verdict, text: string): void {
    const run = this.ran.get(keyOf(v.case))
    if (this.program.text !== text || run === undefined) return this.say("The program has changed since: check it again.", "changed")
    const {against} = this.needs[i]!
    const other = against === "" ? null : (this.ran.get(keyOf({...v.case, program: against})) ?? null)
    const rule = this.exercise.rules[i]!
    const settings = {...v.case.settings}
    if (run.failed !== "") settings.until ||= `${this.exercise.limits.virtual / 1e9}s` // it would not end
    this.bench.replay(this.program, v.case.seed, settings, async recording => {
      const n = 1 + (await this.figures.moment({rule, run, other}, recording.file()))
      const where = n < recording.length ? "Here it breaks" : "Only the end of the run decides"
      this.bench.standAt(recording, n, `${where}: ${v.rule}. Wanted ${v.want}, got ${v.got}.`)
    })
  }

  private show(verdicts: readonly Verdict[]): void {
    let points = 0
    let of = 0
    const {text} = this.program // what was checked
    verdicts.forEach((v, i) => {
      const worth = this.exercise.points[i] ?? 1
      of += worth
      if (v.pass) points += worth
      const li = this.root.querySelector<HTMLElement>(`.check[data-rule="${i}"]`)
      if (li === null) return
      li.classList.add(v.pass ? "held" : "broken")
      const says = li.querySelector<HTMLElement>(".check-says")!
      if (v.pass) return
      const ran = this.ran.has(keyOf(v.case)) // it may have been ended too often before
      says.textContent = `wanted ${v.want}, got ${v.got}${v.runs > 1 ? `, with seed ${v.case.seed}` : ""} `
      if (!ran) return
      const again = document.createElement("button")
      again.type = "button"
      again.className = "quiet"
      again.textContent = "Show the moment"
      again.addEventListener("click", () => this.showMoment(i, v, text))
      says.append(again)
    })
    const all = points === of
    this.root.dispatchEvent(new CustomEvent("checked", {bubbles: true, detail: {passed: all}}))
    const held = verdicts.filter(v => v.pass).length
    const begun = text !== this.exercise.programs["starter"] || held === 0 ? "" : ` Nothing is changed yet: ${held === 1 ? "one rule holds" : `${held} rules hold`} from the beginning.`
    this.say(all ? "All checks hold." : `${points} of ${many(of, "point")}.${begun}`, all ? "passed" : "broken")
  }
}

/// A program as a hand-in holds it.
function fileOf(name: string, program: string): {name: string; sha256: string; text: string} {
  const bytes = new TextEncoder().encode(program) // half a character becomes U+FFFD here
  return {name, sha256: new Sha256().update(bytes).hex(), text: new TextDecoder("utf-8", {ignoreBOM: true}).decode(bytes)}
}

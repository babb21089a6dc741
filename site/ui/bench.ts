// This file is the bench: it holds the programs of a page, the controls, the stage and the output
// together, and takes a run from the press of the button to its end. The controls and the stage are about one
// program at a time, the active one: the first, until another is run.
//
// The element #bench tells where it is, for tests and for style: data-state is idle,
// compiling, running, done, stopped or failed; data-events counts the events of the
// run; data-first-event is how many ms after the press the first one came; data-digest
// is set at the end.

import {Compiler, Stopped} from "./compile/client.ts"
import {defaultPages, keep, layoutOf, maxMsHere, probe, readSnapshot, type Run, type RunOptions, Spares, startRun, type Tier, wallStart, WorkerScript} from "./engine/index.ts"
import {headerSize} from "./event.ts"
import {join, split} from "./files.ts"
import type {State} from "./fold.ts"
import type {Shown} from "./figures.ts"
import {find} from "./find.ts"
import type {Setting} from "./knobs.ts"
import {mend} from "./mend.ts"
import {findMoment, holdAt, mainBegins, notHere} from "./moment.ts"
import {duration, many, namesIn, namesOf} from "./names.ts"
import {Output} from "./output.ts"
import type {Link, RunWords} from "./link.ts"
import type {Panel} from "./panel.ts"
import {Player} from "./player.ts"
import {Program} from "./program.ts"
import type {QuestionEvents, Questions} from "./questions.ts"
import {giveUp, type Seen, waits} from "./quiz.ts"
import {Recording, startOf} from "./recording.ts"
import {Reports} from "./reports.ts"
import {Result} from "./result.ts"
import type {Share} from "./share.ts"
import {type Fault, fieldNamed, Settings} from "./settings.ts"
import {Stage} from "./stage.ts"
import {startTabs} from "./tabs.ts"
import {Timeline} from "./timeline.ts"

/// What the generator tells the page about the site.
export interface SiteData {
  protocol: number // that the engine speaks
  version: string // of the engine
  engines: string // the list of all engines
  compile: string
  engine: string
  front: string
  archive: string
  figures: string
  source: Record<string, string>
  functions?: string // where source is to be had, if it is not here
}

const longestRun = 600_000 // ms
const longestSecond = 20_000 // of a run out of sight

type Mode = "virtual" | "parallel"
type Phase = "idle" | "compiling" | "running" | "done" | "stopped" | "failed"

/// What a run was asked to be.
interface Asked {
  parallel: boolean
  procs: number
  seed: bigint
  set: readonly Setting[]
  until: bigint
}

/// The bench of a page.
export class Bench {
  private readonly root = find("bench", HTMLElement)
  readonly programs: readonly Program[]
  private active: Program
  private readonly result = new Result(() => this.output.lines)
  private readonly output = new Output(find("output", HTMLElement), find("output-cut", HTMLElement))
  private readonly stage: Stage
  private readonly player: Player
  private readonly timeline: Timeline
  private panel: Panel | null = null
  private readonly reports: Reports
  readonly compiler: Compiler
  readonly spares: Spares
  private run: Run | null = null
  private second: Run | null = null // out of sight
  private options: RunOptions | null = null // of the run that is shown, if it was made here
  private questions: Questions | null = null
  private running: {module: WebAssembly.Module; start: bigint} | null = null // the run that is shown
  private frame = 0
  private attempt = 0
  private readonly script: WorkerScript
  private dialog: Share | null = null
  private asked: RunWords | null = null // what the run that is shown was asked to be
  private tier: Tier | null = null // until it is known
  private known: (tier: Tier) => void = () => {}
  /// What works here.
  readonly works = new Promise<Tier>(done => (this.known = done))
  private pressed = 0 // when Run was
  private settled: ((recording: Recording) => void) | null = null // who waits for the end of this run
  private pointed = false // the notice is about a rule that broke
  private lessons = false // the run that is shown is the one that the lesson is about: it may answer questions
  private reported: Shown | null = null // the run that figures can be made of

  constructor(readonly site: SiteData) {
    this.programs = [...document.querySelectorAll<HTMLElement>(".editor[data-program]")].map(root => {
      const program: Program = new Program(root, {changed: () => this.changed(program), run: look => {
        this.runProgram(program)
        if (look) this.result.look(program.root)
      }})
      return program
    })
    this.active = this.programs[0]!
    this.compiler = new Compiler(site)
    this.script = new WorkerScript(site.engine)
    this.spares = new Spares(() => this.script.port())
    this.reports = new Reports(site.figures, this.spares)
    this.stage = new Stage(site.source, () => this.player.state)
    this.player = new Player(new Recording(), {
      moved: state => {
        this.stage.show(state)
        this.showPlace()
        this.timeline.move(this.player.position, this.player.now)
      },
      playing: on => this.stage.playing(on),
      held: () => find("hold", HTMLElement).classList.add("now"),
    })
    this.timeline = new Timeline(find("timeline", HTMLElement), {
      seek: n => {
        this.player.pause()
        this.player.goto(n)
      },
      loop: section => this.player.loop(section),
    })
  }

  /// Makes everything work.
  start(): void {
    this.stage.connect(this.player)
    this.controls()
    startTabs(() => {
      this.stage.refresh(this.player)
      this.reports.refresh()
      void this.ask()
    })
    document.addEventListener("checked", () => this.pointed && this.notice("")) // it was about an earlier answer
    document.addEventListener("seen", e => this.seen((e.target as Element).id, (e as CustomEvent<Seen>).detail.go))
    document.addEventListener("look", e => this.look((e.target as Element).id))
    this.loadEditors()
    this.probe()
    this.showRecorded()
  }

  /// Begins with the program of a link; to be called before start.
  openLink({files, run, at}: Link): void {
    const program = this.active
    const {module, original} = program
    program.begin(join(files))
    if (program.original === original) program.module = module
    program.rename(files.length === 1 ? files[0]!.name : "main.go")
    program.focus = at || program.focus
    const {policy = "", costs = "", io = "", until = "", procs = "4", seed = "1", mode} = run
    program.settings = new Settings({policy, costs, io, until})
    for (const name of ["schedtrace", "scheddetail"] as const) program.settings.set(fieldNamed(name), run[name] ?? "")
    program.controls = {procs, seed, parallel: mode === "parallel"}
    program.show()
    this.showControls()
    this.stage.clear("Nothing has run yet.")
  }

  private showControls(): void {
    const {procs, seed, parallel} = this.active.controls
    const select = find("procs", HTMLSelectElement)
    if (![...select.options].some(o => o.value === procs)) select.append(new Option(procs, procs))
    select.value = procs
    find("seed", HTMLInputElement).value = seed
    find(parallel && !find("mode-parallel", HTMLInputElement).disabled ? "mode-parallel" : "mode-virtual", HTMLInputElement).checked = true
  }

  /// The program of an id.
  program(id: string): Program | null {
    return this.programs.find(p => p.id === id) ?? null
  }

  /// Makes a program the active one, and runs it.
  runProgram(program: Program): void {
    if (this.phase === "compiling" || this.phase === "running") return
    this.activate(program)
    void this.go()
  }

  /// Runs a program once more, with this seed and these settings. When the run is over and nobody has stopped it, it is
  /// handed to `then`, which may say where to stand.
  replay(program: Program, seed: number, {procs = 4, policy = "", costs = "", io = "", until = ""}: {procs?: number; policy?: string; costs?: string; io?: string; until?: string}, then: (recording: Recording) => void): void {
    if (this.phase === "compiling" || this.phase === "running") return
    find("stage", HTMLElement).scrollIntoView({block: "nearest"})
    this.activate(program)
    program.settings.take({policy, costs, io, until})
    find("procs", HTMLSelectElement).value = String(procs)
    find("seed", HTMLInputElement).value = String(seed)
    find("mode-virtual", HTMLInputElement).checked = true
    this.panel = null
    this.modeChanged()
    this.showSettings()
    void this.go(true)
    this.settled = then
  }

  /// Stands after event n of the run that is shown, if it still is, and says why.
  standAt(recording: Recording, n: number, why: string): void {
    if (this.player.recording !== recording) return
    this.player.goto(n)
    this.notice(why)
    this.pointed = true
  }

  /// From now on the controls and the stage are about this program.
  private activate(program: Program): void {
    if (program === this.active) return
    this.active.controls = this.controlsSay()
    this.active.root.classList.remove("active")
    this.active = program
    program.root.classList.add("active")
    this.panel = null // it was about the settings of another
    this.showControls()
    this.stage.editor = program.editor
    this.modeChanged()
    this.showSettings()
  }

  private controlsSay(): Program["controls"] {
    return {procs: find("procs", HTMLSelectElement).value, seed: find("seed", HTMLInputElement).value, parallel: this.mode === "parallel"}
  }

  private get settings(): Settings {
    return this.active.settings
  }

  // Controls.

  private controls(): void {
    find("run", HTMLButtonElement).addEventListener("click", () => this.go())
    find("stop", HTMLButtonElement).addEventListener("click", () => this.stop())
    for (const mode of ["virtual", "parallel"]) {
      find(`mode-${mode}`, HTMLInputElement).addEventListener("change", () => this.modeChanged())
    }
    const policy = find("policy", HTMLSelectElement)
    policy.addEventListener("change", () => {
      this.settings.preset = policy.value
      this.showSettings()
    })
    find("settings", HTMLButtonElement).addEventListener("click", () => this.openSettings())
    find("share", HTMLButtonElement).addEventListener("click", () => this.openShare())
    find("seed", HTMLInputElement).addEventListener("input", () => {
      find("seed", HTMLInputElement).removeAttribute("aria-invalid")
      this.showStale()
    })
    find("procs", HTMLSelectElement).addEventListener("change", () => this.showStale())
    this.modeChanged()
    this.showSettings()
  }

  private get mode(): Mode {
    return find("mode-parallel", HTMLInputElement).checked ? "parallel" : "virtual"
  }

  private modeChanged(): void {
    this.showStale()
    find("seed", HTMLInputElement).disabled = this.mode === "parallel"
    find("seed-knob", HTMLElement).classList.toggle("off", this.mode === "parallel")
  }

  // Settings.

  private async openSettings(fault?: Fault): Promise<void> {
    const {Panel} = await import("./panel.ts")
    this.panel ??= new Panel(this.settings, {
      changed: () => this.showSettings(),
      run: () => this.go(),
      command: () => this.command(),
      parallel: () => this.mode === "parallel",
    })
    this.panel.open(fault)
  }

  private showSettings(): void {
    this.showStale()
    const {preset, changes} = this.settings
    find("policy", HTMLSelectElement).value = preset
    const count = find("settings-count", HTMLElement)
    count.textContent = changes === 0 ? "" : String(changes)
    find("settings", HTMLButtonElement).setAttribute("aria-label", changes === 0 ? "Settings" : `Settings, ${changes} not as usual`)
  }

  // Sharing.

  private async openShare(): Promise<void> {
    const {Share} = await import("./share.ts")
    this.dialog ??= new Share({
      link: () => this.link(),
      moment: () => this.shownMoment(),
      words: () => find("why", HTMLElement).querySelector(".why-say")?.textContent ?? "",
      drawing: () => [...find("stage", HTMLElement).querySelectorAll("svg")].find(svg => svg.clientWidth > 0) ?? null,
      open: this.programs.length === 1 && this.root.dataset["opens"] !== undefined ? (name, text) => this.take(name, text) : null,
      site: new URL(this.root.dataset["site"] ?? "/", document.baseURI).href,
    })
    this.dialog.open()
  }

  /// The program as it stands, and the moment that is shown.
  shown(): Link {
    const moment = this.shownMoment()
    return {...this.link(), at: moment === null ? "" : String(moment)}
  }

  /// The program as it stands, and how it would be run.
  private link(): Link {
    const {file, text} = this.active
    return {files: split(file, text).map(({name, text}) => ({name, text})), run: this.runWords(), at: "", engine: this.site.version}
  }

  private runWords(): RunWords {
    const {procs, seed, parallel} = this.controlsSay()
    return {procs, seed: seed.trim(), ...(parallel && {mode: "parallel"}), ...this.active.settings.words()}
  }

  // The place of the stage, if anybody who runs this program with these settings comes to it again.
  private shownMoment(): number | null {
    const same = this.asked !== null && JSON.stringify(this.asked) === JSON.stringify(this.runWords())
    const settled = this.phase === "done" || this.phase === "stopped"
    return same && settled && this.asked!.mode === undefined && this.active.text === this.active.ran && this.player.position > 0 ? this.player.position : null
  }

  /// Puts a file in the place of the program. Undo in the editor brings it back.
  private take(name: string, text: string): void {
    const before = {text: this.active.text, file: this.active.file}
    this.active.rename(name)
    this.active.text = text
    this.notice(`${name} is open. It has not been run.`, {label: "Bring back what was here", press: () => {
      this.active.rename(before.file)
      this.active.text = before.text
      this.notice("")
    }})
  }

  /// The command that does the run that the controls ask for.
  private command(): string {
    const parallel = this.mode === "parallel"
    const flags = ["-procs", find("procs", HTMLSelectElement).value]
    if (!parallel) flags.push("-seed", find("seed", HTMLInputElement).value.trim())
    return ["gopark run", ...(parallel ? ["-parallel"] : []), ...flags, ...this.settings.flags(parallel), this.active.file].join(" ")
  }

  /// The seed, which the command line takes as 64 bits too; null if it is none.
  private seed(): bigint | null {
    const input = find("seed", HTMLInputElement)
    const text = input.value.trim()
    if (this.mode === "parallel") return 0n // it has no meaning there
    if (/^[0-9]{1,20}$/.test(text) && BigInt(text) < 1n << 64n) return BigInt(text)
    input.setAttribute("aria-invalid", "true")
    input.focus()
    this.notice(`The seed ${JSON.stringify(text)} is no number from 0 to ${(1n << 64n) - 1n}.`)
    return null
  }

  /// Real threads or not: a badge, and the switch.
  private async probe(): Promise<void> {
    this.tier = this.script.exists ? await probe(() => this.script.prepare(), () => this.script.port()) : {tier: 3, why: "This copy of the site was built without its engine."}
    const works = this.tier.tier === 1
    const badge = find("threads", HTMLElement)
    badge.hidden = false
    badge.textContent = works ? `Parallel: ${many(navigator.hardwareConcurrency, "core")}` : this.tier.tier === 2 ? "one worker: virtual time" : "cannot run here"
    badge.classList.toggle("on", works)
    find("mode-parallel", HTMLInputElement).disabled = !works
    if (!works && this.mode === "parallel") {
      find("mode-virtual", HTMLInputElement).checked = true
      this.modeChanged()
      this.notice("It is to run in Parallel, which cannot be had here: Run uses virtual time.")
    }
    if (works && this.active.controls.parallel) {
      find("mode-parallel", HTMLInputElement).checked = true
      this.modeChanged()
    }
    const cores = navigator.hardwareConcurrency
    badge.title = works
      ? `In Parallel each M is a thread of its own here, and ${cores === 1 ? "this machine has one core" : `${cores} of them can run at the same time: this machine has ${cores} cores`}. Virtual runs need one thread and are the same everywhere.`
      : this.tier.tier === 2 ? `${this.tier.why} Virtual runs are the same everywhere.` : this.tier.why
    if (this.tier.tier === 3) {
      find("run", HTMLButtonElement).disabled = true
      this.notice(`Programs cannot run here. ${this.tier.why}`)
    }
    this.root.dataset["tier"] = String(this.tier.tier)
    this.known(this.tier)
    this.root.dataset["threads"] = String(works)
  }

  // The editors.

  private async loadEditors(): Promise<void> {
    await this.active.edit()
    this.active.root.classList.add("active")
    this.root.dataset["editor"] = "ready"
    this.stage.editor = this.active.editor
    this.showStale()
    this.stage.refresh(this.player)
    for (const program of this.programs) if (program.editor === null) await program.edit()
  }

  private changed(program: Program): void {
    if (program.text !== program.original) this.compiler.warm()
    if (program === this.active) this.showStale()
  }

  // What is shown may be of another text than the one in the editor.
  private showStale(): void {
    const {text, ran} = this.active
    this.stage.stale = text !== ran
    this.result.stale = text !== ran ? "text" : this.otherSettings ? "settings" : ""
  }

  // The controls ask for another run than the one that is shown.
  private get otherSettings(): boolean {
    if (this.busy || this.player.recording.length === 0) return false
    return this.asked === null ? !this.active.isLessons(this.active.original, this.controlsSay()) : JSON.stringify(this.asked) !== JSON.stringify(this.runWords())
  }

  // A run.

  private async go(free = false): Promise<void> {
    if (this.phase === "compiling" || this.phase === "running") return
    const parallel = this.mode === "parallel"
    const set = this.settings.read(parallel)
    if ("field" in set) {
      this.notice(`${set.field.name}: ${set.words}.`)
      return void this.openSettings(set)
    }
    const seed = this.seed()
    if (seed === null) return
    const attempt = ++this.attempt
    this.settled = null
    const program = this.active
    const source = program.text
    const asked: Asked = {parallel, seed, procs: Number(find("procs", HTMLSelectElement).value), ...set}
    this.output.clear()
    program.problems([])
    this.notice("")
    find("loss", HTMLElement).hidden = true
    delete this.root.dataset["digest"]
    delete this.root.dataset["firstEvent"]
    this.pressed = performance.now()
    this.root.dataset["events"] = "0"
    this.setPhase("compiling")
    try {
      const module = await program.compile(this.compiler, source, words => this.notice(words))
      if (attempt !== this.attempt) return
      if (module === null) {
        this.notice(`${many(program.errors, "error")}: the program was not run.`, program.firstError)
        return this.setPhase("failed")
      }
      this.lessons = !free && program.isLessons(source, this.controlsSay())
      this.begin(module, source, asked)
    } catch (e) {
      if (attempt !== this.attempt || e instanceof Stopped) return
      this.setPhase("failed")
      this.notice(e instanceof Error ? e.message : String(e))
    }
  }

  private begin(module: WebAssembly.Module, source: string, asked: Asked): void {
    const {parallel, ...numbers} = asked
    const maxMs = maxMsHere()
    const fewer = parallel && asked.procs > maxMs
    if (fewer) this.notice(`A phone has ${maxMs} threads for a run: GOMAXPROCS is ${maxMs} here.`)
    const recording = new Recording()
    this.active.ran = source
    this.stage.parts = split(this.active.file, source)
    this.asked = this.runWords()
    this.stage.names = namesIn(layoutOf(module))
    this.showStale()
    this.player.load(recording)
    this.timeline.hide()
    this.report(null)
    void this.ask()
    this.running = {module, start: parallel ? BigInt(Date.now()) * 1_000_000n : wallStart}
    this.setPhase("running")
    this.fresh?.()
    const attempt = this.attempt
    setTimeout(() => attempt === this.attempt && this.phase === "running" && this.tooLong(), longestRun)
    this.root.dispatchEvent(new CustomEvent("began"))
    const options: RunOptions = {
      ...numbers,
      mode: parallel ? "parallel" : "virtual",
      module,
      procs: fewer ? maxMs : asked.procs,
      maxMs,
      keep,
      pages: defaultPages,
      slice: 0,
      args: [this.active.file.replace(/\.go$/, "")],
      env: [],
      stdin: new Uint8Array(),
    }
    this.second?.stop()
    this.second = null
    this.options = options
    this.run = startRun(this.spares, options, {
      onEvents: (records, lost, passed) => {
        this.root.dataset["firstEvent"] ??= String(Math.round(performance.now() - this.pressed))
        recording.append(records)
        recording.lost = lost
        recording.passed = passed
        this.live(recording)
      },
      onOutput: (fd, bytes) => this.output.write(fd, bytes),
      onExit: (code, digest, until) => this.ended(recording, module, code, digest, until),
      onTooManyMs: limit => this.tooManyMs(recording, limit),
      onFailure: message => {
        this.run = null
        this.setPhase("failed")
        this.notice(`The engine failed, and that is our fault: ${message.split("\n")[0]}`)
        console.warn(message)
      },
    })
  }

  /// While it runs the stage shows its newest state, once per frame.
  private live(recording: Recording): void {
    if (this.frame !== 0) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.root.dataset["events"] = String(recording.length + recording.dropped)
      if (this.phase === "running" && this.open.length === 0) this.player.goto(recording.length)
    })
  }

  private ended(recording: Recording, module: WebAssembly.Module, code: number, digest: string, until: boolean): void {
    const memory = this.run?.memory ?? null
    this.run = null
    this.root.dataset["digest"] = digest
    const mended = memory !== null && recording.lost > 0 ? mend(recording.stateAt(recording.length), readSnapshot(memory, layoutOf(module))) : null
    const time = duration(recording.stateAt(recording.length).time)
    const took = memory === null ? ` · ${time} of virtual time` : ` · ${time}${startedIn(recording)}`
    this.result.ended(until ? `Ended at ${time} of virtual time, as asked` : `Ended · exit code ${code}${took}`, code === 0 || until)
    this.settle(recording, "done", memory !== null, mended)
  }

  /// The run needed more Ms than there can be Workers. Virtual time has as many as a program wants.
  private tooManyMs(recording: Recording, limit: number): void {
    this.run = null
    this.result.ended(`Ended · more than ${limit} Ms`, false)
    this.notice(
      `Parallel has at most ${limit} Ms, each a Worker, and this program needs more: that many of its goroutines block their threads at the same time. In virtual time it can have them.`,
      {label: "Run in virtual time", press: () => this.goVirtual()},
    )
    this.settle(recording, "stopped", true, null)
  }

  private goVirtual(): void {
    find("mode-virtual", HTMLInputElement).checked = true
    this.modeChanged()
    this.go()
  }

  /// Ends whatever is going on, at once.
  private stop(): void {
    const parallel = this.run !== null && this.run.memory !== null
    this.attempt++
    this.run?.stop()
    this.run = null
    if (this.phase === "compiling") this.compiler.stop()
    this.notice("")
    if (this.phase === "running") this.result.ended("Stopped", true)
    this.setPhase("stopped")
    this.settle(this.player.recording, "stopped", parallel, null)
  }

  /// Nobody waits so long for a run; a page that was forgotten should not keep a machine busy for ever.
  private tooLong(): void {
    this.stop()
    this.notice(`The run was ended after ${longestRun / 60_000} minutes. gopark run has no such limit.`)
  }

  /// A run is over: put its events in order if several threads wrote them, and stand
  /// at its moment. The events may be many, so this pauses; another run ends it.
  private async settle(run: Recording, phase: Phase, unordered: boolean, mended: State | null): Promise<void> {
    const attempt = this.attempt
    cancelAnimationFrame(this.frame)
    this.frame = 0
    this.output.flush()
    this.root.dataset["events"] = String(run.length + run.dropped)
    const recording = unordered ? await run.sorted(breath) : run
    if (attempt !== this.attempt) return
    recording.end = mended
    this.player.load(recording)
    this.setPhase(phase)
    this.losses(recording)
    if (this.running !== null) {
      const {module, start} = this.running
      this.report({recording, layout: async () => layoutOf(module), start})
    }
    this.cover()
    const at = phase === "stopped" ? recording.length : this.moment(recording)
    this.player.goto(Math.min(at, this.player.end))
    this.result.stands(at < this.player.end && this.settled === null ? () => this.fromStart() : null)
    this.showStale()
    if (phase === "done") this.settled?.(recording)
    this.settled = null
    await this.timeline.load(recording, breath)
    if (attempt === this.attempt) await this.stage.makeRoom(recording, breath)
  }

  // Questions about the run.

  private async ask(): Promise<void> {
    const pane = find("pane-ask", HTMLElement)
    if (pane.hidden) return
    if (this.questions === null) {
      const {Questions} = await import("./questions.ts")
      this.questions ??= new Questions(pane, this.asking)
    }
    this.questions.show(this.player.end < this.player.recording.length)
  }

  private get asking(): QuestionEvents {
    return {
      run: () => this.player.recording,
      names: () => this.stage.names,
      pick: n => {
        this.player.pause()
        this.player.goto(n)
        find("stage", HTMLElement).scrollIntoView({block: "nearest"})
      },
      again: (procs, take) => this.again(procs, take),
    }
  }

  /// Runs what is shown once more, out of sight. The promise tells whether it came to its end.
  private again(procs: number, take: (records: Uint8Array) => void): Promise<boolean> | null {
    const {options} = this
    if (options === null || options.mode === "parallel" || this.busy) return null
    this.second?.stop()
    return new Promise(done => {
      const end = (whole: boolean): void => {
        clearTimeout(late)
        this.second?.stop()
        this.second = null
        done(whole)
      }
      const late = setTimeout(() => end(false), longestSecond)
      this.second = startRun(this.spares, {...options, procs}, {onEvents: take, onOutput: () => {}, onExit: () => end(true), onTooManyMs: () => end(false), onFailure: () => end(false)})
    })
  }

  // What would answer a question.

  /// The questions that wait for an answer which the run that is shown would give.
  private get open(): Program["holds"] {
    return this.lessons ? this.active.holds.filter(h => waits(h.question)) : []
  }

  /// Covers what answers them.
  private cover(): void {
    const {recording} = this.player
    const {open} = this
    const at = open.length === 0 || recording.length === 0 ? null : holdAt(recording, open)
    const n = typeof at === "number" ? at : null // the moment may not be in this run: then it answers nothing
    this.player.cover(n)
    this.timeline.cover(n)
    this.reports.load(n === null ? this.reported : null, n === null ? "" : "The figures of this run answer a question of the lesson: they stand here when you have chosen.")
    this.sayHeld(n === null ? null : open[0]!.question)
    void this.ask()
  }

  private report(shown: Shown | null): void {
    this.reported = shown
    this.reports.load(shown)
  }

  /// Why the stage does not go on, and how it would.
  private sayHeld(question: string | null): void {
    const hold = find("hold", HTMLElement)
    hold.classList.remove("now")
    hold.hidden = question === null
    if (question === null) return hold.replaceChildren()
    const link = document.createElement("a")
    link.href = `#${question}`
    link.textContent = "Answer it"
    const button = document.createElement("button")
    button.type = "button"
    button.textContent = "show it anyway"
    button.addEventListener("click", () => giveUp(question))
    hold.replaceChildren("The stage waits: what comes next answers a question of the lesson. ", link, ", or ", button, ".")
  }

  /// Goes to where the run answers a question, and runs the program if another is shown.
  private look(question: string): void {
    const program = this.programs.find(p => p.holds.some(h => h.question === question))
    if (program === undefined || this.busy) return
    if (this.lessons && program === this.active) this.player.goto(this.moment(this.player.recording))
    else this.runProgram(program)
    find("stage", HTMLElement).scrollIntoView({block: "nearest"})
  }

  /// A question does not wait any more. The stage goes on to the moment, if it stood where it was held.
  private seen(question: string, go: boolean): void {
    if (!this.lessons || this.busy || !this.active.holds.some(h => h.question === question)) return
    const {recording, end, position} = this.player
    this.cover()
    const at = go && this.open.length === 0 ? holdAt(recording, this.active.holds) : null
    if (typeof at === "number" && position === Math.min(at, end)) this.player.goto(this.moment(recording))
  }

  /// The event at which the lesson wants the reader to look; else the end.
  private moment(recording: Recording): number {
    const focus = this.active.focus
    const numbered = /^\d+$/.test(focus)
    const at = focus === "" || (numbered && this.active.ran !== this.active.original) ? null : findMoment(recording, focus)
    if (at instanceof Error) this.notice(numbered ? `The moment is not in this run: ${at.message}.` : `${notHere(recording, focus)}. So the stage stands at the end.`)
    return typeof at === "number" ? at : recording.length
  }

  private fromStart(): void {
    this.player.pause()
    this.player.goto(mainBegins(this.player.recording))
    this.player.play()
  }

  private losses(recording: Recording): void {
    const words: string[] = []
    if (recording.lost > 0) words.push(`${recording.lost.toLocaleString("en")} events were lost: a full ring never holds a thread up. After a gap the stage may be behind${recording.end === null ? "" : "; its last picture is read from the scheduler's own memory"}.`)
    if (recording.dropped > 0) words.push(`The first ${keep.toLocaleString("en")} events are kept here; ${recording.dropped.toLocaleString("en")} more were counted. The digest is of all.`)
    const loss = find("loss", HTMLElement)
    loss.hidden = words.length === 0
    loss.textContent = words.join(" ")
  }

  // The run that was recorded when the site was built, so that the stage is not empty.
  private async showRecorded(): Promise<void> {
    const first = this.active
    const url = first.recording
    if (url === "") return this.player.goto(0)
    const answer = await fetch(url)
    if (!answer.ok || this.phase !== "idle") return
    const recording = new Recording()
    recording.append(new Uint8Array(await answer.arrayBuffer()).subarray(headerSize))
    if (this.phase !== "idle") return
    this.stage.names = namesOf(first.file, first.original)
    this.stage.parts = split(first.file, first.original)
    this.lessons = true
    this.player.load(recording)
    this.report({recording, layout: async () => layoutOf(await first.ready()), start: wallStart})
    this.cover()
    void this.timeline.load(recording, breath)
    this.player.goto(Math.min(this.moment(recording), this.player.end))
    this.setPhase("idle")
    this.result.recorded()
    this.showStale()
    await this.stage.makeRoom(recording, breath)
  }

  // What is told.

  private get phase(): Phase {
    return this.root.dataset["state"] as Phase
  }

  private get busy(): boolean {
    return this.phase === "compiling" || this.phase === "running"
  }

  /// Ends the Workers that wait for something to do, unless a program is being compiled or runs. What is shown stays, and they begin anew when they are
  /// needed.
  rest(): void {
    if (this.busy) return
    this.spares.close()
    this.compiler.stop()
  }

  private setPhase(phase: Phase): void {
    this.root.dataset["state"] = phase
    const {busy} = this
    if (busy) this.result.busy(phase === "running" ? "Running …" : "Compiling …")
    else if (phase === "failed") this.result.unrun()
    find("run", HTMLButtonElement).disabled = busy || this.tier?.tier === 3
    find("stop", HTMLButtonElement).disabled = !busy
    this.stage.enable(!busy && this.player.recording.length > 0)
  }

  /// Tells what became of a link. `fresh` is true until a program is run, the rest stays.
  opened(text: string, fresh = "", offer?: Offer): void {
    this.fresh = fresh === "" ? null : () => this.opened(text, "", offer)
    tell(find("opened", HTMLElement), [fresh, text].filter(t => t !== "").join(" "), offer)
  }

  private fresh: (() => void) | null = null

  /// Whether a program is not as the page brought it.
  get changedAny(): boolean {
    return this.programs.some(p => p.text !== p.original)
  }

  private notice(text: string, offer?: Offer): void {
    this.pointed = false
    tell(find("notice", HTMLElement), text, offer)
  }

  private showPlace(): void {
    const n = this.player.recording.length
    const scrub = find("scrub", HTMLInputElement)
    scrub.max = String(n)
    scrub.value = String(this.player.position)
    const place = n === 0 ? "no events" : `${this.player.position.toLocaleString("en")} / ${n.toLocaleString("en")}`
    const time = n === 0 ? "" : ` · ${duration(this.player.now)}`
    find("count", HTMLElement).textContent = place + time
    scrub.setAttribute("aria-valuetext", `event ${place}${time}`)
    this.root.dataset["position"] = String(this.player.position)
  }
}

/// How much of a run in Parallel it took to start its threads: a Worker takes some ms for what a thread does in µs.
function startedIn(recording: Recording): string {
  const {threads, longest} = startOf(recording)
  return threads === 0 ? "" : `, of which starting ${many(threads, "thread")} took ${duration(longest)}`
}

/// A button behind some words.
interface Offer {
  label: string
  press: () => void
}

function tell(at: HTMLElement, text: string, offer?: Offer): void {
  at.hidden = text === ""
  at.textContent = text
  if (offer === undefined) return
  const button = document.createElement("button")
  button.type = "button"
  button.textContent = offer.label
  button.addEventListener("click", offer.press)
  at.append(" ", button)
}

/// Lets the page draw and hear. A timer would wait 4 ms each time.
const channel = new MessageChannel()
channel.port1.start()
const breath = (): Promise<void> =>
  new Promise(done => {
    channel.port1.addEventListener("message", () => done(), {once: true})
    channel.port2.postMessage(null)
  })

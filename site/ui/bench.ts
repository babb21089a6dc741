// This file is the bench: it holds the editor, the controls, the stage and the output
// of one program together, and takes a run from the press of the button to its end.
//
// The element #bench tells where it is, for tests and for style: data-state is idle,
// compiling, running, done, stopped or failed; data-events counts the events of the
// run; data-first-event is how many ms after the press the first one came; data-digest
// is set at the end.

import {Compiler, type Diagnostic, Stopped, type Telling} from "./compile/client.ts"
import type {Editor} from "./editor.ts"
import {browserWorker, defaultPages, layoutOf, maxMsHere, readSnapshot, type Run, type RunOptions, Spares, startRun, threadsWork, wallStart} from "./engine/index.ts"
import {headerSize} from "./event.ts"
import type {State} from "./fold.ts"
import {find} from "./find.ts"
import {Kind} from "./kind.ts"
import type {Setting} from "./knobs.ts"
import {mend} from "./mend.ts"
import {findMoment} from "./moment.ts"
import {duration, many, namesIn, namesOf} from "./names.ts"
import {Output} from "./output.ts"
import type {Panel} from "./panel.ts"
import {Player} from "./player.ts"
import {keep, Recording} from "./recording.ts"
import {Reports} from "./reports.ts"
import {type Fault, Settings, type Start} from "./settings.ts"
import {Stage} from "./stage.ts"
import {startTabs} from "./tabs.ts"
import {Timeline} from "./timeline.ts"

/// What the generator tells the page about the site.
export interface SiteData {
  compile: string
  engine: string
  front: string
  archive: string
  figures: string
  source: Record<string, string>
}

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
  private readonly file = this.root.dataset["file"]!
  private readonly original = sourceIn(find("program", HTMLElement))
  private readonly output = new Output(find("output", HTMLElement), find("output-cut", HTMLElement))
  private readonly stage: Stage
  private readonly player: Player
  private readonly timeline: Timeline
  private readonly settings = new Settings(startOf(this.root))
  private panel: Panel | null = null
  private readonly reports: Reports
  private readonly compiler: Compiler
  private readonly spares: Spares
  private editor: Editor | null = null
  private run: Run | null = null
  private ran = this.original // the text of the run that is shown
  private running: {module: WebAssembly.Module; start: bigint} | null = null // the run that is shown
  private frame = 0
  private attempt = 0
  private pressed = 0 // when Run was

  constructor(private readonly site: SiteData) {
    this.compiler = new Compiler(site)
    this.spares = new Spares(() => browserWorker(site.engine))
    this.reports = new Reports(site.figures, this.spares)
    this.stage = new Stage(site.source, () => this.player.state)
    this.player = new Player(new Recording(), {
      moved: state => {
        this.stage.show(state)
        this.showPlace()
        this.timeline.move(this.player.position, this.player.now)
      },
      playing: on => this.stage.playing(on),
    })
    this.timeline = new Timeline(find("timeline", HTMLElement), n => {
      this.player.pause()
      this.player.goto(n)
    })
  }

  /// Makes everything work.
  start(): void {
    this.stage.connect(this.player)
    this.controls()
    startTabs(() => {
      this.stage.refresh(this.player)
      this.reports.refresh()
    })
    this.loadEditor()
    this.probe()
    this.showRecorded()
  }

  // Controls.

  private controls(): void {
    find("run", HTMLButtonElement).addEventListener("click", () => this.go())
    find("stop", HTMLButtonElement).addEventListener("click", () => this.stop())
    find("reset", HTMLButtonElement).addEventListener("click", () => {
      if (this.editor !== null) this.editor.text = this.original
    })
    for (const mode of ["virtual", "parallel"]) {
      find(`mode-${mode}`, HTMLInputElement).addEventListener("change", () => this.modeChanged())
    }
    document.getElementById("use-solution")?.addEventListener("click", () => this.useSolution())
    const policy = find("policy", HTMLSelectElement)
    policy.addEventListener("change", () => {
      this.settings.preset = policy.value
      this.showSettings()
    })
    find("settings", HTMLButtonElement).addEventListener("click", () => this.openSettings())
    find("seed", HTMLInputElement).addEventListener("input", () => find("seed", HTMLInputElement).removeAttribute("aria-invalid"))
    this.modeChanged()
    this.showSettings()
  }

  private get mode(): Mode {
    return find("mode-parallel", HTMLInputElement).checked ? "parallel" : "virtual"
  }

  private modeChanged(): void {
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
    const {preset, changes} = this.settings
    find("policy", HTMLSelectElement).value = preset
    const count = find("settings-count", HTMLElement)
    count.textContent = changes === 0 ? "" : String(changes)
    find("settings", HTMLButtonElement).setAttribute("aria-label", changes === 0 ? "Settings" : `Settings, ${changes} not as usual`)
  }

  /// The command that does the run that the controls ask for.
  private command(): string {
    const parallel = this.mode === "parallel"
    const flags = ["-procs", find("procs", HTMLSelectElement).value]
    if (!parallel) flags.push("-seed", find("seed", HTMLInputElement).value.trim())
    return ["gopark run", ...(parallel ? ["-parallel"] : []), ...flags, ...this.settings.flags(parallel), this.file].join(" ")
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

  private useSolution(): void {
    const solution = document.getElementById("solution")
    if (solution === null || this.editor === null) return
    this.editor.text = sourceIn(solution)
    this.root.scrollIntoView({block: "start"})
    find("run", HTMLButtonElement).focus({preventScroll: true})
  }

  /// Real threads or not: a badge, and the switch.
  private async probe(): Promise<void> {
    const works = this.site.engine !== "" && (await threadsWork(() => browserWorker(this.site.engine)))
    const badge = find("threads", HTMLElement)
    badge.hidden = false
    badge.textContent = works ? `real threads: ${navigator.hardwareConcurrency}` : "one worker: virtual time"
    badge.classList.toggle("on", works)
    find("mode-parallel", HTMLInputElement).disabled = !works
    if (!works) badge.title = "This page cannot share memory between Workers here (it may be embedded, or served without its headers). Virtual runs are the same everywhere."
    this.root.dataset["threads"] = String(works)
  }

  // The editor.

  private async loadEditor(): Promise<void> {
    const {Editor} = await import("./editor.ts")
    const program = find("program", HTMLElement)
    const parent = document.createElement("div")
    parent.className = "cm-host"
    program.after(parent)
    this.editor = new Editor(parent, this.original, this.file, {changed: () => this.changed(), run: () => this.go()})
    program.remove()
    find("reset", HTMLButtonElement).disabled = true
    this.root.dataset["editor"] = "ready"
    this.stage.editor = this.editor
    this.stage.refresh(this.player)
  }

  private get text(): string {
    return this.editor?.text ?? this.original
  }

  private changed(): void {
    const same = this.text === this.original
    find("edited", HTMLElement).hidden = same
    find("reset", HTMLButtonElement).disabled = same
    if (!same) this.compiler.warm()
    this.stage.stale = this.text !== this.ran
    this.problems([])
  }

  /// Shows what the compiler said, on the lines and as a list.
  private problems(diagnostics: readonly Diagnostic[]): void {
    this.editor?.mark(diagnostics)
    const foot = find("editor-foot", HTMLElement)
    document.getElementById("problems")?.remove()
    if (diagnostics.length === 0) return
    const list = document.createElement("ul")
    list.id = "problems"
    list.setAttribute("aria-label", "What the compiler says")
    for (const d of diagnostics.slice(0, 50)) {
      const button = document.createElement("button")
      button.type = "button"
      button.textContent = `${d.file}:${d.line}:${d.col}: ${d.msg}`
      button.addEventListener("click", () => this.editor?.goto(d.line, d.col))
      const item = document.createElement("li")
      item.append(button)
      list.append(item)
    }
    foot.before(list)
  }

  // A run.

  private async go(): Promise<void> {
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
    const source = this.text
    const asked: Asked = {parallel, seed, procs: Number(find("procs", HTMLSelectElement).value), ...set}
    this.output.clear()
    this.problems([])
    this.notice("")
    find("ended", HTMLElement).textContent = ""
    find("loss", HTMLElement).hidden = true
    delete this.root.dataset["digest"]
    delete this.root.dataset["firstEvent"]
    this.pressed = performance.now()
    this.root.dataset["events"] = "0"
    this.setPhase("compiling")
    try {
      const module = await this.module(source)
      if (attempt !== this.attempt) return
      if (module === null) return this.setPhase("failed")
      this.begin(module, source, asked)
    } catch (e) {
      if (attempt !== this.attempt || e instanceof Stopped) return
      this.setPhase("failed")
      this.notice(e instanceof Error ? e.message : String(e))
    }
  }

  /// The module of a program: the one that came with the page, or a fresh one. null
  /// if the compiler refused it.
  private async module(source: string): Promise<WebAssembly.Module | null> {
    if (source === this.original && this.root.dataset["module"]) return await this.ready()
    const telling: Telling = {
      loading: (loaded, total) => this.notice(loaded < total ? `Loading the compiler, once: ${mega(loaded)} of ${mega(total)} MB` : "Starting the compiler, once"),
      compiling: () => this.notice(""),
    }
    const result = await this.compiler.compile(this.file, source, telling)
    this.notice("")
    if (result.module === null) {
      this.problems(result.diagnostics)
      this.notice(`${many(result.diagnostics.length, "error")}: the program was not run.`)
      return null
    }
    return await WebAssembly.compile(result.module as BufferSource)
  }

  /// The module that came with the page.
  private ready(): Promise<WebAssembly.Module> {
    return WebAssembly.compileStreaming(fetch(this.root.dataset["module"]!))
  }

  private begin(module: WebAssembly.Module, source: string, asked: Asked): void {
    const {parallel, ...numbers} = asked
    const maxMs = maxMsHere()
    const fewer = parallel && asked.procs > maxMs
    if (fewer) this.notice(`A phone has ${maxMs} threads for a run: GOMAXPROCS is ${maxMs} here.`)
    const recording = new Recording()
    this.ran = source
    this.stage.names = namesIn(layoutOf(module))
    this.stage.stale = false
    this.player.load(recording)
    this.timeline.hide()
    this.reports.load(null)
    this.running = {module, start: parallel ? BigInt(Date.now()) * 1_000_000n : wallStart}
    this.setPhase("running")
    const options: RunOptions = {
      ...numbers,
      mode: parallel ? "parallel" : "virtual",
      module,
      procs: fewer ? maxMs : asked.procs,
      maxMs,
      pages: defaultPages,
      slice: 0,
      args: [this.file.replace(/\.go$/, "")],
      env: [],
      stdin: new Uint8Array(),
    }
    this.run = startRun(this.spares, options, {
      onEvents: (records, lost) => {
        this.root.dataset["firstEvent"] ??= String(Math.round(performance.now() - this.pressed))
        recording.append(records)
        recording.lost = lost
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
      if (this.phase === "running") this.player.goto(recording.length)
    })
  }

  private ended(recording: Recording, module: WebAssembly.Module, code: number, digest: string, until: boolean): void {
    const memory = this.run?.memory ?? null
    this.run = null
    this.root.dataset["digest"] = digest
    const mended = memory !== null && recording.lost > 0 ? mend(recording.stateAt(recording.length), readSnapshot(memory, layoutOf(module))) : null
    const time = duration(recording.stateAt(recording.length).time)
    const took = memory === null ? ` · ${time} virtual` : ""
    find("ended", HTMLElement).textContent = until ? `ended at ${time} of virtual time, as asked` : `exit code ${code}${took}`
    this.settle(recording, "done", memory !== null, mended)
  }

  /// The run needed more Ms than there can be Workers. Virtual time has as many as a program wants.
  private tooManyMs(recording: Recording, limit: number): void {
    this.run = null
    find("ended", HTMLElement).textContent = `ended: more than ${limit} Ms`
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
    find("ended", HTMLElement).textContent = "stopped"
    this.setPhase("stopped")
    this.settle(this.player.recording, "stopped", parallel, null)
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
      this.reports.load({recording, layout: async () => layoutOf(module), start})
    }
    this.player.goto(phase === "stopped" ? recording.length : this.moment(recording))
    await this.timeline.load(recording, breath)
  }

  /// The event at which the lesson wants the reader to look; else the first at which
  /// main runs.
  private moment(recording: Recording): number {
    const focus = this.root.dataset["focus"] ?? ""
    const at = focus === "" ? null : findMoment(recording, focus)
    return typeof at === "number" ? at : (recording.next([Kind.GoStart], 0) ?? recording.length)
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
    const url = this.root.dataset["recording"]
    if (!url) return this.player.goto(0)
    const answer = await fetch(url)
    if (!answer.ok || this.phase !== "idle") return
    const recording = new Recording()
    recording.append(new Uint8Array(await answer.arrayBuffer()).subarray(headerSize))
    if (this.phase !== "idle") return
    this.stage.names = namesOf(this.file, this.original)
    this.player.load(recording)
    this.reports.load({recording, layout: async () => layoutOf(await this.ready()), start: wallStart})
    this.timeline.load(recording, breath)
    this.player.goto(this.moment(recording))
    this.setPhase("idle")
    find("ended", HTMLElement).textContent = "recorded when this page was made"
  }

  // What is told.

  private get phase(): Phase {
    return this.root.dataset["state"] as Phase
  }

  private setPhase(phase: Phase): void {
    this.root.dataset["state"] = phase
    const busy = phase === "compiling" || phase === "running"
    find("run", HTMLButtonElement).disabled = busy
    find("stop", HTMLButtonElement).disabled = !busy
    this.stage.enable(!busy && this.player.recording.length > 0)
  }

  private notice(text: string, offer?: {label: string; press: () => void}): void {
    const notice = find("notice", HTMLElement)
    notice.hidden = text === ""
    notice.textContent = text
    if (offer === undefined) return
    const button = document.createElement("button")
    button.type = "button"
    button.textContent = offer.label
    button.addEventListener("click", offer.press)
    notice.append(" ", button)
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

/// Lets the page draw and hear. A timer would wait 4 ms each time.
const channel = new MessageChannel()
channel.port1.start()
const breath = (): Promise<void> =>
  new Promise(done => {
    channel.port1.addEventListener("message", () => done(), {once: true})
    channel.port2.postMessage(null)
  })

/// What the lesson sets.
function startOf({dataset}: HTMLElement): Start {
  return {policy: dataset["policy"] ?? "", costs: dataset["costs"] ?? "", io: dataset["io"] ?? "", until: dataset["until"] ?? ""}
}

/// The program in a <pre>, as text.
const sourceIn = (pre: HTMLElement): string => pre.textContent ?? ""

const mega = (bytes: number): string => (bytes / 1e6).toFixed(1)

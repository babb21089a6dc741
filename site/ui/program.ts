// This file is one program of a page: its editor, what the lesson sets for its runs, and what its
// reader has set since. A page may have several; the bench runs and shows one of them at a time.

import type {Compiler, Diagnostic} from "./compile/client.ts"
import type {Editor} from "./editor.ts"
import {lineIn, split} from "./files.ts"
import type {Hold} from "./moment.ts"
import {Settings} from "./settings.ts"

/// What the controls of the bench say, which belongs to a program while it is the one they are about.
export interface Controls {
  procs: string
  seed: string
  parallel: boolean
}

/// What a program tells the bench.
export interface Listening {
  changed(): void
  run(look: boolean): void // look: the reader has left the editor, and looks for what comes
}

/// One program.
export class Program {
  readonly id: string
  file: string
  original: string // the starter
  mine: string | null = null // what the reader made of it on an earlier visit: the editor begins with it
  private before: string | null = null // what Reset took away
  focus: string
  module: string // its address, "" if the page came without
  recording: string // likewise
  settings: Settings
  readonly readOnly: boolean
  readonly holds: readonly Hold[] // the questions that its run gives away
  private readonly lesson: string // how the lesson runs it
  controls: Controls
  editor: Editor | null = null
  ran: string // the text of the run that is shown

  constructor(
    readonly root: HTMLElement,
    private readonly to: Listening,
  ) {
    const {dataset} = root
    this.id = dataset["program"]!
    this.file = dataset["file"]!
    this.focus = dataset["focus"] ?? ""
    this.module = dataset["module"] ?? ""
    this.recording = dataset["recording"] ?? ""
    this.readOnly = dataset["readonly"] !== undefined
    this.settings = new Settings({policy: dataset["policy"] ?? "", costs: dataset["costs"] ?? "", io: dataset["io"] ?? "", until: dataset["until"] ?? ""})
    this.controls = {procs: dataset["procs"] ?? "4", seed: dataset["seed"] ?? "1", parallel: dataset["mode"] === "parallel"}
    this.holds = JSON.parse(dataset["holds"] ?? "[]") as Hold[]
    this.lesson = JSON.stringify([this.controls, this.settings.words()])
    this.original = this.ran = this.part("pre.program")!.textContent ?? ""
    this.part("button.reset")?.addEventListener("click", () => this.reset())
    this.part("button.run-this")?.addEventListener("click", () => to.run(true))
  }

  private part<T extends HTMLElement>(selector: string): T | null {
    return this.root.querySelector<T>(selector)
  }

  /// Puts an editor where the program stands.
  async edit(): Promise<void> {
    const {Editor} = await import("./editor.ts")
    const program = this.part("pre.program")!
    const parent = document.createElement("div")
    parent.className = "cm-host"
    program.after(parent)
    const {text} = this
    const hide = text === this.original ? (this.root.dataset["hide"] ?? "") : "" // these lines are others now
    const how = {readOnly: this.readOnly, hide}
    this.editor = new Editor(parent, text, this.file, {changed: () => this.changed(), run: () => this.to.run(false)}, how)
    program.remove()
    this.showEdited()
  }

  /// Begins with another program than the page's: a link brought it. To be called before there is an editor.
  begin(source: string): void {
    this.original = this.ran = source
    this.module = this.recording = ""
  }

  /// Puts the text where the page's program stood, until the editor comes.
  show(): void {
    this.part("pre.program > code")!.textContent = this.text
  }

  /// Calls its file by another name.
  rename(file: string): void {
    this.file = file
    this.part(".file")!.textContent = file
  }

  get text(): string {
    return this.editor?.text ?? this.mine ?? this.original
  }

  set text(source: string) {
    if (this.editor !== null) this.editor.text = source
  }

  private changed(): void {
    this.showEdited()
    this.problems([])
    this.to.changed()
    this.root.dispatchEvent(new CustomEvent("edited", {bubbles: true}))
  }

  /// Whether a run of this text, with these controls, is the one that the lesson is about.
  isLessons(source: string, controls: Controls): boolean {
    return source === this.original && JSON.stringify([controls, this.settings.words()]) === this.lesson
  }

  /// Gives back the starter; pressed again, what it took away.
  private reset(): void {
    const {text, original, before} = this
    this.before = text === original ? null : text
    if (text !== original) this.text = original
    else if (before !== null) this.text = before
  }

  private showEdited(): void {
    const same = this.text === this.original
    if (!same) this.before = null
    this.part(".edited")!.hidden = same
    const button = this.part<HTMLButtonElement>("button.reset")!
    button.disabled = same && this.before === null
    button.textContent = same && this.before !== null ? "Undo reset" : "Reset"
  }

  /// Shows what the compiler said, on the lines and as a list. Of several files each has its place in the text.
  problems(diagnostics: readonly Diagnostic[]): void {
    const parts = split(this.file, this.text)
    const lineOf = (d: Diagnostic): number => lineIn(parts, d.file, d.line) || 1
    this.editor?.mark(diagnostics.map(d => ({...d, line: lineOf(d)})))
    this.part(".problems")?.remove()
    if (diagnostics.length === 0) return
    const list = document.createElement("ul")
    list.className = "problems"
    list.setAttribute("aria-label", "What the compiler says")
    for (const d of diagnostics.slice(0, 50)) {
      const button = document.createElement("button")
      button.type = "button"
      button.textContent = `${d.file}:${d.line}:${d.col}: ${d.msg}`
      button.addEventListener("click", () => this.editor?.goto(lineOf(d), d.col))
      const item = document.createElement("li")
      item.append(button)
      list.append(item)
    }
    this.part(".editor-foot")!.before(list)
  }

  /// The module that came with the page.
  ready(): Promise<WebAssembly.Module> {
    return WebAssembly.compileStreaming(fetch(this.module))
  }

  /// Compiles a text of this program; null if the compiler refused it, which is shown.
  async compile(compiler: Compiler, source: string, tell: (words: string) => void): Promise<WebAssembly.Module | null> {
    if (source === this.original && this.module !== "") return await this.ready()
    const result = await compiler.compile(this.file, source, {
      loading: (loaded, total) => tell(loaded < total ? `Loading the compiler, once: ${mega(loaded)} of ${mega(total)} MB` : "Starting the compiler, once"),
      compiling: () => tell(""),
    })
    tell("")
    if (result.module === null) {
      this.problems(result.diagnostics)
      return null
    }
    return await WebAssembly.compile(result.module as BufferSource)
  }

  /// The first error that is shown, and the way to it.
  get firstError(): {label: string; press: () => void} | undefined {
    const button = this.part<HTMLButtonElement>(".problems button")
    if (button === null) return undefined
    const press = (): void => {
      this.root.scrollIntoView({block: "nearest"})
      button.click()
    }
    return {label: button.textContent!, press}
  }

  /// How many errors are shown.
  get errors(): number {
    return this.part(".problems")?.children.length ?? 0
  }
}

const mega = (bytes: number): string => (bytes / 1e6).toFixed(1)

// The page's side of the compile worker: starts it when it is first needed, keeps it
// for the next time, and throws it away when a compilation takes too long, fails, or
// is stopped.

import {absolute, WorkerScript} from "../engine/spawn.ts"
import {split} from "../files.ts"
import {isFileName, maxFiles} from "../link.ts"
import type {Compile, Compiled, Diagnostic, FromWorker, Load} from "./protocol.ts"

export type {Diagnostic} from "./protocol.ts"

/// What came of a program: a module, or why there is none.
export type Result = {module: Uint8Array; diagnostics: []} | {module: null; diagnostics: Diagnostic[]}

/// What the user wants to know while it takes a while.
export interface Telling {
  loading(loaded: number, total: number): void
  compiling(): void
}

const deadline = 10_000 // ms of one compilation
const maxSource = 64 * 1024

/// Where the worker and what it loads are.
export interface Addresses {
  compile: string
  front: string
  archive: string
}

/// The compiler of a page.
export class Compiler {
  private worker: Worker | null = null
  private ready: Promise<void> | null = null
  private next = 1
  private cancel: ((e: Error) => void) | null = null
  private telling: Telling | null = null

  private readonly script: WorkerScript

  constructor(private readonly at: Addresses) {
    this.script = new WorkerScript(at.compile)
  }

  /// Whether this build of the site has a compiler.
  get exists(): boolean {
    return this.at.compile !== "" && this.at.front !== ""
  }

  /// Starts to load the compiler, if it is not there yet.
  warm(): void {
    if (this.exists) this.script.prepare().then(() => this.start()).catch(() => {})
  }

  /// Compiles a program: one file, or several in one text (files.ts). Rejects if the compiler could not do its work, or
  /// Stopped. What is said is of the files by their names.
  async compile(file: string, source: string, telling: Telling): Promise<Result> {
    if (source.length > maxSource) return refused(file, `the program is longer than ${maxSource / 1024} KiB`)
    const files = split(file, source).map(({name, text}) => ({name, source: text}))
    if (files.length > maxFiles) return refused(file, `the program has more than ${maxFiles} files`)
    const bad = files.find(f => !isFileName(f.name))
    const twice = files.find((f, i) => files.findIndex(g => g.name.toLowerCase() === f.name.toLowerCase()) < i)
    if (twice !== undefined) return refused(file, `there are two files ${twice.name}`)
    if (bad !== undefined) return refused(file, `${JSON.stringify(bad.name.slice(0, 40))} is no name of a Go file`)
    if (!this.exists) throw new Error("this copy of the site was built without its compiler")
    this.telling = telling
    await this.script.prepare()
    await this.start()
    telling.compiling()
    return await this.ask({kind: "compile", id: this.next++, files})
  }

  /// Ends the worker, whatever it does.
  stop(): void {
    this.worker?.terminate()
    this.worker = null
    this.ready = null
    this.cancel?.(new Stopped())
    this.cancel = null
  }

  private start(): Promise<void> {
    if (this.ready !== null) return this.ready
    const worker = (this.worker = this.script.start())
    worker.postMessage({kind: "load", front: absolute(this.at.front), archive: this.at.archive && absolute(this.at.archive)} satisfies Load)
    this.ready = new Promise((resolve, reject) => {
      this.cancel = reject
      worker.onmessage = (e: MessageEvent<FromWorker>) => {
        if (e.data.kind === "progress") this.telling?.loading(e.data.loaded, e.data.total)
        if (e.data.kind === "ready") resolve()
        if (e.data.kind === "failure") this.fail(e.data.message)
      }
      worker.onerror = e => this.fail(e.message || "the compiler's worker could not be started")
    })
    return this.ready
  }

  private fail(message: string): void {
    const cancel = this.cancel
    this.cancel = null
    this.stop()
    cancel?.(new Error(message))
  }

  private ask(request: Compile): Promise<Result> {
    const worker = this.worker!
    return new Promise((resolve, reject) => {
      let timer = 0
      const wait = (): void => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          this.cancel = null
          this.stop()
          resolve(refused(request.files[0]!.name, `the compiler gave up after ${deadline / 1000} seconds`))
        }, deadline)
      }
      wait()
      this.cancel = e => {
        clearTimeout(timer)
        reject(e)
      }
      worker.onmessage = (e: MessageEvent<FromWorker>) => {
        if (e.data.kind === "failure") return this.fail(e.data.message)
        if (e.data.kind === "progress") {
          wait() // the program imports something new, which is on its way
          const {loaded, total} = e.data
          if (loaded < total) this.telling?.loading(loaded, total)
          else this.telling?.compiling()
        }
        if (e.data.kind !== "compiled" || e.data.id !== request.id) return
        clearTimeout(timer)
        this.cancel = null
        resolve(resultOf(e.data))
      }
      worker.postMessage(request)
    })
  }
}

function resultOf({module, diagnostics}: Compiled): Result {
  return module === null ? {module, diagnostics} : {module, diagnostics: []}
}

const refused = (file: string, msg: string): Result => ({module: null, diagnostics: [{file, line: 1, col: 1, msg}]})

/// A compilation was stopped by the user.
export class Stopped extends Error {}

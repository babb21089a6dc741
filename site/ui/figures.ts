// This file makes figures and trace files of a recorded run. The work is done by site/figures, a Go
// program that is compiled by our own compiler and runs on the engine, in a Worker, like the
// reader's: so the page and the command line have one implementation. It is fetched when it is first wanted.

import {defaultPages, type Layout, type Run, type Spares, startRun} from "./engine/index.ts"
import {header, headerSize} from "./event.ts"
import type {Recording} from "./recording.ts"

/// What can be made: the figures as JSON, an execution trace of Go, a picture for Perfetto.
export type Kind = "stats" | "trace" | "perfetto"

/// A run that is over.
export interface Shown {
  recording: Recording
  /// The names of its program.
  layout: () => Promise<Layout>
  /// The time of day at which it began, in ns since 1970.
  start: bigint
}

/// The program in the page.
export class Figures {
  private module: Promise<WebAssembly.Module> | null = null
  private readonly runs = new Set<Run>()

  constructor(
    private readonly url: string,
    private readonly spares: Spares,
  ) {}

  /// Whether this build of the site has it.
  get exists(): boolean {
    return this.url !== ""
  }

  /// Makes a file, as parts. What was asked for and is not wanted any more never comes.
  async make(kind: Kind, {recording, layout, start}: Shown): Promise<BlobPart[]> {
    return await this.call(["figures", kind, placesIn(await layout()), String(start)], recording.file())
  }

  /// Asks one of the questions about an exercise (site/figures/check.go).
  async ask(what: "cases" | "judge" | "seeds", question: object): Promise<unknown> {
    return await this.answer(what, new TextEncoder().encode(JSON.stringify(question)))
  }

  /// Measures runs: the events of each, without the header, in parts.
  async measure(runs: readonly Uint8Array[][]): Promise<unknown> {
    const parts: Uint8Array[] = []
    for (const chunks of runs) {
      const size = headerSize + chunks.reduce((n, c) => n + c.length, 0)
      parts.push(new Uint8Array(new Uint32Array([size]).buffer), header(), ...chunks)
    }
    return await this.answer("measure", new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()))
  }

  /// The number of the event at which a run broke a rule, from 0.
  async moment(question: {rule: string; run: unknown; other: unknown}, events: Uint8Array): Promise<number> {
    const text = new TextEncoder().encode(JSON.stringify(question))
    const all = new Blob([new Uint32Array([text.length]), text, events as Uint8Array<ArrayBuffer>])
    return Number(await this.answer("moment", new Uint8Array(await all.arrayBuffer())))
  }

  private async answer(what: string, stdin: Uint8Array): Promise<unknown> {
    return JSON.parse(await new Blob(await this.call(["figures", what], stdin)).text())
  }

  private async call(args: string[], stdin: Uint8Array): Promise<BlobPart[]> {
    this.module ??= WebAssembly.compileStreaming(fetch(this.url))
    this.module.catch(() => (this.module = null)) // the network may be back the next time
    const module = await this.module
    const parts: BlobPart[] = []
    const faults: string[] = []
    const text = new TextDecoder()
    return await new Promise((resolve, reject) => {
      const run = startRun(
        this.spares,
        {mode: "virtual", module, procs: 1, seed: 1n, slice: 0, set: [], pages: defaultPages, args, env: [], stdin},
        {
          onEvents: () => {},
          onTooManyMs: () => {}, // in Parallel only
          onOutput: (fd, bytes) => {
            if (fd === 1) parts.push(bytes as BlobPart)
            else faults.push(text.decode(bytes))
          },
          onExit: code => {
            this.runs.delete(run)
            if (code === 0) resolve(parts)
            else reject(new Error(faults.join("").slice(0, 300) || `exit code ${code}`))
          },
          onFailure: message => {
            this.runs.delete(run)
            reject(new Error(message.split("\n")[0]))
          },
        },
      )
      this.runs.add(run)
    })
  }

  /// Ends what is being made.
  stop(): void {
    for (const run of this.runs) run.stop()
    this.runs.clear()
  }
}

// As site/figures reads them.
function placesIn({files, funcs, starts}: Layout): string {
  return JSON.stringify({
    Files: files ?? [], Funcs: (funcs ?? []).map(([, Name, File, Line, End]) => ({Name, File, Line, End: End ?? 0})), Starts: starts ?? [],
  })
}

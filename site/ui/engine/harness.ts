// A page without a page: runs modules for gopark bench and for tests, which call
// `gopark.run` through the browser's debugger.

import { defaultPages } from "./instance.ts"
import { layoutOf } from "./layout.ts"
import { keep } from "./limits.ts"
import { probe } from "./probe.ts"
import { recordSize } from "./ring.ts"
import { Spares, startRun } from "./run.ts"
import { readSnapshot, type Snapshot } from "./snapshot.ts"
import { WorkerScript } from "./spawn.ts"
import { readTotals, type Totals } from "./totals.ts"

interface Options {
  readonly url: string
  readonly mode: "virtual" | "parallel"
  readonly procs: number
  /// In decimal: it has 64 bits.
  readonly seed?: string
  readonly slice?: number
  /// Virtual: ns, in decimal.
  readonly until?: string
  readonly set?: readonly (readonly [knob: number, value: number])[]
  readonly pages?: number
  readonly args?: readonly string[]
  readonly stopAfter?: number // ms
  /// Of these kinds of events the records are counted.
  readonly count?: readonly number[]
  /// As many records are looked at as the page keeps, and the others counted only.
  readonly asPage?: boolean
  /// Read the scheduler's memory at the end (parallel only).
  readonly snapshot?: boolean
}

interface Result {
  readonly code: number
  readonly digest: string
  readonly stdout: string
  readonly stderr: string
  readonly events: number
  readonly lost: number
  readonly failure: string
  readonly counts: Record<number, number>
  readonly ms: number
  readonly snapshot: Snapshot | null
  /// What the Ps counted (parallel only).
  readonly totals: Totals | null
}

const script = new WorkerScript("/worker.js")
const spawn = () => script.port()
const spares = new Spares(spawn)
const modules = new Map<string, Promise<WebAssembly.Module>>()

function load(url: string): Promise<WebAssembly.Module> {
  let module = modules.get(url)
  if (!module) modules.set(url, module = WebAssembly.compileStreaming(fetch(url)))
  return module
}

async function run(options: Options): Promise<Result> {
  const module = await load(options.url)
  const began = performance.now()
  const text = ["", "", ""]
  const decoders = [1, 1, 2].map(() => new TextDecoder())
  const counts: Record<number, number> = {}
  let events = 0
  let given = 0
  let lost = 0
  return new Promise(done => {
    const finish = (code: number, digest: string, failure: string): void => done({
      snapshot: options.snapshot && running.memory ? readSnapshot(running.memory, layoutOf(module)) : null,
      totals: running.memory && readTotals(running.memory, layoutOf(module)),
      code, digest, stdout: text[1]!, stderr: text[2]!, events, lost, failure, counts, ms: performance.now() - began,
    })
    const running = startRun(spares, {
      mode: options.mode, module, procs: options.procs, seed: BigInt(options.seed ?? 1), slice: options.slice ?? 0, set: options.set ?? [],
      args: ["prog", ...options.args ?? []], env: [], stdin: new Uint8Array(0), pages: options.pages ?? defaultPages, until: BigInt(options.until ?? 0),
      ...(options.asPage && { keep }),
    }, {
      onEvents: (records, nowLost, passed) => {
        given += records.length / recordSize
        events = given + passed
        lost = nowLost
        for (const kind of options.count ?? []) {
          for (let at = 16; at < records.length; at += recordSize) if (records[at] === kind) counts[kind] = (counts[kind] ?? 0) + 1
        }
      },
      onOutput: (fd, bytes) => { text[fd] += decoders[fd]!.decode(bytes, { stream: true }) },
      onExit: (code, digest) => finish(code, digest, ""),
      onTooManyMs: limit => finish(2, "", `more than ${limit} Ms`),
      onFailure: message => finish(70, "", message),
    })
    if (options.stopAfter !== undefined) setTimeout(() => {
      running.stop()
      finish(-1, "", "stopped")
    }, options.stopAfter)
  })
}

const gopark = { run, threadsWork: async () => (await probe(() => script.prepare(), spawn)).tier === 1 }
;(globalThis as unknown as { gopark: typeof gopark }).gopark = gopark
document.documentElement.dataset["ready"] = "true"

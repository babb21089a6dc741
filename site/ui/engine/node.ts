// Runs a module under Node with the code of the page: the same Workers, over
// worker_threads. `gopark bench -in node` and the tests use it. Bundled to one .mjs.
//
//   node gopark.mjs MODULE.wasm [-procs N] [-seed S] [-slice N] [-pages N] [-parallel]
//        [-set KNOB=VALUE]... [-until NS] [-digest] [-totals] [-events FILE] [-- ARG…]
//
// -totals prints, as the last line of stderr, how many switches and steals a parallel run had.

import { closeSync, openSync, readFileSync, writeSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { isMainThread, parentPort, Worker } from "node:worker_threads"
import { defaultPages } from "./instance.ts"
import { layoutOf } from "./layout.ts"
import type { WorkerPort } from "./protocol.ts"
import { header } from "./ring.ts"
import { type RunOptions, Spares, startRun } from "./run.ts"
import { serve } from "./serve.ts"
import { readTotals } from "./totals.ts"

function spawn(): WorkerPort {
  const worker = new Worker(fileURLToPath(import.meta.url))
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer as ArrayBuffer[]),
    onMessage: handler => { worker.removeAllListeners("message"); worker.on("message", handler) },
    onError: handler => { worker.on("error", e => handler(e.stack ?? e.message)) },
    terminate: () => { void worker.terminate() },
  }
}

interface CommandLine extends RunOptions {
  readonly digest: boolean
  readonly totals: boolean
  readonly eventsFile: string
}

function parse(argv: readonly string[]): CommandLine {
  const [file, ...rest] = argv
  if (!file) throw new Error("no module given")
  const flags = { procs: 4, seed: 1n, slice: 0, pages: defaultPages, set: [] as [number, number][], until: 0n, parallel: false, digest: false, totals: false, events: "" }
  let args: string[] = []
  for (let i = 0; i < rest.length; i++) {
    const flag = rest[i]
    if (flag === "--") {
      args = rest.slice(i + 1)
      break
    }
    switch (flag) {
      case "-procs": flags.procs = Number(rest[++i]); break
      case "-seed": flags.seed = BigInt(rest[++i] ?? 1); break
      case "-slice": flags.slice = Number(rest[++i]); break
      case "-set": flags.set.push((rest[++i] ?? "").split("=").map(Number) as [number, number]); break
      case "-until": flags.until = BigInt(rest[++i] ?? 0); break
      case "-pages": flags.pages = Number(rest[++i]); break
      case "-events": flags.events = rest[++i] ?? ""; break
      case "-parallel": flags.parallel = true; break
      case "-digest": flags.digest = true; break
      case "-totals": flags.totals = true; break
      default: throw new Error(`unknown flag ${flag}`)
    }
  }
  return {
    module: new WebAssembly.Module(readFileSync(file)),
    mode: flags.parallel ? "parallel" : "virtual",
    procs: flags.procs, seed: flags.seed, slice: flags.slice, set: flags.set, until: flags.until, pages: flags.pages,
    args: [programName(file), ...args], env: [], stdin: new Uint8Array(0),
    digest: flags.digest, totals: flags.totals, eventsFile: flags.events, ...(flags.events === "" && { keep: 0 }),
  }
}

// os.Args[0], as gopark run has it: the digest depends on it.
function programName(file: string): string {
  return file.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "")
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at)
}

function main(): void {
  const options = parse(process.argv.slice(2))
  const file = options.eventsFile === "" ? -1 : openSync(options.eventsFile, "w")
  if (file >= 0) writeAll(file, header)
  const spares = new Spares(spawn)
  const end = (code: number): void => {
    if (file >= 0) closeSync(file)
    process.exit(code)
  }
  const { eventsFile: _, totals: __, ...run } = options
  const running = startRun(spares, run, {
    onEvents: records => { if (file >= 0) writeAll(file, records) },
    onOutput: (fd, bytes) => writeAll(fd, bytes),
    onExit: (code, digest) => {
      if (options.digest) writeAll(2, new TextEncoder().encode(`digest: ${digest}\n`))
      if (options.totals && running.memory) writeAll(2, new TextEncoder().encode(totalsLine(running.memory, run.module)))
      end(code)
    },
    onTooManyMs: limit => {
      writeAll(2, new TextEncoder().encode(`gopark: the program needs more than ${limit} threads (Ms) at the same time\n`))
      end(2)
    },
    onFailure: message => {
      writeAll(2, new TextEncoder().encode(`gopark: internal error: ${message}\n`))
      end(70)
    },
  })
}

function totalsLine(memory: WebAssembly.Memory, module: WebAssembly.Module): string {
  const { switches, steals, stolen } = readTotals(memory, layoutOf(module))
  return `totals: ${switches} switches, ${steals} steals, ${stolen} stolen\n`
}

if (isMainThread) main()
else if (parentPort) {
  const port = parentPort
  serve({
    post: (message, transfer = []) => port.postMessage(message, transfer as ArrayBuffer[]),
    onMessage: handler => { port.on("message", handler) },
  })
}

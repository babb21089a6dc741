// The page's side of a run: starts the Workers, passes on what they say, ends them.
//
// All Workers are started here, also those that the scheduler asks for: a Worker
// inside a Worker would not work everywhere. A spare one is kept ready, because a
// start takes several ms.

import { epoch } from "./imports.ts"
import { makeMemory } from "./instance.ts"
import { firstHelper, maxMs } from "./limits.ts"
import { control, type Events, type FromWorker, type Setup, type WorkerPort } from "./protocol.ts"

export interface RunOptions extends Setup {
  readonly mode: "virtual" | "parallel"
  readonly pages: number
  /// Parallel: whether the digest is wanted. It names this one run and no other,
  /// and hashing costs the Ms a good part of a core. Virtual runs always have it.
  readonly digest?: boolean
  /// Parallel without a digest: after so many records the others are only counted; else all are given.
  readonly keep?: number
  /// Parallel: Ms that the run may have at the same time.
  readonly maxMs?: number
  /// Virtual: the time at which the run ends, in ns.
  readonly until?: bigint
}

/// What a run tells the page. All calls come in order; none after `onExit`, `onTooManyMs`,
/// `onFailure` or `stop()`.
export interface RunEvents {
  /// Records of 48 bytes. The next batch comes only when the promise is done, so a
  /// slow page holds a virtual program back; a parallel one loses events then. lost and passed
  /// are since the start: what full rings have lost, and what was counted only (keep).
  onEvents(records: Uint8Array, lost: number, passed: number): void | Promise<void>
  onOutput(fd: number, bytes: Uint8Array): void
  /// until: the run was ended at the time that was asked for.
  onExit(code: number, digest: string, until: boolean): void
  /// Parallel: the program needs more than so many Ms at the same time, and was ended. Virtual has no such limit.
  onTooManyMs(limit: number): void
  /// Our own fault, worded for the console.
  onFailure(message: string): void
}

export interface Run {
  /// Ends the program at once, whatever it does.
  stop(): void
  /// The memory of a parallel run: for the snapshot that mends lost events.
  readonly memory: WebAssembly.Memory | null
}

/// Makes Workers; keeps one ready.
export class Spares {
  private spare: WorkerPort | null = null

  constructor(private readonly spawn: () => WorkerPort) {}

  take(): WorkerPort {
    const worker = this.spare ?? this.spawn()
    this.spare = null
    return worker
  }

  refill(): void { this.spare ??= this.spawn() }

  close(): void {
    this.spare?.terminate()
    this.spare = null
  }
}

/// Starts a program.
export function startRun(spares: Spares, options: RunOptions, to: RunEvents): Run {
  return options.mode === "virtual" ? new VirtualRun(spares, options, to) : new ParallelRun(spares, options, to)
}

abstract class BaseRun implements Run {
  protected readonly workers: WorkerPort[] = []
  protected over = false
  abstract readonly memory: WebAssembly.Memory | null

  constructor(protected readonly spares: Spares, protected readonly to: RunEvents) {}

  stop(): void {
    this.over = true
    for (const worker of this.workers) worker.terminate()
    this.workers.length = 0
    this.spares.refill()
  }

  protected worker(handle: (message: FromWorker, from: WorkerPort) => void): WorkerPort {
    const worker = this.spares.take()
    worker.onMessage(message => { if (!this.over) handle(message as FromWorker, worker) })
    worker.onError(message => this.fail(message))
    this.workers.push(worker)
    return worker
  }

  protected fail(message: string): void {
    if (this.over) return
    this.stop()
    this.to.onFailure(message)
  }

  protected async events({ records, lost, passed }: Events, from: WorkerPort): Promise<void> {
    await this.to.onEvents(new Uint8Array(records), lost, passed)
    if (!this.over) from.post({ kind: "ack" })
  }
}

class VirtualRun extends BaseRun {
  readonly memory = null

  constructor(spares: Spares, options: RunOptions, to: RunEvents) {
    super(spares, to)
    const { mode: _, until = 0n, ...start } = options
    this.worker((message, from) => this.handle(message, from)).post({ ...start, until, kind: "virtual" })
  }

  private handle(message: FromWorker, from: WorkerPort): void {
    switch (message.kind) {
      case "events":
        this.events(message, from).catch(e => this.fail(String(e)))
        return
      case "output": return this.to.onOutput(message.fd, message.bytes)
      case "exit":
        this.stop()
        return this.to.onExit(message.code, message.digest, message.until ?? false)
      case "failure": return this.fail(message.message)
    }
  }
}

class ParallelRun extends BaseRun {
  readonly memory: WebAssembly.Memory
  private readonly control = new Int32Array(new SharedArrayBuffer(4 * control.words))
  private readonly ms = new Map<WorkerPort, number>()
  private drain: WorkerPort | null = null
  // Outputs that came before an earlier one.
  private readonly early = new Map<number, FromWorker & { order: number }>()
  private readonly began = epoch()
  private next = 0
  // Set once the Ms are gone: what to tell when the last events are out.
  private end: ((digest: string) => void) | null = null

  constructor(spares: Spares, private readonly options: RunOptions, to: RunEvents) {
    super(spares, to)
    this.memory = makeMemory(options.pages)
    const { mode: _, pages: __, until: ___, ...setup } = options
    this.startM(0, setup)
  }

  private startM(m: number, boot?: Setup): void {
    const { module, stdin } = this.options
    if (this.end) return
    const limit = this.options.maxMs ?? maxMs
    if (m < firstHelper && [...this.ms.values()].filter(id => id < firstHelper).length >= limit) return this.tooMany(limit)
    const worker = this.worker((message, from) => this.handle(message, from))
    this.ms.set(worker, m)
    worker.post({ kind: "m", module, memory: this.memory, control: this.control, stdin, began: this.began, m, ...(boot && { boot }) })
    this.spares.refill()
  }

  private handle(message: FromWorker, from: WorkerPort): void {
    switch (message.kind) {
      case "booted":
        this.drain = this.worker((m, f) => this.handle(m, f))
        this.drain.post({ kind: "drain", module: this.options.module, memory: this.memory, digest: this.options.digest ?? false, keep: this.options.keep ?? Infinity })
        this.spares.refill()
        return
      case "newM": return this.startM(message.m)
      case "endedM": return this.endM(from)
      case "output":
        Atomics.sub(this.control, control.unread, 1)
        Atomics.notify(this.control, control.unread)
        return this.inOrder(message)
      case "exit": return this.inOrder(message)
      case "events":
        this.events(message, from).catch(e => this.fail(String(e)))
        return
      case "drained":
        this.stop()
        return this.end?.(message.digest)
      case "failure": return this.fail(message.message)
    }
  }

  private inOrder(message: FromWorker & { order: number }): void {
    this.early.set(message.order, message)
    for (let m = this.early.get(this.next); m; m = this.early.get(this.next)) {
      this.early.delete(this.next++)
      if (m.kind === "output") this.to.onOutput(m.fd, m.bytes)
      else if (m.kind === "exit") return this.exit(m.code)
    }
  }

  private exit(code: number): void {
    this.finish(digest => this.to.onExit(code, digest, false))
  }

  private tooMany(limit: number): void {
    this.finish(() => {
      for (const [, m] of [...this.early].sort(([a], [b]) => a - b)) if (m.kind === "output") this.to.onOutput(m.fd, m.bytes)
      this.to.onTooManyMs(limit)
    })
  }

  private endM(worker: WorkerPort): void {
    worker.terminate()
    this.ms.delete(worker)
    this.workers.splice(this.workers.indexOf(worker), 1)
  }

  // The Ms stop; the drain sends what is left.
  private finish(end: (digest: string) => void): void {
    if (this.end) return
    this.end = end
    for (const m of this.ms.keys()) m.terminate()
    if (this.drain) this.drain.post({ kind: "finish" })
    else {
      this.stop()
      end("")
    }
  }
}

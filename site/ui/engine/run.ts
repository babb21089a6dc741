// The page's side of a run: starts the Workers, passes on what they say, ends them.
//
// All Workers are started here, also those that the scheduler asks for: a Worker
// inside a Worker would not work everywhere. A spare one is kept ready, because a
// start takes several ms.

import { epoch } from "./imports.ts"
import { makeMemory } from "./instance.ts"
import { control, type FromWorker, type Setup, type WorkerPort } from "./protocol.ts"

export interface RunOptions extends Setup {
  readonly mode: "virtual" | "parallel"
  readonly pages: number
  /// Parallel: whether the digest is wanted. It names this one run and no other,
  /// and hashing costs the Ms a good part of a core. Virtual runs always have it.
  readonly digest?: boolean
}

/// What a run tells the page. All calls come in order; none after `onExit` or
/// `onFailure` or `stop()`.
export interface RunEvents {
  /// Records of 48 bytes. The next batch comes only when the promise is done, so a
  /// slow page holds a virtual program back; a parallel one loses events then.
  onEvents(records: Uint8Array, lost: number): void | Promise<void>
  onOutput(fd: number, bytes: Uint8Array): void
  onExit(code: number, digest: string): void
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

  protected async events(records: ArrayBuffer, lost: number, from: WorkerPort): Promise<void> {
    await this.to.onEvents(new Uint8Array(records), lost)
    if (!this.over) from.post({ kind: "ack" })
  }
}

class VirtualRun extends BaseRun {
  readonly memory = null

  constructor(spares: Spares, options: RunOptions, to: RunEvents) {
    super(spares, to)
    const { mode: _, ...start } = options
    this.worker((message, from) => this.handle(message, from)).post({ ...start, kind: "virtual" })
  }

  private handle(message: FromWorker, from: WorkerPort): void {
    switch (message.kind) {
      case "events":
        this.events(message.records, message.lost, from).catch(e => this.fail(String(e)))
        return
      case "output": return this.to.onOutput(message.fd, message.bytes)
      case "exit":
        this.stop()
        return this.to.onExit(message.code, message.digest)
      case "failure": return this.fail(message.message)
    }
  }
}

class ParallelRun extends BaseRun {
  readonly memory: WebAssembly.Memory
  private readonly control = new Int32Array(new SharedArrayBuffer(4 * control.words))
  private readonly ms = new Set<WorkerPort>()
  private drain: WorkerPort | null = null
  // Outputs that came before an earlier one.
  private readonly early = new Map<number, FromWorker & { order: number }>()
  private readonly began = epoch()
  private next = 0
  private code = 0

  constructor(spares: Spares, private readonly options: RunOptions, to: RunEvents) {
    super(spares, to)
    this.memory = makeMemory(options.pages)
    const { mode: _, pages: __, ...setup } = options
    this.startM(0, setup)
  }

  private startM(m: number, boot?: Setup): void {
    const { module, stdin } = this.options
    const worker = this.worker((message, from) => this.handle(message, from))
    this.ms.add(worker)
    worker.post({ kind: "m", module, memory: this.memory, control: this.control, stdin, began: this.began, m, ...(boot && { boot }) })
    this.spares.refill()
  }

  private handle(message: FromWorker, from: WorkerPort): void {
    switch (message.kind) {
      case "booted":
        this.drain = this.worker((m, f) => this.handle(m, f))
        this.drain.post({ kind: "drain", module: this.options.module, memory: this.memory, digest: this.options.digest ?? false })
        this.spares.refill()
        return
      case "newM": return this.startM(message.m)
      case "output":
        Atomics.sub(this.control, control.unread, 1)
        Atomics.notify(this.control, control.unread)
        return this.inOrder(message)
      case "exit": return this.inOrder(message)
      case "events":
        this.events(message.records, message.lost, from).catch(e => this.fail(String(e)))
        return
      case "drained":
        this.stop()
        return this.to.onExit(this.code, message.digest)
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

  // The Ms stop; the drain sends what is left.
  private exit(code: number): void {
    this.code = code
    for (const m of this.ms) m.terminate()
    if (this.drain) this.drain.post({ kind: "finish" })
    else {
      this.stop()
      this.to.onExit(code, "")
    }
  }
}

// Runs a program in virtual time: one Worker, one instance, a loop over vrun.
//
// Between two calls the event ring is emptied into a batch for the page. At most
// `window` batches are under way; then the Worker waits for an Ack, so a page that
// draws slowly, or has seen enough, holds the program back. What the program writes
// goes with the batch: a program may write a line per microsecond.

import { makeMemory, instantiate, boot, vrun, wallStart } from "./instance.ts"
import { epoch, ExitSignal } from "./imports.ts"
import { Words } from "./layout.ts"
import type { Port, StartVirtual } from "./protocol.ts"
import { concat, EventDigest, Rings } from "./ring.ts"
import { Stdin } from "./stdin.ts"

const window = 4
const longest = 25 // ms that a call of vrun should take at most
const batchBytes = 48 * 8192

/// Lets the Worker's own messages in.
export class Acks {
  private free = window
  private wake: (() => void) | null = null

  ack(): void {
    this.free++
    this.wake?.()
    this.wake = null
  }

  /// Resolves when one more batch may be sent.
  async take(): Promise<void> {
    while (this.free === 0) await new Promise<void>(done => { this.wake = done })
    this.free--
  }
}

/// Runs to the end of the program. Failures are thrown.
export async function runVirtual(port: Port, start: StartVirtual, acks: Acks): Promise<void> {
  const memory = makeMemory(start.pages)
  const digest = new EventDigest()
  const stdin = new Stdin(start.stdin)
  let order = 0
  let batch: Uint8Array<ArrayBuffer>[] = []
  let batched = 0
  let writes: { fd: number, parts: Uint8Array[] }[] = []
  const drain = (): void => {
    const records = rings.drain()
    if (records.length === 0) return
    digest.add(records)
    batch.push(records)
    batched += records.length
  }
  const host = {
    write: (fd: number, bytes: Uint8Array) => {
      const last = writes.at(-1)
      if (last?.fd === fd) last.parts.push(bytes)
      else writes.push({ fd, parts: [bytes] })
    },
    read: (into: Uint8Array) => stdin.read(into),
    exit: () => {},
    newM: () => { throw new Error("newosproc in virtual mode") },
    drain,
  }
  const x = instantiate(start.module, memory, host, { began: epoch(), wall: wallStart })
  const rings = new Rings(new Words(memory), () => x.rings())
  let code = guarded(() => {
    boot(x, memory, start, "virtual")
    if (start.until > 0n) x.until(start.until)
    return null
  })
  let until = false
  let steps = 16
  const flush = async (): Promise<void> => {
    if (batched === 0 && writes.length === 0) return
    await acks.take()
    for (const { fd, parts } of writes) port.post({ kind: "output", fd, bytes: concat(parts), order: order++ })
    writes = []
    const records = (batch.length === 1 ? batch[0]! : concat(batch)).buffer
    port.post({ kind: "events", records, lost: 0, passed: 0 }, [records])
    batch = []
    batched = 0
  }
  let sent = performance.now()
  // A program that ends in boot has no events: nothing to do then.
  for (let over = code !== null; !over;) {
    const began = performance.now()
    let status: number = vrun.more
    code = guarded(() => { status = x.vrun(steps); return status === vrun.finished || status === vrun.until ? 0 : null })
    until = status === vrun.until
    over = code !== null
    drain()
    const now = performance.now()
    if (now - began > longest) steps = Math.max(1, steps >> 1)
    else if (status === vrun.more && now - began < longest / 4) steps = Math.min(steps * 2, 1 << 20)
    if (over || batched >= batchBytes || now - sent > longest) {
      await flush()
      sent = now
    }
  }
  await flush()
  port.post({ kind: "exit", code: code ?? 0, order: order++, digest: digest.hex(), until })
}

// Runs f; gives the exit code if the program exited in it.
function guarded(f: () => number | null): number | null {
  try {
    return f()
  } catch (e) {
    if (e instanceof ExitSignal) return e.code
    throw e
  }
}

// Empties the event rings of a parallel run while its Ms run, in a Worker of its
// own: a page that is busy drawing must not lose events.

import { observer } from "./instance.ts"
import { Words } from "./layout.ts"
import type { Port, StartDrain } from "./protocol.ts"
import { EventDigest, recordSize, Rings } from "./ring.ts"
import type { Acks } from "./virtual.ts"

const every = 2 // ms between two looks
const everyCount = 50 // ms, when records are only counted

/// Drains until `finish` is called, then once more.
export class Drain {
  private readonly rings: Rings
  private readonly digest: EventDigest | null
  private finished = false
  private readonly keep: number
  private copied = 0 // records
  private passed = 0 // records that were only counted
  private lost = 0 // records lost before that

  constructor(private readonly port: Port, start: StartDrain, private readonly acks: Acks) {
    this.digest = start.digest ? new EventDigest() : null
    this.keep = start.digest ? Infinity : start.keep
    const x = observer(start.module, start.memory)
    this.rings = new Rings(new Words(start.memory), () => x.rings())
  }

  async run(): Promise<void> {
    while (!this.finished) {
      await this.once()
      await new Promise(done => setTimeout(done, this.copied < this.keep ? every : everyCount))
    }
    await this.once()
    this.port.post({ kind: "drained", digest: this.digest?.hex() ?? "" })
  }

  finish(): void { this.finished = true }

  private async once(): Promise<void> {
    await this.acks.take()
    if (this.copied < this.keep) this.copy()
    else this.count()
  }

  // A batch for which there is no Ack stays in the rings; when they are full the
  // Ms count what they lose.
  private copy(): void {
    const records = this.rings.drain()
    this.lost = this.rings.lost()
    if (records.length === 0) return this.acks.ack()
    this.digest?.add(records)
    this.copied += records.length / recordSize
    this.post(records.buffer)
  }

  // The rings stay full from now on, so what the Ms lose is what is wanted no more.
  // That costs them least.
  private count(): void {
    const passed = this.rings.lost() - this.lost + this.rings.waiting()
    if (passed === this.passed) return this.acks.ack()
    this.passed = passed
    this.post(new ArrayBuffer(0))
  }

  private post(records: ArrayBuffer): void {
    this.port.post({ kind: "events", records, lost: this.lost, passed: this.passed }, [records])
  }
}

// Empties the event rings of a parallel run while its Ms run, in a Worker of its
// own: a page that is busy drawing must not lose events.

import { observer } from "./instance.ts"
import { Words } from "./layout.ts"
import type { Port, StartDrain } from "./protocol.ts"
import { concat, EventDigest, Rings } from "./ring.ts"
import type { Acks } from "./virtual.ts"

const every = 2 // ms between two looks

/// Drains until `finish` is called, then once more.
export class Drain {
  private readonly rings: Rings
  private readonly digest: EventDigest | null
  private finished = false

  constructor(private readonly port: Port, start: StartDrain, private readonly acks: Acks) {
    this.digest = start.digest ? new EventDigest() : null
    const x = observer(start.module, start.memory)
    this.rings = new Rings(new Words(start.memory), () => x.rings())
  }

  async run(): Promise<void> {
    while (!this.finished) {
      await this.once()
      await new Promise(done => setTimeout(done, every))
    }
    await this.once()
    this.port.post({ kind: "drained", digest: this.digest?.hex() ?? "" })
  }

  finish(): void { this.finished = true }

  // A batch for which there is no Ack stays in the rings; when they are full the
  // Ms count what they lose.
  private async once(): Promise<void> {
    await this.acks.take()
    const parts = this.rings.drain()
    let n = 0
    for (const part of parts) {
      this.digest?.add(part)
      n += part.length
    }
    if (n === 0) return this.acks.ack()
    const records = concat(parts).buffer
    this.port.post({ kind: "events", records, lost: this.rings.lost() }, [records])
  }
}

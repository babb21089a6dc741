// The Worker's side of the protocol: the first message says what this Worker is.

import { Drain } from "./drain.ts"
import { runM } from "./m.ts"
import { answerProbe } from "./probe.ts"
import type { Port, ToWorker } from "./protocol.ts"
import { Acks, runVirtual } from "./virtual.ts"

/// Serves one run (or a part of one) on this Worker.
export function serve(port: Port): void {
  const acks = new Acks()
  let drain: Drain | null = null
  const fail = (e: unknown): void => port.post({ kind: "failure", message: e instanceof Error ? e.stack ?? e.message : String(e) })
  port.onMessage((message: ToWorker) => {
    try {
      switch (message.kind) {
        case "virtual":
          runVirtual(port, message, acks).catch(fail)
          return
        case "m": return runM(port, message)
        case "drain":
          drain = new Drain(port, message, acks)
          drain.run().catch(fail)
          return
        case "ack": return acks.ack()
        case "finish": return drain?.finish()
        case "probe": return answerProbe(port, message)
      }
    } catch (e) {
      fail(e)
    }
  })
}

// Reads what the Ps have counted: how often goroutines were switched to and stolen. Events say more, but
// full rings lose them.
//
// Each P counts for itself, and a counter has 32 bits. While Ms run the sums are a little behind.

import { type Layout, Struct, Words } from "./layout.ts"

export interface Totals {
  /// Goroutines that were made to run: what event GoStart is recorded for.
  readonly switches: number
  readonly steals: number
  /// Goroutines that were taken by them.
  readonly stolen: number
}

const maxProcs = 64
const bootTicks = 5 // of P0, when no goroutine has run yet

export function readTotals(memory: WebAssembly.Memory, layout: Layout): Totals {
  const words = new Words(memory)
  const allp = layout.vars["sched.allp"]
  if (allp === undefined) throw new Error("layout has no variable sched.allp")
  let [switches, steals, stolen] = [-bootTicks, 0, 0]
  for (let i = 0; i < maxProcs; i++) {
    const addr = words.u32(allp + 8 * i)
    if (addr === 0) continue
    const p = new Struct(words, layout, "sched.P", addr)
    switches += p.get("schedtick") + p.get("inherits")
    steals += p.get("steals")
    stolen += p.get("stolen")
  }
  return { switches, steals, stolen }
}

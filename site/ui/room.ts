// This file keeps room for a run: as much as the tallest picture and the longest words of it need, so that the controls
// below stay where they are while somebody steps. Of a long run a few hundred moments are measured, and
// no more than the first of its events.

import type {State} from "./fold.ts"
import type {Pause, Recording} from "./recording.ts"

const most = 300 // moments that are measured
const atOnce = 5 // ms, so that the page lives meanwhile
const furthest = 200_000 // events that are folded for it

/// What is measured: the height of the picture, and of the words.
export interface Measured {
  picture(s: State): number
  words(s: State): number
}

/// The room that a run needs; null if another took its place.
export async function roomOf(run: Recording, how: Measured, pause: Pause, still: () => boolean): Promise<{picture: number; words: number} | null> {
  const room = {picture: 0, words: 0}
  const n = Math.min(run.length, furthest)
  const step = Math.max(1, n / most)
  const s = run.stateAt(0).clone()
  let next = 1
  let begun = performance.now()
  const rest = async (): Promise<void> => {
    if (performance.now() - begun < atOnce) return
    await pause()
    begun = performance.now()
  }
  for (let i = 0; i < n; i++) {
    s.apply(run.event(i))
    if (i % 64 === 0) await rest()
    if (i + 1 < next && i + 1 < n) continue
    next += step
    room.picture = Math.max(room.picture, how.picture(s))
    room.words = Math.max(room.words, how.words(s))
    await rest()
    if (!still()) return null
  }
  return room
}

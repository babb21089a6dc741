// What the page uses of the engine.

export { probe, type Tier } from "./probe.ts"
export { type Run, type RunEvents, type RunOptions, Spares, startRun } from "./run.ts"
export { defaultPages, wallStart } from "./instance.ts"
export { keep, maxMsHere } from "./limits.ts"
export { type Layout, layoutOf } from "./layout.ts"
export type { WorkerPort } from "./protocol.ts"
export { WorkerScript } from "./spawn.ts"
export { readSnapshot, type Snapshot } from "./snapshot.ts"

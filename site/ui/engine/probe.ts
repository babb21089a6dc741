// Finds out whether real threads work here. `crossOriginIsolated` alone is not to
// be trusted: WebKitGTK says true and has no SharedArrayBuffer. So a shared array
// goes to a real Worker, which must wake a waiter through it.

import type { Port, Probe, WorkerPort } from "./protocol.ts"

const patience = 3000 // ms

/// True if a Worker can share memory with the page and Atomics work between them.
export async function threadsWork(spawn: () => WorkerPort): Promise<boolean> {
  if (typeof SharedArrayBuffer !== "function") return false
  let worker: WorkerPort | null = null
  try {
    const shared = new Int32Array(new SharedArrayBuffer(8))
    const port = worker = spawn()
    const answered = new Promise<boolean>(done => {
      port.onMessage(message => done(message.kind === "probed" && Atomics.load(shared, 1) === 42))
      port.onError(() => done(false))
      setTimeout(() => done(false), patience)
    })
    port.post({ kind: "probe", shared })
    // The Worker sleeps on word 0 until we wake it: a round trip.
    setTimeout(() => {
      Atomics.store(shared, 0, 1)
      Atomics.notify(shared, 0)
    }, 0)
    return await answered
  } catch {
    return false // DataCloneError: not isolated
  } finally {
    worker?.terminate()
  }
}

/// The Worker's half.
export function answerProbe(port: Port, probe: Probe): void {
  Atomics.wait(probe.shared, 0, 0, patience)
  if (Atomics.load(probe.shared, 0) === 1) Atomics.store(probe.shared, 1, 42)
  port.post({ kind: "probed" })
}

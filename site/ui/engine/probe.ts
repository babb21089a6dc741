// Finds out what works here:
//
//   1  Workers that share memory with the page: real threads
//   2  one Worker, and in it shared memory that goes nowhere: virtual time
//   3  neither: pictures and words
//
// `crossOriginIsolated` alone is not to be trusted: WebKitGTK says true and has no SharedArrayBuffer. So a shared
// array goes to a real Worker, which must wake a waiter through it; and the Worker tries to make a memory as
// programs have it.

import type { Port, Probe, WorkerPort } from "./protocol.ts"

// How long a Worker may take to answer, in ms. Its script may come over a slow network, and who gives up too early
// takes Run from a reader; one that cannot start at all says so at once.
const patience = 60_000

const nap = 3000 // ms that the Worker sleeps at most until it is woken

/// What works, and why not more, in words.
export interface Tier {
  readonly tier: 1 | 2 | 3
  readonly why: string
}

const noThreads = "The page cannot share memory between Workers here: it is framed by a site that does not allow it, or was served without its headers."

/// Tries it. Prepare gets ready what spawn needs.
export async function probe(prepare: () => Promise<void>, spawn: () => WorkerPort): Promise<Tier> {
  if (typeof WebAssembly !== "object") return { tier: 3, why: "This browser has no WebAssembly." }
  if (typeof Worker !== "function") return { tier: 3, why: "This browser has no Workers." }
  try {
    await prepare()
    return await ask(spawn())
  } catch (e) {
    return { tier: 3, why: `No Worker could be started: ${e instanceof Error ? e.message : String(e)}` }
  }
}

async function ask(worker: WorkerPort): Promise<Tier> {
  try {
    const answered = new Promise<boolean>((done, fail) => {
      worker.onMessage(message => { if (message.kind === "probed") done(message.memory) })
      worker.onError(message => fail(new Error(message)))
      setTimeout(() => fail(new Error("it does not answer")), patience)
    })
    answered.catch(() => {}) // also if the post below fails first
    const shared = share(worker)
    if (!await answered) return { tier: 3, why: "A Worker here cannot make the memory that programs need." }
    if (shared !== null && Atomics.load(shared, 1) === 42) return { tier: 1, why: "" }
    return { tier: 2, why: noThreads }
  } finally {
    worker.terminate()
  }
}

// Posts the probe, with a shared array if that can be.
function share(worker: WorkerPort): Int32Array | null {
  if (typeof SharedArrayBuffer === "function") {
    try {
      const shared = new Int32Array(new SharedArrayBuffer(8))
      worker.post({ kind: "probe", shared })
      // The Worker sleeps on word 0 until we wake it: a round trip.
      setTimeout(() => {
        Atomics.store(shared, 0, 1)
        Atomics.notify(shared, 0)
      }, 0)
      return shared
    } catch {
      // DataCloneError: not isolated
    }
  }
  worker.post({ kind: "probe", shared: null })
  return null
}

/// The Worker's half.
export function answerProbe(port: Port, { shared }: Probe): void {
  if (shared !== null) {
    Atomics.wait(shared, 0, 0, nap)
    if (Atomics.load(shared, 0) === 1) Atomics.store(shared, 1, 42)
  }
  port.post({ kind: "probed", memory: memoryWorks() })
}

function memoryWorks(): boolean {
  try {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
    return Atomics.add(new Int32Array(memory.buffer), 0, 1) === 0
  } catch {
    return false
  }
}

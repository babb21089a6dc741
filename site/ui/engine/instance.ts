// Makes and boots instances of a program's module.

import { type Clock, epoch, type Host, importsFor } from "./imports.ts"
import type { Setup } from "./protocol.ts"

/// The first moment of virtual time: 2009-11-10 23:00:00 UTC, in ns since 1970.
export const wallStart = 1257894000n * 1_000_000_000n

/// The default size of a memory, in pages of 64 KiB: 256 MiB.
export const defaultPages = 4096

/// The exports that a host calls.
export interface Exports {
  _initmem(): void
  alloc(n: number): number
  addarg(p: number, n: number): void
  addenv(p: number, n: number): void
  setknob(knob: number, value: bigint): void
  boot(procs: number, mode: number, seed: bigint, slice: number, wallstart: bigint): void
  vrun(steps: number): number
  m0(): number
  mstart(m: number): void
  until(ns: bigint): void
  rings(): number
}

/// What vrun returns.
export const vrun = { more: 0, drain: 1, finished: 2, until: 3 } as const

/// A memory of `pages` that the module accepts. Shared memory that cannot be posted
/// (a page that is not isolated) works inside one Worker all the same.
export function makeMemory(pages: number): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true })
}

/// One more instance over a memory.
export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory, host: Host, clock: Clock): Exports {
  const instance = new WebAssembly.Instance(module, importsFor(memory, host, clock))
  return instance.exports as unknown as Exports
}

/// An instance that only looks: for export rings, while the Ms are busy.
export function observer(module: WebAssembly.Module, memory: WebAssembly.Memory): Exports {
  const never = (): never => { throw new Error("the observer runs no Go code") }
  return instantiate(module, memory, { write: never, read: never, exit: never, newM: never, drain: never }, { began: epoch() })
}

/// Prepares memory and scheduler: the first thing in every run.
export function boot(x: Exports, memory: WebAssembly.Memory, setup: Setup, mode: "virtual" | "parallel"): void {
  x._initmem()
  const add = (to: "addarg" | "addenv", text: string): void => {
    const bytes = new TextEncoder().encode(text)
    const p = x.alloc(bytes.length) >>> 0
    new Uint8Array(memory.buffer).set(bytes, p)
    x[to](p, bytes.length)
  }
  for (const arg of setup.args) add("addarg", arg)
  for (const env of setup.env) add("addenv", env)
  for (const [knob, value] of setup.set) x.setknob(knob, BigInt(value))
  const wall = mode === "virtual" ? wallStart : BigInt(Math.floor(epoch() * 1e6))
  x.boot(setup.procs, mode === "virtual" ? 0 : 1, BigInt.asIntN(64, setup.seed), setup.slice, wall)
}

// Reads the scheduler's own memory: run queues, who runs, who idles, who waits. The
// page mends its view with it when full rings have lost events. Twin of
// wasm/host/snapshot.go.
//
// It is right only while no M runs: after the program's exit, which stops the world.

import { type Layout, Struct, Words } from "./layout.ts"

/// The state of the scheduler at one moment. Goroutines, Ps and Ms go by their numbers;
/// 0 is no goroutine, -1 no P or M.
export interface Snapshot {
  readonly procs: number
  readonly ps: readonly SnapshotP[]
  readonly ms: readonly SnapshotM[]
  readonly gs: readonly SnapshotG[]
  readonly global: readonly number[]
  readonly idlePs: readonly number[]
  readonly idleMs: readonly number[]
}

export interface SnapshotP {
  readonly id: number
  readonly status: number // 0 idle, 1 running, 3 stopped
  readonly m: number
  readonly running: number
  readonly runnext: number
  readonly ring: readonly number[]
  readonly tick: number
}

export interface SnapshotM {
  readonly id: number
  readonly p: number
  readonly spinning: boolean
  readonly idle: boolean
}

export interface SnapshotG {
  readonly id: number
  readonly status: number // 1 runnable, 2 running, 4 waiting
  readonly wait: number // reason, if it waits
  readonly object: number // what it waits on; for a sleep, until when
  readonly pos: number
  readonly created: number
  readonly parent: number
}

const waiting = 4
const dead = 6
const pDead = 4
const waitSleep = 8
const ringSize = 256
const maxProcs = 64

/// Reads the memory of a program that does not run.
export function readSnapshot(memory: WebAssembly.Memory, layout: Layout): Snapshot {
  const words = new Words(memory)
  const at = (name: string): number => {
    const addr = layout.vars[name]
    if (addr === undefined) throw new Error(`layout has no variable ${name}`)
    return addr
  }
  const struct = (type: string, addr: number): Struct => new Struct(words, layout, type, addr)
  const list = (from: Struct, first: string, type: string, next: string): Struct[] => {
    const found: Struct[] = []
    for (let x = from.follow(first, type); x; x = x.follow(next, type)) found.push(x)
    return found
  }
  const sched = struct("sched.sched", at("sched.sched"))
  const idleMs = list(sched, "midle", "sched.M", "link").map(m => m.get("ID"))
  const start = sched.get("start")
  const ps: SnapshotP[] = []
  for (let i = 0; i < maxProcs; i++) {
    const addr = words.u32(at("sched.allp") + 8 * i)
    const p = struct("sched.P", addr)
    if (addr !== 0 && p.get("status") !== pDead) ps.push(readP(p, words, struct))
  }
  const queue = struct("sched.gQueue", sched.at("runq"))
  return {
    procs: words.u32(at("sched.gomaxprocs")),
    ps,
    ms: list(sched, "allm", "sched.M", "Alllink").map(m => readM(m, idleMs)).sort((a, b) => a.id - b.id),
    gs: list(sched, "allgs", "sched.G", "Alllink").filter(g => g.get("Atomicstatus") !== dead)
      .map(g => readG(g, start)).sort((a, b) => a.id - b.id),
    global: list(queue, "head", "sched.G", "Schedlink").map(g => g.get("Goid")),
    idlePs: list(sched, "pidle", "sched.P", "link").map(p => p.get("ID")),
    idleMs,
  }
}

function readP(p: Struct, words: Words, struct: (type: string, addr: number) => Struct): SnapshotP {
  const m = p.follow("m", "sched.M")
  const ring: number[] = []
  const tail = p.get("runqtail")
  for (let i = p.get("runqhead"); i !== tail && ring.length < ringSize; i = (i + 1) >>> 0) {
    ring.push(struct("sched.G", words.u32(p.at("runq") + 8 * (i % ringSize))).get("Goid"))
  }
  return {
    id: p.get("ID"),
    status: p.get("status"),
    m: m ? m.get("ID") : -1,
    running: m?.follow("Curg", "sched.G")?.get("Goid") ?? 0,
    runnext: p.follow("runnext", "sched.G")?.get("Goid") ?? 0,
    ring,
    tick: p.get("schedtick"),
  }
}

function readM(m: Struct, idleMs: readonly number[]): SnapshotM {
  const id = m.get("ID")
  return { id, p: m.follow("P", "sched.P")?.get("ID") ?? -1, spinning: m.get("spinning") !== 0, idle: idleMs.includes(id) }
}

function readG(g: Struct, start: number): SnapshotG {
  const status = g.get("Atomicstatus")
  const wait = status === waiting ? g.get("Waitreason") : 0
  return {
    id: g.get("Goid"), status, wait,
    object: wait === waitSleep ? g.get("SleepWhen") - start : status === waiting ? g.get("waitobj") : 0,
    pos: g.get("Pos"), created: g.get("startin"), parent: g.get("ParentGoid"),
  }
}

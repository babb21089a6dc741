// The script of the compile worker: fetches the compiler (a Go program for js/wasm)
// and its archive of the standard library, tells how far it is, and starts it.
// wasm_exec is Go's own loader, of the toolchain that built the site.

import "wasm_exec"
import type {Archive, Failure, Load, Progress} from "./protocol.ts"

declare class Go {
  importObject: WebAssembly.Imports
  run(instance: WebAssembly.Instance): Promise<void>
}

const fail = (error: unknown): void => {
  postMessage({kind: "failure", message: error instanceof Error ? error.message : String(error)} satisfies Failure)
}

const onLoad = (e: MessageEvent<Load | {kind: string}>): void => {
  if (e.data.kind !== "load") return
  removeEventListener("message", onLoad)
  load(e.data as Load).catch(fail)
}
addEventListener("message", onLoad)

async function load({front, archive}: Load): Promise<void> {
  const progress = new Map<string, [number, number]>()
  const tell = (url: string, loaded: number, total: number): void => {
    progress.set(url, [loaded, total])
    const sum = [...progress.values()].reduce((a, b) => [a[0] + b[0], a[1] + b[1]])
    postMessage({kind: "progress", loaded: sum[0], total: sum[1]} satisfies Progress)
  }
  const [code, library] = await Promise.all([get(front, tell), archive === "" ? new Uint8Array() : get(archive, tell)])
  const go = new Go()
  const {instance} = await WebAssembly.instantiate(code as BufferSource, go.importObject)
  go.run(instance).then(() => fail("the compiler ended"), fail)
  // The compiler listens to messages from here on; the archive is the first.
  dispatchEvent(new MessageEvent<Archive>("message", {data: {kind: "archive", bytes: library}}))
}

async function get(url: string, tell: (url: string, loaded: number, total: number) => void): Promise<Uint8Array> {
  const answer = await fetch(url)
  if (!answer.ok || answer.body === null) throw new Error(`${url}: ${answer.status} ${answer.statusText}`)
  const total = Number(answer.headers.get("Content-Length") ?? 0)
  const parts: Uint8Array[] = []
  let loaded = 0
  for (const reader = answer.body.getReader(); ; ) {
    const {done, value} = await reader.read()
    if (done) break
    parts.push(value)
    loaded += value.length
    tell(url, loaded, Math.max(total, loaded)) // a compressed answer is longer than it says
  }
  const all = new Uint8Array(loaded)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

// The script of the compile worker: fetches the compiler (a Go program for js/wasm)
// and the first part of its library, tells how far it is, and starts it. Other parts it fetches when the compiler needs
// them. wasm_exec is Go's own loader, of the toolchain that built the site.

import "wasm_exec"
import type {Archive, Failure, Index, Load, Parts, Progress} from "./protocol.ts"

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
  const tell = telling()
  const [code, [index, first]] = await Promise.all([get(front, 0, tell), archive === "" ? none : library(archive, tell)])
  const go = new Go()
  const {instance} = await WebAssembly.instantiate(code as BufferSource, go.importObject)
  go.run(instance).then(() => fail("the compiler ended"), fail)
  // The compiler listens to messages from here on; the archive is the first.
  dispatchEvent(new MessageEvent<Archive>("message", {data: {kind: "archive", bytes: first, index}}))
}

const none: [Uint8Array, Uint8Array] = [new Uint8Array(), new Uint8Array()]

/// The index of the library, and its first part. From then on the compiler may need others.
async function library(archive: string, tell: Tell): Promise<[Uint8Array, Uint8Array]> {
  const index = await get(archive, 0, () => {})
  const {parts} = JSON.parse(new TextDecoder().decode(index)) as Index
  const part = (n: number, tell: Tell): Promise<Uint8Array> => get(new URL(parts[n]!.url, archive).href, parts[n]!.bytes, tell)
  addEventListener("need", e => {
    const numbers = (e as CustomEvent<number[]>).detail
    const tell = telling()
    for (const n of numbers) tell(new URL(parts[n]!.url, archive).href, 0, parts[n]!.bytes)
    Promise.all(numbers.map(n => part(n, tell)))
      .then(list => dispatchEvent(new MessageEvent<Parts>("message", {data: {kind: "parts", list}})))
      .catch(fail)
  })
  return [index, await part(0, tell)]
}

type Tell = (url: string, loaded: number, total: number) => void

/// Tells how far some downloads are together.
function telling(): Tell {
  const progress = new Map<string, [number, number]>()
  return (url, loaded, total) => {
    progress.set(url, [loaded, total])
    const sum = [...progress.values()].reduce((a, b) => [a[0] + b[0], a[1] + b[1]])
    postMessage({kind: "progress", loaded: sum[0], total: sum[1]} satisfies Progress)
  }
}

/// Fetches a file that should have so many bytes, 0 if that is not known.
async function get(url: string, bytes: number, tell: Tell): Promise<Uint8Array> {
  const answer = await fetch(url).catch(() => {
    throw new Error(`${url} could not be loaded: is there a network?`)
  })
  if (!answer.ok || answer.body === null) throw new Error(`${url}: ${answer.status} ${answer.statusText}`)
  const total = bytes || Number(answer.headers.get("Content-Length") ?? 0)
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

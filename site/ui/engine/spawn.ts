// Makes Workers in a browser.

import { workerAddress, workerBlob } from "./trusted.ts"
import type { WorkerPort } from "./protocol.ts"

/// The script of a Worker. In a frame without an origin of its own (sandbox="allow-scripts") no script can be started
/// by its address; there its text is fetched, and started as a blob.
export class WorkerScript {
  private blob = ""
  private prepared: Promise<void> | null = null

  constructor(private readonly url: string) {}

  /// Whether this build of the site has it.
  get exists(): boolean { return this.url !== "" }

  /// To be done before a start; it takes time in such a frame only.
  prepare(): Promise<void> {
    this.prepared ??= self.origin === "null" ? this.fetch() : Promise.resolve()
    this.prepared.catch(() => { this.prepared = null }) // the network may be back the next time
    return this.prepared
  }

  private async fetch(): Promise<void> {
    const answer = await fetch(this.url)
    if (!answer.ok) throw new Error(`${this.url}: ${answer.status} ${answer.statusText}`)
    this.blob = workerBlob(await answer.text())
  }

  /// A new Worker.
  start(): Worker { return new Worker(this.blob || workerAddress(this.url)) }

  /// The same, as the engine sees it.
  port(): WorkerPort { return portOf(this.start()) }
}

/// An address as a Worker can use it, which may know no page.
export const absolute = (url: string): string => new URL(url, document.baseURI).href

function portOf(worker: Worker): WorkerPort {
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer as ArrayBuffer[]),
    onMessage: handler => { worker.onmessage = e => handler(e.data) },
    onError: handler => { worker.onerror = e => handler(e.message || "a worker could not be started") },
    terminate: () => worker.terminate(),
  }
}

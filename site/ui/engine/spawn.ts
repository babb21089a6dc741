// Makes the engine's Workers in a browser.

import type { WorkerPort } from "./protocol.ts"

/// A Worker that runs the engine's script at `url`. In a sandboxed frame such a
/// script cannot be started by its address; then its text is, as a blob.
export function browserWorker(url: string): WorkerPort {
  return portOf(new Worker(url, { type: "module" }))
}

/// The same from the script's text.
export function workerFromText(text: string): WorkerPort {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }))
  return portOf(new Worker(url, { type: "module" }))
}

function portOf(worker: Worker): WorkerPort {
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer as ArrayBuffer[]),
    onMessage: handler => { worker.onmessage = e => handler(e.data) },
    onError: handler => { worker.onerror = e => handler(e.message || "a worker could not be started") },
    terminate: () => worker.terminate(),
  }
}

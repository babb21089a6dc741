// The script of every Worker of the engine in a browser.

import type { Port } from "./protocol.ts"
import { serve } from "./serve.ts"

const scope = self as unknown as {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void
  onmessage: ((e: MessageEvent) => void) | null
}

const port: Port = {
  post: (message, transfer = []) => scope.postMessage(message, transfer),
  onMessage: handler => { scope.onmessage = e => handler(e.data) },
}

serve(port)

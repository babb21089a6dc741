// The little of Node that node.ts uses: all of @types/node would be a dependency
// for one file.

declare module "node:fs" {
  export function readFileSync(path: string): Uint8Array<ArrayBuffer>
  export function openSync(path: string, flags: string): number
  export function closeSync(fd: number): void
  export function writeSync(fd: number, bytes: Uint8Array, offset?: number): number
}

declare module "node:url" {
  export function fileURLToPath(url: string): string
}

declare module "node:worker_threads" {
  interface Messages {
    postMessage(message: unknown, transfer?: ArrayBuffer[]): void
    on(event: "message", handler: (message: unknown) => void): void
    on(event: "error", handler: (error: Error) => void): void
    removeAllListeners(event: string): void
  }
  export class Worker implements Messages {
    constructor(path: string)
    postMessage(message: unknown, transfer?: ArrayBuffer[]): void
    on(event: "message", handler: (message: unknown) => void): void
    on(event: "error", handler: (error: Error) => void): void
    removeAllListeners(event: string): void
    terminate(): Promise<number>
  }
  export const isMainThread: boolean
  export const parentPort: Messages | null
}

declare const process: { readonly argv: readonly string[], exit(code: number): never }

// Module "gopark/1": everything a program can ask of its host. Twin of
// wasm/host/imports.go.

/// What the imports need of the Worker they run in.
export interface Host {
  /// Takes a copy of what the program wrote.
  write(fd: number, bytes: Uint8Array): void
  /// Fills `into` from stdin; gives the number of bytes, -1 at the end.
  read(into: Uint8Array): number
  exit(code: number): void
  newM(m: number): void
  /// The event ring is full in the middle of a step (Virtual only).
  drain(): void
}

/// Thrown by `exit` to leave the module for good.
export class ExitSignal {
  constructor(readonly code: number) {}
}

/// The clocks of a run. Each Worker has a performance.now() with a beginning of its own, and a
/// goroutine goes from one to the other: `began` is common to all.
export interface Clock {
  /// When nanotime was 0, in ms since 1970.
  readonly began: number
  /// The wall clock, if it does not move (Virtual).
  readonly wall?: bigint
}

/// Now, in ms since 1970; in all Workers the same.
export const epoch = (): number => performance.timeOrigin + performance.now()

/// The import object of an instance.
export function importsFor(memory: WebAssembly.Memory, host: Host, clock: Clock): WebAssembly.Imports {
  const bytes = new Uint8Array(memory.buffer)
  const since = performance.timeOrigin - clock.began
  const copy = (p: number, n: number): Uint8Array<ArrayBuffer> => bytes.slice(p >>> 0, (p >>> 0) + (n >>> 0)) as Uint8Array<ArrayBuffer>
  return {
    env: { memory },
    "gopark/1": {
      write: (fd: number, p: number, n: number) => host.write(fd, unshared(copy(p, n))),
      read: (fd: number, p: number, n: number) => fd === 0 ? host.read(bytes.subarray(p >>> 0, (p >>> 0) + (n >>> 0))) : -1,
      exit: (code: number) => {
        host.exit(code)
        throw new ExitSignal(code)
      },
      nanotime: () => nanoseconds(performance.now() + since),
      walltime: () => clock.wall ?? nanoseconds(epoch()),
      newosproc: (m: number) => host.newM(m >>> 0),
      drain: () => host.drain(),
      debug: (p: number, n: number) => console.debug("gopark debug:", new TextDecoder().decode(unshared(copy(p, n)))),
    },
  }
}

const nanoseconds = (ms: number): bigint => BigInt(Math.floor(ms * 1e6))

// A typed array over shared memory cannot be posted or decoded: slice() of one
// gives an unshared copy in all engines, but the types do not say so.
function unshared(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? bytes as Uint8Array<ArrayBuffer> : new Uint8Array(bytes)
}

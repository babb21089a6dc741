// What the page and the engine's Workers say to each other. All messages are in
// this file; nothing else crosses.
//
//   page                         Worker
//   virtual: one Worker does everything
//     StartVirtual        ->
//                         <-     Events* Output* , then Exit or Failure
//     Ack                 ->     (one for each Events: back-pressure)
//   parallel: one Worker per M, and one that drains the event rings
//     StartM              ->     (the first M also boots: boot is set)
//                         <-     Booted, NewM, Output, Exit, EndedM, Failure
//     StartDrain          ->
//                         <-     Events*
//     Ack, Finish         ->
//                         <-     Drained (the last events are out)
//
// Stop is not a message: the page terminates the Workers.

/// The numbers of a run that both modes need.
export interface Setup {
  readonly module: WebAssembly.Module
  readonly procs: number
  readonly seed: bigint
  /// Largest fuel of a slice; 0 is the usual 20,000.
  readonly slice: number
  /// Switches of the policy, and costs, that are not as in Go 1.26: knob and value.
  readonly set: readonly (readonly [knob: number, value: number])[]
  readonly args: readonly string[]
  readonly env: readonly string[]
  readonly stdin: Uint8Array
}

export interface StartVirtual extends Setup {
  readonly kind: "virtual"
  readonly pages: number
  /// The virtual time at which the run ends, in ns; 0: when the program does.
  readonly until: bigint
}

/// One M. `m` is its number; the first has `boot` instead.
export interface StartM {
  readonly kind: "m"
  readonly module: WebAssembly.Module
  readonly memory: WebAssembly.Memory
  readonly control: Int32Array
  readonly stdin: Uint8Array
  /// When the clock of the run was 0, in ms since 1970.
  readonly began: number
  readonly m: number
  readonly boot?: Setup
}

export interface StartDrain {
  readonly kind: "drain"
  readonly module: WebAssembly.Module
  readonly memory: WebAssembly.Memory
  readonly digest: boolean
  /// After so many records the others are only counted, unless there is a digest to make.
  readonly keep: number
}

/// Allows one more batch of events.
export interface Ack { readonly kind: "ack" }

/// The Ms have stopped: empty the rings once more.
export interface Finish { readonly kind: "finish" }

/// Tries what works here (probe.ts); shared is null if it cannot be posted.
export interface Probe { readonly kind: "probe", readonly shared: Int32Array | null }

export type ToWorker = StartVirtual | StartM | StartDrain | Ack | Finish | Probe

/// Records of 48 bytes, in a buffer that now belongs to the page. `lost` is the
/// number of records that full rings have lost since the start, `passed` that of those that
/// were counted and not copied, because enough were.
export interface Events { readonly kind: "events", readonly records: ArrayBuffer, readonly lost: number, readonly passed: number }

/// A write to stdout (1) or stderr (2). `order` puts the writes of several Ms into
/// the order in which they happened; it counts from 0 without gaps.
export interface Output { readonly kind: "output", readonly fd: number, readonly bytes: Uint8Array, readonly order: number }

/// The program ended, or its time was over (until). It takes its place among the outputs.
export interface Exit { readonly kind: "exit", readonly code: number, readonly order: number, readonly digest: string, readonly until?: boolean }

/// Our own fault: the module trapped or the Worker broke.
export interface Failure { readonly kind: "failure", readonly message: string }

export interface Booted { readonly kind: "booted" }

/// The scheduler wants a thread for M number `m`.
export interface NewM { readonly kind: "newM", readonly m: number }

/// The M of this Worker has ended, and the run goes on.
export interface EndedM { readonly kind: "endedM" }

export interface Drained { readonly kind: "drained", readonly digest: string }

/// memory: whether a memory as programs have it can be made.
export interface Probed { readonly kind: "probed", readonly memory: boolean }

export type FromWorker = Events | Output | Exit | Failure | Booted | NewM | EndedM | Drained | Probed

/// Words of the control array that the Ms of a parallel run share.
export const control = {
  order: 0, // of the next output
  stdin: 1, // position in stdin
  unread: 2, // outputs that the page has not taken yet
  words: 16,
} as const

/// A Worker as this engine sees it; node.ts makes one of a worker_threads Worker.
export interface Port {
  post(message: ToWorker | FromWorker, transfer?: readonly ArrayBuffer[]): void
  onMessage(handler: (message: any) => void): void
}

export interface WorkerPort extends Port {
  onError(handler: (message: string) => void): void
  terminate(): void
}

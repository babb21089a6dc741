// What the page and the compile worker say to each other. wasm/front/main.go is the
// other half of Archive, Compile, Ready and Compiled.
//
//	page                         worker
//	Load {front, archive}   ->          fetches both, starts the compiler
//	                        <-   Progress* , Ready
//	Compile {id, files}     ->
//	                        <-   Compiled {id, module | diagnostics}
//	                        <-   Failure {message}: our own fault, or the network's
//
// There is no message to stop: the page ends the worker.

export interface Load {
  kind: "load"
  front: string
  archive: string
}

export interface Compile {
  kind: "compile"
  id: number
  files: {name: string; source: string}[]
}

/// From the worker's script to the compiler in it.
export interface Archive {
  kind: "archive"
  bytes: Uint8Array
}

export interface Progress {
  kind: "progress"
  loaded: number
  total: number // 0 if unknown
}

export interface Ready {
  kind: "ready"
}

export interface Diagnostic {
  file: string
  line: number // from 1
  col: number // from 1, in bytes
  msg: string
}

export interface Compiled {
  kind: "compiled"
  id: number
  module: Uint8Array | null
  diagnostics: Diagnostic[]
}

export interface Failure {
  kind: "failure"
  message: string
}

export type FromWorker = Progress | Ready | Compiled | Failure

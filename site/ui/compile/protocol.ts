// What the page and the compile worker say to each other. wasm/front/main.go is the
// other half of Archive, Compile, Ready and Compiled.
//
//	page                         worker
//	Load {front, archive}   ->          fetches the compiler, and the first part of its library
//	                        <-   Progress* , Ready
//	Compile {id, files}     ->          fetches what the program imports, if it has not come yet
//	                        <-   Progress* , Compiled {id, module | diagnostics}
//	                        <-   Failure {message}: our own fault, or the network's
//
// There is no message to stop: the page ends the worker. Within the worker the script and the compiler talk too: Archive,
// then for a program with new imports the event "need", with the numbers of the parts, and Parts.

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

/// What is at the address of the archive: where the parts of the library are, relative to this, and which package is in
/// which (wasm/compile/parts.go).
export interface Index {
  parts: {url: string; bytes: number}[]
  packages: Record<string, unknown>
}

/// From the worker's script to the compiler in it: the first part of the library, and the index as it came.
export interface Archive {
  kind: "archive"
  bytes: Uint8Array
  index: Uint8Array
}

/// From the script to the compiler: what it needs.
export interface Parts {
  kind: "parts"
  list: Uint8Array[]
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

// Stands for the wasm_exec.js of the Go toolchain, which defines globalThis.Go; the
// generator puts the real file there.
export {}

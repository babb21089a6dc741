// What the tests use of Node, so that its types need not be installed.
declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void
}
declare module "node:assert/strict" {
  const assert: {
    equal(a: unknown, b: unknown, message?: string): void
    deepEqual(a: unknown, b: unknown, message?: string): void
    ok(value: unknown, message?: string): asserts value
    match(text: string, pattern: RegExp, message?: string): void
    notEqual(a: unknown, b: unknown, message?: string): void
    throws(body: () => unknown, error: RegExp, message?: string): void
    fail(message?: string): never
  }
  export default assert
}
declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string
}
declare const Buffer: {from(text: string, encoding: string): Uint8Array}

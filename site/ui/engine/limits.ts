// What a run may have in the page.

/// How many events are kept: 48 MB. Those after them are counted.
export const keep = 1_000_000

// Threads of a run in Parallel: each M is a Worker with an instance of its own, and on a phone a page
// that takes too much memory is closed.

/// Ms that a run may have at the same time. gopark run has as many (wasm/host/parallel.go).
export const maxMs = 64
export const maxMsOnPhone = 2

/// The lowest number of those Ms that run no Go code and do not count: sysmon and the template thread.
export const firstHelper = 0xfffd

/// How many Ms a run may have here.
export function maxMsHere(): number {
  const data = (navigator as { userAgentData?: { mobile: boolean } }).userAgentData
  return data?.mobile ?? /Mobi/.test(navigator.userAgent) ? maxMsOnPhone : maxMs
}

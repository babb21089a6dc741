// What a page and the frame of a program in it say to each other. The page is anybody's, and so is what it says: a
// message counts if it comes from the one window that is meant, and is one of these.
//
//   page (gopark.js)          frame (/embed/)
//                        <-   ready         the program is shown
//                        <-   size          how high the frame wants to be
//   run                  ->                 the reader pressed Run before there was a frame
//   theme                ->
//                        <-   tier          what works there: see engine/probe.ts

export type ToFrame = {type: "run"} | {type: "theme"; theme: string}

/// The most that a frame grows, in px. A frame that is as high as what is in it says so in its address, and shows no scrollbar then: one that came
/// would make the text narrower and the frame higher, and go again.
export const highest = 6000
export const fitting = "fit=1"

export type FromFrame = {type: "ready"} | {type: "size"; height: number} | {type: "tier"; tier: number; why: string}

const edition = 1

/// Says something to the page around this one.
export function tellPage(message: FromFrame): void {
  if (parent !== window) parent.postMessage({gopark: edition, ...message}, "*") // nothing of it is secret
}

/// Says something to a frame.
export function tellFrame(frame: Window, message: ToFrame): void {
  frame.postMessage({gopark: edition, ...message}, "*")
}

/// A message of ours, or null. Its fields are yet to be looked at.
export function heard<T>(data: unknown): T | null {
  if (typeof data !== "object" || data === null || (data as {gopark?: unknown}).gopark !== edition) return null
  return typeof (data as {type?: unknown}).type === "string" ? (data as T) : null
}

// This file reads the colours of the theme from the style sheet, for what is drawn on a canvas.

import {colours} from "../tokens.ts"
import {looks} from "./spans.ts"

export interface Inks {
  fg: string
  bg: string
  card: string
  mut: string
  edge: string
  line: string
  soft: string
  acc: string
  hot: string
  font: string
  fill: string[] // by look
  on: string[] // of words on it
  pixel: Uint32Array // the fill as a pixel of an image
}

/// The colours of the theme, as the style sheet has them.
export function inksOf(near: Element): Inks {
  const probe = document.createElement("i")
  near.append(probe)
  const of = (name: string): string => {
    probe.style.color = `var(--${name})`
    return getComputedStyle(probe).color
  }
  const chip = (name: string): [string, string] => {
    probe.className = `chip ${name}`
    probe.style.color = ""
    const s = getComputedStyle(probe)
    return [s.backgroundColor, s.color]
  }
  const all: Inks = {
    fg: of("fg"), bg: of("bg"), card: of("card"), mut: of("mut"), edge: of("edge"), line: of("line"), soft: of("soft"), acc: of("acc"), hot: of("hot"),
    font: getComputedStyle(document.body).fontFamily,
    fill: [], on: [], pixel: new Uint32Array(),
  }
  const chips = [...Array.from({length: colours}, (_, i) => chip(`c${i}`)), chip("main")]
  probe.remove()
  all.fill = chips.map(([fill]) => fill)
  all.on = chips.map(([, on]) => on)
  all.fill[looks.ready] = all.fill[looks.spin] = all.edge
  all.fill[looks.wait] = all.line
  all.fill[looks.call] = all.mut
  all.pixel = new Uint32Array(all.fill.map(pixelOf))
  return all
}

/// "rgb(1, 2, 3)" as a pixel.
function pixelOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return new Uint32Array(new Uint8Array([r, g, b, 255]).buffer)[0]!
}

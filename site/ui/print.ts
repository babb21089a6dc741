// This file is run by Node when the site is built: it draws the moment of a lesson's
// run, writes the words for it, and answers what the text asks of the run. A request
// comes in on standard input, the answer goes out as JSON (site/build/draw.go).

import {headerFault, headerSize} from "./event.ts"
import {draw} from "./draw.ts"
import {explain, fact, styled, type Why} from "./explain.ts"
import {findMoment, type Hold, holdAt} from "./moment.ts"
import {type Names, namesOf} from "./names.ts"
import type {State} from "./fold.ts"
import {Recording} from "./recording.ts"
import {toText} from "./svg.ts"

interface Request {
  events: string // base64 of the event file
  focus: string
  line: number
  file: string
  source: string
  facts: {event: string; field: string; style: string; line: number}[] | null
  figures: {at: string; line: number}[] | null
  holds: Hold[] | null
}

interface Picture {
  wide: string
  narrow: string
  why: Why
}

interface Answer extends Picture {
  facts: string[]
  figures: Picture[]
  held: Picture | null
}

/// The widths at which a picture is drawn: for a desk and paper, and for a phone.
const desk = 900
const phone = 360
/// A figure stands in the column of the text, which is narrower than the stage.
const column = 620

function answer(request: Request): Answer | {error: string; line: number} {
  const file = Uint8Array.from(atob(request.events), c => c.charCodeAt(0))
  const fault = headerFault(file)
  if (fault !== null) return {error: fault, line: request.line}
  const run = new Recording()
  run.append(file.subarray(headerSize))
  const at = findMoment(run, request.focus)
  if (at instanceof Error) return {error: `focus: ${at.message}`, line: request.line}
  const facts: string[] = []
  for (const f of request.facts ?? []) {
    const moment = findMoment(run, f.event)
    if (moment instanceof Error) return {error: moment.message, line: f.line}
    const value = fact(run.stateAt(moment), f.field)
    if (value === null) return {error: `${f.event} has no ${f.field}`, line: f.line}
    facts.push(styled(value, f.style))
  }
  const names = namesOf(request.file, request.source)
  const figures: Picture[] = []
  for (const f of request.figures ?? []) {
    const moment = findMoment(run, f.at)
    if (moment instanceof Error) return {error: `at: ${moment.message}`, line: f.line}
    figures.push(picture(run.stateAt(moment), names, column))
  }
  const hold = holdAt(run, request.holds ?? [])
  if (hold instanceof Error) return {error: `hold: ${hold.message}`, line: request.line}
  const held = hold === null ? null : picture(run.stateAt(hold), names, desk)
  return {...picture(run.stateAt(at), names, desk), facts, figures, held}
}

/// The stage in one state, at both widths, and the words for it.
function picture(state: State, names: Names, wide: number): Picture {
  const why = explain(state)
  const at = (width: number): string => toText(draw(state, width, names, why.sentence.map(p => p.text).join("")))
  return {wide: at(wide), narrow: at(phone), why}
}

declare const process: {stdin: AsyncIterable<Uint8Array>; stdout: {write(text: string): void}}

const parts: Uint8Array[] = []
for await (const part of process.stdin) parts.push(part)
const text = new TextDecoder().decode(await new Blob(parts as BlobPart[]).arrayBuffer())
process.stdout.write(JSON.stringify(answer(JSON.parse(text) as Request)))

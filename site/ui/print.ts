// This file is run by Node when the site is built: it draws the moment of a lesson's
// run, writes the words for it, and answers what the text asks of the run. A request
// comes in on standard input, the answer goes out as JSON (site/build/draw.go).

import {headerFault, headerSize} from "./event.ts"
import {draw} from "./draw.ts"
import {explain, fact, styled, type Why} from "./explain.ts"
import {findMoment} from "./moment.ts"
import {namesOf} from "./names.ts"
import {Recording} from "./recording.ts"
import {toText} from "./svg.ts"

interface Request {
  events: string // base64 of the event file
  focus: string
  line: number
  file: string
  source: string
  facts: {event: string; field: string; style: string; line: number}[] | null
}

interface Answer {
  wide: string
  narrow: string
  why: Why
  facts: string[]
  error?: string
  line?: number
}

/// The widths at which a picture is drawn: for a desk and paper, and for a phone.
const desk = 900
const phone = 360

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
  const state = run.stateAt(at)
  const why = explain(state)
  const picture = (width: number): string => toText(draw(state, width, names, why.sentence.map(p => p.text).join("")))
  return {wide: picture(desk), narrow: picture(phone), why, facts}
}

declare const process: {stdin: AsyncIterable<Uint8Array>; stdout: {write(text: string): void}}

const parts: Uint8Array[] = []
for await (const part of process.stdin) parts.push(part)
const text = new TextDecoder().decode(await new Blob(parts as BlobPart[]).arrayBuffer())
process.stdout.write(JSON.stringify(answer(JSON.parse(text) as Request)))

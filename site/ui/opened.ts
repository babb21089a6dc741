// This file opens a link to a program: it reads it, finds the engine that it asks for, and says what became of it.
// Nothing is run, and when a link cannot be read, nothing is changed.

import type {SiteData} from "./bench.ts"
import {parseCosts, parseIO, parsePolicy, parseUntil} from "./knobs.ts"
import {decode, isLink, type Link, type RunWords} from "./link.ts"

/// What became of an address.
export interface Opened {
  /// The site, with the engine that is to be used.
  site: SiteData
  /// What the link says; null if there is none, or none that can be read.
  link: Link | null
  /// What the reader is to know.
  note: string
  /// And what only as long as nothing has run.
  fresh: string
}

/// Reads the part of an address behind the #.
export async function openHash(site: SiteData, hash: string): Promise<Opened> {
  if (!isLink(hash)) return {site, link: null, note: "", fresh: ""}
  const link = await decode(hash)
  if (link instanceof Error) {
    return {site, link: null, note: `The link could not be opened: ${link.message}. Nothing was changed; if you have the whole link, open that.`, fresh: ""}
  }
  const found = await findEngine(site, link.engine)
  const faults = faultsOf(link.run)
  const words = [...(found.note === "" ? [] : [found.note]), ...faults]
  return {site: found.site, link: {...link, run: {...link.run, ...without(link.run)}}, note: words.join(" "), fresh: "This program came with a link, and has not been run here."}
}

/// Finds the engine of a version: this one, or one that the site has kept.
async function findEngine(site: SiteData, version: string): Promise<{site: SiteData; note: string}> {
  if (version === "" || version === site.version) return {site, note: ""}
  const other = await keptEngine(site, version)
  if (other === null) {
    return {site, note: `It was made with the engine ${version}, which this site does not have: Run uses the present one, ${site.version}, whose schedule may differ, and so may the moment.`}
  }
  return {site: {...site, ...other, version}, note: `It was made with the engine ${version}. This site has it, and runs the program with it.`}
}

type Addresses = Pick<SiteData, "compile" | "engine" | "front" | "archive" | "figures">

async function keptEngine(site: SiteData, version: string): Promise<Addresses | null> {
  try {
    const list = new URL(site.engines, document.baseURI)
    const answer = await fetch(list)
    if (!answer.ok) return null
    const {engines} = (await answer.json()) as {engines?: Record<string, Addresses & {protocol: number}>}
    if (engines === undefined || !Object.hasOwn(engines, version)) return null
    const {protocol, compile, engine, front, archive, figures} = engines[version]!
    const at = (url: string): string => new URL(url, list).href
    return protocol === site.protocol ? {compile: at(compile), engine: at(engine), front: at(front), archive: at(archive), figures: at(figures)} : null
  } catch {
    return null // the network is gone: the present engine is here
  }
}

const readers = {policy: parsePolicy, costs: parseCosts, io: parseIO, until: parseUntil} as const

const bad = (run: RunWords, name: keyof typeof readers): Error | null => {
  const read = run[name] ? readers[name](run[name]!) : null
  return read instanceof Error ? read : null
}

// Settings that this Gopark does not know are said, and left out.
function faultsOf(run: RunWords): string[] {
  return (Object.keys(readers) as (keyof typeof readers)[]).flatMap(name => {
    const e = bad(run, name)
    return e === null ? [] : [`Its ${name} cannot be used here, and is as usual: ${e.message.slice(0, 200)}.`]
  })
}

const without = (run: RunWords): RunWords => Object.fromEntries((Object.keys(readers) as (keyof typeof readers)[]).filter(name => bad(run, name) !== null).map(name => [name, ""]))

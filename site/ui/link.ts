// This file reads and writes links to a program: #v1: and a text that holds the program, how it is run, by which
// engine, and the moment to look at. The format stands at the top of site/link/link.go, whose twin this is; both are
// tested by site/link/testdata/links.json, errors included.
//
// Decoding never throws, whatever comes, and unpacks no more than the limit.

/// Limits of a link.
export const maxText = 64 * 1024 // characters, with the mark
export const maxJSON = 256 * 1024 // bytes, unpacked
export const maxFiles = 32
const maxWords = 2000 // characters of one setting

/// One file of a program.
export interface File {
  readonly name: string
  readonly text: string
}

const runNames = ["costs", "io", "mode", "policy", "procs", "scheddetail", "schedtrace", "seed", "until"] as const

/// How a program is run, in the words of the command line; what is missing is as usual.
export type RunWords = Partial<Record<(typeof runNames)[number], string>>

/// What a link says.
export interface Link {
  readonly files: readonly File[]
  readonly run: RunWords
  /// "", a number of events, or a moment as lessons name it.
  readonly at: string
  /// The version of the engine of who made it, "" if unknown.
  readonly engine: string
}

const mark = "#v1:"
const headerSize = 6
const headerText = 8 // characters of base64
const marked = /^#?v([0-9]{1,4})(?::|%3[Aa])/

const fragment = (text: string): string => {
  const at = text.indexOf("#")
  return at < 0 ? text : text.slice(at + 1)
}

/// Whether a fragment, or an address with one, looks like a link to a program, of whatever version.
export const isLink = (text: string): boolean => marked.test(fragment(text))

/// Writes a link: #v1: and the rest. An Error says why there can be none.
export async function encode(link: Link): Promise<string | Error> {
  const bad = check(link)
  if (bad !== null) return bad
  const plain = new TextEncoder().encode(json(link))
  if (plain.length > maxJSON) return new Error(`the program is too long for a link: ${plain.length} of ${maxJSON} bytes`)
  const packed = (await through(plain, new CompressionStream("deflate-raw"), Infinity))!
  const all = new Uint8Array(headerSize + packed.length)
  const view = new DataView(all.buffer)
  view.setUint16(0, packed.length & 0xffff)
  view.setUint32(2, crc32(packed))
  all.set(packed, headerSize)
  const text = mark + base64(all)
  return text.length > maxText ? new Error(`the program is too long for a link: packed it takes ${text.length} of ${maxText} characters`) : text
}

function json({files, run, at, engine}: Link): string {
  const some = (o: object): object => Object.fromEntries(Object.entries(o).filter(([, v]) => v !== ""))
  const set = some(run)
  return JSON.stringify({files: files.map(f => [f.name, f.text]), ...(Object.keys(set).length > 0 && {run: set}), ...some({at, engine})})
}

/// Reads a link: an address, or the part of it behind the #. An Error says in words what is wrong.
export async function decode(text: string): Promise<Link | Error> {
  try {
    const packed = open(fragment(text))
    const plain = await through(packed, new DecompressionStream("deflate-raw"), maxJSON).catch(() => {
      throw new Error("the link is damaged: it cannot be unpacked")
    })
    if (plain === null) throw new Error(`the link holds more than ${maxJSON} bytes`)
    return parse(plain)
  } catch (e) {
    return e instanceof Error ? e : new Error(String(e))
  }
}

// Takes off what is around the deflated part.
function open(text: string): Uint8Array<ArrayBuffer> {
  const m = marked.exec(text)
  if (m === null) throw new Error("this is no link to a program")
  if (m[1] !== "1") throw new Error(`this link was made by a newer Gopark: it is of version ${m[1]}, and version 1 is read here`)
  if (text.length > maxText) throw new Error(`the link is longer than ${maxText} characters`)
  const body = text.slice(m[0].length)
  if (!/^[A-Za-z0-9_-]*$/.test(body)) throw new Error("the link is damaged: it has characters that no link has")
  if (body.length < headerText) throw new Error("the link was cut: only its beginning is left")
  const head = new DataView(unbase64(body.slice(0, headerText)).buffer)
  const want = Math.ceil(((headerSize + head.getUint16(0)) * 4) / 3)
  if (body.length < want) throw new Error(`the link was cut: ${body.length + mark.length} of its ${want + mark.length} characters are left`)
  if (body.length > want) throw new Error("the link is damaged: it goes on behind its end")
  const packed = unbase64(body.slice(headerText))
  if (crc32(packed) !== head.getUint32(2)) throw new Error("the link is damaged: its checksum is wrong")
  return packed
}

// Sends bytes through a stream; null as soon as more than max have come out.
async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, max: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const writer = stream.writable.getWriter()
  const fed = writer.write(bytes).then(() => writer.close())
  fed.catch(() => {}) // the reader meets the same error
  const reader = stream.readable.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const {done, value} = await reader.read()
    if (done) break
    parts.push(value)
    length += value.length
    if (length > max) {
      await reader.cancel().catch(() => {})
      return null
    }
  }
  await fed
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

// What is inside.

const inside = (): Error => new Error("the link is damaged: what it holds is no program")

function parse(plain: Uint8Array): Link {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(plain))
  } catch {
    throw inside()
  }
  const top = object(value)
  known(top, ["at", "engine", "files", "run"])
  const files = filesOf(top["files"])
  const set = Object.hasOwn(top, "run") ? object(top["run"]) : {}
  known(set, runNames)
  const run: RunWords = {}
  for (const name of runNames) if (Object.hasOwn(set, name)) run[name] = words(set, name)
  const link: Link = {files, run, at: words(top, "at"), engine: words(top, "engine")}
  const bad = check(link)
  if (bad !== null) throw bad
  return link
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw inside()
  return value as Record<string, unknown>
}

// Refuses what only a newer Gopark can have written.
function known(o: object, names: readonly string[]): void {
  for (const name of Object.keys(o).sort()) {
    if (!names.includes(name)) throw new Error(`this link was made by a newer Gopark: ${short(name)} is not known here`)
  }
}

function words(o: Record<string, unknown>, name: string): string {
  const value = Object.hasOwn(o, name) ? o[name] : ""
  if (typeof value !== "string") throw inside()
  return whole(value)
}

// Half a character, which only an escape can make, becomes U+FFFD.
const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, "\ufffd")

function filesOf(value: unknown): File[] {
  if (!Array.isArray(value)) throw inside()
  return value.map((pair: unknown) => {
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string" || typeof pair[1] !== "string") throw inside()
    return {name: whole(pair[0]), text: whole(pair[1])}
  })
}

/// Whether a file of a link may have this name.
export const isFileName = (name: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,80}\.go$/.test(name)

const seedFits = (text: string): boolean => /^[0-9]{0,20}$/.test(text) && BigInt(text || "0") < 1n << 64n

// Holds a link to what one may say.
function check({files, run, at, engine}: Link): Error | null {
  if (files.length === 0) return new Error("there is no program in it")
  if (files.length > maxFiles) return new Error(`there are more than ${maxFiles} files`)
  const seen = new Set<string>()
  for (const {name} of files) {
    if (!isFileName(name)) return new Error(`there is a file ${short(name)}, which is no name of a Go file`)
    if (seen.has(name.toLowerCase())) return new Error(`there are two files ${short(name)}`)
    seen.add(name.toLowerCase())
  }
  const {procs = "", seed = "", mode = "", scheddetail = ""} = run
  const parts: [string, string, boolean][] = [
    ["procs", procs, /^(?:|[1-9]|[1-5][0-9]|6[0-4])$/.test(procs)],
    ["seed", seed, seedFits(seed)],
    ["mode", mode, ["", "virtual", "parallel"].includes(mode)],
    ["scheddetail", scheddetail, ["", "on"].includes(scheddetail)],
    ["at", at, /^(?:|[0-9]{1,9}|end|(?:first|last)\([a-z-]{1,40}\)|nth\([a-z-]{1,40},[0-9]{1,9}\))$/.test(at)],
    ["engine", engine, /^(?:|[0-9a-f]{8,64})$/.test(engine)],
  ]
  for (const [name, value, ok] of parts) if (!ok) return new Error(`the link says ${name}=${short(value)}, which cannot be`)
  for (const name of runNames) {
    if ([...(run[name] ?? "")].length > maxWords) return new Error(`the link has more than ${maxWords} characters of ${name}`)
  }
  return null
}

// Quotes the beginning of a text; what is not plain ASCII becomes a question mark.
function short(text: string): string {
  const plain = text.replace(/[^ -~]/gu, "?")
  return `"${plain.length > 40 ? `${plain.slice(0, 40)}...` : plain}"`
}

// Bytes and letters.

function base64(bytes: Uint8Array): string {
  let text = ""
  for (let i = 0; i < bytes.length; i += 4096) text += String.fromCharCode(...bytes.subarray(i, i + 4096))
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")
}

const unbase64 = (text: string): Uint8Array<ArrayBuffer> => {
  // A single letter too many cannot be: its length was looked at.
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), c => c.charCodeAt(0))
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const b of bytes) {
    crc ^= b
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

// This file is the service worker of the site. It does two things for hosts that serve files and no more: it gives the
// answers the headers that the site needs (site/build/headers.go), so that Workers can share memory, and it keeps what
// the reader has been to, for when there is no network.
//
// One version of this script belongs to one version of the site: the generator puts a manifest of its files in front.
// It answers from its own cache and from no other, and it keeps a page only if it is the one of the manifest, so a
// reader never has parts of two versions. A new version fetches what the old one had before it takes over, and that
// happens when no page of the old one is open, or the only one is being loaded anew.

interface Manifest {
  build: string
  named: Record<string, string> // files whose names stay, and the beginning of their SHA-256
  assets: string[] // files whose names hold a hash
  engine: string // the present one
  rules: {for: string; set: Record<string, string>}[]
  types: Record<string, string> // by the end of a file's name
}

declare const manifest: Manifest

export {} // a file of its own to the type checker

// The part of a service worker's scope that is used here.
interface Scope {
  registration: {active: unknown; waiting: {postMessage(message: unknown): void} | null; update(): Promise<unknown>}
  clients: {matchAll(): Promise<{postMessage(message: unknown): void}[]>; claim(): Promise<void>}
  skipWaiting(): Promise<void>
  addEventListener(kind: string, handle: (e: any) => void): void
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void
}

const scope = self as unknown as Scope
const base = new URL("./", self.location.href).href
const family = `gopark ${base} `
const name = family + manifest.build
const assets = new Set(manifest.assets)

scope.addEventListener("install", (e: Lasting) => {
  // The first one has nothing to bring along, and nobody to wait for.
  e.waitUntil(scope.registration.active === null ? scope.skipWaiting() : bringAlong())
})

scope.addEventListener("activate", (e: Lasting) => {
  e.waitUntil(older().then(names => Promise.all(names.map(n => caches.delete(n)))).then(() => scope.clients.claim()))
})

scope.addEventListener("message", (e: Lasting & {data: {kind: string; urls?: string[]}; source: {postMessage(message: unknown): void}}) => {
  if (e.data.kind === "go") e.waitUntil(scope.skipWaiting())
  if (e.data.kind === "keep") e.waitUntil(keepAll(e.data.urls ?? []).then(() => e.source.postMessage({kind: "kept"})))
})

scope.addEventListener("fetch", (e: Lasting & {request: Request; respondWith(answer: Promise<Response>): void}) => {
  const file = fileOf(e.request.url)
  if (file === null || e.request.method !== "GET" || e.request.headers.has("Range") || rule(file) === undefined) return
  e.respondWith(answer(e, e.request, file))
})

/// The file of the site at an address; null if it is elsewhere.
function fileOf(address: string): string | null {
  const url = new URL(address)
  url.search = url.hash = ""
  if (!url.href.startsWith(base)) return null
  const file = url.href.slice(base.length)
  return file === "" || file.endsWith("/") ? file + "index.html" : file
}

async function answer(e: Lasting, request: Request, file: string): Promise<Response> {
  if (request.mode === "navigate" && (await takenOver())) return new Response("", {headers: {Refresh: "0"}})
  const kept = await (await caches.open(name)).match(base + file)
  if (kept !== undefined) return kept
  const got = await fetch(request)
  if (got.type !== "basic" || got.redirected) return got
  if (got.status !== 200) {
    if (assets.has(file)) e.waitUntil(scope.registration.update().catch(() => {})) // the host has another version
    return got
  }
  if (file.startsWith("assets/")) {
    e.waitUntil(put(file, decorated(file, got.clone())).catch(() => {})) // the disk may be full
    return decorated(file, got)
  }
  const bytes = await got.arrayBuffer()
  if (await isOurs(file, bytes)) e.waitUntil(put(file, decorated(file, got, bytes)).catch(() => {}))
  else e.waitUntil(scope.registration.update().catch(() => {}))
  return decorated(file, got, bytes)
}

/// Lets a new version begin, if it waits for the page that is being loaded and for no other.
async function takenOver(): Promise<boolean> {
  const {waiting} = scope.registration
  if (waiting === null || (await scope.clients.matchAll()).length > 1) return false
  waiting.postMessage({kind: "go"})
  return true
}

/// The answer of a host with the headers that the file should have.
function decorated(file: string, got: Response, body: BodyInit | null = got.body): Response {
  const headers = new Headers(got.headers)
  const kind = manifest.types[/\.\w+$/.exec(file)?.[0] ?? ""]
  if (kind !== undefined) headers.set("Content-Type", kind)
  for (const [header, value] of Object.entries(rule(file)?.set ?? {})) headers.set(header, value)
  return new Response(body, {status: got.status, headers})
}

function rule(file: string): Manifest["rules"][number] | undefined {
  const path = "/" + file.replace(/(^|\/)index\.html$/, "$1")
  return manifest.rules.find(r => (r.for.endsWith("*") ? path.startsWith(r.for.slice(0, -1)) : path === r.for))
}

async function put(file: string, answer: Response): Promise<void> {
  await (await caches.open(name)).put(base + file, answer)
}

/// Whether what a host sent for a name is the file of this version.
async function isOurs(file: string, bytes: ArrayBuffer): Promise<boolean> {
  const want = manifest.named[file]
  if (want === undefined) return false
  const sum = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map(b => b.toString(16).padStart(2, "0")).join("")
  return sum.startsWith(want)
}

/// Fetches a file and keeps it; one of another version is refused.
async function keep(file: string): Promise<void> {
  const got = await fetch(base + file, {cache: "no-cache"})
  if (got.status !== 200) throw new Error(`${file}: ${got.status} ${got.statusText}`)
  const bytes = await got.arrayBuffer()
  if (!assets.has(file) && !(await isOurs(file, bytes))) throw new Error(`${file} is of another version`)
  await put(file, decorated(file, got, bytes))
}

// What a reader can do without a network: read the course, and run what was on the pages that were visited.
const course = /^(index\.html|404\.html|lessons\/.*|play\/.*|assets\/[^/]*\.(js|css))$/

/// Keeps what a page asks for, and the course. What cannot be had is left out.
async function keepAll(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(name)
  const wanted = new Set(urls.map(fileOf).filter(f => f !== null && (assets.has(f) || f in manifest.named)) as string[])
  for (const file of [...Object.keys(manifest.named), ...manifest.assets]) if (course.test(file)) wanted.add(file)
  for (const file of wanted) {
    if ((await cache.match(base + file)) === undefined) await keep(file).catch(() => {})
  }
}

const older = async (): Promise<string[]> => (await caches.keys()).filter(n => n.startsWith(family) && n !== name)

/// Whether a file is of an engine of an earlier build: kept for links that name it.
const isOld = (file: string): boolean => file.startsWith("assets/engine/") && !file.startsWith(`assets/engine/${manifest.engine}/`)

/// The name of an asset without what changes with its content.
const stem = (file: string): string => file.replace(/engine\/[0-9a-f]+\//, "engine/").replace(/-[0-9A-Za-z]+(\.\w+)$/, "$1")

/// Gets what the old version has: the same files, or those that have come in their place. An engine that it used may be an old one now: then both
/// are got.
async function bringAlong(): Promise<void> {
  const wanted = new Set<string>()
  const stems = new Set<string>()
  for (const old of await older()) {
    const cache = await caches.open(old)
    for (const {url} of await cache.keys()) {
      const file = url.slice(base.length)
      const same = assets.has(file) ? await cache.match(url) : undefined
      if (same !== undefined) await put(file, decorated(file, same))
      else if (file in manifest.named) wanted.add(file)
      if (same === undefined || isOld(file)) stems.add(stem(file))
    }
  }
  for (const file of manifest.assets) if (stems.has(stem(file)) && !isOld(file)) wanted.add(file)
  const has = await caches.open(name)
  for (const file of wanted) if ((await has.match(base + file)) === undefined) await keep(file)
}

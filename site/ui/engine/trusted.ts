// This file is the only place where a string becomes the address of a script. Pages are served with
// require-trusted-types-for 'script' and this one policy: where a browser knows Trusted Types, nothing else can start
// a Worker, and no string can become HTML or code at all.
//
// Ours is what lies in the folder of this script, the Workers of earlier engines below it, the service worker, and a
// blob that was made here.

interface Factory {
  createPolicy(name: string, rules: {createScriptURL(address: string): string}): {createScriptURL(address: string): string}
}

const folder = new URL(".", import.meta.url).href
const serviceWorker = new URL("../sw.js", import.meta.url).href
const blobs = new Set<string>()

function ours(address: string): string {
  const {href} = new URL(address, document.baseURI)
  const name = href.startsWith(folder) ? href.slice(folder.length) : ""
  if (/^(engine\/[0-9a-f]+\/)?[\w-]+\.js$/.test(name) || href === serviceWorker || blobs.has(href)) return href
  throw new TypeError(`no script of this site: ${address}`)
}

const {trustedTypes} = globalThis as {trustedTypes?: Factory}
const policy = trustedTypes?.createPolicy("gopark", {createScriptURL: ours}) ?? {createScriptURL: ours}

/// The address of a script of ours, for new Worker and for register. Throws if it is none.
export function workerAddress(address: string): string {
  return policy.createScriptURL(address) // a TrustedScriptURL, which is not in the types of the DOM yet
}

/// The same for the text of a script of ours: in a sandboxed frame a Worker cannot be started by its address.
export function workerBlob(text: string): string {
  const address = URL.createObjectURL(new Blob([text], {type: "text/javascript"}))
  blobs.add(address)
  return workerAddress(address)
}

/// Where the service worker of the site is.
export const serviceWorkerAddress = (): string => workerAddress(serviceWorker)

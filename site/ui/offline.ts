// This file starts the service worker (sw.ts) where it is of use: on a host that does not send the headers with which
// Workers can share memory. A page that came without them is loaded once more, through the service worker; once, and
// not if its reader has begun to do something. Without a service worker the page works too, in virtual time.

import {serviceWorkerAddress} from "./engine/trusted.ts"

const tried = "gopark-reloaded"

/// To be called once by each page.
export async function startOffline(): Promise<void> {
  const {serviceWorker} = navigator // not there in an insecure page, and in some private windows
  if (serviceWorker === undefined || self.origin === "null" || window.parent !== window) return
  if (crossOriginIsolated && serviceWorker.controller === null) return // the host does it
  let begun = false
  for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, () => (begun = true), {once: true, capture: true})
  try {
    const registration = await serviceWorker.register(serviceWorkerAddress(), {updateViaCache: "none"})
    const worker = await active(registration)
    const runsPrograms = document.getElementById("bench") !== null
    if (runsPrograms && !crossOriginIsolated && !begun && first()) return location.reload()
    if (crossOriginIsolated) again()
    await loaded()
    keep(worker)
  } catch {
    // Refused, or the network is gone: it was for comfort.
  }
}

/// The worker of a registration, when it is active.
async function active(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  if (registration.active === null) await navigator.serviceWorker.ready
  const worker = registration.active!
  if (worker.state === "activated") return worker
  return await new Promise(done => worker.addEventListener("statechange", () => worker.state === "activated" && done(worker)))
}

/// True the first time in this tab. Where that cannot be kept it is never true: rather no reload than many.
function first(): boolean {
  try {
    if (sessionStorage.getItem(tried) !== null) return false
    sessionStorage.setItem(tried, "once")
    return true
  } catch {
    return false
  }
}

function again(): void {
  try {
    sessionStorage.removeItem(tried)
  } catch {
    // Nothing is kept then.
  }
}

const loaded = (): Promise<void> => new Promise(done => (document.readyState === "complete" ? done() : addEventListener("load", () => done(), {once: true})))

/// Asks the worker to keep what this page has and may need.
function keep(worker: ServiceWorker): void {
  if ((navigator as {connection?: {saveData?: boolean}}).connection?.saveData === true) return
  const urls = [location.href, ...performance.getEntriesByType("resource").map(e => e.name)]
  for (const el of document.querySelectorAll<HTMLElement>("[data-module], [data-recording]")) {
    for (const url of [el.dataset["module"], el.dataset["recording"]]) if (url) urls.push(new URL(url, document.baseURI).href)
  }
  const site = document.getElementById("site")?.textContent
  if (site) {
    for (const url of Object.values(JSON.parse(site) as Record<string, unknown>)) {
      if (typeof url === "string" && url.endsWith(".js")) urls.push(new URL(url, document.baseURI).href)
    }
  }
  navigator.serviceWorker.addEventListener("message", e => {
    if (e.data?.kind === "kept") document.documentElement.dataset["kept"] = "true"
  })
  navigator.serviceWorker.startMessages()
  worker.postMessage({kind: "keep", urls})
}

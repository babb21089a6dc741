// This file makes an embed work once it has been touched: the bench of the playground, in a frame.

import {Bench, type SiteData} from "./bench.ts"
import {find} from "./find.ts"
import {tellPage} from "./frame.ts"
import {encode} from "./link.ts"
import {openHash} from "./opened.ts"

/// Begins, and runs the program if its reader has pressed Run.
export async function begin(run: boolean): Promise<void> {
  const data = JSON.parse(find("site", HTMLElement).textContent!) as SiteData
  const here = {...data, source: await functions(data.functions ?? "")}
  const {site, link, note, fresh} = await openHash(here, location.hash)
  if (link === null) throw new Error(note)
  const bench = new Bench(site)
  bench.openLink(link)
  document.body.dataset["touched"] = "yes"
  bench.start()
  bench.opened(note, site === here ? "" : fresh)
  keepFullView(bench)
  restAway(bench)
  const {tier, why} = await bench.works
  showTier(tier, why)
  if (run && tier < 3) bench.runProgram(bench.programs[0]!)
}

// Where the functions of the scheduler can be read. Without them their names are no links.
async function functions(url: string): Promise<Record<string, string>> {
  const root = new URL(find("bench", HTMLElement).dataset["site"] ?? "/", document.baseURI)
  try {
    const list = (await (await fetch(url)).json()) as Record<string, string>
    return Object.fromEntries(Object.entries(list).map(([name, path]) => [name, new URL(path.replace(/^\//, ""), root).href]))
  } catch {
    return {}
  }
}

// What works here, and why not more.
function showTier(tier: number, why: string): void {
  const words = find("embed-why", HTMLElement)
  document.body.dataset["tier"] = String(tier)
  tellPage({type: "tier", tier, why})
  words.hidden = tier === 1
  if (tier === 2) words.textContent = `Virtual time, in one worker. ${why} The full view has real threads.`
  if (tier === 3) {
    words.textContent = `Programs cannot run here. ${why}`
    showSample()
  }
}

// A run that was recorded when the site was built, as a picture: a file of ours.
function showSample(): void {
  const figure = find("embed-figure", HTMLElement)
  const url = figure.dataset["sample"]
  if (!url) return
  const request = new XMLHttpRequest()
  request.open("GET", url)
  request.responseType = "document"
  request.overrideMimeType("image/svg+xml")
  request.onload = () => {
    const svg = request.responseXML?.documentElement
    if (!(svg instanceof SVGElement)) return
    figure.querySelector(".stage")!.append(document.importNode(svg, true))
    figure.hidden = false
  }
  request.send()
}

// Out of sight for a while, an embed keeps no Workers that wait: a page may have many embeds. A run that has not ended goes on.
const patience = 10_000 // ms

function restAway(bench: Bench): void {
  let seen = true
  let timer = 0
  const look = (): void => {
    clearInterval(timer)
    if (document.hidden || !seen) timer = window.setInterval(() => bench.rest(), patience)
  }
  new IntersectionObserver(entries => {
    seen = entries.at(-1)!.isIntersecting
    look()
  }).observe(find("main", HTMLElement))
  document.addEventListener("visibilitychange", look)
}

// The link to the full view has the program as it is now, and the moment that is shown.
function keepFullView(bench: Bench): void {
  const full = find("embed-full", HTMLAnchorElement)
  const page = full.href.replace(/#.*$/, "")
  let timer = 0
  let turn = 0
  const make = async (): Promise<void> => {
    const mine = ++turn
    const text = await encode(bench.shown())
    if (mine === turn && !(text instanceof Error)) full.href = page + text
  }
  const soon = (): void => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void make(), 100)
  }
  const root = find("bench", HTMLElement)
  new MutationObserver(soon).observe(root, {attributes: true, attributeFilter: ["data-position", "data-state"]})
  for (const event of ["edited", "input", "change"]) root.addEventListener(event, soon)
}

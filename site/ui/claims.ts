// This file is the script of the page of claims: it shows those that have the words, the verdict and the place that the
// reader asks for. Without it all are shown.

import {startOffline} from "./offline.ts"
import {themeButton} from "./themes.ts"

const button = document.getElementById("theme")
if (button !== null) themeButton(button)
void startOffline()

const words = document.getElementById("claim-words") as HTMLInputElement
const verdict = document.getElementById("claim-verdict") as HTMLSelectElement
const where = document.getElementById("claim-where") as HTMLSelectElement
const count = document.getElementById("claim-count")!
const claims = [...document.querySelectorAll<HTMLElement>(".claim")].map((root) => ({root, text: root.textContent!.toLowerCase()}))

function filter(): void {
  const wanted = words.value.toLowerCase().split(/\s+/)
  let shown = 0
  for (const {root, text} of claims) {
    const {dataset} = root
    const fits = wanted.every((w) => text.includes(w)) && (verdict.value === "" || dataset["verdict"] === verdict.value) && (where.value === "" || dataset["where"]!.split(" ").includes(where.value))
    root.hidden = !fits
    if (fits) shown++
  }
  for (const part of document.querySelectorAll<HTMLElement>(".claim-part, .claim-article")) part.hidden = part.querySelector(".claim:not([hidden])") === null
  count.textContent = shown === claims.length ? "" : shown === 1 ? "1 claim" : `${shown} claims`
}

/// A link to a claim that is filtered away brings it back.
function reveal(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target === null || target.closest("[hidden]") === null) return
  words.value = verdict.value = where.value = ""
  filter()
  target.scrollIntoView()
}

for (const control of [words, verdict, where]) control.addEventListener("input", filter)
document.getElementById("claim-filter")!.addEventListener("submit", (e) => e.preventDefault())
addEventListener("hashchange", reveal)
filter() // a browser may bring back what was typed

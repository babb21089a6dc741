// This file writes a state as a table: the same facts as the stage, in words.

import type {P, State} from "./fold.ts"
import {type Names, waitName} from "./names.ts"
import {type El, h} from "./svg.ts"

/// The tables of a state.
export function tables(s: State, names: Names): El[] {
  return [procs(s, names), elsewhere(s)]
}

function procs(s: State, names: Names): El {
  const rows = s.ps.filter(p => p.status !== "dead").map(p => row(s, p, names))
  return h("table", {}, h("caption", {}, "Ps"), h("thead", {}, h("tr", {}, ...["P", "M", "runs", "at", "runnext", "ring, from the head"].map(head))), h("tbody", {}, ...rows))
}

function row(s: State, p: P, names: Names): El {
  const g = p.g === null ? undefined : s.gs.get(p.g)
  const m = p.m === null ? undefined : s.ms.get(p.m)
  const place = g === undefined ? "" : `${names.func(g.seen || g.made)} ${names.place(g.seen)}${s.isThere(g) || g.seen === 0 ? "" : ", when last seen"}`.trim()
  return h(
    "tr",
    {},
    h("th", {scope: "row"}, `P${p.id}`),
    cell(m === undefined ? "none" : `M${m.id}${m.spinning ? ", searching" : ""}`),
    cell(g === undefined ? (p.status === "idle" ? "idle" : "nothing") : `G${g.id}`),
    cell(place || "–"),
    cell(p.runnext === null ? "–" : `G${p.runnext}`),
    cell(list(s.ringOf(p))),
  )
}

function elsewhere(s: State): El {
  const waits = new Map<string, number[]>()
  for (const g of s.gs.values()) {
    if (g.place.at === "wait") waits.set(waitName(g.place.reason), [...(waits.get(waitName(g.place.reason)) ?? []), g.id])
  }
  const resting = s.resting().map(m => (m.wired === 0 ? `M${m.id}` : `M${m.id} (wired to G${m.wired})`))
  const rows: [string, string][] = [
    ["global queue", list(s.globalQueue())],
    ...[...waits].map(([why, gs]): [string, string] => [why, list(gs)]),
    ["threads without a P", resting.join(" ") || "none"],
  ]
  return h("table", {}, h("caption", {}, "Elsewhere"), h("tbody", {}, ...rows.map(([a, b]) => h("tr", {}, h("th", {scope: "row"}, a), cell(b)))))
}

const head = (words: string): El => h("th", {scope: "col"}, words)
const cell = (words: string): El => h("td", {}, words)

const most = 64
function list(gs: number[]): string {
  if (gs.length === 0) return "empty"
  const shown = gs.slice(0, most).map(g => `G${g}`).join(" ")
  return gs.length > most ? `${shown} and ${gs.length - most} more` : shown
}

// This file draws the figures of a run (core/event/stats, whose JSON this is) for people: the
// important ones large, then what the Ps did, how goroutines came to run and how long they
// waited for it, then the rest.

import {duration, many} from "./names.ts"
import {type El, h} from "./svg.ts"

interface Times {
  running: number
  scheduling: number
  spinning: number
  blocked: number
  starting: number
  idle: number
  stopped: number
}

interface Waits {
  count: number
  total: number
  max: number
}

/// The figures, as far as they are shown.
export interface Stats {
  version: number
  makespan: number
  utilisation: number
  records: number
  procs: number
  goroutines: {created: number; ended: number; maxLive: number}
  threads: {created: number; maxLive: number}
  dispatches: {total: number; inherited: number; byRule: Record<string, number>}
  steals: {passes: number; steals: number; runnext: number; goroutines: number; min: number; mean: number; max: number}
  handoffs: number
  retakes: number
  preemptions: {asked: number; done: number}
  syscalls: {calls: number; parked: number}
  latency: {count: number; mean: number; p50: number; p90: number; p99: number; max: number; pending: number; buckets: {upTo: number; count: number}[]}
  longestWait: {time: number; goroutine: number; pending: boolean}
  lockWait: Waits
  stranded: {time: number; idle: number; blocked: number; goroutines: number}
  stopWorld: Waits
  collections: number
  ps: ({id: number; dispatches: number} & Times)[] | null
  allPs: Times
}

/// What a P does, and what that means, in the order of the bars.
const doings: readonly [key: keyof Times, means: string][] = [
  ["running", "a goroutine runs on it"],
  ["scheduling", "its M looks at what is here, or changes from one goroutine to the next"],
  ["spinning", "its M searches other Ps for work"],
  ["blocked", "its goroutine is in a system call, and nobody has taken the P away"],
  ["starting", "taken off the idle list for an M that is not awake yet"],
  ["stopped", "the world is stopped"],
  ["idle", "on the idle list"],
]

// Where a goroutine was when it was chosen, in plain words, and more of it.
const rules: Record<string, readonly [name: string, more: string]> = {
  FromRunnext: ["runnext", "the one place in front of the P's own queue"],
  FromLocal: ["own queue", "the oldest in the P's own queue"],
  FromTail: ["own queue, newest", "from the tail of the P's own queue"],
  FromGlob61: ["global queue, its turn", "every 61st time it is looked at first"],
  FromGlob: ["global queue", "the P had none of its own"],
  FromGlobIdl: ["global queue, last look", "just before the M would have slept"],
  FromSteal: ["stolen", "from the queue of another P"],
  FromTimer: ["a timer", "it was due, and another P's"],
  FromNet: ["the network", "what it waited for had come"],
  FromSyscall: ["a system call", "it was back, and there was a P for it"],
  FromGCWorker: ["the collector", "one of its workers"],
  FromWired: ["its own thread", "a goroutine that is wired to a thread had its P handed over"],
  FromPark: ["nowhere", "it was about to wait, and went on at once"],
}

/// The figures as elements.
export function statistics(s: Stats): El[] {
  return [
    h("dl", {class: "fig-main"}, ...figures(s)),
    h("section", {}, h("h2", {}, "What the Ps did"), ...psOf(s)),
    h("section", {}, h("h2", {}, "How goroutines came to run"), byRule(s)),
    h("section", {}, h("h2", {}, "From runnable to running"), ...latency(s)),
    h("section", {}, h("h2", {}, "Besides"), besides(s)),
  ]
}

const count = (n: number): string => n.toLocaleString("en")
const percent = (x: number): string => `${(100 * x).toFixed(1)} %`

function figures(s: Stats): El[] {
  const one = (name: string, value: string, more: string, title?: string): El => h("div", title === undefined ? {} : {title}, h("dt", {}, name), h("dd", {}, h("b", {}, value), h("span", {}, more)))
  return [
    one("Makespan", duration(s.makespan), `${count(s.records)} events`),
    one("Utilisation", percent(s.utilisation), `of ${many(s.ps?.length ?? 0, "P")}`),
    one("Goroutines", count(s.goroutines.created), `at most ${count(s.goroutines.maxLive)} at a time`),
    one("Threads", count(s.threads.created), `at most ${count(s.threads.maxLive)} at a time`),
    one("Dispatches", count(s.dispatches.total), `${count(s.dispatches.inherited)} in the time slice of another`),
    one("Steals", count(s.steals.steals), s.steals.steals === 0 ? `in ${count(s.steals.passes)} looks at all Ps` : `moved ${count(s.steals.goroutines)}, ${s.steals.mean.toFixed(1)} each`),
    one("Wait to run", duration(s.latency.p50), `half of all; 99 % ${duration(s.latency.p99)}`),
    one("Work left lying", duration(s.stranded.time), "it waited, and a P had none", "stranded: time in which goroutines were ready to run while a P was idle, or while their P was blocked"),
  ]
}

function psOf(s: Stats): El[] {
  const bars = (s.ps ?? []).map(p => h("div", {class: "fig-p"}, h("span", {class: "fig-name"}, `P${p.id}`), bar(p), h("span", {class: "fig-count"}, percent(share(p, "running")))))
  const used = doings.filter(([key]) => s.allPs[key] > 0)
  const legend = h("ul", {class: "fig-legend"}, ...used.map(([key, means]) => h("li", {title: means}, h("i", {class: `fig-key do-${key}`}), `${key} `, h("b", {}, duration(s.allPs[key])))))
  return [h("div", {class: "fig-ps"}, ...bars), legend]
}

const share = (t: Times, key: keyof Times): number => t[key] / Math.max(1, sum(t))
const sum = (t: Times): number => doings.reduce((all, [key]) => all + t[key], 0)

function bar(t: Times): El {
  const words = doings.filter(([key]) => t[key] > 0).map(([key]) => `${key} ${duration(t[key])}`).join(", ")
  let x = 0
  const parts = doings.map(([key]) => {
    const width = 1000 * share(t, key)
    x += width
    return width === 0 ? null : h("rect", {class: `do-${key}`, x: (x - width).toFixed(2), y: 0, width: width.toFixed(2), height: 16})
  })
  return h("svg", {class: "fig-bar", viewBox: "0 0 1000 16", preserveAspectRatio: "none", role: "img", "aria-label": words}, h("title", {}, words), ...parts)
}

function byRule(s: Stats): El {
  const all = Object.entries(s.dispatches.byRule).sort(([, a], [, b]) => b - a)
  const most = Math.max(1, ...all.map(([, n]) => n))
  const rows = all.map(([rule, n]) =>
    h(
      "tr",
      {},
      h("th", {scope: "row", title: rule}, rules[rule]?.[0] ?? rule),
      h("td", {class: "fig-number"}, count(n)),
      h("td", {class: "fig-wide"}, h("svg", {class: "fig-bar thin", viewBox: "0 0 1000 8", preserveAspectRatio: "none", "aria-hidden": "true"}, h("rect", {class: "do-running", width: ((1000 * n) / most).toFixed(1), height: 8}))),
      h("td", {class: "fig-words"}, rules[rule]?.[1] ?? ""),
    ),
  )
  return h("table", {class: "fig-rules"}, h("tbody", {}, ...rows))
}

function latency(s: Stats): El[] {
  const l = s.latency
  const words = `Half waited at most ${duration(l.p50)}, nine in ten ${duration(l.p90)}, 99 in a hundred ${duration(l.p99)}; the longest ${duration(l.max)}.`
  return [histogram(l.buckets), h("p", {class: "fig-note"}, words)]
}

// Two columns for each power of two: eight are in the figures.
const halves = (ns: number): number => (ns < 2 ? 0 : Math.floor(2 * Math.log2(ns)))

function histogram(buckets: Stats["latency"]["buckets"]): El {
  const columns = new Map<number, number>()
  for (const {upTo, count: n} of buckets) columns.set(halves(upTo), (columns.get(halves(upTo)) ?? 0) + n)
  const first = Math.min(...columns.keys(), 40)
  const last = Math.max(...columns.keys(), first + 7)
  const most = Math.max(1, ...columns.values())
  const width = 720
  const step = width / (last - first + 1)
  const bars: (El | null)[] = []
  for (let i = first; i <= last; i++) {
    const n = columns.get(i) ?? 0
    const height = n === 0 ? 0 : Math.max(2, (76 * n) / most)
    const range = `${count(n)} waited ${duration(2 ** (i / 2))} to ${duration(2 ** ((i + 1) / 2))}`
    if (n > 0) bars.push(h("rect", {class: "do-running", x: ((i - first) * step + 1).toFixed(1), y: (80 - height).toFixed(1), width: Math.max(1, step - 2).toFixed(1), height: height.toFixed(1)}, h("title", {}, range)))
  }
  const every = Math.max(1, Math.ceil((last - first + 1) / 6))
  const marks: El[] = []
  for (let i = first; i <= last; i += every) {
    const columns = Math.min(every, last - i + 1)
    marks.push(h("span", {style: `flex-grow: ${columns}`}, columns === every ? duration(2 ** (i / 2)) : ""))
  }
  return h(
    "div",
    {class: "fig-hist"},
    h("svg", {viewBox: `0 0 ${width} 82`, preserveAspectRatio: "none", role: "img", "aria-label": "How many waited how long"}, ...bars, h("rect", {class: "fig-axis", x: 0, y: 80, width, height: 1})),
    h("div", {class: "fig-marks", "aria-hidden": "true"}, ...marks),
  )
}

function besides(s: Stats): El {
  const waits = (w: Waits): string => (w.count === 0 ? "none" : `${count(w.count)}, ${duration(w.total)} in all, the longest ${duration(w.max)}`)
  const rows: [string, string][] = [
    ["Preemptions", `${count(s.preemptions.done)}, ${count(s.preemptions.asked)} asked for by sysmon`],
    ["System calls", `${count(s.syscalls.calls)}, ${count(s.syscalls.parked)} came back without a P`],
    ["Hand-offs of a P", `${count(s.handoffs)}, and ${count(s.retakes)} retakes by sysmon`],
    ["Steals of a runnext", `${count(s.steals.runnext)}; ${count(s.steals.passes)} looks at all Ps`],
    ["Longest wait to run", s.latency.count + s.latency.pending === 0 ? "none" : `${duration(s.longestWait.time)} by G${s.longestWait.goroutine}${s.longestWait.pending ? ", and it still waits" : ""}`],
    ["Waits for the scheduler's lock", waits(s.lockWait)],
    ["Work left lying", `${duration(s.stranded.idle)} while a P was idle, ${duration(s.stranded.blocked)} on the queue of a blocked P`],
    ["The world stopped", `${waits(s.stopWorld)}; ${many(s.collections, "collection")}`],
  ]
  return h("table", {class: "fig-besides"}, h("tbody", {}, ...rows.map(([a, b]) => h("tr", {}, h("th", {scope: "row"}, a), h("td", {}, b)))))
}

// This file says how the goroutines of a go statement look: a colour and a shape. Five
// colours and six shapes, so that thirty statements differ, and shape alone tells six.

import type {G, State} from "./fold.ts"

export const colours = 5

/// The number of a go statement, from 0 in the order of first use; -1 for main and for
/// what the runtime itself started.
export function siteOf(s: State, g: G): number {
  return g.id === 1 ? -1 : s.sites.indexOf(g.made)
}

/// The class of its colour.
export function siteClass(s: State, g: G): string {
  const n = siteOf(s, g)
  return n < 0 ? "main" : `c${n % colours}`
}

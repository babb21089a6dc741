// This file knows where in the site a page is.

import {browserPlace, Store} from "./store.ts"

/// What the reader's browser keeps for this site. The first link of every page leads to its first page.
export function openStore(tell: (words: string) => void): Store {
  const home = document.querySelector<HTMLAnchorElement>("a.brand")
  return new Store(browserPlace(), new URL(home?.href ?? "/", location.href).pathname, tell)
}

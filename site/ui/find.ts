// This file finds elements that the generator put into the page. One that is missing
// is our fault, and said so by name.

/// The element with this id, which must be of this kind.
export function find<T extends Element>(id: string, kind: new () => T): T {
  const el = document.getElementById(id)
  if (!(el instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`)
  return el
}

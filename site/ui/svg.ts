// This file is about drawings as values: a tree of elements that becomes text (for
// the generator) or nodes of the page (here patched in place, so that tokens keep
// their identity and glide).
//
// Text is always escaped or set as text: names of functions come from programs.

/// One element. Children with a key keep their node from drawing to drawing.
export interface El {
  tag: string
  at: Record<string, string | number>
  kids: (El | string)[]
  key?: string
}

/// Makes an element.
export function h(tag: string, at: El["at"] = {}, ...kids: (El | string | null | undefined | false)[]): El {
  return {tag, at, kids: kids.filter((k): k is El | string => k !== null && k !== undefined && k !== false)}
}

/// The same, with a key among its siblings.
export function keyed(key: string, el: El): El {
  return {...el, key}
}

const escapes: Record<string, string> = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
const escape = (s: string): string => s.replace(/[&<>"']/g, c => escapes[c]!)

/// The element as text.
export function toText(el: El | string): string {
  if (typeof el === "string") return escape(el)
  if ("style" in el.at) throw new Error(`<${el.tag}> has a style, which the policy of our pages forbids in their text`)
  const at = Object.entries(el.at).map(([k, v]) => ` ${k}="${escape(String(v))}"`).join("")
  return `<${el.tag}${at}>${el.kids.map(toText).join("")}</${el.tag}>`
}

const svgSpace = "http://www.w3.org/2000/svg"
const htmlSpace = "http://www.w3.org/1999/xhtml"

/// Makes the children of a node those of the drawing. What has a key and is not wanted goes first: so those behind it stay
/// where they are, and the browser has nothing to do for them.
export function patch(parent: Element, kids: (El | string)[]): void {
  const old = kids.some(k => typeof k !== "string" && k.key !== undefined) ? keyedIn(parent, kids) : none
  let at: ChildNode | null = parent.firstChild
  for (const kid of kids) {
    const node = typeof kid === "string" ? textNode(parent, at, kid) : elementNode(parent, at, kid, old)
    if (node === at) at = at!.nextSibling
    else parent.insertBefore(node, at)
  }
  while (at !== null) {
    const next: ChildNode | null = at.nextSibling
    at.remove()
    at = next
  }
}

const none = new Map<string, Element>()

// The children with keys, after those that are not wanted any more have gone.
function keyedIn(parent: Element, kids: (El | string)[]): Map<string, Element> {
  const wanted = new Set(kids.map(k => (typeof k === "string" ? undefined : k.key)))
  const old = new Map<string, Element>()
  for (let child = parent.firstElementChild; child !== null; ) {
    const next = child.nextElementSibling
    const key = keys.get(child)
    if (key !== undefined) {
      if (wanted.has(key)) old.set(key, child)
      else child.remove()
    }
    child = next
  }
  return old
}

const keys = new WeakMap<Element, string>()

function textNode(parent: Element, at: ChildNode | null, text: string): ChildNode {
  if (at instanceof Text) {
    if (at.data !== text) at.data = text
    return at
  }
  return parent.ownerDocument.createTextNode(text)
}

function elementNode(parent: Element, at: ChildNode | null, el: El, old: Map<string, Element>): Element {
  let node: Element | undefined
  if (el.key !== undefined) {
    node = old.get(el.key)
    old.delete(el.key)
  } else if (at instanceof Element && keys.get(at) === undefined && at.localName === el.tag) {
    node = at
  }
  if (node === undefined || node.localName !== el.tag) node = create(parent, el)
  setAttributes(node, el.at)
  patch(node, el.kids)
  return node
}

function create(parent: Element, el: El): Element {
  const space = el.tag === "svg" || (parent.namespaceURI === svgSpace && parent.localName !== "foreignObject") ? svgSpace : htmlSpace
  const node = parent.ownerDocument.createElementNS(space, el.tag)
  if (el.key !== undefined) keys.set(node, el.key)
  return node
}

// What was set last, by node: nobody else changes the attributes of what is drawn.
const set = new WeakMap<Element, El["at"]>()

function setAttributes(node: Element, at: El["at"]): void {
  const was = set.get(node)
  set.set(node, at)
  if (was === undefined) {
    for (const name of node.getAttributeNames()) if (!(name in at)) node.removeAttribute(name)
  } else {
    for (const name in was) if (!(name in at)) node.removeAttribute(name)
  }
  for (const name in at) {
    if (was?.[name] === at[name]) continue
    const text = String(at[name])
    // Style as text is against the policy of our pages, by way of its object it is not.
    if (name === "style") (node as HTMLElement | SVGElement).style.cssText = text
    else if (node.getAttribute(name) !== text) node.setAttribute(name, text)
  }
}

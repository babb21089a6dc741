// This file puts CodeMirror's rules into the page. CodeMirror would write them into a <style> element, which the
// policy of our pages forbids, as it forbids all style that is not a file of ours. Its rules go into the sheet of such
// a file, then, in front of that one's own: there they stood in order, and style.css wins as before.

import {StyleModule} from "style-mod"

// What is in the sheet, in order, and how many rules that is.
let mounted: readonly StyleModule[] = []
let count = 0

StyleModule.mount = (_root, modules) => {
  const wanted: readonly StyleModule[] = Array.isArray(modules) ? modules : [modules as StyleModule]
  const order = [...wanted, ...mounted.filter(m => !wanted.includes(m))]
  if (order.length === mounted.length && order.every((m, i) => m === mounted[i])) return
  const to = sheet()
  for (; count > 0; count--) to.deleteRule(0)
  mounted = order
  for (const rule of order.flatMap(m => m.getRules().split("\n"))) {
    try {
      to.insertRule(rule, count)
      count++
    } catch {
      // A selector of another browser: a sheet that is text would leave the rule out, too.
    }
  }
}

let found: CSSStyleSheet | null = null

function sheet(): CSSStyleSheet {
  found ??= [...document.styleSheets].find(readable) ?? adopted()
  return found
}

function readable(s: CSSStyleSheet): boolean {
  try {
    return s.href !== null && s.cssRules.length > 0
  } catch {
    return false // of another origin
  }
}

// Without such a sheet: one of our own, behind all others.
function adopted(): CSSStyleSheet {
  const own = new CSSStyleSheet()
  document.adoptedStyleSheets = [own, ...document.adoptedStyleSheets]
  return own
}

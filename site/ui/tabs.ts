// This file is the row of tabs under the stage, by the pattern of the ARIA guide: one
// tab stop, arrow keys between the tabs.

import {find} from "./find.ts"

/// Makes the tabs work; shown is called when another panel is seen.
export function startTabs(shown: () => void): void {
  const row = find("tabs", HTMLElement)
  const tabs = [...row.querySelectorAll<HTMLButtonElement>("[role=tab]")]
  const choose = (tab: HTMLButtonElement): void => {
    for (const t of tabs) {
      const on = t === tab
      t.setAttribute("aria-selected", String(on))
      t.tabIndex = on ? 0 : -1
      find(t.getAttribute("aria-controls")!, HTMLElement).hidden = !on
    }
    shown()
  }
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab))
    tab.addEventListener("keydown", e => {
      const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0
      if (by === 0) return
      const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]!
      next.focus()
      choose(next)
      e.preventDefault()
    })
  }
}
